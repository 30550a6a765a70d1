/* energy_momentum.c: implements the midpoint rule in a form that conserves energy, linear and
   angular momentum of nonlinear models.

     d = h (v_k + v_{k+1})/2,   M (v_{k+1} - v_k)/h + forces(middle of the step) = 0,
   where d are the displacements of the step, and Rodrigues' vectors of its rotations. The forces
   are discrete gradients of the energy and of the constraints (solve/midpoint/midpoint_stage.c).
   Simo & Wong, Int. J. Num. Meth. Eng. 31 (1991) 19-52; Simo & Tarnow, ZAMP 43 (1992) 757-792;
   Gonzalez, J. Nonlinear Sci. 6 (1996) 449-467.

   The equation of motion holds in the middle of the step, and so do its acceleration a_m and its
   multipliers. At the end they are extrapolated from the last steps, for the output alone: no step
   depends on them, except for the first guess of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"

/* clang-format off */
static const FsScheme schemes[] = {
  {"energy_momentum", 2, 1, 1, 1, PETSC_FALSE, "conserving midpoint rule, Simo & Wong 1991, Simo & Tarnow 1992, Gonzalez 1996", NULL, NULL},
  {NULL,              0, 0, 0, 0, PETSC_TRUE,  NULL,                                                                           NULL, NULL}
};
/* clang-format on */

/* Accelerations in the middle of steps: that of the step that was tried last, and those of the last
   two accepted steps. */
enum { TRIED, LAST, BEFORE, MIDDLES };

typedef struct {
  Vec       middle[MIDDLES];
  PetscInt  known; /* number of accepted steps with middle, up to 2 */
  PetscReal h;     /* size of the last accepted steps [s] */
} EnergyMomentum;

static PetscErrorCode Create_EnergyMomentum(FsIntegrator in, const FsIntegratorOptions *options)
{
  EnergyMomentum *data;

  PetscFunctionBeginUser;
  (void)options;
  PetscCall(PetscNew(&data));
  in->data = data;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_EnergyMomentum(FsIntegrator in, FsState *s)
{
  EnergyMomentum *data = in->data;

  PetscFunctionBeginUser;
  in->shift = FsFirstOrderShift(in->dt / 2);
  for (int k = 0; k < MIDDLES; k++) {
    PetscCall(VecDuplicate(s->a, &data->middle[k]));
    PetscCall(VecZeroEntries(data->middle[k]));
  }
  if (!in->sys->traits.linear) PetscCall(FsStageSetUpMidpoint(in->stage, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Restart_EnergyMomentum(FsIntegrator in, FsState *s)
{
  PetscFunctionBeginUser;
  (void)s;
  ((EnergyMomentum *)in->data)->known = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The step of a linear model: half a step of the implicit Euler rule, to the middle, and as far
   again. */
static PetscErrorCode SolveLinear(FsIntegrator in, const FsState *s, FsState *next,
                                  FsStageInfo *info)
{
  enum { Q, V, A, NIN };
  const PetscReal h          = in->dt;
  const Vec       vecs[NIN]  = {s->q, s->v, s->a};
  const PetscReal qstar[NIN] = {[Q] = 1}, vstar[NIN] = {[V] = 1},
                  guess[NIN] = {[V] = 1, [A] = h / 2};

  PetscFunctionBeginUser;
  PetscCall(SolveFirstOrderStage(in, s->t + h / 2, h / 2, NIN, vecs, qstar, vstar, guess,
                                 (StageStart){PETSC_TRUE, V}, next, info));
  PetscCall(VecAXPBY(next->q, -1, 2, s->q));
  PetscCall(VecAXPBY(next->v, -1, 2, s->v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extrapolates a, which is that in the middle of the step from the state s, to the end of the step.

   With constraints on positions alone, the errors of multipliers change their sign from step to
   step. Weights of three steps that are exact for linear functions of time remove such errors. */
static PetscErrorCode Extrapolate(const EnergyMomentum *data, PetscReal h, PetscBool alternates,
                                  const FsState *s, Vec a)
{
  const PetscBool equal  = (PetscBool)(PetscAbsReal(h - data->h) <= 1e-12 * h);
  const PetscReal beyond = data->known ? h / (h + data->h) : 1;

  PetscFunctionBeginUser;
  if (alternates && equal && data->known == 2)
    PetscCall(VecAXPBYPCZ(a, 0.5, -0.5, 1, data->middle[LAST], data->middle[BEFORE]));
  else PetscCall(VecAXPBY(a, -beyond, 1 + beyond, data->known ? data->middle[LAST] : s->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_EnergyMomentum(FsIntegrator in, const FsState *s, FsState *next,
                                           FsStageInfo *info)
{
  EnergyMomentum *data = in->data;

  PetscFunctionBeginUser;
  if (in->sys->traits.linear) PetscCall(SolveLinear(in, s, next, info));
  else PetscCall(FsStageSolveMidpoint(in->stage, in->dt, s, next, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(next->a, data->middle[TRIED]));
  PetscCall(Extrapolate(data, in->dt, (PetscBool)(in->sys->constraints != NULL), s, next->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_EnergyMomentum(FsIntegrator in, FsState *s, FsState *next)
{
  EnergyMomentum *data   = in->data;
  const FsState   old    = *s;
  const Vec       oldest = data->middle[BEFORE];

  PetscFunctionBeginUser;
  data->known          = data->known && step_ratio(in, data->h) == 1 ? 2 : 1;
  data->middle[BEFORE] = data->middle[LAST];
  data->middle[LAST]   = data->middle[TRIED];
  data->middle[TRIED]  = oldest;
  data->h              = in->dt;
  *s                   = *next;
  *next                = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_EnergyMomentum(FsIntegrator in, SchemeHistory *history)
{
  const EnergyMomentum *data = in->data;

  history->vec[history->nvecs++] = data->middle[LAST];
  history->vec[history->nvecs++] = data->middle[BEFORE];
}

static PetscErrorCode Archive_EnergyMomentum(FsIntegrator in, FsArchive a)
{
  EnergyMomentum *data = in->data;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "h", 1, &data->h));
  PetscCall(FsArchiveInt(a, "known", &data->known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_EnergyMomentum(FsIntegrator in)
{
  EnergyMomentum *data = in->data;

  PetscFunctionBeginUser;
  for (int k = 0; k < MIDDLES; k++) PetscCall(VecDestroy(&data->middle[k]));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily energy_momentum_family = {.schemes   = schemes,
                                             .conserves = PETSC_TRUE,
                                             .create    = Create_EnergyMomentum,
                                             .setup     = SetUp_EnergyMomentum,
                                             .restart   = Restart_EnergyMomentum,
                                             .solve     = Solve_EnergyMomentum,
                                             .accept    = Accept_EnergyMomentum,
                                             .history   = History_EnergyMomentum,
                                             .archive   = Archive_EnergyMomentum,
                                             .destroy   = Destroy_EnergyMomentum};
