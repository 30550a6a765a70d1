/* force_laws.c: implements the terms of laws on nodes: of forces, and of moments and formulas of
   rotations.

   The forces are formulas of t and of the displacement and velocity of the node
   (model/loads/laws/law.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "model/loads/laws/law.h"

static PetscErrorCode Create_ForceLaws(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present               = (PetscBool)(term->model->loads.nlaws > 0);
  term->traits.nonlinear = term->traits.unsymmetric =
    *present; /* formulas may have any derivatives */
  term->adds_work = *present;
  term->nsources  = term->model->loads.nlaws;
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++)
    if (term->model->loads.law[k].viscous) term->traits.velocity = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the global rows at[3] of a node of a law; -1 for constrained components. */
static void global_entries(const Model model, const Law *law, PetscInt node, PetscInt at[3])
{
  for (int c = 0; c < 3; c++)
    at[c] = law->at[3 * node + c] < 0 ? -1 : model->layout.first + law->at[3 * node + c];
}

static PetscErrorCode Pattern_ForceLaws(Term term, Pattern p)
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++)
    for (PetscInt i = 0; i < term->model->loads.law[k].n; i++)
      PetscCall(
        PatternInsert(p, 3, l->dof + COMPONENTS * term->model->loads.law[k].node[i], l->global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The arrays of a state on this rank; v is zero for a state without velocities. */
typedef struct {
  const PetscScalar *q, *v;
  Vec                zero;
} LawArrays;

static PetscErrorCode OpenLawArrays(const FsState *s, LawArrays *x)
{
  PetscFunctionBeginUser;
  x->zero = NULL;
  if (!s->v) {
    PetscCall(VecDuplicate(s->q, &x->zero));
    PetscCall(VecZeroEntries(x->zero));
  }
  PetscCall(VecGetArrayRead(s->q, &x->q));
  PetscCall(VecGetArrayRead(s->v ? s->v : x->zero, &x->v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CloseLawArrays(const FsState *s, LawArrays *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecRestoreArrayRead(s->v ? s->v : x->zero, &x->v));
  PetscCall(VecRestoreArrayRead(s->q, &x->q));
  PetscCall(VecDestroy(&x->zero));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_ForceLaws(Term term, const Evaluation *ev,
                                         const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  PetscScalar *y;
  LawArrays    x;

  PetscFunctionBeginUser;
  (void)rows, (void)local;
  PetscCall(OpenLawArrays(ev->s, &x));
  PetscCall(VecGetArray(r, &y));
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++)
    LawForces(&term->model->loads.law[k], ev->s->t, x.q, x.v, -1, y);
  PetscCall(VecRestoreArray(r, &y));
  PetscCall(CloseLawArrays(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_ForceLaws(Term term, const Evaluation *ev, PetscScalar local[])
{
  LawArrays x;

  PetscFunctionBeginUser;
  PetscCall(OpenLawArrays(ev->s, &x));
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++)
    LawSupportForces(&term->model->layout, &term->model->loads.law[k], ev->s->t, x.q, x.v, -1,
                     local);
  PetscCall(CloseLawArrays(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds -cc dF/dv - ck dF/dq of each node to A. */
static PetscErrorCode Tangent_ForceLaws(Term term, const Evaluation *ev,
                                        const FsConstraintRows *rows, const ChartColumns columns[],
                                        FsShift shift, const OpenMatrix *A)
{
  LawArrays x;

  PetscFunctionBeginUser;
  (void)rows, (void)columns;
  if (shift.cc == 0 && shift.ck == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(OpenLawArrays(ev->s, &x));
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++) {
    const Law *law = &term->model->loads.law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      PetscReal by_q[9], by_v[9], block[9];
      PetscInt  at[3];

      LawSlopes(law, i, ev->s->t, x.q, x.v, by_q, by_v);
      for (int j = 0; j < 9; j++) block[j] = -shift.cc * by_v[j] - shift.ck * by_q[j];
      global_entries(term->model, law, i, at);
      PetscCall(MatSetValues(A->A, 3, at, 3, at, block, ADD_VALUES));
    }
  }
  PetscCall(CloseLawArrays(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_ForceLaws(Term term, const Evaluation *ev, Balance *b)
{
  const PetscReal times[WORKS][2] = {
    {b->t_previous, ev->s->t     },
    {b->t_previous, b->t_previous},
    {ev->s->t,      ev->s->t     }
  };
  LawState end[2];

  PetscFunctionBeginUser;
  if (!b->moved_previous) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(b->moved_previous, &end[0].q));
  PetscCall(VecGetArrayRead(b->v_previous, &end[0].v));
  PetscCall(VecGetArrayRead(b->moved, &end[1].q));
  PetscCall(VecGetArrayRead(ev->s->v, &end[1].v));
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++) {
    const Law *law  = &term->model->loads.law[k];
    PetscReal  work = 0;

    for (int i = 0; i < WORKS; i++) {
      for (int e = 0; e < 2; e++) end[e].t = times[i][e];
      if (i == WORK || law->time_dependent)
        work = LawWork(law, end); /* otherwise work is equal for all i */
      b->work[i] += work;
      if (i == WORK && b->source_work) b->source_work[k] += work;
    }
  }
  PetscCall(VecRestoreArrayRead(ev->s->v, &end[1].v));
  PetscCall(VecRestoreArrayRead(b->moved, &end[1].q));
  PetscCall(VecRestoreArrayRead(b->v_previous, &end[0].v));
  PetscCall(VecRestoreArrayRead(b->moved_previous, &end[0].q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The bound is the largest row sum of |dF/dq|, |dF/dv| at the state over the mass of the dof. */
static PetscErrorCode Frequency_ForceLaws(Term term, const Evaluation *ev, const Masses *mass,
                                          PetscReal bound[BOUNDS])
{
  LawArrays x;

  PetscFunctionBeginUser;
  PetscCall(OpenLawArrays(ev->s, &x));
  for (PetscInt k = 0; k < term->model->loads.nlaws; k++) {
    const Law *law = &term->model->loads.law[k];

    for (PetscInt node = 0; node < law->n; node++) {
      PetscReal slope[BOUNDS][9];

      LawSlopes(law, node, ev->s->t, x.q, x.v, slope[BOUND_OMEGA2], slope[BOUND_DAMPING]);
      for (int b = 0; b < BOUNDS; b++)
        for (int i = 0; i < 3; i++) {
          const PetscInt  at = law->at[3 * node + i];
          const PetscReal sum =
            fabs(slope[b][3 * i]) + fabs(slope[b][3 * i + 1]) + fabs(slope[b][3 * i + 2]);

          if (at >= 0 && sum > 0) bound[b] = PetscMax(bound[b], sum / mass->owned[at]);
        }
    }
  }
  PetscCall(CloseLawArrays(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeNonFinite_ForceLaws(Term term, const Evaluation *ev, char text[],
                                                  size_t size)
{
  LawArrays x;

  PetscFunctionBeginUser;
  PetscCall(OpenLawArrays(ev->s, &x));
  if (!text[0]) LawsFindNonFinite(term->model, ev->s->t, x.q, x.v, text, size);
  PetscCall(CloseLawArrays(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void force_law_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.law[k].name);
}

const TermKind force_law_term = {.name               = "laws",
                                 .create             = Create_ForceLaws,
                                 .pattern            = Pattern_ForceLaws,
                                 .residual           = Residual_ForceLaws,
                                 .held               = Held_ForceLaws,
                                 .tangent            = Tangent_ForceLaws,
                                 .balance            = Balance_ForceLaws,
                                 .source             = force_law_work_path,
                                 .frequency          = Frequency_ForceLaws,
                                 .describe_nonfinite = DescribeNonFinite_ForceLaws,
                                 .is_load            = PETSC_TRUE};

/* ---- moment laws ----------------------------------------------------------------------------- */

/* Implements the term of laws with moments or formulas of rotations.

   The laws are in model/loads/laws/moment_law.c. */

enum { SQUARE = COMPONENTS * COMPONENTS };

static PetscErrorCode Create_MomentLaws(Term term, PetscBool *present)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  *present               = (PetscBool)(model->loads.nmoment_laws > 0);
  term->traits.nonlinear = term->traits.nodes = term->traits.unsymmetric = term->adds_work =
    *present;
  term->nsources = term->model->loads.nmoment_laws;
  for (PetscInt l = 0; l < model->loads.nmoment_laws; l++)
    if (model->loads.moment_law[l].viscous) term->traits.velocity = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Pattern_MomentLaws(Term term, Pattern p)
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++)
    for (PetscInt i = 0; i < term->model->loads.moment_law[k].n; i++)
      PetscCall(PatternInsert(
        p, COMPONENTS, l->dof + COMPONENTS * term->model->loads.moment_law[k].node[i], l->global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_MomentLaws(Term term, const Evaluation *ev,
                                          const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  PetscFunctionBeginUser;
  (void)rows, (void)r;
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++) {
    const Law *law = &term->model->loads.moment_law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      double f[COMPONENTS];

      MomentLawForces(law, i, ev->s->t, &ev->nodes[law->node[i]], f);
      scatter(COMPONENTS, term->model->layout.dof + COMPONENTS * law->node[i], -1, f, local);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_MomentLaws(Term term, const Evaluation *ev, PetscScalar local[])
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++) {
    const Law *law = &term->model->loads.moment_law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      double f[COMPONENTS];

      if (!l->supported[law->node[i]]) continue;
      MomentLawForces(law, i, ev->s->t, &ev->nodes[law->node[i]], f);
      scatter_to_supports(l, COMPONENTS, l->dof + COMPONENTS * law->node[i], -1, f, local);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_MomentLaws(Term term, const Evaluation *ev,
                                         const FsConstraintRows *rows, const ChartColumns columns[],
                                         FsShift shift, const OpenMatrix *A)
{
  const Layout *l         = &term->model->layout;
  const double  M[SQUARE] = {0};

  PetscFunctionBeginUser;
  (void)rows;
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++) {
    const Law *law = &term->model->loads.moment_law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      const PetscInt            node    = law->node[i];
      const ChartColumns *const turning = &columns[node];
      double                    K[SQUARE], C[SQUARE], values[SQUARE];
      PetscInt                  at[COMPONENTS];

      MomentLawSlopes(law, i, ev->s->t, &ev->nodes[node], K, C);
      CombineColumns(COMPONENTS, COMPONENTS, COMPONENTS, &turning, shift, K, C, M, values);
      for (int j = 0; j < SQUARE; j++) values[j] = -values[j];
      for (int c = 0; c < COMPONENTS; c++) {
        const PetscInt dof = l->dof[COMPONENTS * node + c];

        at[c] = dof < 0 ? -1 : l->global[dof];
      }
      PetscCall(MatSetValues(A->A, COMPONENTS, at, COMPONENTS, at, values, ADD_VALUES));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the work of a law between the states of a step, with t from begin to end. */
static PetscReal law_work(const Layout *l, const Law *law, const Evaluation *ev,
                          const PetscScalar *const moved[2], const PetscScalar rate[],
                          PetscReal t_start, PetscReal t_end)
{
  PetscReal work = 0;

  for (PetscInt i = 0; i < law->n; i++) {
    LawStep step = {.before = t_start, .now = t_end};

    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * law->node[i] + c],
                     at  = dof < 0 ? -1 : l->global[dof];

      if (at < 0) continue;
      step.moved[c] = moved[1][at - l->first] - moved[0][at - l->first];
      step.rate[c]  = rate[at - l->first];
    }
    work += MomentLawWork(law, i, &step, &ev->nodes[law->node[i]]);
  }
  return work;
}

static PetscErrorCode Balance_MomentLaws(Term term, const Evaluation *ev, Balance *b)
{
  const Layout   *l = &term->model->layout;
  const PetscReal t = ev->s->t, times[WORKS][2] = {
                                  {b->t_previous, t            },
                                  {b->t_previous, b->t_previous},
                                  {t,             t            }
  };
  const PetscScalar *moved[2], *rate;

  PetscFunctionBeginUser;
  if (!b->moved_previous) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(b->moved_previous, &moved[0]));
  PetscCall(VecGetArrayRead(b->moved, &moved[1]));
  PetscCall(VecGetArrayRead(b->v_previous, &rate));
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++) {
    const Law *law  = &term->model->loads.moment_law[k];
    PetscReal  work = 0;

    for (int i = 0; i < WORKS; i++) {
      if (i == WORK || law->time_dependent)
        work = law_work(l, law, ev, moved, rate, times[i][0], times[i][1]);
      b->work[i] += work;
      if (i == WORK && b->source_work) b->source_work[k] += work;
    }
  }
  PetscCall(VecRestoreArrayRead(b->v_previous, &rate));
  PetscCall(VecRestoreArrayRead(b->moved, &moved[1]));
  PetscCall(VecRestoreArrayRead(b->moved_previous, &moved[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The bound is the largest row sum of |A_ij| / sqrt(m_i m_j), which has no units of displacements
   or rotations. */
static PetscErrorCode Frequency_MomentLaws(Term term, const Evaluation *ev, const Masses *mass,
                                           PetscReal bound[BOUNDS])
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoment_laws; k++) {
    const Law *law = &term->model->loads.moment_law[k];

    for (PetscInt node = 0; node < law->n; node++) {
      const PetscInt *dof = l->dof + COMPONENTS * law->node[node];
      double          slope[BOUNDS][SQUARE];
      PetscInt        at[COMPONENTS];

      for (int c = 0; c < COMPONENTS; c++)
        at[c] = dof[c] < 0 || l->global[dof[c]] < 0 ? -1 : l->global[dof[c]] - l->first;
      MomentLawSlopes(law, node, ev->s->t, &ev->nodes[law->node[node]], slope[BOUND_OMEGA2],
                      slope[BOUND_DAMPING]);
      for (int b = 0; b < BOUNDS; b++)
        for (int i = 0; i < COMPONENTS; i++) {
          PetscReal sum = 0;

          for (int j = 0; j < COMPONENTS; j++)
            if (at[i] >= 0 && at[j] >= 0 && slope[b][COMPONENTS * i + j] != 0)
              sum +=
                fabs(slope[b][COMPONENTS * i + j]) / sqrt(mass->owned[at[i]] * mass->owned[at[j]]);
          bound[b] = PetscMax(bound[b], sum);
        }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeNonFinite_MomentLaws(Term term, const Evaluation *ev, char text[],
                                                   size_t size)
{
  PetscFunctionBeginUser;
  if (!text[0]) MomentLawsFindNonFinite(term->model, ev->s->t, ev->nodes, text, size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void moment_law_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.moment_law[k].name);
}

const TermKind moment_law_term = {.name               = "turning laws",
                                  .create             = Create_MomentLaws,
                                  .pattern            = Pattern_MomentLaws,
                                  .residual           = Residual_MomentLaws,
                                  .held               = Held_MomentLaws,
                                  .tangent            = Tangent_MomentLaws,
                                  .balance            = Balance_MomentLaws,
                                  .source             = moment_law_work_path,
                                  .frequency          = Frequency_MomentLaws,
                                  .describe_nonfinite = DescribeNonFinite_MomentLaws,
                                  .is_load            = PETSC_TRUE};
