/* combine_columns.h: combines element matrices into tangents, with the chart columns of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_COMBINE_COLUMNS_H
#define FS_ASSEMBLY_COMBINE_COLUMNS_H

#include "kinematics/chart.h"
#include "math/lanes.h"
#include <fs/system.h>

/* CombineColumns - Computes the tangent A = ck K + cc C + cm M of an element.

   This formula holds for displacements. In the columns of the rotations of a node the tangent is
   K spin + C velocity + M acceleration, with the chart columns of the node.
   Input:
     rows, nd  size of K, C, M and A, row by row
     nc        dofs of a node
     columns   [nd / nc] one for each node
     C, M      NULL means zero */
void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[],
                    FsShift shift, const double K[], const double C[], const double M[],
                    double A[]);

/* CombineGroup - Computes the tangents of LANES elements whose nodes have six dofs each.

   columns[nd / 6][LANES] has those of each node and element; C and M must not be NULL. */
void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift, const Lanes K[],
                  const Lanes C[], const Lanes M[], Lanes A[]);

#endif
