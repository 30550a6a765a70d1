/* coupling_term.c: adds the forces G^T lambda and the rows of couplings to the equations of motion.

   Several ranks add to one row, because the joints of a coupling may be on different ranks. The
   other solves take these rows from constraints.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "coupling_state.h"
#include "assembly/terms/terms.h"
#include "assembly/constraints/joint_results.h"
#include <string.h>

enum { N = JOINT_DOFS, ND = SHARE_DOFS };

typedef struct {
  Location     location; /* of the shares in the matrices; NULL until the first tangent */
  PetscScalar *lambda;   /* [nshares] multipliers of the rows of the shares, scratch */
  PetscScalar *row;      /* [nshares] parts of the shares in these rows, scratch */
} CouplingTerm;

static PetscErrorCode Create_Couplings(Term term, PetscBool *present)
{
  const PetscInt n = CouplingsCountShares(term->model);
  CouplingTerm  *t;

  PetscFunctionBeginUser;
  *present = (PetscBool)(term->model->couplings != NULL);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&t));
  PetscCall(PetscMalloc2(n, &t->lambda, n, &t->row));
  term->data             = t;
  term->traits.nonlinear = term->traits.nodes = term->traits.pivots = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Couplings(Term term)
{
  CouplingTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCall(LocationDestroy(&t->location));
  PetscCall(PetscFree2(t->lambda, t->row));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Pattern_Couplings(Term term, Pattern p)
{
  PetscFunctionBeginUser;
  for (PetscInt n = 0; n < CouplingsCountShares(term->model); n++)
    PetscCall(PatternInsert(p, ND, CouplingShareDofs(term->model, n), term->model->layout.global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Couplings(Term term, const Evaluation *ev,
                                         const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  const CouplingTerm *t = term->data;
  PetscScalar        *rank_rows;

  PetscFunctionBeginUser;
  PetscCall(CouplingsGetMultipliers(term->model, ev->s->a, t->lambda));
  for (PetscInt n = 0; n < CouplingsCountShares(term->model); n++) {
    double             re[N];
    JointEvaluation    at;
    CouplingShareState state;

    CouplingShareGather(ev, n, &at, &state);
    CouplingShareForces(&state, t->lambda[n], re);
    scatter(N, CouplingShareDofs(term->model, n), 1, re, local);
    t->row[n] = rows->scale * CouplingShareRow(&state, rows->level);
  }
  PetscCall(VecGetArray(r, &rank_rows));
  PetscCall(CouplingsAddValues(term->model, t->row, rank_rows));
  PetscCall(VecRestoreArray(r, &rank_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Couplings(Term term, const Evaluation *ev, PetscScalar local[])
{
  const CouplingTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCall(CouplingsGetMultipliers(term->model, ev->s->a, t->lambda));
  for (PetscInt n = 0; n < CouplingsCountShares(term->model); n++) {
    double             r[N];
    JointEvaluation    at;
    CouplingShareState state;

    CouplingShareGather(ev, n, &at, &state);
    CouplingShareForces(&state, t->lambda[n], r);
    scatter_to_supports(&term->model->layout, N, CouplingShareDofs(term->model, n), 1, r, local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A[ND][ND]: row N is the constraint times rows->scale, column N belongs to the multiplier
   and is multiplied by rows->column. */
static void coupling_share_tangent(Model model, const JointEvaluation *at,
                                   const CouplingShareState *state, double lambda,
                                   const FsConstraintRows *rows, const ChartColumns columns[],
                                   FsShift shift, double A[])
{
  double              K[ND * N] = {0}, C[ND * N] = {0}, M[ND * N] = {0}, part[ND * N], G[N];
  const ChartColumns *of_node[2];

  coupling_stiffness(state, lambda, K);
  CouplingShareRowSlopes(state, rows->level, rows->scale, K + N * N, C + N * N, M + N * N);
  JointColumns(model, at, columns, of_node);
  CombineColumns(ND, N, COMPONENTS, of_node, shift, K, C, M, part);
  coupling_gradient(state, G);
  for (int r = 0; r < ND; r++) {
    memcpy(A + r * ND, part + r * N, N * sizeof *A);
    A[r * ND + N] = r < N ? rows->column * G[r] : 0;
  }
}

static PetscErrorCode Tangent_Couplings(Term term, const Evaluation *ev,
                                        const FsConstraintRows *rows, const ChartColumns columns[],
                                        FsShift shift, const OpenMatrix *A)
{
  const Model   model = term->model;
  CouplingTerm *t     = term->data;

  PetscFunctionBeginUser;
  if (!t->location)
    PetscCall(LocationCreate(A->A, model->layout.global, ND, model->couplings->nshares,
                             model->couplings->dofs, NULL, &t->location));
  PetscCall(CouplingsGetMultipliers(model, ev->s->a, t->lambda));
  for (PetscInt n = 0; n < CouplingsCountShares(model); n++) {
    double             values[ND * ND];
    JointEvaluation    at;
    CouplingShareState state;

    CouplingShareGather(ev, n, &at, &state);
    coupling_share_tangent(model, &at, &state, t->lambda[n], rows, columns, shift, values);
    PetscCall(LocationAdd(t->location, n, values, A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the reactions of supports that move nodes of couplings. The constraints themselves do not
   depend on time and do no work. */
static PetscErrorCode Balance_Couplings(Term term, const Evaluation *ev, Balance *b)
{
  const CouplingTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCall(CouplingsGetMultipliers(term->model, ev->s->a, t->lambda));
  for (PetscInt n = 0; n < CouplingsCountShares(term->model); n++) {
    double             r[N];
    PetscInt           node[2];
    JointEvaluation    at;
    CouplingShareState state;

    CouplingShareGather(ev, n, &at, &state);
    CouplingShareForces(&state, t->lambda[n], r);
    JointNodes(term->model, at.joint, at.e, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0)
        AddReactions(ev, node[k], COMPONENTS, CouplingShareDofs(term->model, n) + k * COMPONENTS,
                     r + k * COMPONENTS, b->reaction);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeNonFinite_Couplings(Term term, const Evaluation *ev, char text[],
                                                  size_t size)
{
  const Couplings c = term->model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt n = 0; n < CouplingsCountShares(term->model) && !text[0]; n++) {
    const CouplingShare *share = &c->share[n];
    const Coupling      *of    = &c->coupling[share->coupling];
    double               f[3];
    const double         x = JointCoordinateValue(ev, of->member[share->member].joint, share->e,
                                                  of->member[share->member].kind);

    CouplingShareValue(c, n, x, f);
    if (of->member[share->member].formula && !isfinite(f[0] + f[1] + f[2]))
      ExpressionErrorText(of->member[share->member].formula, &x, text, size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_coupling_row(Term term, PetscInt dof, char text[], size_t size)
{
  const Couplings c = term->model->couplings;

  for (PetscInt i = 0; i < c->n; i++) {
    const Joint *first = &term->model->joint[c->coupling[i].member[0].joint];

    for (PetscInt e = 0; e < CouplingRowCount(term->model, &c->coupling[i]); e++)
      if (term->model->layout.global[c->coupling[i].dof[e]] == dof) {
        char joint[160];

        JointDescribePlace(term->model, first, CouplingRowCell(&c->coupling[i], e), joint,
                           sizeof joint);
        if (c->coupling[i].of_tie) snprintf(text, size, "%s", joint);
        else snprintf(text, size, "coupling '%s' of %s", c->coupling[i].name, joint);
      }
  }
}

const TermKind coupling_term = {.name               = "couplings",
                                .create             = Create_Couplings,
                                .destroy            = Destroy_Couplings,
                                .pattern            = Pattern_Couplings,
                                .residual           = Residual_Couplings,
                                .held               = Held_Couplings,
                                .tangent            = Tangent_Couplings,
                                .balance            = Balance_Couplings,
                                .describe_nonfinite = DescribeNonFinite_Couplings,
                                .place              = describe_coupling_row};
