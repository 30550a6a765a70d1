/* math.h: rotations, vectors of three, and loops over long arrays.

   Headers for other rooms:
     lanes.h           vector registers that evaluate one formula for several elements at once
     mass_axes.h       axes in which the mass matrix of a node is diagonal, so that directions
                       without mass can be recognized
     polynomial.h      polynomials of one variable u on the interval from 0 to 1, and Gauss's
                       rules
     rotation.h        finite rotations as unit quaternions, rotation vectors and matrices
     rotation_lanes.h  vectors and rotations of several elements at once, in Lanes (lanes.h)
     rotations.h       computes the rotations of LANES nodes at once, with the same bits as
                       rotation.h
     small_dense.h     solves linear equations and eigenvalue problems of small dense matrices,
                       without PETSc
     sums.h            sums over long arrays, computed as several partial sums, which the processor
                       computes at the same time
     vector.h          operations on vectors [3] and matrices [9], which are stored row by row
     wide.h            compiles loops over long arrays several times, for processors with narrow and
                       with wide registers */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_MATH_H
#define FS_MATH_MATH_H

#endif
