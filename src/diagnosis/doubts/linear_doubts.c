/* linear_doubts.c: warns where a model with -linearize is not what it should be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "linear_buckling.h"
#include "diagnosis/diagnosis.h"
#include "assembly/term.h"

/* Counts the elements of a block on all ranks, and those whose stiffness is 0. */
static PetscErrorCode CountSlack(Model model, const Block *b, PetscInt count[2])
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];

  PetscFunctionBeginUser;
  count[0] = b->ncells;
  count[1] = 0;
  for (PetscInt e = 0; e < b->ncells; e++) {
    PetscBool slack = PETSC_TRUE;

    PetscCall(ElementMatrices(model, b, e, M, C, K));
    for (PetscInt k = 0; k < b->nd * b->nd && slack; k++) slack = (PetscBool)(K[k] == 0);
    count[1] += slack ? 1 : 0;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, count, 2, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnSlackCables(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];
    PetscBool    cable;
    PetscInt     count[2];

    PetscCall(PetscStrcasecmp(b->kernel->name, "cable", &cable));
    if (!cable || !BlockIsLinearized(model, b)) continue;
    PetscCall(CountSlack(model, b, count));
    if (!count[1]) continue;
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: part '%s': %" PetscInt_FMT " of %" PetscInt_FMT " cables have no tension "
      "in the mesh, so that they have no stiffness with -linearize and bear nothing; make "
      "them trusses, or leave out -linearize\n",
      b->part, count[1], count[0]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest difference between the displacements of two nodes in one of the components
   x, y, z, at a state with the motions of the supports. */
static PetscErrorCode DisplacementRange(FsSystem sys, const FsState *s, const FsLoading *loading,
                                        PetscReal *range)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  const Mesh  mesh  = model->mesh;
  PetscReal   largest[6]; /* of displacements and of negative displacements */
  Evaluation  ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (int k = 0; k < 6; k++) largest[k] = PETSC_MIN_REAL;
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3; c++) {
      const PetscReal u = ev.nodes[i].x[c] - mesh->g.x[i][c];

      if (!(model->layout.components[i] & 1 << c)) continue;
      largest[c]     = PetscMax(largest[c], u);
      largest[3 + c] = PetscMax(largest[3 + c], -u);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 6, MPIU_REAL, MPIU_MAX, model->comm));
  *range = 0;
  for (int c = 0; c < 3; c++) *range = PetscMax(*range, largest[c] + largest[3 + c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnLargeDisplacements(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      PetscBool *warned)
{
  const Model     model = AssemblyModel(AssemblyOf(sys));
  const PetscReal size  = sys->scales.model_size;
  PetscReal       range;

  PetscFunctionBeginUser;
  *warned = PETSC_FALSE;
  if (!model->linearize || !(size > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DisplacementRange(sys, s, loading, &range));
  *warned = (PetscBool)(range > size);
  if (*warned)
    PetscCall(PetscFPrintf(
      sys->comm, stderr,
      "fsolve: warning: at t = %.6g displacements differ by %.3g m, and the model's size is %.3g "
      "m: "
      "-linearize is right for small displacements alone; leave it out, or check the loads, the "
      "stiffness and their units\n",
      (double)s->t, (double)range, (double)size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
