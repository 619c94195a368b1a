// SPDX-License-Identifier: Apache-2.0
// Everything a program needs. The parts can be included one by one; the map is in
// docs/developing.md.
#pragma once

#include "elto/diagnostics/accuracy.hpp"
#include "elto/diagnostics/diagnose.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/read_series.hpp"
#include "elto/model/learn.hpp"
#include "elto/model/model_file.hpp"
#include "elto/model/state_model_file.hpp"
#include "elto/systems/builtin.hpp"
#include "elto/tuning/choose_model.hpp"
#include "elto/tuning/fit.hpp"
#include "elto/tuning/fit_state_model.hpp"
#include "elto/version.hpp"
