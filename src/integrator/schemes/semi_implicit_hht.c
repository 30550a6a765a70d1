/* semi_implicit_hht.c: implements the residuals, the tangents and the averaged accelerations of
   HHT-ADD and HHT-SI2.

   F does not contain the forces of constraints. They act as dq = h^2/2 [(1 - b) R_1 + b R_2] and
   dv = h/2 (R_1 + R_2), with M R = -G^T psi at the start and at the end of the step. Negrut, Jay
   & Khude 2009, eq. (11); Jay & Negrut 2007. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "semi_implicit.h"
#include "linear/solver.h"

/* ---- semi implicit state --------------------------------------------------------------------- */

PetscErrorCode SemiImplicitUpdateState(SemiImplicit *m, const Vec x[])
{
  const PetscReal h = m->h, per_x = 1 / (m->beta * h * h);

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(m->q, 1, x[0], m->q0));
  PetscCall(VecWAXPY(m->v, m->gamma / (m->beta * h), x[0], m->v0));
  PetscCall(VecAXPBY(m->a, m->method->kind == ADD ? per_x / (1 + m->alpha) : per_x, 0, x[0]));
  if (m->method->kind == SI2) {
    PetscCall(VecAXPY(m->q, 1, x[1]));
  } else {
    PetscCall(VecAXPY(m->q, 1 - m->b, x[1]));
    PetscCall(VecAXPY(m->q, m->b, x[2]));
    for (int k = 1; k < 3; k++) PetscCall(VecAXPY(m->v, 1 / h, x[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the matrix A whose part for displacements is cm M, and whose
   columns of multipliers are column times G^T, at the state t, q, v.

   M is the mass matrix, and G is the gradient of the constraints. The rows of constraints become 0.
   zero is a work vector with the layout of q, which becomes 0. Collective. */
static PetscErrorCode SemiImplicitAssembleMass(FsSystem sys, PetscReal t, Vec q, Vec v,
                                               PetscReal cm, PetscReal column, Vec zero, Mat A)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 0, column};
  const FsState          at   = {.t = t, .q = q, .v = v, .a = zero};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(zero));
  PetscCall(FsSystemTangent(sys, &at, &motion_loading, &rows, (FsShift){.cm = cm}, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- semi implicit hht ----------------------------------------------------------------------- */

static PetscErrorCode Residual_ADD(void *context, const Vec x[], const Vec r[])
{
  FsIntegrator           in  = context;
  FsSystem               sys = in->sys;
  SemiImplicit          *m   = in->data;
  const PetscReal        ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h);
  const FsConstraintRows none = {FS_CONSTRAINT_POSITION, 0, 0};
  const FsState          at   = current_state(m, m->a);

  PetscFunctionBeginUser;
  PetscCall(SemiImplicitUpdateState(m, x));
  PetscCall(sys->constraints->add_multipliers(sys, -1, m->a, m->a));
  PetscCall(FsSystemResidual(sys, &at, &motion_loading, &none, r[0]));
  /* ADD has no lambda, so its entries of x[0] must be 0 */
  PetscCall(sys->constraints->add_multipliers(sys, ca, x[0], r[0]));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_POSITION, &at, &motion_loading, r[1]));
  PetscCall(MatMult(m->start, x[1], m->f));
  PetscCall(VecAXPBY(r[1], cu, ca, m->f));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &motion_loading, r[2]));
  PetscCall(SemiImplicitAssembleMass(sys, m->t, m->q, m->v, 1, 1, m->f, m->M));
  PetscCall(MatMult(m->M, x[2], m->f));
  PetscCall(VecAXPBY(r[2], cu, 1 / (m->h * m->gamma), m->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A0, A1 and A2, the derivatives along a shift of r[0], of the position rows of r[1] and
   of the velocity rows of r[2]. */
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

/* The change of M R_2 with q is neglected; it is of the order of h^2 relative to the other
   terms. */
static PetscErrorCode Tangent_ADD(void *context, const Vec x[], const Mat A[])
{
  FsIntegrator    in = context;
  SemiImplicit   *m  = in->data;
  const PetscReal h = m->h, ca = 1 / (m->beta * h * h), cu = 2 / (h * h);

  PetscFunctionBeginUser;
  PetscCall(SemiImplicitUpdateState(m, x));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, m->a, m->a));
  for (int k = 3; k < 9; k++) PetscCall(MatZeroEntries(A[k]));
  PetscCall(MatCopy(m->start, A[4], SAME_NONZERO_PATTERN));
  PetscCall(MatScale(A[4], cu));
  PetscCall(SemiImplicitAssembleMass(in->sys, m->t, m->q, m->v, cu, cu, m->f, A[8]));
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

/* Computes new_w from the forces at the end of the step, and the acceleration and multipliers from
   the equation of motion there. */
static PetscErrorCode Finish_ADD(FsIntegrator in, const FsState *s, FsState *next,
                                 FsStageInfo *info)
{
  SemiImplicit *m = in->data;
  FsStageInfo   start;

  PetscFunctionBeginUser;
  (void)s;
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

/* Computes m->force = M^-1 F at a state. Input error: M is singular. */
static PetscErrorCode SolveForceAcceleration(FsIntegrator in, const FsState *s)
{
  SemiImplicit          *m    = in->data;
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  const FsState          rest = {.t = s->t, .q = s->q, .v = s->v, .a = m->a};
  PetscBool              solved;
  KSP                    ksp;
  PetscReal              norm;

  PetscFunctionBeginUser;
  PetscCall(SemiImplicitAssembleMass(in->sys, s->t, s->q, s->v, 1, 0, m->f, m->M));
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
  /* an infinite pivot: no acceleration in any unit is as large */
  PetscCheck(solved && norm < 1e100, in->comm, PETSC_ERR_USER_INPUT,
             "-integrator hht_add divides by the mass matrix, which is singular; give mass and "
             "inertia to all nodes, or use hht_si2");
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, m->force, m->force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Initialize_ADD(FsIntegrator in, const FsState *s)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  PetscCall(SolveForceAcceleration(in, s));
  PetscCall(VecCopy(m->force, m->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The guess is w = (1 + alpha) f - alpha f_n with f = M^-1 F. */
static PetscErrorCode Predict_ADD(FsIntegrator in, const FsState *s)
{
  SemiImplicit   *m = in->data;
  const PetscReal h = m->h;

  PetscFunctionBeginUser;
  PetscCall(VecAXPY(m->q0, -m->beta * h * h * m->alpha, m->force));
  PetscCall(VecAXPY(m->v0, -m->gamma * h * m->alpha, m->force));
  PetscCall(VecAXPBY(m->x[0], m->beta * h * h * (1 + m->alpha), 0, m->force));
  PetscCall(SemiImplicitAssembleMass(in->sys, s->t, s->q, s->v, 1, 1, m->f, m->start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SemiImplicitMethod hht_add_method = {.kind       = ADD,
                                           .nblocks    = 3,
                                           .rows       = 1,
                                           .residual   = Residual_ADD,
                                           .tangent    = Tangent_ADD,
                                           .initialize = Initialize_ADD,
                                           .predict    = Predict_ADD,
                                           .finish     = Finish_ADD};

/* ---- hht si2 --------------------------------------------------------------------------------- */

/* Implements the residual, the tangent and the averaged acceleration of HHT-SI2.

   F contains -G^T lambda. M is taken at t_n + (1 + alpha) h. The corrections are dq = h^2/2 u
   with M u = G^T mu, and dv = 0. Negrut, Jay & Khude 2009, eqs. (12)-(13). */

/* Computes y = r(q, v, a = 0) = -F with the multipliers in lambda, and scale * Phi in the rows of
   constraints. */
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

static PetscErrorCode Residual_SI2(void *context, const Vec x[], const Vec r[])
{
  FsIntegrator    in  = context;
  FsSystem        sys = in->sys;
  SemiImplicit   *m   = in->data;
  const FsState   at  = current_state(m, NULL);
  const PetscReal ca = 1 / (m->beta * m->h * m->h), cu = 2 / (m->h * m->h);

  PetscFunctionBeginUser;
  PetscCall(SemiImplicitUpdateState(m, x));
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
  PetscCall(SemiImplicitUpdateState(m, x));
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
  PetscCall(SemiImplicitAssembleMass(sys, m->t, m->q, m->v, 0, -cu, m->f, A[3]));
  PetscCall(MatAXPY(A[3], cu, m->M, SAME_NONZERO_PATTERN));
  PetscCall(sys->constraints->tangent(sys, &at, &motion_loading, m->q, x[1], -cu,
                                      FS_CONSTRAINT_VELOCITY, scale, (FsShift){.ck = 1}, A[3]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the acceleration from w = (1 + alpha) a - alpha a_n; the multipliers are lambda. */
static PetscErrorCode Finish_SI2(FsIntegrator in, const FsState *s, FsState *next,
                                 FsStageInfo *info)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  (void)info;
  PetscCall(VecCopy(m->a, m->new_w));
  PetscCall(VecWAXPY(next->a, m->alpha, s->a, m->new_w));
  PetscCall(VecScale(next->a, 1 / (1 + m->alpha)));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, -1, next->a, next->a));
  PetscCall(in->sys->constraints->add_multipliers(in->sys, 1, m->new_w, next->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Initialize_SI2(FsIntegrator in, const FsState *s)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  m->t = s->t;
  PetscCall(VecCopy(s->a, m->w));
  PetscCall(VecCopy(s->q, m->q));
  PetscCall(VecCopy(s->v, m->v));
  PetscCall(ForceResidual(in->sys, m, s->a, 0, m->force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Predict_SI2(FsIntegrator in, const FsState *s)
{
  SemiImplicit   *m = in->data;
  const PetscReal h = m->h;

  PetscFunctionBeginUser;
  PetscCall(VecAXPBY(m->x[0], m->beta * h * h, 0, m->w));
  PetscCall(VecWAXPY(m->q, h * (1 + m->alpha), s->v, s->q));
  PetscCall(
    SemiImplicitAssembleMass(in->sys, s->t + (1 + m->alpha) * h, m->q, s->v, 1, 0, m->f, m->M));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SemiImplicitMethod hht_si2_method = {.kind       = SI2,
                                           .nblocks    = 2,
                                           .rows       = 0,
                                           .residual   = Residual_SI2,
                                           .tangent    = Tangent_SI2,
                                           .initialize = Initialize_SI2,
                                           .predict    = Predict_SI2,
                                           .finish     = Finish_SI2};
