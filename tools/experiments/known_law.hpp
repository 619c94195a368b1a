// SPDX-License-Identifier: Apache-2.0
// The law of motion that a system has, from its equations where these are polynomials: what a
// learner of laws is to find, and the smoother of one who knows it.
#pragma once

#include "elto/core/types.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/systems/equations_of_motion.hpp"
#include "elto/systems/simulation.hpp"

namespace elto::experiments {

/// In units of the standard deviations of the truth, not centred, at times in units of a step; with
/// the noise that the simulation has and no other. Among the terms are all monomials up to the
/// degree of the equations, or to a higher one. Throws InvalidArgument for equations that are no
/// polynomials.
SignalLaw known_law(const EquationsOfMotion& equations, const Simulation& simulation,
                    Index degree = 0);

/// The series smoothed by it, in the units of the data; of some densities of the noise of z by the
/// likeliest. NaN where no such filter keeps to the motion.
Matrix smoothed_by_known_law(const EquationsOfMotion& equations, const Simulation& simulation);

}  // namespace elto::experiments
