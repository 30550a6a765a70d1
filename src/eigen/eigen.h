/* eigen.h: eigenproblems of a system: modes, damped modes, buckling and harmonic response.

   Headers for other rooms:
     buckling/buckling_modes.h  computes the load factors of linear buckling about an equilibrium
     complex_as_real.h          stores complex vectors and matrices as real ones of twice the size
     damped/damped_modes.h      computes the complex modes of damped, gyroscopic and circulatory
                                systems
     factorization.h            counts the negative eigenvalues of a small symmetric matrix by
                                LAPACK
     factorization.h             creates SLEPc's solvers of eigenvalue problems
     factorization.h            sets up direct solvers for eigenvalue problems
     harmonic/harmonic_solve.h  solves for the steady response of a structure to harmonic forces
     pencil.h                   the matrices of free vibration about a state at rest, and the number
                                of their eigenvalues below a limit
     undamped_modes.h           computes modes of free vibration, K x = mu M x with mu = omega^2,
                                and confirms their number by inertia (pencil.h) */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_EIGEN_H
#define FS_EIGEN_EIGEN_H

#include "buckling/buckling_modes.h"
#include "complex_as_real.h"
#include "eigen/damped/damped_modes.h"
#include "factorization.h"
#include "eigen/harmonic/harmonic_solve.h"
#include "pencil.h"
#include "undamped_modes.h"

#endif
