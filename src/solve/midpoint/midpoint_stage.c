/* midpoint_stage.c: solves the step of a scheme that conserves energy and angular momentum.

   With the state (q0, v0) at the start of a step of size h and the rotation vectors theta from
   there, the unknown is the state (q, v) at its end. Let d be the increment of the displacements
   and Rodrigues' vector of theta (FsSystemMidpointOps.increment). The equations are

     d = h (v0 + v)/2,   Phi(q, t0 + h) = 0,
     M (v - v0)/h + internal + G^T lambda = external.

   All forces act in the middle of the step, at half of the displacements and of the rotation
   vectors. Their total force and moment there are those of the model, and the rates of the momenta
   are exactly the differences over the step. Therefore both momenta are conserved (Simo & Wong
   1991, section 4; Simo & Tarnow 1992). Their power is made exact as follows:

   - Moments of inertia are multiplied by the mean rotation P (FsSystemMidpointOps.average_moments),
     so that the moment is the difference of the angular momenta in space.
   - The stresses are those of strains s at both ends, s' = (s0 + s)/2 + alpha e, where e are the
     increments of strains that d causes in the middle. The number alpha is chosen such that the
     stresses do the work W - W0 along d, the difference of strain energies. Strains that are
     quadratic in positions, such as Green's, have alpha = 0. This is the discrete gradient of
     Gonzalez, J. Nonlinear Sci. 6 (1996) 449-467, eq. (3.5), in strains instead of positions, which
     are not invariant under rotations.
   - The gradient G of joints is that of mean directions (JointGather), for which Phi - Phi0 = G d
     (Gonzalez, Physica D 132 (1999) 165-174; Betsch, CMAME 194 (2005) 5159-5190).

   The tangent leaves out P, alpha and the change of the strains' gradient within the step.
   Therefore Newton's method converges linearly, by a factor of about the rotation in a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "midpoint_stage.h"
#include "solve/newton/block_newton.h"

/* Forces at an iterate: at rest, with the velocity and its opposite, and those of stresses alone.
 */
enum { REST, FORWARD, BACKWARD, MEAN_STRESS, STRAINED, FORCES };
/* Strains: at the start, mean, the increment, those of the stresses. */
enum { START, MEAN, STEP, USED, STRAINS };

struct _n_MidpointStage {
  FsSystem       sys;
  BlockNewton    blocks;
  PetscReal      h;         /* size of the step [s] */
  const FsState *from;      /* the state at the start; borrowed during a solve */
  FsState        end, mid;  /* the states at the last evaluated iterate */
  PetscReal      energy[2]; /* strain energy at the start and at the iterate [J] */
  PetscBool      isolated;  /* no support and no temperature does work on elements */
  Vec            v0, start; /* the velocity at the start, without multipliers; the guess */
  Vec            step;      /* the increment d */
  Vec            back;      /* the velocity in the middle, reversed */
  Vec            at_rest;   /* the multipliers alone */
  Vec            zero, f[FORCES], strain[STRAINS];
};

/* Removes multipliers, or their integrals, from x. */
static PetscErrorCode ClearMultipliers(FsSystem sys, Vec x)
{
  return sys->constraints ? sys->constraints->add_multipliers(sys, -1, x, x) : PETSC_SUCCESS;
}

/* Computes both states at the change x of the coordinates. */
static PetscErrorCode UpdateStates(MidpointStage m, Vec x)
{
  const PetscReal h = m->h;

  PetscFunctionBeginUser;
  m->end.t = m->from->t + h;
  m->mid.t = m->from->t + h / 2;
  PetscCall(VecWAXPY(m->end.q, 1, x, m->from->q));
  PetscCall(VecWAXPY(m->mid.q, 0.5, x, m->from->q));
  PetscCall(m->sys->ops.midpoint.increment(m->sys, x, m->step));
  PetscCall(VecAXPBY(m->mid.v, 1 / h, 0, m->step));
  if (m->mid.qd != m->mid.v) PetscCall(VecCopy(m->mid.v, m->mid.qd));
  PetscCall(VecWAXPY(m->mid.a, -1, m->v0, m->mid.v));
  PetscCall(VecScale(m->mid.a, 2 / h));
  PetscCall(VecWAXPY(m->end.v, h, m->mid.a, m->v0));
  PetscCall(VecAXPBY(m->back, -1, 0, m->mid.v));
  PetscCall(VecZeroEntries(m->at_rest));
  if (m->sys->constraints)
    PetscCall(m->sys->constraints->add_multipliers(m->sys, 1, m->mid.a, m->at_rest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the strains at the start and their energy, which stay during a solve. */
static PetscErrorCode StartStrains(MidpointStage m)
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         at      = {.t = m->from->t, .q = m->from->q};

  PetscFunctionBeginUser;
  if (!m->sys->all_strain) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemStrains(m->sys, &at, &loading, m->strain[START]));
  PetscCall(m->sys->ops.midpoint.strain_energy(m->sys, &at, &loading, &m->energy[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the mean strains, their increments along the step, and the energy at the iterate. */
static PetscErrorCode IterateStrains(MidpointStage m)
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         at      = {.t = m->end.t, .q = m->end.q};

  PetscFunctionBeginUser;
  PetscCall(FsSystemStrains(m->sys, &at, &loading, m->strain[MEAN]));
  PetscCall(m->sys->ops.midpoint.strain_energy(m->sys, &at, &loading, &m->energy[1]));
  PetscCall(VecAXPBY(m->strain[MEAN], 0.5, 0.5, m->strain[START]));
  at = (FsState){.t = m->mid.t, .q = m->mid.q, .v = m->mid.v};
  PetscCall(FsSystemStrains(m->sys, &at, &loading, m->strain[STEP]));
  at.v = NULL;
  PetscCall(FsSystemStrains(m->sys, &at, &loading, m->strain[USED]));
  PetscCall(VecAXPY(m->strain[STEP], -1, m->strain[USED]));
  PetscCall(VecScale(m->strain[STEP], m->h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the forces f of the middle state with given velocities, accelerations and strains.
   Rows of constraints are 0. */
static PetscErrorCode Forces(MidpointStage m, Vec v, Vec a, Vec strain, Vec f)
{
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, 0};
  const FsState          at      = {.t        = m->mid.t,
                                    .q        = m->mid.q,
                                    .v        = v,
                                    .a        = a,
                                    .qd       = m->mid.qd,
                                    .strain   = strain,
                                    .midpoint = PETSC_TRUE};

  return FsSystemResidual(m->sys, &at, &loading, &rows, f);
}

/* Computes the forces f of stresses alone, of given strains in the middle. */
static PetscErrorCode StressForces(MidpointStage m, Vec strain, Vec f)
{
  const FsLoading loading = FsLoadingOfMotion();

  return m->sys->ops.midpoint.strain_force(m->sys, &m->mid, &loading, strain, f);
}

/* Computes alpha. f[MEAN_STRESS] are the forces of mean strains, and f[STRAINED] how much their
   increments add to the forces. */
static PetscErrorCode ChooseAlpha(MidpointStage m, PetscReal *alpha)
{
  /* Round-off of the energies is 1e-16 of them. With this floor of the divisor it moves the strains
     by 1e-10 of themselves at most if the increments of strains are round-off, too. */
  const PetscReal floor = 1e-22 * (PetscAbsReal(m->energy[0]) + PetscAbsReal(m->energy[1]));
  PetscScalar     mean, more;

  PetscFunctionBeginUser;
  PetscCall(VecDot(m->f[MEAN_STRESS], m->step, &mean));
  PetscCall(VecDot(m->f[STRAINED], m->step, &more));
  *alpha = 0;
  if (m->isolated && PetscRealPart(more) + floor > 0)
    *alpha = (m->energy[1] - m->energy[0] - PetscRealPart(mean)) / (PetscRealPart(more) + floor);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to r the forces of the stresses alpha S e, which make the work exact. */
static PetscErrorCode AddCorrection(MidpointStage m, Vec r)
{
  PetscReal alpha = 0;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(m->strain[USED], 1, m->strain[STEP], m->strain[MEAN]));
  PetscCall(StressForces(m, m->strain[MEAN], m->f[MEAN_STRESS]));
  PetscCall(StressForces(m, m->strain[USED], m->f[STRAINED]));
  PetscCall(VecAXPY(m->f[STRAINED], -1, m->f[MEAN_STRESS]));
  PetscCall(ChooseAlpha(m, &alpha));
  PetscCall(VecAXPY(r, alpha, m->f[STRAINED]));
  PetscCall(VecWAXPY(m->strain[USED], alpha, m->strain[STEP], m->strain[MEAN]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r, the forces with mean strains, and f[REST], those of them that act at rest. The part
   that is even in the velocity is inertia, whose moments are those of mean rotations. Damping is
   odd. */
static PetscErrorCode SumForces(MidpointStage m, Vec strain, Vec r)
{
  const Vec rest = m->f[REST], forward = m->f[FORWARD], backward = m->f[BACKWARD];

  PetscFunctionBeginUser;
  PetscCall(Forces(m, m->zero, m->at_rest, strain, rest));
  PetscCall(Forces(m, m->mid.v, m->mid.a, strain, forward));
  PetscCall(Forces(m, m->back, m->mid.a, strain, backward));
  PetscCall(VecWAXPY(r, -1, backward, forward));
  PetscCall(VecAYPX(r, 0.5, rest));
  PetscCall(VecAXPBYPCZ(backward, 0.5, -1, 0.5, forward, rest));
  PetscCall(m->sys->ops.midpoint.average_moments(m->sys, m->mid.q, backward));
  PetscCall(VecAXPY(r, 1, backward));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal constraint_scale(void *context)
{
  const PetscReal h = ((MidpointStage)context)->h;

  return 2 / (h * h);
}

static PetscErrorCode MidpointResidual(void *context, const Vec x[], const Vec r[])
{
  MidpointStage   m       = context;
  const FsLoading loading = FsLoadingOfMotion();
  Vec             strain  = m->sys->all_strain ? m->strain[MEAN] : NULL;

  PetscFunctionBeginUser;
  PetscCall(UpdateStates(m, x[0]));
  if (strain) PetscCall(IterateStrains(m));
  PetscCall(SumForces(m, strain, r[0]));
  if (strain) PetscCall(AddCorrection(m, r[0]));
  if (!m->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    m->sys->constraints->rows(m->sys, FS_CONSTRAINT_POSITION, &m->end, &loading, m->f[FORWARD]));
  PetscCall(VecAXPY(r[0], constraint_scale(m), m->f[FORWARD]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MidpointTangent(void *context, const Vec x[], const Mat A[])
{
  MidpointStage          m       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        h = m->h, scale = constraint_scale(m);
  const FsConstraintRows rows  = {FS_CONSTRAINT_POSITION, 0, scale};
  const FsShift          shift = {scale, 1 / h, 0.5, FsSystemHasRates(m->sys)};
  const FsShift          end   = {scale, 2 / h, 1, FsSystemHasRates(m->sys)};

  PetscFunctionBeginUser;
  (void)x; /* the states are those of the last residual */
  m->mid.strain = m->sys->all_strain ? m->strain[USED] : NULL;
  PetscCall(FsSystemTangent(m->sys, &m->mid, &loading, &rows, shift, A[0]));
  if (!m->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(m->sys->constraints->tangent(m->sys, &m->end, &loading, m->end.q, m->at_rest, 0,
                                         FS_CONSTRAINT_POSITION, scale, end, A[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the vectors of forces and strains. */
static PetscErrorCode CreateVectors(MidpointStage m)
{
  Vec *const one[] = {&m->v0, &m->start, &m->step, &m->back, &m->at_rest, &m->zero};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof one / sizeof *one; k++)
    PetscCall(VecDuplicate(m->sys->vec, one[k]));
  for (int k = 0; k < FORCES; k++) PetscCall(VecDuplicate(m->sys->vec, &m->f[k]));
  for (int k = 0; k < STRAINS && m->sys->all_strain; k++)
    PetscCall(VecDuplicate(m->sys->all_strain, &m->strain[k]));
  PetscCall(VecZeroEntries(m->zero));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MidpointStageCreate(FsSystem sys, MidpointStage *out)
{
  const BlockProblem problem = {MidpointResidual, MidpointTangent, sys->constraints ? 0 : -1,
                                constraint_scale, PETSC_TRUE};
  MidpointStage      m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  m->sys      = sys;
  m->isolated = sys->ops.midpoint.is_isolated(sys);
  PetscCall(FsSystemStateCreate(sys, &m->end));
  PetscCall(FsSystemStateCreate(sys, &m->mid));
  m->mid.midpoint = PETSC_TRUE;
  PetscCall(CreateVectors(m));
  PetscCall(BlockNewtonCreate(sys, 1, &problem, m, &m->blocks));
  *out = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MidpointStageDestroy(MidpointStage *out)
{
  MidpointStage m = *out;

  PetscFunctionBeginUser;
  if (!m) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(BlockNewtonDestroy(&m->blocks));
  PetscCall(FsSystemStateDestroy(&m->end));
  PetscCall(FsSystemStateDestroy(&m->mid));
  PetscCall(VecDestroy(&m->v0));
  PetscCall(VecDestroy(&m->start));
  PetscCall(VecDestroy(&m->step));
  PetscCall(VecDestroy(&m->back));
  PetscCall(VecDestroy(&m->at_rest));
  PetscCall(VecDestroy(&m->zero));
  for (int k = 0; k < FORCES; k++) PetscCall(VecDestroy(&m->f[k]));
  for (int k = 0; k < STRAINS; k++) PetscCall(VecDestroy(&m->strain[k]));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MidpointStageArchive(MidpointStage m, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "midpoint"));
  PetscCall(BlockNewtonArchive(m->blocks, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MidpointStageSolve(MidpointStage m, PetscReal h, const FsState *from, FsState *state,
                                  FsStageInfo *info)
{
  PetscFunctionBeginUser;
  m->h    = h;
  m->from = from;
  PetscCall(VecCopy(from->v, m->v0));
  PetscCall(ClearMultipliers(m->sys, m->v0));
  PetscCall(StartStrains(m));
  /* the guess: constant acceleration */
  PetscCall(VecAXPBYPCZ(m->start, h, h * h / 2, 0, m->v0, from->a));
  PetscCall(BlockNewtonSolveStage(m->blocks, from->q, &m->start, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(UpdateStates(m, m->start));
  PetscCall(VecCopy(m->end.q, state->q));
  PetscCall(ClearMultipliers(m->sys, state->q));
  PetscCall(VecCopy(m->end.v, state->v));
  PetscCall(ClearMultipliers(m->sys, state->v));
  PetscCall(VecCopy(m->mid.a, state->a));
  if (m->sys->rotations) PetscCall(m->sys->rotations->rate(m->sys, state->q, state->v, state->qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}
