/* linear_doubts.c: warns where a model with -linearize is not what it should be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "linear_buckling.h"
#include "unit_doubt.h"
#include "diagnosis/diagnosis.h"
#include "assembly/term.h"
#include "diagnosis/members/worst_cell.h"
#include "model/parts/block.h"

static PetscBool is_linear_cable(const Block *b)
{
  return (PetscBool)(!strcmp(b->kernel->name, "cable") && b->linearized);
}

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

PetscErrorCode ModelHasSlackCables(Model model, PetscBool *has)
{
  PetscFunctionBeginUser;
  *has = PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++) {
    PetscInt count[2];

    if (!is_linear_cable(&model->block[k])) continue;
    PetscCall(CountSlack(model, &model->block[k], count));
    if (count[1]) *has = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnSlackCables(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];
    PetscInt     count[2];

    if (!is_linear_cable(b)) continue;
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

/* Finds the cable of this rank with the largest compression in a part, if it is beyond round-off.
 */
static PetscErrorCode FindCompressed(const Evaluation *ev, const Block *b, WorstCell *worst)
{
  const PetscReal round_off = 1e-6; /* relative to the largest force of the part */
  const Model     model     = AssemblyModel(ev->assembly);
  PetscReal       largest   = 0;
  double          values[ELEMENT_MAX_RESULTS]; /* strain, force */

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < b->ncells; e++) {
    ElementResults(ev, b, e, RESULTS_PLAIN, values);
    largest = PetscMax(largest, PetscAbsReal(values[1]));
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, model->comm));
  for (PetscInt e = 0; e < b->ncells && largest > 0; e++) {
    ElementResults(ev, b, e, RESULTS_PLAIN, values);
    if (values[1] < -round_off * largest)
      worst_cell_add(model, b, e, -values[1] / (round_off * largest),
                     (const PetscReal[WORST_VALUES]){values[1]}, worst);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnCompressedCables(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;
  WorstCell  *worst;
  Evaluation  ev;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_linear_cable(&model->block[k])) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(PetscCalloc1(model->nparts, &worst));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_linear_cable(&model->block[k]))
      PetscCall(FindCompressed(&ev, &model->block[k], &worst[k]));
  PetscCall(WorstCellsReduce(model->comm, model->nparts, worst));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (worst[k].excess > 0)
      PetscCall(PetscFPrintf(
        sys->comm, stderr,
        "fsolve: warning: part '%s': at t = %.6g the force of the cable at (%.6g, %.6g, %.6g) is "
        "%.4g N: with -linearize cables bear compression, as trusses do, and do not become slack; "
        "leave out -linearize, or give a larger _prestress\n",
        model->block[k].part, (double)s->t, (double)worst[k].x[0], (double)worst[k].x[1],
        (double)worst[k].x[2], (double)worst[k].value[0]));
  PetscCall(PetscFree(worst));
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
  const Model     model        = AssemblyModel(AssemblyOf(sys));
  const PetscReal size         = sys->scales.model_size;
  PetscReal       range        = 0;
  char            modulus[128] = "";

  PetscFunctionBeginUser;
  *warned = PETSC_FALSE;
  if (!model->linearize || !(size > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DisplacementRange(sys, s, loading, &range));
  *warned = (PetscBool)(range > size);
  for (PetscInt k = 0; k < model->nparts && !modulus[0]; k++)
    name_modulus(model->block[k].young, sizeof modulus, modulus);
  if (*warned)
    PetscCall(PetscFPrintf(
      sys->comm, stderr,
      "fsolve: warning: at t = %.6g displacements differ by %.3g m, and the model's size is %.3g "
      "m: "
      "-linearize is right for small displacements alone; leave it out, or check the loads, the "
      "stiffness and their units%s\n",
      (double)s->t, (double)range, (double)size, modulus));
  PetscFunctionReturn(PETSC_SUCCESS);
}
