/* assembly.c: the operations of the FsSystem (fs/system.h) as loops over the terms of a model, and how the system
   is made. r = linear products - forces + residuals of the nonlinear terms. */
#include "assembly.h"
#include "base/profile.h"
#include "assembly/terms/terms.h"
#include "model/joints/friction_options.h"
#include "nodal_inertia.h"
#include "rigid_motions.h"
#include "vectors.h"

const FsOptionDoc assembly_options[] = {
  {"-operator",     "auto",
   "of linear models: assembled (a matrix), matrix_free (nodes that repeat, as in generated "
   "meshes, are stored once) "
   "or "
   "auto"                           },
  {"-newton",       "modified",
   "of nonlinear models: modified (a matrix and its factors are kept while that is cheaper; "
   "default above 500 dofs, "
   "not with joints) or full"       },
  {"-newton_mixed", "true",
   "of beams: Newton's method takes their strains as unknowns of their own, which saves iterations "
   "where they hardly "
   "stretch "
   "or shear"                       },
  {NULL,            NULL,       NULL}
};

/* ---- operations of the system ------------------------------------------------------------------------------------ */

static PetscErrorCode Product_Assembly(FsSystem sys, Vec q, Vec v, Vec a, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(LinearProduct(AssemblyTerm(sys->data, &linear_term), q, v, a, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine_Assembly(FsSystem sys, FsShift shift, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(LinearCombine(AssemblyTerm(sys->data, &linear_term), shift, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrix_Assembly(FsSystem sys, PetscBool assembled, Mat *A)
{
  PetscFunctionBeginUser;
  if (sys->matrices.can_be_matrix_free)
    PetscCall(LinearCreateMatrix(AssemblyTerm(sys->data, &linear_term), assembled, A));
  else PetscCall(TermsCreateMatrix(sys->data, 1, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateBlockMatrix_Assembly(FsSystem sys, Mat *A)
{
  const Assembly a = sys->data;
  PetscInt       bs;

  PetscFunctionBeginUser;
  PetscCall(ModelRowBlockSize(a->model, &bs));
  PetscCall(TermsCreateMatrix(a, bs, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddForces(Assembly a, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->force) PetscCall(a->term[k]->kind->force(a->term[k], ev, sign, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Load_Assembly(FsSystem sys, PetscReal t, const FsLoading *loading, Vec f)
{
  const FsState s = {.t = t};
  Evaluation    ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(sys->data, &s, loading, PETSC_FALSE, &ev));
  PetscCall(AddForces(sys->data, &ev, 1, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddResiduals(Assembly a, const Evaluation *ev, const FsConstraintRows *rows,
                                   Vec r)
{
  const DM     dm    = a->model->mesh->dm;
  PetscScalar *local = NULL;

  PetscFunctionBeginUser;
  if (a->local) {
    PetscCall(VecZeroEntries(a->local));
    PetscCall(VecGetArray(a->local, &local));
  }
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->residual)
      PetscCall(a->term[k]->kind->residual(a->term[k], ev, rows, r, local));
  if (a->local) {
    PetscCall(VecRestoreArray(a->local, &local));
    PetscCall(DMLocalToGlobalBegin(dm, a->local, ADD_VALUES, r));
    PetscCall(DMLocalToGlobalEnd(dm, a->local, ADD_VALUES, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *ev: what r was made of. */
static PetscErrorCode Residual(FsSystem sys, const FsState *s, const FsLoading *loading,
                               const FsConstraintRows *rows, Vec r, Evaluation *ev)
{
  Assembly a = sys->data;

  PetscFunctionBeginUser;
  PetscCall(Product_Assembly(sys, s->q, s->v, s->a, r));
  PetscCall(EventBegin(EVENT_FORCES));
  PetscCall(
    AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL && !a->displacements_only), ev));
  if (a->displacements_only)
    PetscCall(ConfigurationDisplacements(a->configuration, s, loading, &ev->displacements));
  PetscCall(AddForces(a, ev, -1, r));
  PetscCall(AddResiduals(a, ev, rows, r));
  PetscCall(EventEnd(EVENT_FORCES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                        const FsConstraintRows *rows, Vec r)
{
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(Residual(sys, s, loading, rows, r, &ev));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NodalAcceleration_Assembly(FsSystem sys, PetscReal h,
                                                 const FsLoading *loading, FsState *s, Vec work,
                                                 PetscReal *norm)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  const FsState  rest = {.t = s->t, .q = s->q, .v = sys->traits.velocity_independent ? NULL : s->v};
  const Assembly a    = sys->data;
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(Residual(sys, &rest, loading, &rows, work, &ev));
  PetscCall(NodalInertiaAccelerate(a->nodal, ev.nodes, h, work, s->v, s->a, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                       const FsConstraintRows *rows, FsShift shift, Mat A)
{
  Assembly            a       = sys->data;
  const Term          spin    = AssemblyTerm(a, &spin_term);
  const ChartColumns *columns = NULL;
  Evaluation          ev;
  OpenMatrix          matrix;

  PetscFunctionBeginUser;
  PetscCall(Combine_Assembly(sys, shift, A));
  if (spin) PetscCall(SpinCombine(spin, loading, shift, A));
  PetscCall(EventBegin(EVENT_TANGENTS));
  if (a->local) PetscCall(ConfigurationColumns(a->configuration, s->q, s->qd, shift, &columns));
  PetscCall(AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL), &ev));
  PetscCall(MatrixOpen(A, &matrix));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->tangent)
      PetscCall(a->term[k]->kind->tangent(a->term[k], &ev, rows, columns, shift, &matrix));
  PetscCall(MatrixClose(&matrix));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(EventEnd(EVENT_TANGENTS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Strains_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                       Vec strain)
{
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_FORCES));
  PetscCall(AssemblyEvaluate(sys->data, s, loading, PETSC_TRUE, &ev));
  PetscCall(StrainsFill(&ev, strain));
  PetscCall(EventEnd(EVENT_FORCES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Place_Assembly(FsSystem sys, PetscInt dof, char text[], size_t size)
{
  const Assembly  a = sys->data;
  const Geometry *g = &a->model->mesh->g;
  const Layout   *l = &a->model->layout;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt at = l->dof[COMPONENTS * i + c];

      if (at >= 0 && l->global[at] == dof)
        snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), component %s", (long long)g->id[i],
                 g->x[i][0], g->x[i][1], g->x[i][2], component_names[c]);
    }
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->place) a->term[k]->kind->place(a->term[k], dof, text, size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first of the terms that has something to say. */
static PetscErrorCode DescribeNonFinite_Assembly(FsSystem sys, const FsState *s,
                                                 const FsLoading *loading, char text[], size_t size)
{
  const Assembly a = sys->data;
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL), &ev));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->describe_nonfinite)
      PetscCall(a->term[k]->kind->describe_nonfinite(a->term[k], &ev, text, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SwitchMargins_Assembly(FsSystem sys, const FsState *s,
                                             const FsLoading *loading,
                                             PetscReal        margin[FS_SWITCHES])
{
  const Assembly a = sys->data;
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL), &ev));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->switch_margins)
      PetscCall(a->term[k]->kind->switch_margins(a->term[k], &ev, margin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The loading does not matter: it changes velocities of what is prescribed, not orientations or angles. */
static PetscErrorCode Accept_Assembly(FsSystem sys, const FsState *at, PetscInt n,
                                      FsState *const states[])
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   s       = {.t = at->t, .q = at->q};
  Assembly        a       = sys->data;
  PetscBool       asked   = PETSC_FALSE;
  Evaluation      ev;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->nterms; k++) {
    if (!a->term[k]->traits.has_memory) continue;
    if (!asked) PetscCall(AssemblyEvaluate(a, &s, &loading, PETSC_TRUE, &ev));
    asked = PETSC_TRUE;
    PetscCall(a->term[k]->kind->accept(a->term[k], &ev));
  }
  if (!sys->rotations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConfigurationAccept(a->configuration, at->q));
  PetscCall(ChartMoveOrigin(
    ConfigurationChart(a->configuration), at,
    (PetscBool)(sys->constraints && sys->stabilization == FS_STABILIZED_VELOCITY), n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ResetHistory_Assembly(FsSystem sys, const FsState *friction_state)
{
  const FsLoading loading = FsLoadingOfMotion();
  const Assembly  a       = sys->data;
  Evaluation      ev;

  PetscFunctionBeginUser;
  if (friction_state)
    PetscCall(AssemblyEvaluate(a, friction_state, &loading, (PetscBool)(a->local != NULL), &ev));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->reset_history)
      PetscCall(a->term[k]->kind->reset_history(a->term[k], friction_state ? &ev : NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Assembly(FsSystem sys)
{
  Assembly a = sys->data;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->nterms; k++) {
    if (a->term[k]->kind->destroy) PetscCall(a->term[k]->kind->destroy(a->term[k]));
    PetscCall(PetscFree(a->term[k]));
  }
  PetscCall(VecDestroy(&a->local));
  PetscCall(NodalInertiaDestroy(&a->nodal));
  PetscCall(ConfigurationDestroy(&a->configuration));
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

static PetscErrorCode CreateTerms(Assembly a)
{
  PetscInt npairs = 0;

  PetscFunctionBeginUser;
  for (int k = 0; term_kinds[k]; k++) {
    PetscBool present = PETSC_FALSE;
    Term      term;

    PetscCall(PetscNew(&term));
    *term = (struct _n_Term){.kind = term_kinds[k], .assembly = a, .model = a->model};
    PetscCall(term->kind->create(term, &present));
    if (!present) {
      PetscCall(PetscFree(term));
      continue;
    }
    PetscCheck(a->nterms < MAX_TERMS, a->model->comm, PETSC_ERR_PLIB,
               "more than %d terms: enlarge MAX_TERMS", MAX_TERMS);
    term->first_pair = npairs;
    npairs += term->npairs;
    a->term[a->nterms++] = term;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether some rank has a freely rotating node, and rotations are finite (no -linearize). */
static PetscErrorCode Rotates(Assembly a, PetscBool *rotates)
{
  int some = !a->model->linearize && ConfigurationChart(a->configuration)->n > 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &some, 1, MPI_INT, MPI_LOR, a->model->comm));
  *rotates = (PetscBool)some;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Full Newton for small models, where it costs nothing and converges to the last digit, and with joints: with kept
   matrices multipliers, which the test of the steps does not measure, would lag behind. Input error: -newton
   without effect. */
static PetscErrorCode ChooseNewton(FsOptions o, FsSystem sys)
{
  enum { MODIFIED, FULL };
  static const char *const names[] = {"modified", "full", NULL};
  PetscInt                 choice  = MODIFIED, n;
  PetscBool                set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, "-newton", names, &choice, &set));
  PetscCheck(!set || !sys->traits.linear, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton has no effect: the model is linear; remove it");
  PetscCheck(!set || !sys->constraints || choice == FULL, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton modified is not for models with -joints; remove it");
  PetscCall(VecGetSize(sys->vec, &n));
  sys->matrices.reuse_tangent = (PetscBool)(!sys->traits.linear && !sys->constraints &&
                                            choice == MODIFIED && (set || n > FS_SMALL_MODEL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: -newton_mixed without effect. */
static PetscErrorCode ChooseStrains(FsOptions o, FsSystem sys)
{
  PetscBool mixed = PETSC_TRUE, set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-newton_mixed", &mixed, &set));
  if (!sys->traits.linear) PetscCall(StrainsCreate(AssemblyModel(sys->data), &sys->strain));
  PetscCheck(!set || sys->strain, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton_mixed has no effect: %s; remove it",
             sys->traits.linear ? "the model is linear" : "the model has no beams");
  if (!mixed) PetscCall(VecDestroy(&sys->strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillIn(FsSystem sys, const TermTraits *all, PetscBool rotates)
{
  Assembly a = sys->data;

  PetscFunctionBeginUser;
  sys->traits.linear               = (PetscBool)!all->nonlinear;
  sys->traits.velocity_independent = (PetscBool)(!all->velocity && !rotates);
  sys->traits.indefinite           = all->pivots;
  sys->traits.multiplier_dependent = all->multiplier_dependent;
  sys->rotations                   = rotates ? &model_rotations : NULL;
  sys->constraints =
    AssemblyTerm(a, &joint_term) || AssemblyTerm(a, &slider_term) ? &model_constraints : NULL;
  sys->traits.nearly_symmetric = (PetscBool)(!all->unsymmetric && !sys->constraints);
  sys->traits.symmetric        = (PetscBool)(sys->traits.nearly_symmetric && !rotates);
  sys->ops =
    (FsSystemOps){.matrix.combine         = Combine_Assembly,
                  .matrix.create_block    = all->nonlinear ? CreateBlockMatrix_Assembly : NULL,
                  .linear.product         = Product_Assembly,
                  .linear.load            = Load_Assembly,
                  .linear.load_rows       = LoadRows_Assembly,
                  .nonlinear.residual     = Residual_Assembly,
                  .nonlinear.tangent      = Tangent_Assembly,
                  .nonlinear.strains      = Strains_Assembly,
                  .geometry.measure       = Measure_Assembly,
                  .geometry.rigid_motions = RigidMotions_Assembly,
                  .describe.dof           = Place_Assembly,
                  .describe.nonfinite     = DescribeNonFinite_Assembly,
                  .history.accept         = rotates || all->has_memory ? Accept_Assembly : NULL,
                  .history.reset          = ResetHistory_Assembly,
                  .history.switch_margins = all->has_switches ? SwitchMargins_Assembly : NULL,
                  .destroy                = Destroy_Assembly};
  if (!sys->traits.linear && !sys->constraints && !all->velocity) {
    sys->ops.nodal.applies      = Nodal_Assembly;
    sys->ops.nodal.acceleration = NodalAcceleration_Assembly;
  }
  PetscCall(ModelSize(a->model, &sys->scales.model_size));
  if (sys->constraints) PetscCall(ModelHasLoops(a->model, &sys->traits.has_loops));
  if (sys->traits.multiplier_dependent)
    sys->scales.friction_scale = ModelFrictionScale(a->model, FsSystemCharacteristicLength(sys));
  PetscCall(DMCreateGlobalVector(a->model->mesh->dm, &sys->vec));
  if (all->nodes) PetscCall(DMCreateLocalVector(a->model->mesh->dm, &a->local));
  PetscCall(DetectDisplacementsOnly(a, AssemblyTerm(a, &element_term), all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyCreateSystem(FsOptions o, Model model, FsStabilization stabilization,
                                    FsSystem *out)
{
  Term       linear, spin;
  TermTraits all;
  PetscBool  rotates = PETSC_FALSE;
  Assembly   a;
  FsSystem   sys;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&a));
  a->model = model;
  PetscCall(ConfigurationCreate(model, &a->configuration));
  PetscCall(CreateTerms(a));
  PetscCall(TermsSumTraits(a, &all));
  PetscCall(Rotates(a, &rotates));
  PetscCheck(!all.nodes || model->damping.stiffness == 0, model->comm, PETSC_ERR_USER_INPUT,
             "-damping_stiffness is of linear elements; give -part_<name>_damping, which is "
             "proportional to the "
             "present stiffness");
  PetscCall(FsSystemCreate(model->comm, &sys));
  sys->data          = a;
  sys->stabilization = stabilization;
  PetscCall(FillIn(sys, &all, rotates));
  if (sys->traits.linear) {
    PetscCall(TermsCreateMatrix(a, 1, &sys->matrices.pattern));
    PetscCall(MatSetOption(sys->matrices.pattern, MAT_SPD, PETSC_TRUE));
  } else {
    sys->ops.matrix.create = CreateMatrix_Assembly;
  }
  linear = AssemblyTerm(a, &linear_term);
  PetscCall(LinearSetUp(linear, o, sys));
  spin = AssemblyTerm(a, &spin_term);
  if (spin) PetscCall(SpinSetUp(spin, sys));
  if (sys->matrices.can_be_matrix_free) sys->ops.matrix.create = CreateMatrix_Assembly;
  PetscCall(ChooseNewton(o, sys));
  PetscCall(ChooseStrains(o, sys));
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool AssemblyHasLaws(Assembly a)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->adds_work) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode AssemblyArchive(Assembly a, FsArchive archive)
{
  PetscFunctionBeginUser;
  PetscCall(ConfigurationArchive(a->configuration, archive));
  for (PetscInt k = 0; k < a->nterms; k++) {
    PetscCall(FsArchivePushScope(archive, a->term[k]->kind->name));
    if (a->term[k]->kind->archive) PetscCall(a->term[k]->kind->archive(a->term[k], archive));
    PetscCall(FsArchivePopScope(archive));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
