/* ss.c: single-step schemes with the spectra of the multi-step ones, self-starting:
     y_k = y_{k-1} + dt [(1 - e) w_{k-1} + e w_k],   e = 1/(1 + rho_inf),
   where w is y' through the filter B(z)/A(z), A = prod (1 + gamma_odd (z - 1)), B = (1 + e (z - 1))^n, n = r - 1. This is
   Zhang, Zhang & Masarati 2021, eqs. (5), (21), (39), (55), in real numbers: its gammas are complex for r > 2, their symmetric
   functions are not. State per unknown besides y, y': w and s_1 ... s_n, started as if y' had always been y'_0. */
#include "integrator.h"

enum { MAX_FILTER = 3 };

/* E[1..n]: elementary symmetric functions of the odd gammas. */
static void ss2(PetscReal r, PetscReal E[]) { E[1] = (3 - r) / (2 * (1 + r)); } /* (21) */

static void ss3(PetscReal r, PetscReal E[]) /* (39) */
{
  E[1] = (5 - r) / (2 * (1 + r));
  E[2] = (r * r - 5 * r + 10) / (6 * (1 + r) * (1 + r));
}

static void ss4(PetscReal r, PetscReal E[]) /* (55) */
{
  E[1] = (7 - r) / (2 * (1 + r));
  E[2] = (r * r - 7 * r + 21) / (5 * (1 + r) * (1 + r));
  E[3] = (-r * r * r + 7 * r * r - 21 * r + 35) / (20 * (1 + r) * (1 + r) * (1 + r));
}

typedef struct {
  PetscInt n; /* order of the filter */
  void (*symmetric)(PetscReal rho, PetscReal E[]);
} Row;

static const Row rows[] = {
  {1, ss2},
  {2, ss3},
  {3, ss4}
};

static const Scheme schemes[] = {
  {"ss2", 2, 0, PETSC_TRUE, "single-step twin of lms2, Zhang, Zhang & Masarati 2021 (21)", &rows[0]},
  {"ss3", 2, 0, PETSC_TRUE, "single-step twin of lms3, Zhang, Zhang & Masarati 2021 (39)", &rows[1]},
  {"ss4", 2, 0, PETSC_TRUE, "single-step twin of lms4, Zhang, Zhang & Masarati 2021 (55)", &rows[2]},
  {NULL,  0, 0, PETSC_TRUE, NULL,                                                          NULL    }
};

typedef struct {
  PetscInt  n;
  PetscReal e, a[MAX_FILTER + 1], b[MAX_FILTER + 1]; /* coefficients of A and B, highest power first */
  Vec       w[2], s[2][MAX_FILTER];                  /* of v (the derivative of q) and of a (that of v) */
  State     next;
} SS;

/* Coefficients, highest power first, of sum_k E[k] (z - 1)^k. */
static void expand(PetscInt n, const PetscReal E[], PetscReal c[])
{
  PetscReal power[MAX_FILTER + 1] = {1}; /* (z - 1)^k, highest first */

  for (PetscInt i = 0; i <= n; i++) c[i] = 0;
  for (PetscInt k = 0; k <= n; k++) {
    for (PetscInt i = 0; i <= k; i++) c[n - k + i] += E[k] * power[i];
    for (PetscInt i = k + 1; i > 0; i--)
      if (i <= MAX_FILTER) power[i] = (i <= k ? power[i] : 0) - power[i - 1];
  }
}

static PetscErrorCode SetUp_SS(Integrator in, const State *state)
{
  const Row *row = in->scheme->row;
  SS        *ss;
  PetscReal  E[MAX_FILTER + 1] = {1}, F[MAX_FILTER + 1] = {1};

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&ss));
  in->data = ss;
  ss->n    = row->n;
  ss->e    = 1 / (1 + in->rho_inf);
  row->symmetric(in->rho_inf, E);
  for (PetscInt k = 1; k <= ss->n; k++) F[k] = F[k - 1] * ss->e * (PetscReal)(ss->n - k + 1) / (PetscReal)k;
  expand(ss->n, E, ss->a);
  expand(ss->n, F, ss->b);
  FirstOrderCoefficients(in, in->dt * ss->e * ss->b[0] / ss->a[0]);
  PetscCall(SystemStateCreate(in->sys, &ss->next));
  for (int d = 0; d < 2; d++) {
    const Vec derivative = d ? state->a : state->v;

    PetscCall(VecDuplicate(derivative, &ss->w[d]));
    PetscCall(VecCopy(derivative, ss->w[d]));
    for (PetscInt i = 1; i <= ss->n; i++) {
      PetscReal steady = 0;

      for (PetscInt m = i; m <= ss->n; m++) steady += ss->b[m] - ss->a[m];
      PetscCall(VecDuplicate(derivative, &ss->s[d][i - 1]));
      PetscCall(VecCopy(derivative, ss->s[d][i - 1]));
      PetscCall(VecScale(ss->s[d][i - 1], steady));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* w = (b_0 y' + s_1)/a_0,  s_i <- b_i y' - a_i w + s_{i+1}; for both derivatives in one pass each. */
static PetscErrorCode Filter(SS *ss, int d, Vec derivative)
{
  const PetscInt   n = ss->n, nin = n + 1; /* in: y', s_1 ... s_n; out: w, s_1 ... s_n */
  PetscReal        c[MAX_FILTER + 1][MAX_FILTER + 1] = {{0}};
  const PetscReal *coefficients[MAX_FILTER + 1];
  Vec              in[MAX_FILTER + 1], out[MAX_FILTER + 1];

  PetscFunctionBeginUser;
  in[0]   = derivative;
  out[0]  = ss->w[d];
  c[0][0] = ss->b[0] / ss->a[0];
  c[0][1] = 1 / ss->a[0];
  for (PetscInt i = 1; i <= n; i++) {
    in[i] = out[i] = ss->s[d][i - 1];
    c[i][0]        = ss->b[i] - ss->a[i] * c[0][0];
    c[i][1] -= ss->a[i] * c[0][1];
    if (i < n) c[i][i + 1] += 1;
  }
  for (PetscInt i = 0; i <= n; i++) coefficients[i] = c[i];
  PetscCall(VecsCombine(nin, in, nin, coefficients, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_SS(Integrator in, State *s, StageInfo *info)
{
  enum { Q, V, WQ, SQ, WV, SV, NIN };
  SS             *ss = in->data;
  const PetscReal h = in->dt, e = ss->e;
  const Vec       vecs[NIN]  = {s->q, s->v, ss->w[0], ss->s[0][0], ss->w[1], ss->s[1][0]};
  const PetscReal qstar[NIN] = {[Q] = 1, [WQ] = h * (1 - e), [SQ] = h * e / ss->a[0]};
  const PetscReal vstar[NIN] = {[V] = 1, [WV] = h * (1 - e), [SV] = h * e / ss->a[0]};
  const PetscReal guess[NIN] = {[V] = 1}; /* constant: Zhang et al. 2022, eq. (15) */
  State           done;

  PetscFunctionBeginUser;
  PetscCall(SolveFirstOrderStage(in, s->t + h, h * e * ss->b[0] / ss->a[0], NIN, vecs, qstar, vstar, guess,
                                 (StageStart){PETSC_FALSE, Q}, &ss->next, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  done     = ss->next;
  ss->next = *s;
  *s       = done;
  PetscCall(Filter(ss, 0, s->v));
  PetscCall(Filter(ss, 1, s->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_SS(Integrator in)
{
  SS *ss = in->data;

  PetscFunctionBeginUser;
  if (!ss) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SystemStateDestroy(&ss->next));
  for (int d = 0; d < 2; d++) {
    PetscCall(VecDestroy(&ss->w[d]));
    for (PetscInt i = 0; i < MAX_FILTER; i++) PetscCall(VecDestroy(&ss->s[d][i]));
  }
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily ss_family = {schemes, NULL, SetUp_SS, Step_SS, Destroy_SS};
