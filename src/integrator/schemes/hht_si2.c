/* hht_si2.c: implements the residual, the tangent and the averaged acceleration of HHT-SI2.

   F contains -G^T lambda. M is taken at t_n + (1 + alpha) h. The corrections are dq = h^2/2 u with
   M u = G^T mu, and dv = 0. Negrut, Jay & Khude 2009, eqs. (12)-(13). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "semi_implicit.h"

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
