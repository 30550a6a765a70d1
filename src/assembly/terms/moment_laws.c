/* moment_laws.c: implements the term of laws with moments or formulas of rotations.

   The laws are in model/loads/laws/moment_law.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"

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
                                  .describe_nonfinite = DescribeNonFinite_MomentLaws};
