/* model_size.c: measures the size of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joint_cell_iterator.h"
#include "math/vector.h"
#include "model.h"

/* The diameter of a sphere does not depend on the axes, unlike that of a box. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size)
{
  const Geometry *g          = &model->mesh->g;
  PetscReal       sum[4]     = {0, 0, 0, 0};
  PetscReal       largest[2] = {0, 0}; /* distance from the center, and from the origin */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < 3; c++) sum[c] += g->x[i][c];
    sum[3]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 4, MPIU_REAL, MPI_SUM, model->comm));
  for (int c = 0; c < 3; c++) sum[c] /= sum[3];
  for (int i = 0; i < g->nnodes; i++) {
    largest[0] = PetscMax(largest[0], point_distance(g->x[i], sum));
    largest[1] = PetscMax(largest[1], norm(g->x[i]));
  }
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j)) {
    PetscInt node[2];

    JointCellNodes(&j, node);
    for (int n = 0; n < 2; n++) {
      double x[3];

      for (int c = 0; c < 3; c++)
        x[c] = (node[n] < 0 ? 0 : g->x[node[n]][c]) + j.joint->offset[j.e][n][c];
      largest[0] = PetscMax(largest[0], point_distance(x, sum));
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 2, MPIU_REAL, MPIU_MAX, model->comm));
  /* The mean of coordinates, and with it each distance from the mean, has a round-off of a few
     units in the last place of the largest distance from the origin. A radius below 16 of these
     units is therefore no size: all nodes are at one place. */
  *model_size = largest[0] > 16 * PETSC_MACHINE_EPSILON * largest[1] ? 2 * largest[0] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
