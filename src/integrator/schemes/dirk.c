/* dirk.c: implements steps of ESDIRK schemes, stage by stage (Zhang et al. 2022, eqs. (5)-(6)).

   The schemes are stiffly accurate: the last stage is the new state, and its derivative is the
   first stage of the next step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"
#include "integrator/given/given_tableau.h"
#include "tableau.h"

/* clang-format off */
#define ROW(tableau) &(const RungeKuttaRow){tableau}

static const char *const advances[] = {"bdf2", "quadrature", NULL};

enum { ADVANCE, SPLIT = ADVANCE };
static const FsSchemeParameter tr_bdf2_q_parameters[] = {
  {"tr_bdf2_q_advance", {"-tr_bdf2_q_advance", "bdf2",
   "displacement of tr_bdf2_q: bdf2 (quadrature estimates the error), or quadrature (as in the "
   "paper; not A-stable)", .words = advances}},
  {NULL}
};

static const FsSchemeParameter bathe_parameters[] = {
  {"bathe_split", {"-bathe_split", "by rho_inf",
   "first sub-step of bathe, as a part of the step; by default both sub-steps have the same matrix",
   FS_DESCRIBED}, 0.01, 0.99, "[0.01, 0.99]; 0.5 makes the sub-steps equal"},
  {NULL}
};

static const FsScheme schemes[] = {
  {"trapezoidal", 2, 1, 1, 1, PETSC_FALSE, "trapezoidal rule, Newmark's average acceleration",            ROW(tableau_trapezoidal)},
  {"bathe",       2, 2, 0, 0, PETSC_TRUE,  "rho_inf-Bathe, Noh & Bathe 2019, Zhang et al. 2022 (7)",      ROW(tableau_bathe), bathe_parameters},
  {"msstc3",      2, 3, 0, 0, PETSC_TRUE,  "MSSTC(3), Zhang et al. 2022",                                 ROW(tableau_msstc3)},
  {"msstc4",      2, 4, 0, 0, PETSC_TRUE,  "MSSTC(4), Zhang et al. 2022",                                 ROW(tableau_msstc4)},
  {"msstc5",      2, 5, 0, 0, PETSC_TRUE,  "MSSTC(5), Zhang et al. 2022",                                 ROW(tableau_msstc5)},
  {"mssth3",      3, 3, 0, 0, PETSC_TRUE,  "MSSTH(3), Zhang et al. 2022 (30)-(31)",                       ROW(tableau_mssth3)},
  {"mssth4",      4, 4, 0, 0, PETSC_TRUE,  "MSSTH(4), Zhang et al. 2022 (32)-(33)",                       ROW(tableau_mssth4)},
  {"mssth5",      5, 5, 0, 0, PETSC_TRUE,  "MSSTH(5), Zhang et al. 2022 (34)-(35)",                       ROW(tableau_mssth5)},
  {"esdirk32_4l", 3, 3, 0, 0, PETSC_FALSE, "ESDIRK3(2)4L[2]SA, Kennedy & Carpenter 2019",                 ROW(tableau_esdirk32_4l)},
  {"esdirk32_5l", 3, 4, 0, 0, PETSC_FALSE, "ESDIRK3(2)5L[2]SA, Kennedy & Carpenter 2019",                 ROW(tableau_esdirk32_5l)},
  {"esdirk43_6l", 4, 5, 0, 0, PETSC_FALSE, "ESDIRK4(3)6L[2]SA_2, Kennedy & Carpenter 2019",               ROW(tableau_esdirk43_6l)},
  {"tr_bdf2_q",   2, 2, 0, 0, PETSC_FALSE, "TR-BDF2 with third-order quadrature, Zupan & Zupan (9),(18)", ROW(tableau_tr_bdf2), tr_bdf2_q_parameters},
  {NULL,          0, 0, 0, 0, PETSC_FALSE, NULL,                                                          NULL}
};
/* clang-format on */

typedef struct {
  Tableau t;
  /* the embedded quadrature gives the displacement of the step (-tr_bdf2_q_advance quadrature) */
  PetscBool quadrature;
  /* stages 1 ... stages - 2; stage 0 is the current state, the last one the new state */
  FsState stage[FS_MAX_STAGES];
} DIRK;

static void SetDefaults_DIRK(const FsScheme *scheme, FsIntegratorOptions *options)
{
  if (scheme->parameters == bathe_parameters)
    options->parameter[SPLIT] = bathe_equal_split(options->rho_inf);
}

/* Returns whether the embedded quadrature gives the displacement of steps. */
static PetscBool advances_by_quadrature(const FsIntegratorOptions *options)
{
  return (PetscBool)(options->scheme->parameters == tr_bdf2_q_parameters &&
                     options->parameter[ADVANCE] != 0);
}

static const char *Warning_DIRK(const FsIntegratorOptions *options)
{
  if (is_given_tableau(options->scheme)) return given_tableau_warning(options->scheme);
  return advances_by_quadrature(options)
           ? "-tr_bdf2_q_advance quadrature is not A-stable; undamped motion grows if omega dt < "
             "21, by (omega dt)^4/85 a step while that is small"
           : NULL;
}

static PetscErrorCode Create_DIRK(FsIntegrator in, const FsIntegratorOptions *options)
{
  const RungeKuttaRow *row = in->scheme->row;
  DIRK                *dirk;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&dirk));
  in->data = dirk;
  row->tableau(options, &dirk->t);
  dirk->quadrature = advances_by_quadrature(options);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the error constant C (family.h) of a second-order scheme for q' = lambda q: b A c - 1/6,
   with b the last row of A. */
static PetscReal tableau_error_constant(const Tableau *t)
{
  PetscReal sum = 0;

  for (PetscInt i = 0; i < t->stages; i++)
    for (PetscInt j = 0; j < t->stages; j++) sum += t->A[t->stages - 1][i] * t->A[i][j] * t->c[j];
  return sum - 1. / 6;
}

/* Returns the number of different coefficients on the diagonal, and thus of matrices in a step. */
static PetscInt count_diagonals(const Tableau *t)
{
  PetscInt n = 0;

  for (PetscInt i = 1; i < t->stages; i++) {
    PetscInt j = 1;

    while (j < i && t->A[j][j] != t->A[i][i]) j++;
    n += j == i;
  }
  return n;
}

static PetscErrorCode SetUp_DIRK(FsIntegrator in, FsState *s)
{
  DIRK *dirk = in->data;

  PetscFunctionBeginUser;
  (void)s;
  PetscCheck(!dirk->quadrature || !in->sys->constraints ||
               in->sys->stabilization == FS_STABILIZED_PROJECTION,
             in->comm, PETSC_ERR_USER_INPUT,
             "-tr_bdf2_q_advance quadrature leaves the constraints of joints; use -stabilize "
             "projection with it, or bdf2");
  for (PetscInt i = 1; i < dirk->t.stages - 1; i++)
    PetscCall(FsSystemStateCreate(in->sys, &dirk->stage[i]));
  in->shift       = FsFirstOrderShift(in->dt * dirk->t.A[1][1]);
  in->shifts      = count_diagonals(&dirk->t);
  in->error_order = dirk->t.error_order ? dirk->t.error_order : in->scheme->order == 2 ? 3 : 0;
  if (in->scheme->order == 2) in->error_constant = tableau_error_constant(&dirk->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of points that predict stage i. The order is 4 in the last stage of schemes of
   order 4, else 2. Points are the earlier stages and, if these do not suffice, the state before the
   step. The latter saves Newton iterations, but no iterations of a linear solver. */
static PetscInt predictor_points(const FsIntegrator in, PetscInt i, PetscInt last)
{
  const PetscInt  preferred = in->predictor                         ? in->predictor
                              : i == last && in->scheme->order >= 4 ? 3
                                                                    : 2;
  const PetscBool use_previous =
    (PetscBool)(in->has_previous && (in->predictor || !in->sys->traits.linear));

  return PetscMin(preferred, use_previous ? i + 1 : i);
}

/* Computes sum = c q_0 + dt sum_j weight[j] q'_j over all stages. */
static PetscErrorCode Quadrature(FsIntegrator in, const FsState *s, const FsState *next,
                                 PetscReal c, const PetscReal weight[], Vec sum)
{
  const DIRK            *dirk = in->data;
  const PetscInt         last = dirk->t.stages - 1;
  Vec                    vecs[FS_MAX_STAGES + 1];
  PetscReal              row[FS_MAX_STAGES + 1];
  const PetscReal *const rows_of[] = {row};

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j <= last; j++) {
    vecs[j] = j == 0 ? s->qd : j == last ? next->qd : dirk->stage[j].qd;
    row[j]  = in->dt * weight[j];
  }
  vecs[last + 1] = s->q;
  row[last + 1]  = c;
  PetscCall(VecsCombine(last + 2, vecs, 1, rows_of, &sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_DIRK(FsIntegrator in, const FsState *s, FsState *next,
                                 FsStageInfo *info)
{
  enum { NVECS = 4 * FS_MAX_STAGES + 2 };
  DIRK           *dirk   = in->data;
  const Tableau  *t      = &dirk->t;
  const PetscInt  last   = t->stages - 1;
  const PetscReal h      = in->dt;
  const PetscInt  stride = FsSystemHasRates(in->sys) ? 4 : 3,
                 rate    = FsSystemHasRates(in->sys) ? 3 : 1;
  const StageStart start = {PETSC_FALSE, 0};

  PetscFunctionBeginUser;
  /* vecs: q, v, a (and qd if it is a separate Vec) of the stages 0 ... i - 1; then q and qd of the
     state before the step */
  for (PetscInt i = 1; i <= last && info->ok; i++) {
    const PetscInt points = predictor_points(in, i, last);
    Vec            vecs[NVECS];
    PetscReal      qstar[NVECS] = {0}, vstar[NVECS] = {0}, guess[NVECS] = {0}, tj[3], m[3], d[3];

    vecs[stride * i]     = next->q;
    vecs[stride * i + 1] = next->qd;
    for (PetscInt j = 0; j < i; j++) {
      const FsState *stage = j ? &dirk->stage[j] : s;

      vecs[stride * j]         = stage->q;
      vecs[stride * j + 1]     = stage->v;
      vecs[stride * j + 2]     = stage->a;
      vecs[stride * j + rate]  = stage->qd;
      qstar[stride * j + rate] = vstar[stride * j + 2] = h * t->A[i][j];
    }
    qstar[0] = vstar[1] = 1;
    for (PetscInt p = 0; p < points; p++) tj[p] = p < i ? s->t + t->c[i - 1 - p] * h : next->t;
    predictor_coefficients(points, tj, s->t + t->c[i] * h, m, d);
    for (PetscInt p = 0; p < points; p++) {
      const PetscInt at = stride * (p < i ? i - 1 - p : i);

      guess[at]                      = m[p];
      guess[at + (p < i ? rate : 1)] = d[p];
    }
    PetscCall(SolveFirstOrderStage(in, s->t + t->c[i] * h, h * t->A[i][i], stride * i + 2, vecs,
                                   qstar, vstar, guess, start, i == last ? next : &dirk->stage[i],
                                   info));
  }
  if (dirk->quadrature && info->ok) {
    PetscReal weight[FS_MAX_STAGES];

    for (PetscInt j = 0; j <= last; j++) weight[j] = t->A[last][j] - t->error[j];
    PetscCall(Quadrature(in, s, next, 1, weight, next->q));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the difference to the embedded solution, or calls EstimateFromAcceleration without
   one. */
static PetscErrorCode Estimate_DIRK(FsIntegrator in, const FsState *s, const FsState *next,
                                    Vec error)
{
  const DIRK *dirk = in->data;

  PetscFunctionBeginUser;
  if (dirk->t.error_order) PetscCall(Quadrature(in, s, next, 0, dirk->t.error, error));
  else PetscCall(EstimateFromAcceleration(in, s, next, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_DIRK(FsIntegrator in, SchemeHistory *history)
{
  const DIRK *dirk = in->data;

  history->independent_acceleration = dirk->quadrature;
}

static PetscErrorCode Destroy_DIRK(FsIntegrator in)
{
  DIRK *dirk = in->data;

  PetscFunctionBeginUser;
  if (!dirk) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 1; i < FS_MAX_STAGES; i++) PetscCall(FsSystemStateDestroy(&dirk->stage[i]));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily dirk_family = {.schemes              = schemes,
                                  .first_order          = PETSC_TRUE,
                                  .implicit_multipliers = PETSC_TRUE,
                                  .uses_previous        = PETSC_TRUE,
                                  .set_defaults         = SetDefaults_DIRK,
                                  .warning              = Warning_DIRK,
                                  .create               = Create_DIRK,
                                  .setup                = SetUp_DIRK,
                                  .solve                = Solve_DIRK,
                                  .estimate             = Estimate_DIRK,
                                  .history              = History_DIRK,
                                  .destroy              = Destroy_DIRK};
