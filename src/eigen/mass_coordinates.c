/* mass_coordinates.c: coordinates in which directions without mass have exact zeros in M.

   Entry k of a node's x' belongs to its axis k. dual k is the vector with dual_i . axis_j = 1 if
   i = j, else 0, so S^-1 consists of the duals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "mode_search.h"
#include "system/node_mass.h"

/* A node with a direction in which M has round-off. */
typedef struct {
  PetscInt  row, n; /* its first row on this rank, and their number */
  PetscReal axis[MASS_AXES][MASS_AXES], dual[MASS_AXES][MASS_AXES];
  PetscBool has_mass[MASS_AXES];
} AxesNode;

struct _n_MassCoordinates {
  Mat       M, changed; /* M is borrowed; M' is changed, or M if changed is NULL */
  Vec       x;          /* scratch */
  PetscInt  first;      /* first global row of this rank */
  PetscInt  n, capacity;
  AxesNode *node; /* [n] */
};

/* ---- axes ------------------------------------------------------------------------------------ */

/* Whether M has an entry that is not 0 in the dofs of an axis. */
static PetscBool has_entries(const MassAxes *axes, int k, const PetscReal M[])
{
  for (int i = 0; i < axes->n; i++)
    for (int j = 0; j < axes->n && axes->axis[k][i] != 0; j++)
      if (M[i * axes->n + j] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Computes the duals. Turning axes turn alone in their duals, and displacements follow from them:
   an axis that turns moves the node, which other axes must not count. */
static void find_duals(const MassAxes *axes, AxesNode *node)
{
  memcpy(node->dual, axes->turn, sizeof node->dual);
  for (int k = 0; k < axes->n; k++)
    for (int t = k + 1; t < axes->n; t++) {
      PetscReal along = 0;

      for (int i = 0; i < axes->n; i++) along += axes->turn[k][i] * axes->axis[t][i];
      for (int i = 0; i < axes->n; i++) node->dual[k][i] -= along * axes->turn[t][i];
    }
}

/* Appends a node if M has round-off in one of its directions. */
static PetscErrorCode CollectNode(PetscInt row, const MassAxes *axes, void *context)
{
  MassCoordinates c        = context;
  PetscBool       is_exact = PETSC_TRUE;
  PetscReal       M[MASS_AXES * MASS_AXES];
  AxesNode       *node;

  PetscFunctionBeginUser;
  if (!axes->massless) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NodeBlock(c->M, row, axes->n, M));
  for (int k = 0; k < axes->n; k++)
    if (axes->mass[k] == 0 && has_entries(axes, k, M)) is_exact = PETSC_FALSE;
  if (is_exact) PetscFunctionReturn(PETSC_SUCCESS);
  if (c->n == c->capacity) {
    c->capacity = 2 * c->capacity + 32;
    PetscCall(PetscRealloc((size_t)c->capacity * sizeof *c->node, &c->node));
  }
  node  = &c->node[c->n++];
  *node = (AxesNode){.row = row - c->first, .n = axes->n};
  memcpy(node->axis, axes->axis, sizeof node->axis);
  find_duals(axes, node);
  for (int k = 0; k < axes->n; k++) node->has_mass[k] = (PetscBool)(axes->mass[k] > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- changes of coordinates ------------------------------------------------------------------ */

/* Replaces the entries of each node by their products with its axes or duals, or by their sum of
   axes or duals. */
static PetscErrorCode Change(MassCoordinates c, PetscBool duals, PetscBool sum, Vec x)
{
  PetscScalar *value;

  PetscFunctionBeginUser;
  if (!c->changed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArray(x, &value));
  for (PetscInt at = 0; at < c->n; at++) {
    const AxesNode *node           = &c->node[at];
    const PetscReal(*v)[MASS_AXES] = duals ? node->dual : node->axis;
    PetscScalar *own = value + node->row, to[MASS_AXES] = {0};

    for (PetscInt k = 0; k < node->n; k++)
      for (PetscInt i = 0; i < node->n; i++) {
        if (sum) to[i] += own[k] * v[k][i];
        else to[k] += own[i] * v[k][i];
      }
    PetscCall(PetscArraycpy(own, to, node->n));
  }
  PetscCall(VecRestoreArray(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MassCoordinatesFromMotion(MassCoordinates c, Vec x)
{
  return Change(c, PETSC_TRUE, PETSC_FALSE, x);
}

PetscErrorCode MassCoordinatesToMotion(MassCoordinates c, Vec x)
{
  return Change(c, PETSC_FALSE, PETSC_TRUE, x);
}

PetscErrorCode MassCoordinatesFromForce(MassCoordinates c, Vec b)
{
  return Change(c, PETSC_FALSE, PETSC_FALSE, b);
}

PetscErrorCode MassCoordinatesToForce(MassCoordinates c, Vec b)
{
  return Change(c, PETSC_TRUE, PETSC_TRUE, b);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* Sets the entries of directions without mass to 0. */
static PetscErrorCode DropMassless(MassCoordinates c, Vec x)
{
  PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(x, &value));
  for (PetscInt at = 0; at < c->n; at++)
    for (PetscInt k = 0; k < c->node[at].n; k++)
      if (!c->node[at].has_mass[k]) value[c->node[at].row + k] = 0;
  PetscCall(VecRestoreArray(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mult_MassCoordinates(Mat A, Vec x, Vec y)
{
  MassCoordinates c;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &c));
  PetscCall(VecCopy(x, c->x));
  PetscCall(DropMassless(c, c->x));
  PetscCall(MassCoordinatesToMotion(c, c->x));
  PetscCall(MatMult(c->M, c->x, y));
  PetscCall(MassCoordinatesFromForce(c, y));
  PetscCall(DropMassless(c, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

Mat MassCoordinatesMatrix(MassCoordinates c, PetscBool *shell)
{
  *shell = (PetscBool)(c->changed != NULL);
  return c->changed ? c->changed : c->M;
}

PetscErrorCode MassCoordinatesCreate(Pencil p, MassCoordinates *coordinates)
{
  const FsSystem  sys = p->sys;
  PetscInt        rows, most;
  MassCoordinates c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  *coordinates = c;
  c->M         = p->M;
  if (!p->massless) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetOwnershipRange(c->M, &c->first, NULL));
  PetscCall(VecDuplicate(sys->vec, &c->x));
  PetscCall(NodeMassVisit(sys, c->M, c->x, CollectNode, c));
  PetscCallMPI(MPIU_Allreduce(&c->n, &most, 1, MPIU_INT, MPI_MAX, sys->comm));
  if (!most) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetLocalSize(sys->vec, &rows));
  PetscCall(
    MatCreateShell(sys->comm, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, c, &c->changed));
  PetscCall(MatSetOption(c->changed, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatShellSetOperation(c->changed, MATOP_MULT, (void (*)(void))Mult_MassCoordinates));
  PetscCall(
    MatShellSetOperation(c->changed, MATOP_MULT_TRANSPOSE, (void (*)(void))Mult_MassCoordinates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MassCoordinatesDestroy(MassCoordinates *coordinates)
{
  MassCoordinates c = *coordinates;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDestroy(&c->changed));
  PetscCall(VecDestroy(&c->x));
  PetscCall(PetscFree(c->node));
  PetscCall(PetscFree(*coordinates));
  PetscFunctionReturn(PETSC_SUCCESS);
}
