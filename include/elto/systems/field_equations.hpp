// SPDX-License-Identifier: Apache-2.0
// Fields that obey a known partial differential equation, on the grids on which they are usually
// published: the test cases of equation discovery. All but the shock are periodic. Rows begin at
// t = 0; 0 rows means as many as are published.
#pragma once

#include "elto/series/field.hpp"

namespace elto {

/// u_t = -u u_x + 0.1 u_xx from exp(-(x+2)^2). 256 points x = -8 + i/16, 101 rows of step 0.1.
Field burgers(Index rows = 0);

/// u_t = -u u_x + (0.01/pi) u_xx from -sin(pi x): a shock arises at 0. 256 points from -1 to 1, 100
/// rows of step 0.01.
Field burgers_shock(Index rows = 0);

/// u_t = -6 u u_x - u_xxx (Korteweg and de Vries): two solitons, one overtaking the other. 512
/// points x = -30 + 60 i/512, 201 rows of step 0.1.
Field korteweg_de_vries(Index rows = 0);

/// u_t = -u u_x - u_xx - u_xxxx from cos(x/16) (1 + sin(x/16)), chaotic. 1024 points
/// x = 32 pi i/1024 from i = 1, 251 rows of step 0.4.
Field kuramoto_sivashinsky(Index rows = 0);

/// u_t = -(1 + sin(t)/4) u u_x + 0.1 u_xx from exp(-(x+1)^2). 256 points x = -8 + i/16, 256 rows of
/// step 10/255.
Field parametric_burgers(Index rows = 0);

}  // namespace elto
