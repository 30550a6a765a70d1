/* pencil_scales.c: estimates the largest frequency of a pencil, and those that are round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "pencil.h"
#include "system/force_units.h"
#include "system/node_mass.h"

/* What MeasureNode finds, with the meaning of the members of a Pencil. */
typedef struct {
  Mat       K, M;
  PetscReal largest, spurious;
  PetscInt  massless;
} NodeMeasures;

/* Returns v . A v for A[n][n]. */
static PetscReal along_axis(int n, const PetscReal A[], const double v[])
{
  PetscReal sum = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) sum += v[i] * A[i * n + j] * v[j];
  return sum;
}

/* Raises s->largest to the K_ii / M_ii of a node. If the node has directions without mass, they are
   the quotients along its axes, because M_ii may be round-off of other directions; in directions
   without mass round-off is the mass. */
static PetscErrorCode MeasureNode(PetscInt row, const MassAxes *axes, void *context)
{
  const int     n = axes->n;
  NodeMeasures *s = context;
  PetscReal     K[MASS_AXES * MASS_AXES], M[MASS_AXES * MASS_AXES];

  PetscFunctionBeginUser;
  s->massless += axes->massless;
  PetscCall(NodeBlock(s->K, row, n, K));
  PetscCall(NodeBlock(s->M, row, n, M));
  for (int k = 0; k < n; k++) {
    const PetscBool own       = (PetscBool)(axes->massless == 0);
    const PetscReal stiffness = own ? K[k * (n + 1)] : along_axis(n, K, axes->axis[k]),
                    mass      = own ? M[k * (n + 1)] : axes->mass[k];

    if (mass > 0) s->largest = PetscMax(s->largest, PetscAbsReal(stiffness) / mass);
    for (int i = 0; i < n && mass == 0; i++)
      if (axes->axis[k][i] != 0 && M[i * (n + 1)] > 0)
        s->spurious = PetscMin(
          s->spurious, PetscAbsReal(stiffness) /
                         (PETSC_MACHINE_EPSILON * PetscSqr(axes->axis[k][i]) * M[i * (n + 1)]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilMeasureScales(Pencil p)
{
  NodeMeasures s = {.K = p->K, .M = p->M, .largest = -1, .spurious = PETSC_INFINITY};
  PetscReal    norms[2];
  Vec          scratch;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(p->sys->vec, &scratch));
  PetscCall(NodeMassVisit(p->sys, p->M, scratch, MeasureNode, &s));
  PetscCall(VecDestroy(&scratch));
  PetscCallMPI(MPIU_Allreduce(&s.largest, &p->largest, 1, MPIU_REAL, MPI_MAX, p->sys->comm));
  PetscCallMPI(MPIU_Allreduce(&s.massless, &p->massless, 1, MPIU_INT, MPI_SUM, p->sys->comm));
  PetscCallMPI(MPIU_Allreduce(&s.spurious, &p->spurious, 1, MPIU_REAL, MPI_MIN, p->sys->comm));
  p->loose = (PetscBool)(p->largest == 0); /* it is negative if nothing has mass */
  if (p->largest < 0 || !(p->loose || p->rows)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemDiagonalNorm(p->sys, p->K, &norms[0]));
  PetscCall(FsSystemDiagonalNorm(p->sys, p->M, &norms[1]));
  /* Constraints may transfer stiffness from dofs without mass to others. Without any stiffness, K
     consists of the rows of constraints, and a shift relative to p->largest makes the entries of
     sigma M small beside theirs by the same factor in any units. */
  p->largest = p->loose ? p->scale / norms[1] : PetscMax(p->largest, norms[0] / norms[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
