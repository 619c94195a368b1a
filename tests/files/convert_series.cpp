// SPDX-License-Identifier: Apache-2.0
// convert_series IN OUT: reads one data file and writes another.
#include <exception>
#include <iostream>

#include "files/data_file.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    elto::write_data(elto::read_data(argv[1]), argv[2], elto::Overwrite::replace);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
