/* combine_columns.h: combines element matrices into tangents, with the chart columns of nodes.

   Chart columns are explained in kinematics/chart.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MATRICES_COMBINE_COLUMNS_H
#define FS_ASSEMBLY_MATRICES_COMBINE_COLUMNS_H

#include "kinematics/chart.h"
#include "math/lanes.h"
#include <fs/system.h>

/* CombineColumns - Computes the tangent A of an element from its matrices K, C and M, whose columns
   for rotations are derivatives by spins.

   In the columns of displacements, A = ck K + cc C + cm M. In the columns of the rotations of a
   node, A = K spin + C velocity + M acceleration, with the node's chart columns (derivatives of
   spin, velocity and acceleration by the unknown).
   Input:
     rows, nd  number of rows and of columns of K, C, M and A, which are stored row by row
     nc        dofs of a node
     columns   [nd / nc] chart columns of each node; NULL for ground, whose columns are not used
     K, C, M   element matrices; C and M may be NULL, which means zero */
void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[],
                    FsShift shift, const double K[], const double C[], const double M[],
                    double A[]);

/* CombineGroup - Computes the tangents A = ck K + cc C + cm M of LANES elements at once whose nodes
   have six dofs each; CombineColumns() says how columns of rotations are treated.

   Input:
     nd       number of dofs of an element; all matrices are [nd][nd], with LANES values for each
              entry
     columns  [nd / 6][LANES] chart columns of each node of each element
   C and M must not be NULL. */
void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift, const Lanes K[],
                  const Lanes C[], const Lanes M[], Lanes A[]);

#endif
