/* law_doubt.c: warns of linear analyses at a kink of a law, of strains beyond a law, and of beams
   that yield between the points of their law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joints.h"
#include "law_doubt.h"
#include "assembly/results/element_motion.h"
#include "assembly/term.h"
#include "element/element.h"
#include "model/parts/block.h"

/* Counts the elements of a block on all ranks, and those at a kink. */
static PetscErrorCode CountKinked(const Evaluation *ev, const Block *b, PetscInt count[2])
{
  const Model  model   = AssemblyModel(ev->assembly);
  const double none[3] = {0, 0, 0};

  PetscFunctionBeginUser;
  count[0] = b->ncells;
  count[1] = 0;
  for (PetscInt e = 0; e < b->ncells; e++) {
    ElementState s;

    BlockGather(model, b, e, ev->nodes, ev->s->t, 1, none, &s);
    count[1] += b->kernel->type->kinked(&s) ? 1 : 0;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, count, 2, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnKinkedLaws(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;
  Evaluation  ev;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->type->kinked) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];
    PetscInt     count[2];

    if (!b->kernel->type->kinked) continue;
    PetscCall(CountKinked(&ev, b, count));
    if (count[1])
      PetscCall(PetscFPrintf(
        model->comm, stderr,
        "fsolve: warning: part '%s': %" PetscInt_FMT " of %" PetscInt_FMT " elements are at a kink "
        "of -part_%s_law, and a linear analysis takes the larger stiffness of its two sides for "
        "both; give a prestress or a load that leaves the kink, or solve for the motion itself\n",
        b->part, count[1], count[0], b->part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- strains beyond a law -------------------------------------------------------------------- */

/* Whether the law of a part describes a range of strains only. In a linear model the strains do not
   follow the law. */
static PetscBool has_range(Model model, const Block *b)
{
  return (PetscBool)(!model->linearize && BlockTraits(b).ranged);
}

PetscErrorCode LawsReadStep(FsSystem sys, const FsState *s, const FsLoading *loading,
                            WorstCell **worst)
{
  /* of the range; a test that prescribes the last strain of a table gets it with round-off */
  const double round_off = 1e-9;
  const Model  model     = AssemblyModel(AssemblyOf(sys));
  const double none[3]   = {0, 0, 0};
  PetscBool    any       = PETSC_FALSE;
  Evaluation   ev;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (has_range(model, &model->block[k])) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  if (!*worst) PetscCall(PetscCalloc1(model->nparts, worst));
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells && has_range(model, b); e++) {
      ElementState state;
      double       strain, excess;

      BlockGather(model, b, e, ev.nodes, s->t, 1, none, &state);
      excess = b->kernel->type->beyond(&state, &strain);
      if (excess > round_off)
        worst_cell_add(model, b, e, excess, (const PetscReal[WORST_VALUES]){strain, s->t},
                       &(*worst)[k]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes all[nparts] the worst cells of all ranks; the caller frees it. */
static PetscErrorCode WorstOfRanks(Model model, const WorstCell worst[], WorstCell **all)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->nparts, all));
  PetscCall(PetscArraycpy(*all, worst, model->nparts));
  PetscCall(WorstCellsReduce(model->comm, model->nparts, *all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnBeyondLaws(FsSystem sys, const WorstCell worst[])
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  WorstCell  *all;

  PetscFunctionBeginUser;
  if (!worst) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorstOfRanks(model, worst, &all));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (all[k].excess > 0)
      PetscCall(PetscFPrintf(
        model->comm, stderr,
        "fsolve: warning: part '%s': at t = %.6g the strain at (%.6g, %.6g, %.6g) is %.4g, beyond "
        "the last row of -part_%s_law_table; there the law continues along its last line: add "
        "rows, or check the loads and units\n",
        model->block[k].part, (double)all[k].value[1], (double)all[k].x[0], (double)all[k].x[1],
        (double)all[k].x[2], (double)all[k].value[0], model->block[k].part));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points of the law along beams ------------------------------------------------------------
 */

/* Error of curvatures above which a run warns. */
static const PetscReal LOAD_ERROR = 0.01;
enum { CELLS, ERROR };

PetscErrorCode LawLoadsReadState(FsSystem sys, const FsState *s, const FsLoading *loading,
                                 WorstCell **worst)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;
  Evaluation  ev;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (ElementHasLawInside(&model->block[k])) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  if (!*worst) PetscCall(PetscCalloc1(model->nparts, worst));
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(EvaluationPrepareResults(&ev));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells && ElementHasLawInside(b); e++) {
      int             cells;
      const PetscReal error = ElementLawLoadError(&ev, b, e, LOAD_ERROR, &cells);

      if (error > LOAD_ERROR)
        worst_cell_add(model, b, e, error, (const PetscReal[WORST_VALUES]){cells, error},
                       &(*worst)[k]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnLawLoads(FsSystem sys, const WorstCell worst[])
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  WorstCell  *all;

  PetscFunctionBeginUser;
  if (!worst) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorstOfRanks(model, worst, &all));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (all[k].excess > 0)
      PetscCall(PetscFPrintf(
        model->comm, stderr,
        "fsolve: warning: part '%s': the section yields between the points at which its law acts, "
        "so that the curvatures of the cell at (%.6g, %.6g, %.6g) are wrong by about %.3g %%; use "
        "%.0f cells in place of this one, or more -part_%s_law_points (10 at most)\n",
        model->block[k].part, (double)all[k].x[0], (double)all[k].x[1], (double)all[k].x[2],
        100 * (double)all[k].value[ERROR], (double)all[k].value[CELLS], model->block[k].part));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- memory ---------------------------------------------------------------------------------- */

PetscErrorCode RefuseLawMemory(FsSystem sys, const char analysis[])
{
  const Model model = AssemblyModel(AssemblyOf(sys));

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    PetscCheck(!model->block[k].nmemory, model->comm, PETSC_ERR_USER_INPUT,
               "part '%s' remembers earlier states, as its law says, and -analysis %s tries states "
               "and goes back; use -analysis static or transient",
               model->block[k].part, analysis);
  for (PetscInt i = 0; i < model->njoints; i++)
    PetscCheck(
      !model->joint[i].remembers, model->comm, PETSC_ERR_USER_INPUT,
      "joint '%s' remembers earlier states, as its law says, and -analysis %s tries states "
      "and goes back; use -analysis static or transient",
      model->joint[i].name, analysis);
  PetscFunctionReturn(PETSC_SUCCESS);
}
