/* train.c: forces that move along a chain of lines at fixed distances.

   Let l_k be Lagrange's polynomials of the four points of Gauss's rule. An axle at the parent
   coordinate r has the value l_k(r) over the size of point k there. Sums over the points are then
   exact for cubic polynomials, as the shapes of beams under loads between their nodes are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "math/vector.h"
#include "members/member_places.h"
#include "model/model.h"
#include "train.h"

/* Relative to the length of the chain: an axle that is beyond an end by less is at the end. It is
   far above the round-off of places. */
static const double AT_END = 1e-9;

/* Gives both nodes at a release the same place at[nnodes], to the bit, so that an axle there is on
   one line alone. The place of nodes of other lines does not matter. */
static PetscErrorCode JoinSplitNodes(Mesh mesh, PetscReal at[])
{
  const Geometry *g = &mesh->g;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c];

    if (g->shape[c] == SHAPE_LINE && distance_between(g->x[node[0]], g->x[node[1]]) == 0)
      at[node[0]] = at[node[1]] = PetscMax(at[node[0]], at[node[1]]);
  }
  PetscCall(MeshCombineNodes(mesh, MPIU_REAL, at, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets train->s. */
static PetscErrorCode FindPlaces(Model model, const LoadOptions *options, PetscInt set,
                                 Train *train)
{
  const Geometry   *g     = &model->mesh->g;
  const MemberOwner owner = {"load", options->name, options->has_start ? options->start : NULL, 1};
  MemberPlace      *place;
  PetscReal        *at;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->ncells + 1, &place));
  PetscCall(PetscCalloc1(g->ncells + 1, &train->s));
  PetscCall(PetscCalloc1(g->nnodes + 1, &at));
  PetscCall(MeshMemberPlaces(model->mesh, &owner, set, place));
  for (int c = 0; c < g->ncells; c++) { /* places of other cells are 0 */
    for (int i = 0; i < 2 && place[c].length > 0; i++) {
      const int node = g->conn[g->offset[c] + i];

      at[node] = PetscMax(at[node], place[c].s[i]);
    }
  }
  PetscCall(MeshCombineNodes(model->mesh, MPIU_REAL, at, MPI_MAX));
  PetscCall(JoinSplitNodes(model->mesh, at));
  for (int i = 0; i < g->nnodes; i++) train->length = PetscMax(train->length, at[i]);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &train->length, 1, MPIU_REAL, MPIU_MAX, model->comm));
  for (int c = 0; c < g->ncells; c++)
    for (int i = 0; i < 2 && place[c].length > 0; i++)
      train->s[c][i] = at[g->conn[g->offset[c] + i]];
  PetscCall(PetscFree(at));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TrainCreate(Model model, const LoadOptions *options, PetscInt set, Train **train)
{
  PetscFunctionBeginUser;
  *train = NULL;
  if (!options->place) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(train));
  (*train)->n = options->naxles;
  for (PetscInt k = 0; k < options->naxles; k++) {
    (*train)->behind[k] = options->axles[k];
    (*train)->factor[k] = options->naxle_factors ? options->axle_factors[k] : 1;
  }
  PetscCall(FindPlaces(model, options, set, *train));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TrainDestroy(Train **train)
{
  PetscFunctionBeginUser;
  if (*train) PetscCall(PetscFree((*train)->s));
  PetscCall(PetscFree(*train));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether an axle is on a line, which has its first node but, except at the end of the
   chain, not its second one. Then its parent coordinate r is from -1 to 1. */
static PetscBool train_axle_on(const Train *train, PetscInt axle, PetscReal place, int cell,
                               double *r)
{
  const PetscReal *const s = train->s[cell], low = PetscMin(s[0], s[1]),
                         high = PetscMax(s[0], s[1]);
  const PetscReal close       = AT_END * train->length;
  PetscReal       at          = place - train->behind[axle];

  if (fabs(at) < close) at = 0;
  if (fabs(at - train->length) < close) at = train->length;
  if (!(at >= low && (at < high || (at <= high && at == train->length)))) return PETSC_FALSE;
  *r = (2 * at - s[0] - s[1]) / (s[1] - s[0]);
  return PETSC_TRUE;
}

PetscBool train_axle_inside(const Train *train, PetscInt axle, PetscReal place, int cell, double *r)
{
  const PetscBool on = train_axle_on(train, axle, place, cell, r);

  /* the fraction of the length of the line, which may be rounded to 1 */
  return (PetscBool)(on && (1 + *r) / 2 > 0 && (1 + *r) / 2 < 1);
}

void train_values(const Train *train, PetscReal place, int cell, PetscBool inside,
                  const ShapeCellPoint points[], double value[])
{
  double at[4][2], r;

  for (int k = 0; k < 4; k++) {
    shape_cell_square(SHAPE_LINE, k, at[k]);
    value[k] = isfinite(place) ? 0 : NAN;
  }
  for (PetscInt axle = 0; axle < train->n; axle++) {
    if (!(inside ? train_axle_inside : train_axle_on)(train, axle, place, cell, &r)) continue;
    for (int k = 0; k < 4; k++) {
      double l = train->factor[axle] / points[k].size;

      for (int j = 0; j < 4; j++)
        if (j != k) l *= (r - at[j][0]) / (at[k][0] - at[j][0]);
      value[k] += l;
    }
  }
}
