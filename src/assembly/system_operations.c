/* system_operations.c: implements the operations of the FsSystem as loops over the terms.

   r = linear products - forces + residuals of the nonlinear terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "system_operations.h"
#include "assembly/midpoint_operations.h"
#include "assembly/nodal_inertia.h"
#include "assembly/terms/terms.h"
#include "assembly/vectors.h"
#include "base/profile.h"
#include "model/supports/prescribed_motion.h"
#include "assembly.h"

static PetscErrorCode Product_Assembly(FsSystem sys, Vec q, Vec v, Vec a, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(LinearProduct(AssemblyTerm(sys->data, &linear_term), q, v, a, y));
  if (sys->low_rank && v) PetscCall(FsLowRankMultAdd(sys->low_rank, 1, v, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine_Assembly(FsSystem sys, FsShift shift, Mat A)
{
  return LinearCombine(AssemblyTerm(sys->data, &linear_term), shift, A);
}

PetscErrorCode CreateMatrix_Assembly(FsSystem sys, PetscBool assembled, Mat *A)
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

static PetscErrorCode LoadRows_Assembly(FsSystem sys, IS *rows)
{
  const Assembly a = sys->data;

  PetscFunctionBeginUser;
  *rows = NULL;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->force && !a->term[k]->kind->load_rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, 0, NULL, PETSC_COPY_VALUES, rows));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->load_rows) PetscCall(a->term[k]->kind->load_rows(a->term[k], rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_one_rank(MPI_Comm comm)
{
  PetscMPIInt size = 0;

  MPI_Comm_size(comm, &size);
  return (PetscBool)(size == 1);
}

/* Terms with traits.nodes add to a->local, which needs three more passes through memory than r. On
   one rank, elements that depend on displacements alone add to r. */
static PetscErrorCode AddResiduals(Assembly a, const Evaluation *ev, const FsConstraintRows *rows,
                                   Vec r)
{
  const PetscBool needs_local =
    (PetscBool)(a->local && !(ev->displacements && is_one_rank(a->model->comm)));
  PetscScalar *local = NULL;

  PetscFunctionBeginUser;
  if (needs_local) {
    PetscCall(VecZeroEntries(a->local));
    PetscCall(VecGetArray(a->local, &local));
  }
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->residual)
      PetscCall(a->term[k]->kind->residual(a->term[k], ev, rows, r, local));
  if (needs_local) {
    PetscCall(VecRestoreArray(a->local, &local));
    PetscCall(AddLocalToGlobal(a->model, a->local, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the residual r; returns the evaluation on which it is based. */
static PetscErrorCode Residual(FsSystem sys, const FsState *s, const FsLoading *loading,
                               const FsConstraintRows *rows, Vec r, Evaluation *ev)
{
  Assembly a = sys->data;
  /* in the middle of a step elements have given strains, which need states of nodes */
  const PetscBool displacements_only = (PetscBool)(a->displacements_only && !s->midpoint);

  PetscFunctionBeginUser;
  PetscCall(Product_Assembly(sys, s->q, s->v, s->a, r));
  PetscCall(EventBegin(EVENT_FORCES));
  PetscCall(
    AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL && !displacements_only), ev));
  if (displacements_only)
    PetscCall(
      is_one_rank(a->model->comm)
        ? ConfigurationSupportDisplacements(a->configuration, s, loading, &ev->displacements)
        : ConfigurationDisplacements(a->configuration, s, loading, &ev->displacements));
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

/* Computes the derivatives of rotations by the unknown. In the middle of a step, spins are those at
   its end, where the rotation vectors have twice the length, because strains are evaluated there;
   angular velocities are increments of a step over its size, and depend on the unknown directly. */
static PetscErrorCode NodeColumns(Assembly a, const FsState *s, FsShift shift,
                                  const ChartColumns **columns)
{
  Vec end;

  PetscFunctionBeginUser;
  if (!s->midpoint) {
    PetscCall(ConfigurationColumns(a->configuration, s->q, s->qd, shift, columns));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  shift.rates = PETSC_FALSE;
  PetscCall(VecDuplicate(s->q, &end));
  PetscCall(VecAXPBY(end, 2, 0, s->q));
  PetscCall(ConfigurationColumns(a->configuration, end, NULL, shift, columns));
  PetscCall(VecDestroy(&end));
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
  if (a->local) PetscCall(NodeColumns(a, s, shift, &columns));
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
      const PetscInt  at    = l->dof[COMPONENTS * i + c];
      const PetscBool named = (PetscBool)(best_set(g, g->node_sets[i]) >= 0);

      if (at >= 0 && l->global[at] == dof)
        snprintf(text, size, "node %lld%s%s%s at (%.6g, %.6g, %.6g), component %s",
                 (long long)g->id[i], named ? " of '" : "", best_set_name(g, g->node_sets[i], ""),
                 named ? "'" : "", g->x[i][0], g->x[i][1], g->x[i][2], component_names[c]);
    }
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->place) a->term[k]->kind->place(a->term[k], dof, text, size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first term with a non-finite force describes it. */
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

/* Implements FsSystemGeometryOps.turn. */
static PetscErrorCode Turn_Assembly(FsSystem sys, PetscReal from, const FsLoading *before,
                                    PetscReal to, const FsLoading *after, PetscReal *turn)
{
  const Assembly          a = sys->data;
  PrescribedMotion        start;
  const PrescribedMotion *end;

  PetscFunctionBeginUser;
  PetscCall(PrescribedMotionCreate(a->model, &start));
  PetscCall(PrescribedMotionAt(a->model, from, before->factor, before->quasistatic,
                               &before->harmonic, &start));
  PetscCall(ConfigurationPrescribedMotions(a->configuration, to, after, &end));
  *turn = prescribed_turn(a->model, &start, end);
  PetscCall(PrescribedMotionDestroy(&start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The loading does not matter here: it changes prescribed velocities, not orientations or
   angles. */
static PetscErrorCode Accept_Assembly(FsSystem sys, const FsState *at, PetscInt n,
                                      FsState *const states[])
{
  const FsLoading loading = FsLoadingOfMotion();
  Assembly        a       = sys->data;
  /* friction and elements that remember alone need velocities, which ranks exchange */
  const PetscBool moves = (PetscBool)(sys->traits.friction || ModelRemembers(a->model));
  const FsState   s     = {.t = at->t, .q = at->q, .v = moves ? at->v : NULL};
  PetscBool       asked = PETSC_FALSE;
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

static PetscErrorCode SetFriction_Assembly(FsSystem sys, FsFrictionMode mode, PetscInt *n)
{
  const Assembly a = sys->data;

  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->set_friction) *n += a->term[k]->kind->set_friction(a->term[k], mode);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Assembly(FsSystem sys)
{
  Assembly a = sys->data;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->nterms; k++) PetscCall(TermDestroy(&a->term[k]));
  PetscCall(VecDestroy(&a->local));
  PetscCall(NodalInertiaDestroy(&a->nodal));
  PetscCall(ConfigurationDestroy(&a->configuration));
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void AssemblySetOperations(FsSystem sys, const TermTraits *all, PetscBool rotates)
{
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
                  .geometry.supported     = SupportedMotions_Assembly,
                  .geometry.center        = RigidCenter_Assembly,
                  .geometry.turn          = Turn_Assembly,
                  .geometry.numbers       = DofNumbers_Assembly,
                  .geometry.weights       = ConstraintWeights,
                  .describe.dof           = Place_Assembly,
                  .describe.nonfinite     = DescribeNonFinite_Assembly,
                  .history.accept         = rotates || all->has_memory ? Accept_Assembly : NULL,
                  .history.reset          = ResetHistory_Assembly,
                  .history.set_friction   = all->friction ? SetFriction_Assembly : NULL,
                  .history.switch_margins = all->has_switches ? SwitchMargins_Assembly : NULL,
                  .history.kink_margin    = all->has_kinks ? KinkMargin_Assembly : NULL,
                  .destroy                = Destroy_Assembly};
  if (!sys->traits.linear) sys->ops.midpoint = model_midpoint;
  if (!sys->traits.linear && !sys->constraints && !all->velocity) {
    sys->ops.nodal.applies      = Nodal_Assembly;
    sys->ops.nodal.acceleration = NodalAcceleration_Assembly;
  }
}

/* ---- frequency bound ------------------------------------------------------------------------- */

/* Computes an upper bound of the natural frequencies of a model.

   No frequency of an assembly is above the largest frequency of its unconnected elements (Irons
   & Treharne 1971). Other terms (laws, springs of joints) compute bounds at the state, over the
   mass that elements give their nodes. omega^2 is at most the sum of these bounds, because the
   stiffnesses add up. Constraints only lower frequencies. */

static PetscErrorCode TermBounds(Assembly a, const FsState *s, Vec local_mass, Vec mass,
                                 PetscReal bound[][BOUNDS])
{
  const FsLoading loading = FsLoadingOfMotion();
  Evaluation      ev;
  Masses          m;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, &loading, (PetscBool)(a->local != NULL), &ev));
  PetscCall(VecGetArrayRead(local_mass, &m.local));
  PetscCall(VecGetArrayRead(mass, &m.owned));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->frequency)
      PetscCall(a->term[k]->kind->frequency(a->term[k], &ev, &m, bound[k]));
  PetscCall(VecRestoreArrayRead(mass, &m.owned));
  PetscCall(VecRestoreArrayRead(local_mass, &m.local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega, PetscReal *damping)
{
  enum { ELEMENTS = 2, NGROUPS = ELEMENTS + MAX_TERMS };
  const PetscReal max_damping_ratio      = 10;
  const DM        dm                     = a->model->mesh->dm;
  PetscReal       bound[NGROUPS][BOUNDS] = {{0}}, sum[BOUNDS] = {0};
  Vec             local_mass, mass;

  PetscFunctionBeginUser;
  PetscCall(DMGetLocalVector(dm, &local_mass));
  PetscCall(DMGetGlobalVector(dm, &mass));
  PetscCall(ElementFrequencyBounds(a, bound, local_mass, mass));
  PetscCall(TermBounds(a, s, local_mass, mass, bound + ELEMENTS));
  PetscCall(DMRestoreGlobalVector(dm, &mass));
  PetscCall(DMRestoreLocalVector(dm, &local_mass));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, bound, NGROUPS * BOUNDS, MPIU_REAL, MPI_MAX, a->model->comm));
  for (int g = 0; g < NGROUPS; g++)
    for (int b = 0; b < BOUNDS; b++) sum[b] += bound[g][b];
  /* A damper without a spring also has a time scale: the damping ratio is limited to 10, which
     raises omega. */
  *omega = PetscMax(PetscSqrtReal(sum[BOUND_OMEGA2]), sum[BOUND_DAMPING] / (2 * max_damping_ratio));
  *damping = *omega > 0 ? sum[BOUND_DAMPING] / (2 * *omega) : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
