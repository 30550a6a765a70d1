/* massless.c: keeps the mass matrix regular where a model has no mass.

   Dofs without mass have rows of zeros. In other directions b without mass, M b is round-off, and
   an acceleration along b would be a force over round-off. M gets the mass sigma beta beta^T, where
   beta . b = 1, and r becomes r - beta (b . r). Then b . r = 0, and the solution has beta . x = 0.

   A constraint may act on a direction without mass. Then it determines the acceleration there. It
   shows in G^T rho with random multipliers rho, which is orthogonal to all directions that are
   free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "constraint_solver.h"
#include "system/node_mass.h"

enum { DRAWS = MASS_AXES }; /* number of random rho, not smaller than a number of directions */

/* A direction that is fixed. */
typedef struct {
  PetscInt  row, n;
  PetscReal b[MASS_AXES], beta[MASS_AXES], mass;
  PetscReal scale[MASS_AXES]; /* of the entries of b, see find_scales */
} Direction;

typedef struct {
  Mat        M;
  PetscReal  largest; /* largest diagonal entry of M */
  PetscInt   first;   /* first row of this rank */
  PetscInt   n, capacity;
  Direction *of; /* [n] */
} Directions;

/* ---- directions that are no dofs ------------------------------------------------------------- */

/* Whether the rows of all dofs of an axis are zero. */
static PetscErrorCode IsOfZeroRows(Mat M, PetscInt row, const MassAxes *axes, int k,
                                   PetscBool *zero)
{
  PetscFunctionBeginUser;
  *zero = PETSC_TRUE;
  for (int i = 0; i < axes->n && *zero; i++) {
    PetscInt           entries;
    const PetscScalar *value;

    if (axes->axis[k][i] == 0) continue;
    PetscCall(MatGetRow(M, row + i, &entries, NULL, &value));
    for (PetscInt j = 0; j < entries; j++)
      if (value[j] != 0) *zero = PETSC_FALSE;
    PetscCall(MatRestoreRow(M, row + i, &entries, NULL, &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Append(Directions *d, const Direction *of)
{
  PetscFunctionBeginUser;
  if (d->n == d->capacity) {
    d->capacity = 2 * d->capacity + 32;
    PetscCall(PetscRealloc((size_t)d->capacity * sizeof *d->of, &d->of));
  }
  d->of[d->n++] = *of;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds factor times direction x to direction y. */
static void add_direction(PetscReal factor, const Direction *x, Direction *y)
{
  for (PetscInt i = 0; i < y->n; i++) {
    y->b[i] += factor * x->b[i];
    y->beta[i] += factor * x->beta[i];
  }
}

static PetscReal dot_beta(const Direction *x, const Direction *y)
{
  PetscReal sum = 0;

  for (PetscInt i = 0; i < y->n; i++) sum += x->beta[i] * y->beta[i];
  return sum;
}

/* Makes the beta of directions orthonormal, as those of axes are; then beta_i . b_j remains 1 if
   i = j, else 0. */
static void orthonormalize_directions(PetscInt n, Direction of[])
{
  for (PetscInt k = 0; k < n; k++) {
    PetscReal size;

    for (PetscInt j = 0; j < k; j++) add_direction(-dot_beta(&of[j], &of[k]), &of[j], &of[k]);
    size = PetscSqrtReal(dot_beta(&of[k], &of[k]));
    for (PetscInt i = 0; i < of[k].n; i++) {
      of[k].b[i] /= size;
      of[k].beta[i] /= size;
    }
  }
}

/* Removes from of[n], the directions of one node, those on which constraints act, and returns how
   many are left. These are orthogonal combinations of the first, so that the axes of the node do
   not matter. Gauss' elimination with full pivoting of the
   products with the forces G^T rho finds them. */
static PetscInt remove_constrained(PetscInt n, PetscInt first,
                                   const PetscScalar *const force[DRAWS], Direction of[])
{
  /* Relative to the largest sum of the products of the forces with the scales, so that it has no
     unit. The products of directions on which no constraint acts are round-off, those of the others
     are about 1. A node on an inclined roller is in tests/analysis/massless.py. */
  const PetscReal round_off = 1e-10;
  PetscReal       work[DRAWS][MASS_AXES], whole = 0;

  for (int s = 0; s < DRAWS; s++)
    for (PetscInt k = 0; k < n; k++) {
      PetscReal terms = 0;

      work[s][k] = 0;
      for (PetscInt i = 0; i < of[k].n; i++) {
        const PetscReal f = force[s][of[k].row - first + i];

        work[s][k] += of[k].b[i] * f;
        terms += PetscMax(PetscAbsReal(of[k].b[i]), of[k].scale[i]) * PetscAbsReal(f);
      }
      whole = PetscMax(whole, terms);
    }
  for (int done = 0; n > 0 && done < DRAWS; done++) {
    int      s = done;
    PetscInt k = 0;

    for (int i = done; i < DRAWS; i++)
      for (PetscInt j = 0; j < n; j++)
        if (PetscAbsReal(work[i][j]) > PetscAbsReal(work[s][k])) s = i, k = j;
    if (PetscAbsReal(work[s][k]) <= round_off * whole) break;
    for (PetscInt j = 0; j < n; j++) { /* the others become orthogonal to force s */
      const PetscReal factor = work[s][j] / work[s][k];

      if (j != k) add_direction(-factor, &of[k], &of[j]);
      for (int i = 0; i < DRAWS && j != k; i++) work[i][j] -= factor * work[i][k];
    }
    n--;
    of[k] = of[n];
    for (int i = 0; i < DRAWS; i++) work[i][k] = work[i][n];
    for (PetscInt j = 0; j < n; j++) work[s][j] = work[done][j];
  }
  orthonormalize_directions(n, of);
  return n;
}

/* Finds the scales of the entries of axis k of a node. A displacement has the scale 1 in the
   displacements of the node, and a rotation has the scale 1 in its rotations. A rotation may also
   displace the node, because the center of mass stays in place. These displacements have the radius
   of gyration as their scale: round-off of it remains if the node itself is the center of mass. */
static void find_scales(const MassAxes *axes, int k, const PetscReal block[], PetscReal scale[])
{
  const int       n = axes->n, displacements = axes->displacements;
  const PetscBool turns = (PetscBool)(k >= displacements);
  PetscReal       mass = 0, inertia = 0;

  for (int i = 0; i < displacements; i++) mass = PetscMax(mass, block[i * (n + 1)]);
  for (int i = displacements; i < n; i++) inertia = PetscMax(inertia, block[i * (n + 1)]);
  for (int i = 0; i < n; i++) scale[i] = (i >= displacements) == turns;
  for (int i = 0; i < displacements && turns && mass > 0; i++)
    scale[i] = PetscSqrtReal(inertia / mass);
}

/* Collects the directions of a node, except those of dofs whose rows are zero. */
static PetscErrorCode CollectDirections(PetscInt row, const MassAxes *axes, void *context)
{
  Directions *d = context;
  PetscReal   block[MASS_AXES * MASS_AXES];

  PetscFunctionBeginUser;
  if (!axes->massless) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NodeBlock(d->M, row, axes->n, block));
  for (int k = 0; k < axes->n; k++) {
    Direction of   = {.row = row, .n = axes->n};
    PetscBool zero = PETSC_FALSE;

    if (axes->mass[k] > 0) continue;
    PetscCall(IsOfZeroRows(d->M, row, axes, k, &zero));
    if (zero) continue;
    memcpy(of.b, axes->axis[k], sizeof of.b);
    memcpy(of.beta, axes->turn[k], sizeof of.beta);
    find_scales(axes, k, block, of.scale);
    for (int i = 0; i < axes->n; i++)
      if (of.beta[i] != 0) of.mass = PetscMax(of.mass, block[i * (axes->n + 1)]);
    if (of.mass == 0) of.mass = d->largest > 0 ? d->largest : 1;
    PetscCall(Append(d, &of));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates forces[DRAWS] = G^T rho. */
static PetscErrorCode DrawForces(FsSystem sys, Mat M, Vec *forces[])
{
  PetscRandom random;
  Vec         draw, rho;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(sys->vec, DRAWS, forces));
  PetscCall(VecDuplicate(sys->vec, &draw));
  PetscCall(VecDuplicate(sys->vec, &rho));
  PetscCall(PetscRandomCreate(sys->comm, &random));
  PetscCall(PetscRandomSetInterval(random, 0.5, 1.5));
  for (int s = 0; s < DRAWS; s++) {
    PetscCall(VecSetRandom(draw, random));
    PetscCall(VecZeroEntries(rho));
    PetscCall(sys->constraints->add_multipliers(sys, 1, draw, rho));
    PetscCall(MatMult(M, rho, (*forces)[s]));
  }
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(VecDestroy(&rho));
  PetscCall(VecDestroy(&draw));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes the directions on which constraints act. */
static PetscErrorCode RemoveConstrained(FsSystem sys, Directions *d)
{
  const PetscScalar *force[DRAWS];
  PetscInt           left = 0;
  Vec               *forces;

  PetscFunctionBeginUser;
  PetscCall(DrawForces(sys, d->M, &forces));
  for (int s = 0; s < DRAWS; s++) PetscCall(VecGetArrayRead(forces[s], &force[s]));
  for (PetscInt k = 0, n; k < d->n; k += n) {
    PetscInt of_node;

    for (n = 1; k + n < d->n && d->of[k + n].row == d->of[k].row;) n++;
    of_node = remove_constrained(n, d->first, force, d->of + k);
    for (PetscInt i = 0; i < of_node; i++) d->of[left++] = d->of[k + i];
  }
  d->n = left;
  for (int s = 0; s < DRAWS; s++) PetscCall(VecRestoreArrayRead(forces[s], &force[s]));
  PetscCall(VecDestroyVecs(DRAWS, &forces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Changes M and r for the directions that were found. */
static PetscErrorCode FixDirections(const Directions *d, Vec r)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(r, &x));
  for (PetscInt k = 0; k < d->n; k++) {
    const Direction *of  = &d->of[k];
    PetscScalar     *own = x + of->row - d->first;
    PetscReal        dot = 0;

    for (PetscInt i = 0; i < of->n; i++) dot += of->b[i] * own[i];
    for (PetscInt i = 0; i < of->n; i++) own[i] -= dot * of->beta[i];
    for (PetscInt i = 0; i < of->n; i++)
      for (PetscInt j = 0; j < of->n; j++) {
        const PetscReal entry = of->mass * of->beta[i] * of->beta[j];

        if (entry != 0) PetscCall(MatSetValue(d->M, of->row + i, of->row + j, entry, ADD_VALUES));
      }
  }
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(MatAssemblyBegin(d->M, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(d->M, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- dofs ------------------------------------------------------------------------------------ */

/* Gives rows of M that are all zero (dofs without mass and constraints) the largest diagonal entry
   of M, and 0 in r: they stay at rest and M stays regular. diagonal is scratch. */
static PetscErrorCode FixZeroRows(Mat M, PetscReal largest, Vec diagonal, Vec r)
{
  PetscScalar *x;
  PetscInt     first, last;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(diagonal));
  PetscCall(MatGetOwnershipRange(M, &first, &last));
  PetscCall(VecGetArray(r, &x));
  for (PetscInt row = first; row < last; row++) {
    PetscReal          sum = 0;
    PetscInt           n;
    const PetscScalar *values;

    PetscCall(MatGetRow(M, row, &n, NULL, &values));
    for (PetscInt k = 0; k < n; k++) sum += PetscAbsScalar(values[k]);
    PetscCall(MatRestoreRow(M, row, &n, NULL, &values));
    if (sum > 0) continue;
    x[row - first] = 0;
    PetscCall(VecSetValue(diagonal, row, largest > 0 ? largest : 1, INSERT_VALUES));
  }
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(VecAssemblyBegin(diagonal));
  PetscCall(VecAssemblyEnd(diagonal));
  PetscCall(MatDiagonalSet(M, diagonal, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FixMassless(FsSystem sys, Mat M, Vec r, Vec scratch)
{
  Directions d = {.M = M};
  PetscBool  any;

  PetscFunctionBeginUser;
  PetscCall(MatGetDiagonal(M, scratch));
  PetscCall(VecMax(scratch, NULL, &d.largest));
  PetscCall(MatGetOwnershipRange(M, &d.first, NULL));
  PetscCall(NodeMassVisit(sys, M, scratch, CollectDirections, &d));
  any = (PetscBool)(d.n > 0);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &any, 1, FS_MPI_BOOL, MPI_LOR, sys->comm));
  if (any && sys->constraints) PetscCall(RemoveConstrained(sys, &d));
  PetscCall(FixZeroRows(M, d.largest, scratch, r));
  if (any) PetscCall(FixDirections(&d, r));
  PetscCall(PetscFree(d.of));
  PetscFunctionReturn(PETSC_SUCCESS);
}
