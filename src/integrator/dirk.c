/* dirk.c: Runge-Kutta schemes with an explicit first stage and one diagonal gamma (ESDIRK), stiffly accurate:
     y_i = y_0 + dt sum_{j<i} a_ij y'_j + dt gamma y'_i,   y_k = y_s.
   Zhang et al. 2022, eqs. (5)-(6). The last stage's derivative is the first one's of the next step. */
#include "integrator.h"

enum { MAX_STAGES = 6 };

/* Lower triangle of the tableau, row by row, the first row left out; the last entry of each row is gamma. */
typedef struct {
  PetscInt  stages;
  PetscReal A[MAX_STAGES][MAX_STAGES];
} Tableau;

static void trapezoidal(PetscReal rho, Tableau *t)
{
  (void)rho;
  *t = (Tableau){
    2, {{0}, {0.5, 0.5}}
  };
}

/* Zhang et al. 2022, eq. (7), with gamma in the form that is regular at rho_inf = 1. */
static void bathe(PetscReal rho, Tableau *t)
{
  const PetscReal g = 1 / (2 + PetscSqrtReal(2 + 2 * rho));

  *t = (Tableau){
    3, {{0}, {g, g}, {-(4 * g * g - 6 * g + 1) / (4 * g), (1 - 2 * g) / (4 * g), g}}
  };
}

static void esdirk32_5l(PetscReal rho, Tableau *t)
{
  const PetscReal r = PETSC_SQRT2, g = 9. / 40, a31 = 9 * (1 + r) / 80, a41 = (22 + 15 * r) / (80 * (1 + r));
  const PetscReal b1 = (2398 + 1205 * r) / (2835 * (4 + 3 * r));

  (void)rho;
  *t = (Tableau){
    5,
    {{0},
      {g, g},
      {a31, a31, g},
      {a41, a41, -7 / (40 * (1 + r)), g},
      {b1, b1, -2374 * (1 + 2 * r) / (2835 * (5 + 3 * r)), 5827. / 7560, g}}
  };
}

static void esdirk43_6l(PetscReal rho, Tableau *t)
{
  const PetscReal g = 31. / 125, a31 = -360286518617. / 7014585480527, a41 = -506388693497. / 5937754990171;
  const PetscReal a51 = -7628305438933. / 11061539393788, b1 = -12917657251. / 5222094901039;

  (void)rho;
  *t = (Tableau){
    6,
    {{0},
      {g, g},
      {a31, a31, g},
      {a41, a41, 7149918333491. / 13390931526268, g},
      {a51, a51, 21592626537567. / 14352247503901, 11630056083252. / 17263101053231, g},
      {b1, b1, 5602338284630. / 15643096342197, 9002339615474. / 18125249312447, -2420307481369. / 24731958684496, g}}
  };
}

typedef struct {
  void (*tableau)(PetscReal rho, Tableau *t);
} Row;

static const Row rows[] = {{trapezoidal}, {bathe}, {esdirk32_5l}, {esdirk43_6l}};

static const Scheme schemes[] = {
  {"trapezoidal", 2, 1, PETSC_FALSE, "trapezoidal rule, Newmark's average acceleration", &rows[0]},
  {"bathe",       2, 0, PETSC_TRUE,  "rho_inf-Bathe, two stages, Zhang et al. 2022 (7)", &rows[1]},
  {"esdirk32_5l", 3, 0, PETSC_FALSE, "ESDIRK3(2)5L[2]SA, Kennedy & Carpenter 2019",      &rows[2]},
  {"esdirk43_6l", 4, 0, PETSC_FALSE, "ESDIRK4(3)6L[2]SA_2, Kennedy & Carpenter 2019",    &rows[3]},
  {NULL,          0, 0, PETSC_FALSE, NULL,                                               NULL    }
};

typedef struct {
  Tableau   t;
  PetscReal c[MAX_STAGES];
  State     stage[MAX_STAGES]; /* of the implicit stages; [0] is not used: that is the state itself */
} DIRK;

static PetscErrorCode SetUp_DIRK(Integrator in, const State *s)
{
  const Row *row = in->scheme->row;
  DIRK      *dirk;

  PetscFunctionBeginUser;
  (void)s;
  PetscCall(PetscNew(&dirk));
  in->data = dirk;
  row->tableau(in->rho_inf, &dirk->t);
  for (PetscInt i = 0; i < dirk->t.stages; i++) {
    for (PetscInt j = 0; j <= i; j++) dirk->c[i] += dirk->t.A[i][j];
    if (i) PetscCall(SystemStateCreate(in->sys, &dirk->stage[i]));
  }
  FirstOrderCoefficients(in, in->dt * dirk->t.A[1][1]);
  dirk->c[dirk->t.stages - 1] = 1; /* without the round-off of the sum */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Points of the predictor of stage i: none before the second, fourth order in the last stage of schemes of order 4. */
static PetscInt predictor_points(const Integrator in, PetscInt i, PetscInt last)
{
  return PetscMin(i, i == last && in->scheme->order >= 4 ? 3 : 2);
}

static PetscErrorCode Step_DIRK(Integrator in, State *s, StageInfo *info)
{
  DIRK           *dirk  = in->data;
  const PetscInt  last  = dirk->t.stages - 1;
  const PetscReal h     = in->dt;
  StageStart      start = {PETSC_FALSE, 0};
  State           done;

  PetscFunctionBeginUser;
  for (PetscInt i = 1; i <= last; i++) { /* vecs: q, v, a of the stages 0 ... i - 1 */
    const PetscInt points = predictor_points(in, i, last);
    Vec            vecs[3 * MAX_STAGES];
    PetscReal qstar[3 * MAX_STAGES] = {0}, vstar[3 * MAX_STAGES] = {0}, guess[3 * MAX_STAGES] = {0}, tj[3], m[3], d[3];

    for (PetscInt j = 0; j < i; j++) {
      const State *stage = j ? &dirk->stage[j] : s;

      vecs[3 * j]      = stage->q;
      vecs[3 * j + 1]  = stage->v;
      vecs[3 * j + 2]  = stage->a;
      qstar[3 * j + 1] = vstar[3 * j + 2] = h * dirk->t.A[i][j];
    }
    qstar[0] = vstar[1] = 1;
    for (PetscInt p = 0; p < points; p++) tj[p] = s->t + dirk->c[i - 1 - p] * h;
    predictor_row(points, tj, s->t + dirk->c[i] * h, m, d);
    for (PetscInt p = 0; p < points; p++) {
      guess[3 * (i - 1 - p)]     = m[p];
      guess[3 * (i - 1 - p) + 1] = d[p];
    }
    PetscCall(SolveFirstOrderStage(in, s->t + dirk->c[i] * h, h * dirk->t.A[i][i], 3 * i, vecs, qstar, vstar, guess,
                                   start, &dirk->stage[i], info));
    if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  }
  done              = dirk->stage[last];
  dirk->stage[last] = *s;
  *s                = done;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_DIRK(Integrator in)
{
  DIRK *dirk = in->data;

  PetscFunctionBeginUser;
  if (!dirk) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 1; i < MAX_STAGES; i++) PetscCall(SystemStateDestroy(&dirk->stage[i]));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily dirk_family = {schemes, NULL, SetUp_DIRK, Step_DIRK, Destroy_DIRK};
