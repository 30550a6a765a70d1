/* force_laws.c: implements the term of force laws on nodes.

   The forces are formulas of t and of the displacement and velocity of the node
   (model/loads/laws/law.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"

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
                                 .describe_nonfinite = DescribeNonFinite_ForceLaws};
