// SPDX-License-Identifier: Apache-2.0
// The published fields of equation discovery, if they are there: ours are the same, and what was
// found in them is found again.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "elto/discovery/best_subsets.hpp"
#include "elto/discovery/information_criteria.hpp"
#include "elto/discovery/weak_form.hpp"
#include "elto/series/wavelet_noise.hpp"
#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "files/data_file.hpp"
#include "files/mat.hpp"
#include "support/folders.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::filesystem::path folder() {
  return testing::shared_folder() / "data" / "pde";
}

Field read_field(const std::string& name, const std::string& variable = "") {
  ReadOptions options;
  if (!variable.empty()) options.columns = {variable};
  return to_field(read_data((folder() / name).string(), options));
}

/// What a filter made of the noisy field: a file without a grid.
Field denoised(const std::string& noisy, const std::string& output) {
  Field field = read_field(noisy);
  field.values = read_mat(folder() / output).front().values.transpose();
  return field;
}

double relative_error(const Field& ours, const Field& published) {
  return (ours.values - published.values).norm() / published.values.norm();
}

class PublishedFields : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder()))
      GTEST_SKIP() << "no published fields: " << folder() << " is absent";
  }
};

TEST_F(PublishedFields, AreThoseWeSimulate) {
  EXPECT_LT(relative_error(burgers(), read_field("burgers.mat")), 1e-8);
  EXPECT_LT(relative_error(burgers_shock(), read_field("burgers_shock.mat")), 1e-11);
  EXPECT_LT(relative_error(kuramoto_sivashinsky(), read_field("kuramoto_sivishinky.mat")), 1e-10);
  EXPECT_LT(relative_error(korteweg_de_vries(), read_field("kdv.mat")), 5e-5);
  for (const auto& [ours, published] :
       {std::pair{burgers(), read_field("burgers.mat")},
        std::pair{burgers_shock(), read_field("burgers_shock.mat")},
        std::pair{kuramoto_sivashinsky(), read_field("kuramoto_sivishinky.mat")}}) {
    EXPECT_MATRIX_NEAR(ours.space, published.space, 1e-12);
    EXPECT_MATRIX_NEAR(ours.time, published.time, 1e-12);
  }
}

TEST_F(PublishedFields, HaveTheNoiseWeAdd) {
  for (const std::string name : {"burgers", "burgers_shock"}) {
    Rng rng(0);
    const NoisyField ours = add_noise(read_field(name + ".mat"), 0.5, rng);
    EXPECT_MATRIX_NEAR(ours.observed.values, read_field(name + "_noisy50.mat").values, 1e-14);
    EXPECT_MATRIX_NEAR(ours.noisier.values, read_field(name + "_noisy50.mat", "du").values, 1e-14);
  }
}

struct Row {
  std::string name;
  Field field;
  std::vector<Index> terms;
  Vector coefficients;
  Index sharper_ubic, bic, aic;  // sizes
};

std::vector<Row> rows() {
  const std::string wave = "burgers_noisy50", shock = "burgers_shock_noisy50";
  return {{"burgers", read_field(wave + ".mat"), {3, 4}, Vector{{0.076843, -0.959286}}, 2, 5, 6},
          {"burgers, denoised",
           denoised(wave + ".mat", wave + "_optELTO.mat"),
           {3, 4},
           Vector{{0.098496, -0.940588}},
           3,
           5,
           8},
          {"shock", read_field(shock + ".mat"), {4, 7}, Vector{{-0.464365, 0.000163}}, 2, 3, 6},
          {"shock, static",
           denoised(shock + ".mat", shock + "_static_1.mat"),
           {3, 4},
           Vector{{0.006934, -0.677635}},
           2,
           3,
           5},
          {"shock, fixed",
           denoised(shock + ".mat", shock + "_fixed_bws_1.mat"),
           {3, 4},
           Vector{{0.003891, -0.742664}},
           2,
           4,
           4},
          {"shock, adaptive",
           denoised(shock + ".mat", shock + "_adaptive_bws_1.mat"),
           {3, 4},
           Vector{{0.004537, -0.787012}},
           2,
           2,
           4}};
}

// Both tables of the paper, to the last digit printed; and the sizes that other rules choose.
TEST_F(PublishedFields, GiveTheEquationsOfThePaper) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.name);
    const Candidates candidates = weak_candidates(row.field);
    const std::vector<Equation> equations = best_subsets(candidates);
    const std::vector<SizeScore> scores = score(candidates, equations);
    const Index size = ubic_choice(scores, candidates.rows()).size;
    ASSERT_EQ(size, 2);
    EXPECT_EQ(equations[1].terms, row.terms);
    EXPECT_MATRIX_NEAR(equations[1].coefficients, row.coefficients, 1e-6);
    EXPECT_EQ(ubic_choice(scores, candidates.rows(), {.percentile = 60.0}).size, row.sharper_ubic);
    EXPECT_EQ(bic_size(scores), row.bic);
    EXPECT_EQ(aic_size(scores), row.aic);
  }
}

}  // namespace
}  // namespace elto
