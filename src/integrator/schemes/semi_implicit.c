/* semi_implicit.c: HHT-SI2 and HHT-ADD of Negrut, Jay & Khude 2009, eqs. (11)-(13): HHT's method for mechanisms, with the
   constraints on positions and velocities. Both use Newmark's formulas with an averaged acceleration w, M w = (1 +
   alpha) F - alpha F_n, F the forces at the end of the step and F_n at its begin:
     q = q_n + h v_n + h^2 [(1/2 - beta) w_n + beta w] + dq,   v = v_n + h [(1 - gamma) w_n + gamma w] + dv.
     SI2: F contains -G^T lambda; M is taken at t_n + (1 + alpha) h; dq = h^2/2 u with M u = G^T mu, dv = 0.
     ADD: F does not; dq = h^2/2 [(1 - b) R_1 + b R_2], dv = h/2 (R_1 + R_2), M R = -G^T psi at the begin and the end.
   Without constraints both are hht. A step is one Newton solve (solve/newton/block_newton.h). Begin with UpdateState_SemiImplicit. */
#include "solve/newton/block_newton.h"
#include "integrator/family.h"
#include "linear/solver.h"

typedef enum { SI2, ADD } SemiImplicitKind;
typedef struct {
  SemiImplicitKind kind;
} SemiImplicitScheme;

static const FsScheme schemes[] = {
  {"hht_si2", 2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,  "HHT-SI2, Negrut, Jay & Khude 2009 (12)-(13)",
   &(const SemiImplicitScheme){SI2}                                                                                               },
  {"hht_add", 2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,
   "HHT-ADD, Negrut, Jay & Khude 2009 (11), Jay & Negrut 2007",                                   &(const SemiImplicitScheme){ADD}},
  {NULL,      0, 0, 0,   0,           PETSC_FALSE, NULL,                                          NULL                            }
};

enum { MAX_SEMI_BLOCKS = 3 };

/* Unknowns are displacements. SI2: x[0] = beta h^2 w, x[1] = h^2/2 u. ADD: x[0] = beta h^2 (1 + alpha) M^-1 F,
   x[1], x[2] = h^2/2 (R_1, R_2). Multipliers (lambda in x[0], mu or psi in the others) have the same factors. */
typedef struct {
  SemiImplicitKind kind;
  PetscReal        alpha, beta, gamma, b;
  PetscInt         n;
  BlockNewton      blocks;
  Vec              w, force;         /* w_n; SI2: r(q_n, v_n, a = 0) = -F_n, ADD: M^-1 F_n */
  Vec              new_w, new_force; /* w and force at the end of the step under way */
  Vec              x[MAX_SEMI_BLOCKS], q0, v0; /* unknowns; q and v where they are 0 */
  Vec              q, v, a, f; /* state at the unknowns, see UpdateState_SemiImplicit; scratch */
  Mat              M, start;   /* mass matrix; ADD: also [M G^T] at the begin of the step */
  PetscReal        t, h;       /* time at the end of the step under way, its size [s] */
} SemiImplicit;

static PetscErrorCode SetFromOptions_SemiImplicit(FsIntegrator in, FsOptions o)
{
  const PetscReal min_distance = 0.05; /* distance of b from 1/2 within which ADD fails */
  SemiImplicit   *m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  in->data = m;
  m->kind  = ((const SemiImplicitScheme *)in->scheme->row)->kind;
  PetscCall(HHTAlphaFromOptions(in, o, &m->alpha));
  m->gamma = (1 - 2 * m->alpha) / 2;
  m->beta  = PetscSqr(1 - m->alpha) / 4;
  if (m->kind == ADD) {
    PetscCall(FsOptionsReal(o, "-hht_add_b", &m->b, NULL));
    PetscCheck(
      PetscAbsReal(m->b - 0.5) > min_distance, in->comm, PETSC_ERR_USER_INPUT,
      "-hht_add_b %.6g: positions and velocities cannot be told apart near 1/2; 0 and 1 are usual",
      (double)m->b);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* m->q, v, a at the unknowns; a = w (SI2) or M^-1 F (ADD), with lambda in the entries of multipliers. */
static PetscErrorCode UpdateState_SemiImplicit(SemiImplicit *m, const Vec x[])
{
  const PetscReal h = m->h, per_x = 1 / (m->beta * h * h);

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(m->q, 1, x[0], m->q0));
  PetscCall(VecWAXPY(m->v, m->gamma / (m->beta * h), x[0], m->v0));
  PetscCall(VecAXPBY(m->a, m->kind == ADD ? per_x / (1 + m->alpha) : per_x, 0, x[0]));
  if (m->kind == SI2) {
    PetscCall(VecAXPY(m->q, 1, x[1]));
  } else {
    PetscCall(VecAXPY(m->q, 1 - m->b, x[1]));
    PetscCall(VecAXPY(m->q, m->b, x[2]));
    for (int k = 1; k < 3; k++) PetscCall(VecAXPY(m->v, 1 / h, x[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsLoading motion_loading = {.factor = 1, .spin = 1};

/* A = cm M at a state, and column * G^T in the columns of multipliers. zero: scratch. */
static PetscErrorCode AssembleMass(FsSystem sys, PetscReal t, Vec q, Vec v, PetscReal cm,
                                   PetscReal column, Vec zero, Mat A)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 0, column};
  const FsState          at   = {.t = t, .q = q, .v = v, .a = zero};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(zero));
  PetscCall(FsSystemTangent(sys, &at, &motion_loading, &rows, (FsShift){.cm = cm}, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state at the unknowns with the acceleration a; the Vecs are those of m. */
static FsState current_state(const SemiImplicit *m, Vec a)
{
  return (FsState){.t = m->t, .q = m->q, .v = m->v, .a = a};
}

/* y = r(q, v, a = 0) = -F with the multipliers in lambda; scale * Phi in the rows of constraints. */
static PetscErrorCode ForceResidual(FsSystem sys, const SemiImplicit *m, Vec lambda,
                                    PetscReal scale, Vec y)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, scale, 1};
  const FsState          at   = current_state(m, m->f);

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(m->f));
  PetscCall(sys->constraints->add_multipliers(sys, 1, lambda, m->f));
  PetscCall(FsSystemResidual(sys, &at, &motion_loading, &rows, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- HHT-SI2 ----------------------------------------------------------------------------------------------------- */

static PetscErrorCode Residual_SI2(void *context, const Vec x[], const Vec r[])
{
  FsIntegrator    in  = context;
  FsSystem        sys = in->sys;
  SemiImplicit   *m   = in->data;
  const FsState   at  = current_state(m, NULL);
  const PetscReal ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_SemiImplicit(m, x));
  PetscCall(ForceResidual(sys, m, m->a, ca, r[0]));
  PetscCall(VecCopy(r[0], m->new_force));
  PetscCall(VecAXPY(r[0], -m->alpha / (1 + m->alpha), m->force));
  PetscCall(MatMult(m->M, x[0], m->f));
  PetscCall(VecAXPY(r[0], ca / (1 + m->alpha), m->f));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &motion_loading, r[1]));
  PetscCall(VecScale(r[1], 1 / (m->h * m->gamma)));
  PetscCall(sys->constraints->force(sys, &at, &motion_loading, x[1], m->f));
  PetscCall(VecAXPY(r[1], -cu, m->f));
  PetscCall(MatMult(m->M, x[1], m->f));
  PetscCall(VecAXPY(r[1], cu, m->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_SI2(void *context, const Vec x[], const Mat A[])
{
  FsIntegrator    in  = context;
  FsSystem        sys = in->sys;
  SemiImplicit   *m   = in->data;
  const PetscReal ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h),
                  cv           = m->gamma / (m->beta * m->h);
  const PetscReal        scale = 1 / (m->h * m->gamma);
  const FsConstraintRows rows  = {FS_CONSTRAINT_POSITION, ca, ca},
                         fixed = {FS_CONSTRAINT_POSITION, ca, 0};
  const FsState at             = current_state(m, m->f);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_SemiImplicit(m, x));
  PetscCall(VecZeroEntries(m->f));
  PetscCall(sys->constraints->add_multipliers(sys, 1, m->a, m->f));
  PetscCall(
    FsSystemTangent(sys, &at, &motion_loading, &rows, (FsShift){0, cv, 1, PETSC_FALSE}, A[0]));
  PetscCall(MatAXPY(A[0], ca / (1 + m->alpha), m->M, SAME_NONZERO_PATTERN));
  PetscCall(FsSystemTangent(sys, &at, &motion_loading, &fixed, (FsShift){.ck = 1}, A[1]));
  PetscCall(MatZeroEntries(A[2]));
  PetscCall(sys->constraints->tangent(sys, &at, &motion_loading, m->q, x[1], -cu,
                                      FS_CONSTRAINT_VELOCITY, scale,
                                      (FsShift){0, cv, 1, PETSC_FALSE}, A[2]));
  PetscCall(AssembleMass(sys, m->t, m->q, m->v, 0, -cu, m->f, A[3]));
  PetscCall(MatAXPY(A[3], cu, m->M, SAME_NONZERO_PATTERN));
  PetscCall(sys->constraints->tangent(sys, &at, &motion_loading, m->q, x[1], -cu,
                                      FS_CONSTRAINT_VELOCITY, scale, (FsShift){.ck = 1}, A[3]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* w is known with the unknowns; the acceleration follows from w = (1 + alpha) a - alpha a_n, multipliers are lambda. */
static PetscErrorCode Finish_SI2(FsIntegrator in, const FsState *s, FsState *next)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(m->a, m->new_w));
  PetscCall(VecWAXPY(next->a, m->alpha, s->a, m->new_w));
  PetscCall(VecScale(next->a, 1 / (1 + m->alpha)));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, next->a, next->a));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, 1, m->new_w, next->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- HHT-ADD ----------------------------------------------------------------------------------------------------- */

static PetscErrorCode Residual_ADD(void *context, const Vec x[], const Vec r[])
{
  FsIntegrator           in  = context;
  FsSystem               sys = in->sys;
  SemiImplicit          *m   = in->data;
  const PetscReal        ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h);
  const FsConstraintRows none = {FS_CONSTRAINT_POSITION, 0, 0};
  const FsState          at   = current_state(m, m->a);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_SemiImplicit(m, x));
  PetscCall(sys->constraints->add_multipliers(sys, -1, m->a, m->a));
  PetscCall(FsSystemResidual(sys, &at, &motion_loading, &none, r[0]));
  /* ADD has no lambda: its entries of x[0] are to be 0 */
  PetscCall(sys->constraints->add_multipliers(sys, ca, x[0], r[0]));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_POSITION, &at, &motion_loading, r[1]));
  PetscCall(MatMult(m->start, x[1], m->f));
  PetscCall(VecAXPBY(r[1], cu, ca, m->f));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &motion_loading, r[2]));
  PetscCall(AssembleMass(sys, m->t, m->q, m->v, 1, 1, m->f, m->M));
  PetscCall(MatMult(m->M, x[2], m->f));
  PetscCall(VecAXPBY(r[2], cu, 1 / (m->h * m->gamma), m->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A0, A1, A2 = derivatives of r[0], of the position rows of r[1] and of the velocity rows of r[2] along a shift. */
static PetscErrorCode TangentColumn_ADD(FsIntegrator in, const Vec x[], FsShift shift, Mat A0,
                                        Mat A1, Mat A2)
{
  FsSystem        sys = in->sys;
  SemiImplicit   *m   = in->data;
  const PetscReal ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h),
                  cv          = 1 / (m->h * m->gamma);
  const FsConstraintRows none = {FS_CONSTRAINT_POSITION, 0, 0};
  const FsState          at   = current_state(m, m->a);

  PetscFunctionBeginUser;
  PetscCall(FsSystemTangent(sys, &at, &motion_loading, &none, shift, A0));
  PetscCall(sys->constraints->tangent(sys, &at, &motion_loading, m->q, x[1], 0,
                                      FS_CONSTRAINT_POSITION, ca, (FsShift){.ck = shift.ck}, A1));
  PetscCall(sys->constraints->tangent(sys, &at, &motion_loading, m->q, x[2], cu,
                                      FS_CONSTRAINT_VELOCITY, cv, shift, A2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The change of M R_2 with q is left out (M is taken as fixed): it is of the order of h^2 compared with the rest. */
static PetscErrorCode Tangent_ADD(void *context, const Vec x[], const Mat A[])
{
  FsIntegrator    in = context;
  SemiImplicit   *m  = in->data;
  const PetscReal h = m->h, ca = 1 / (m->beta * h * h), cu = 2 / (h * h);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_SemiImplicit(m, x));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, m->a, m->a));
  for (int k = 3; k < 9; k++) PetscCall(MatZeroEntries(A[k]));
  PetscCall(MatCopy(m->start, A[4], SAME_NONZERO_PATTERN));
  PetscCall(MatScale(A[4], cu));
  PetscCall(AssembleMass(in->sys, m->t, m->q, m->v, cu, cu, m->f, A[8]));
  PetscCall(TangentColumn_ADD(
    in, x, (FsShift){ca / (1 + m->alpha), m->gamma / (m->beta * h), 1, PETSC_FALSE}, A[0], A[3],
    A[6]));
  PetscCall(TangentColumn_ADD(in, x, (FsShift){0, 1 / h, 1 - m->b, PETSC_FALSE}, A[1], A[4], A[7]));
  PetscCall(TangentColumn_ADD(in, x, (FsShift){0, 1 / h, m->b, PETSC_FALSE}, A[2], A[5], A[8]));
  PetscCall(VecSet(m->f, ca));
  PetscCall(VecZeroEntries(m->q));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, 1, m->f, m->q));
  PetscCall(MatDiagonalSet(A[0], m->q, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* new_w from the forces at the end of the step; acceleration and multipliers from the equation of motion there. */
static PetscErrorCode Finish_ADD(FsIntegrator in, FsState *next, FsStageInfo *info)
{
  SemiImplicit *m = in->data;
  FsStageInfo   start;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(m->a, m->new_force));
  PetscCall(VecAXPBY(m->new_w, 1 + m->alpha, 0, m->new_force));
  PetscCall(VecAXPY(m->new_w, -m->alpha, m->force));
  PetscCall(FsStageAcceleration(in->stage, next, &start));
  if (!start.ok) {
    info->ok     = PETSC_FALSE;
    info->reason = start.reason;
    PetscCall(PetscStrncpy(info->place, start.place, sizeof info->place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* m->force = M^-1 F at a state. Input error: M is singular. */
static PetscErrorCode SolveForceAcceleration(FsIntegrator in, const FsState *s)
{
  SemiImplicit          *m    = in->data;
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  const FsState          rest = {.t = s->t, .q = s->q, .v = s->v, .a = m->a};
  PetscBool              solved;
  KSP                    ksp;
  PetscReal              norm;

  PetscFunctionBeginUser;
  PetscCall(AssembleMass(in->sys, s->t, s->q, s->v, 1, 0, m->f, m->M));
  PetscCall(VecSet(m->f, 1));
  PetscCall(VecZeroEntries(m->a));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, 1, m->f, m->a));
  PetscCall(MatDiagonalSet(m->M, m->a, ADD_VALUES));
  PetscCall(VecZeroEntries(m->a));
  PetscCall(FsSystemResidual(in->sys, &rest, &motion_loading, &rows, m->f));
  PetscCall(VecScale(m->f, -1));
  PetscCall(KSPCreate(in->comm, &ksp));
  PetscCall(KSPSetOperators(ksp, m->M, m->M));
  PetscCall(SolverSetDirect(ksp, m->M, PETSC_TRUE));
  PetscCall(SolverSolve(ksp, m->f, m->force, &solved));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecNorm(m->force, NORM_2, &norm));
  PetscCheck(solved && norm < 1e100, in->comm, PETSC_ERR_USER_INPUT,
             "-integrator hht_add divides by the mass matrix, which is singular: give mass and "
             "inertia to all nodes, or "
             "take hht_si2");
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, m->force, m->force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static PetscReal Scale_SemiImplicit(void *context)
{
  const SemiImplicit *m = ((FsIntegrator)context)->data;

  return 1 / (m->beta * m->h * m->h);
}

static PetscErrorCode CreateVectors(FsIntegrator in, SemiImplicit *m)
{
  Vec *all[] = {&m->w,  &m->force, &m->new_w, &m->new_force, &m->q0,
                &m->v0, &m->q,     &m->v,     &m->a,         &m->f};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecDuplicate(in->sys->vec, all[k]));
    PetscCall(VecZeroEntries(*all[k]));
  }
  for (PetscInt k = 0; k < m->n; k++) PetscCall(VecDuplicate(in->sys->vec, &m->x[k]));
  PetscCall(FsSystemCreateMatrix(in->sys, PETSC_TRUE, &m->M));
  if (m->kind == ADD) PetscCall(FsSystemCreateMatrix(in->sys, PETSC_TRUE, &m->start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_SemiImplicit(FsIntegrator in, FsArchive a)
{
  return BlockNewtonArchive(((SemiImplicit *)in->data)->blocks, a);
}

static PetscErrorCode Destroy_SemiImplicit(FsIntegrator in)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  if (!m) PetscFunctionReturn(PETSC_SUCCESS);
  {
    Vec *all[] = {&m->w, &m->force, &m->new_w, &m->new_force, &m->q0,   &m->v0,  &m->q,
                  &m->v, &m->a,     &m->f,     &m->x[0],      &m->x[1], &m->x[2]};

    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  }
  PetscCall(BlockNewtonDestroy(&m->blocks));
  PetscCall(MatDestroy(&m->M));
  PetscCall(MatDestroy(&m->start));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_SemiImplicit(FsIntegrator in, FsState *s)
{
  static const BlockProblem problems[] = {
    {Residual_SI2, Tangent_SI2, 0, Scale_SemiImplicit},
    {Residual_ADD, Tangent_ADD, 1, Scale_SemiImplicit}
  };
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  if (!in->sys->constraints) { /* nothing to keep: the same as hht */
    PetscCall(Destroy_SemiImplicit(in));
    PetscFunctionReturn(IntegratorSwitchToHHT(in, s));
  }
  if (!m->blocks) { /* not at a restart */
    m->n = m->kind == SI2 ? 2 : 3;
    in->shift =
      (FsShift){1 / (in->dt * in->dt * m->beta), m->gamma / (in->dt * m->beta), 1, PETSC_FALSE};
    PetscCall(CreateVectors(in, m));
    PetscCall(BlockNewtonCreate(in->sys, m->n, &problems[m->kind], in, &m->blocks));
  }
  if (m->kind == SI2) {
    m->t = s->t;
    PetscCall(VecCopy(s->a, m->w));
    PetscCall(VecCopy(s->q, m->q));
    PetscCall(VecCopy(s->v, m->v));
    PetscCall(ForceResidual(in->sys, m, s->a, 0, m->force));
  } else {
    PetscCall(SolveForceAcceleration(in, s));
    PetscCall(VecCopy(m->force, m->w));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* q0, v0 and matrices that do not depend on the unknowns, and the guess w = w_n. */
static PetscErrorCode Predict_SemiImplicit(FsIntegrator in, const FsState *s)
{
  SemiImplicit   *m = in->data;
  const PetscReal h = in->dt;

  PetscFunctionBeginUser;
  m->h = h;
  m->t = s->t + h;
  PetscCall(VecWAXPY(m->q0, h, s->v, s->q));
  PetscCall(VecAXPY(m->q0, h * h * (0.5 - m->beta), m->w));
  PetscCall(VecWAXPY(m->v0, h * (1 - m->gamma), m->w, s->v));
  for (PetscInt k = 1; k < m->n; k++) PetscCall(VecZeroEntries(m->x[k]));
  if (m->kind == SI2) {
    PetscCall(VecAXPBY(m->x[0], m->beta * h * h, 0, m->w));
    PetscCall(VecWAXPY(m->q, h * (1 + m->alpha), s->v, s->q));
    PetscCall(AssembleMass(in->sys, s->t + (1 + m->alpha) * h, m->q, s->v, 1, 0, m->f, m->M));
  } else { /* ADD: w = (1 + alpha) f - alpha f_n with f = M^-1 F */
    PetscCall(VecAXPY(m->q0, -m->beta * h * h * m->alpha, m->force));
    PetscCall(VecAXPY(m->v0, -m->gamma * h * m->alpha, m->force));
    PetscCall(VecAXPBY(m->x[0], m->beta * h * h * (1 + m->alpha), 0, m->force));
    PetscCall(AssembleMass(in->sys, s->t, s->q, s->v, 1, 1, m->f, m->start));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_SemiImplicit(FsIntegrator in, const FsState *s, FsState *next,
                                         FsStageInfo *info)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  PetscCall(Predict_SemiImplicit(in, s));
  PetscCall(BlockNewtonSolveStage(m->blocks, s->q, m->x, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(UpdateState_SemiImplicit(m, m->x));
  PetscCall(VecCopy(m->q, next->q));
  PetscCall(VecCopy(m->v, next->v));
  next->t = m->t;
  if (m->kind == SI2) PetscCall(Finish_SI2(in, s, next));
  else PetscCall(Finish_ADD(in, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_SemiImplicit(FsIntegrator in, FsState *s, FsState *next)
{
  SemiImplicit *m   = in->data;
  const FsState old = *s;

  PetscFunctionBeginUser;
  PetscCall(VecSwap(m->w, m->new_w));
  PetscCall(VecSwap(m->force, m->new_force));
  *s    = *next;
  *next = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_SemiImplicit(FsIntegrator in, SchemeHistory *history)
{
  history->vec[history->nvecs++] = ((const SemiImplicit *)in->data)->w;
  history->vec[history->nvecs++] = ((const SemiImplicit *)in->data)->force;
}

const SchemeFamily semi_implicit_family = {.schemes        = schemes,
                                           .setfromoptions = SetFromOptions_SemiImplicit,
                                           .setup          = SetUp_SemiImplicit,
                                           .restart        = SetUp_SemiImplicit,
                                           .solve          = Solve_SemiImplicit,
                                           .accept         = Accept_SemiImplicit,
                                           .history        = History_SemiImplicit,
                                           .archive        = Archive_SemiImplicit,
                                           .destroy        = Destroy_SemiImplicit};
