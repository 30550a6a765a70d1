/* body_check.c: warns of bodies whose moments of inertia no mass has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "body_check.h"
#include "model/components.h"

/* Computes the principal moments of inertia about the center of mass, ascending, from the mass
   matrix of an element of one node. */
static PetscErrorCode PrincipalMoments(Model model, const Block *b, PetscReal moment[3])
{
  enum { N = ELEMENT_MAX_DOFS };
  double      M[N * N], C[N * N], K[N * N];
  const int   nd = (int)b->nd;
  PetscScalar J[9];
  PetscReal   mass, center[3], square = 0;

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, 0, M, C, K));
  mass = M[0];
  /* the coupling of displacements and rotations is the cross product with the first moment */
  for (int c = 0; c < 3; c++) {
    center[c] = mass > 0 ? M[nd * ((c + 1) % 3) + 3 + (c + 2) % 3] / mass : 0;
    square += PetscSqr(center[c]);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      J[3 * i + k] =
        M[nd * (3 + i) + 3 + k] - mass * ((i == k ? square : 0) - center[i] * center[k]);
  PetscCall(LapackEigen(3, J, moment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BodyCheckInertia(Model model)
{
  /* rounding: of the sum of the two smaller moments; numbers with few digits, as of a thin disk,
     have such errors. The limit none is relative to the largest principal moment, above the
     round-off of the axes of a body that has one moment only. Both sides are in
     tests/model/bearings.py. */
  const PetscReal rounding = 0.01;
  const PetscReal none     = 1e-9;
  double          normal[3];
  PetscBool       plane;

  PetscFunctionBeginUser;
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  for (PetscInt i = 0; i < model->nparts && !plane; i++) {
    const Block *b         = &model->block[i];
    PetscReal    moment[3] = {0, 0, 0};

    if (b->kernel->nc != COMPONENTS || shape_nodes(b->kernel->shape) != 1) continue;
    if (b->ncells) PetscCall(PrincipalMoments(model, b, moment));
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, moment, 3, MPIU_REAL, MPIU_MAX, model->comm));
    /* 0, 0, J describes a wheel that turns about one axis */
    if (moment[1] <= none * moment[2]) continue;
    if (moment[2] <= (1 + rounding) * (moment[0] + moment[1])) continue;
    PetscCall(PetscFPrintf(model->comm, stderr,
                           "fsolve: warning: part '%s': no mass has the principal moments of "
                           "inertia %.6g, %.6g, %.6g kg m2, because the last is more than the sum "
                           "of the others: check -part_%s_inertia\n",
                           b->part, (double)moment[0], (double)moment[1], (double)moment[2],
                           b->part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
