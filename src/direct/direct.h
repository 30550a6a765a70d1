/* direct.h: our own direct solvers, which know matrices and vectors of PETSc alone.

   Headers for other rooms:
     dense_solve.h                   solves the linear systems of small models as dense matrices on
                                     plain arrays
     elimination.h                   eliminates constraints, and the unknowns that they determine,
                                     from a matrix
     multifrontal/pc_multifrontal.h  the multifrontal solver on any number of ranks, as a PCSHELL
                                     for KSPPREONLY
     mumps.h                         MUMPS as the direct solver of a matrix that is distributed over
                                     several ranks
     tridiagonal.h                   a direct solver for the matrices of chains, in which each row
                                     has at most two neighbors, so that the matrix is tridiagonal in
                                     some order */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_DIRECT_H
#define FS_DIRECT_DIRECT_H

#endif
