/* user_constraints.c: the constraints Phi(t, q) = 0 of a system from functions of a program, from
   Phi, G, second derivatives, and derivatives by time.

   With D(x), the derivative of G x by q, and subscripts t for derivatives by time at fixed q, the
   first time derivative of Phi is G v + Phi_t, and the second one is
   G a + D(v) v + 2 G_t v + Phi_tt. H(lambda) is the derivative of G^T lambda by q. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "user_system.h"
#include <fs/user_system.h>
#include <math.h>

/* Input error: G differs from the first G, although the program has given no second derivatives.
   The schemes would then leave out the accelerations that the curvature causes, such as that of a
   pendulum to its pivot, and their forces. A gradient by differences has errors of about 1e-8 of
   its largest entry, which are no change. */
static PetscErrorCode CheckConstantGradient(FsSystem sys, PetscReal t)
{
  UserSystem      u      = UserSystemOf(sys);
  const PetscReal digits = 1e-6;
  PetscReal       size, change;

  PetscFunctionBeginUser;
  if (!u->first_G) {
    PetscCall(MatDuplicate(u->G, MAT_COPY_VALUES, &u->first_G));
    PetscCall(MatDuplicate(u->G, MAT_COPY_VALUES, &u->change_of_G));
  }
  if (isnan(u->first_t) || (u->rates && t != u->first_t)) {
    u->first_t = t;
    PetscCall(MatCopy(u->G, u->first_G, SAME_NONZERO_PATTERN));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatCopy(u->G, u->change_of_G, SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(u->change_of_G, -1, u->first_G, SAME_NONZERO_PATTERN));
  PetscCall(MatNorm(u->first_G, NORM_INFINITY, &size));
  PetscCall(MatNorm(u->change_of_G, NORM_INFINITY, &change));
  PetscCheck(
    change <= digits * size, sys->comm, PETSC_ERR_USER_INPUT,
    "the gradient of the constraints changes with q, by %g; give their second derivatives, "
    "the function curvature of FsSystemSetConstraints",
    (double)change);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: Phi at u->q depends on time, although the program has given no rates. The schemes
   would then leave out the velocities that the constraints prescribe. Phi is compared with that at
   the time of the last call; the function computes the same numbers if it does not use the time. */
static PetscErrorCode CheckStillConstraints(FsSystem sys, PetscReal t)
{
  UserSystem u = UserSystemOf(sys);
  PetscBool  same;

  PetscFunctionBeginUser;
  if (u->rates || t == u->last_t) PetscFunctionReturn(PETSC_SUCCESS);
  if (!isnan(u->last_t)) {
    PetscCall((*u->phi)(sys, u->last_t, u->q, u->rate, u->constraint_context));
    PetscCall((*u->phi)(sys, t, u->q, u->second, u->constraint_context));
    PetscCall(VecEqual(u->rate, u->second, &same));
    PetscCheck(same, sys->comm, PETSC_ERR_USER_INPUT,
               "the constraints change with the time t; give their derivatives by time, the "
               "function rates of FsSystemSetConstraintRates");
  }
  u->last_t = t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes G at the time and the q of a state. u->q becomes this q. */
static PetscErrorCode ComputeGradient(FsSystem sys, const FsState *s)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(CopyUnknowns(u, s->q, u->q));
  PetscCall((*u->gradient)(sys, s->t, u->q, u->G, u->constraint_context));
  if (!u->curvature) PetscCall(CheckConstantGradient(sys, s->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes Phi_t, Phi_tt and G_t at u->q into u->rate, u->second and u->Gt. */
static PetscErrorCode ComputeRates(FsSystem sys, PetscReal t)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(u->Gt));
  PetscCall((*u->rates)(sys, t, u->q, u->rate, u->second, u->Gt, u->constraint_context));
  PetscCall(MatAssemblyBegin(u->Gt, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(u->Gt, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes D(x) at u->q into u->D, for a global vector x. u->a becomes the unknowns of x. */
static PetscErrorCode ComputeD(FsSystem sys, PetscReal t, Vec x)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(CopyUnknowns(u, x, u->a));
  PetscCall(MatZeroEntries(u->D));
  PetscCall((*u->curvature)(sys, t, u->q, u->a, NULL, u->D, NULL, u->constraint_context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes H(lambda) at u->q into u->H, for a global vector lambda. */
static PetscErrorCode ComputeH(FsSystem sys, PetscReal t, Vec lambda)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(CopyMultipliers(u, lambda, u->lambda));
  PetscCall(MatZeroEntries(u->H));
  PetscCall((*u->curvature)(sys, t, u->q, NULL, u->lambda, NULL, u->H, u->constraint_context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to u->errors what the constraints of a level have because they depend on time. */
static PetscErrorCode AddRates(FsSystem sys, const FsState *s, FsConstraintLevel level)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(ComputeRates(sys, s->t));
  if (level == FS_CONSTRAINT_VELOCITY) {
    PetscCall(VecAXPY(u->errors, 1, u->rate));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecAXPY(u->errors, 1, u->second));
  PetscCall(CopyUnknowns(u, s->v, u->a));
  PetscCall(MatMult(u->Gt, u->a, u->rate));
  PetscCall(VecAXPY(u->errors, 2, u->rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UserConstraintRows(FsSystem sys, FsConstraintLevel level, const FsState *s)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(ComputeGradient(sys, s));
  PetscCall(CheckStillConstraints(sys, s->t));
  if (level == FS_CONSTRAINT_POSITION) {
    PetscCall((*u->phi)(sys, s->t, u->q, u->errors, u->constraint_context));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CopyUnknowns(u, level == FS_CONSTRAINT_VELOCITY ? s->v : s->a, u->a));
  PetscCall(MatMult(u->G, u->a, u->errors));
  if (level == FS_CONSTRAINT_ACCELERATION && u->curvature) {
    PetscCall(ComputeD(sys, s->t, s->v));
    PetscCall(MatMultAdd(u->D, u->a, u->errors, u->errors));
  }
  if (u->rates) PetscCall(AddRates(sys, s, level));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to the rows of A scale times the derivative by x of the constraints of a level. */
static PetscErrorCode AddRowTangent(FsSystem sys, const FsState *s, FsConstraintLevel level,
                                    PetscReal scale, FsShift shift, Mat A)
{
  UserSystem      u        = UserSystemOf(sys);
  const PetscReal by_q     = scale * shift.ck;
  const PetscReal by_v     = scale * shift.cc;
  const PetscReal factor[] = {by_q, by_v, scale * shift.cm};
  /* of the derivative of G by time along the motion, D(v) + G_t */
  const PetscReal of_rate = level == FS_CONSTRAINT_VELOCITY ? by_q : 2 * by_v;

  PetscFunctionBeginUser;
  PetscCall(AddUserBlock(u, factor[level], u->G, PETSC_FALSE, MULTIPLIERS, UNKNOWNS, A));
  if (level == FS_CONSTRAINT_POSITION) PetscFunctionReturn(PETSC_SUCCESS);
  if (u->rates) {
    PetscCall(ComputeRates(sys, s->t));
    PetscCall(AddUserBlock(u, of_rate, u->Gt, PETSC_FALSE, MULTIPLIERS, UNKNOWNS, A));
  }
  if (!u->curvature) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeD(sys, s->t, s->v));
  PetscCall(AddUserBlock(u, of_rate, u->D, PETSC_FALSE, MULTIPLIERS, UNKNOWNS, A));
  if (level == FS_CONSTRAINT_VELOCITY) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeD(sys, s->t, s->a));
  PetscCall(AddUserBlock(u, by_q, u->D, PETSC_FALSE, MULTIPLIERS, UNKNOWNS, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UserConstraintTangent(FsSystem sys, const FsState *s, Vec lambda, PetscReal factor,
                                     const FsConstraintRows *rows, FsShift shift, Mat A)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(ComputeGradient(sys, s));
  if (rows->column != 0)
    PetscCall(AddUserBlock(u, rows->column, u->G, PETSC_TRUE, MULTIPLIERS, UNKNOWNS, A));
  if (rows->scale != 0) PetscCall(AddRowTangent(sys, s, rows->level, rows->scale, shift, A));
  if (u->curvature && factor * shift.ck != 0) {
    PetscCall(ComputeH(sys, s->t, lambda));
    PetscCall(AddUserBlock(u, factor * shift.ck, u->H, PETSC_FALSE, UNKNOWNS, UNKNOWNS, A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- FsSystemConstraints ---- */

static PetscErrorCode Rows(FsSystem sys, FsConstraintLevel level, const FsState *s,
                           const FsLoading *loading, Vec y)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(UserConstraintRows(sys, level, s));
  PetscCall(VecZeroEntries(y));
  PetscCall(PutMultipliers(u, u->errors, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Assemble(Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient(FsSystem sys, const FsState *s, const FsLoading *loading,
                               PetscReal factor, Mat A)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, factor, factor};
  const FsShift          by_q = {0, 0, 1, PETSC_FALSE};

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(UserConstraintTangent(sys, s, NULL, 0, &rows, by_q, A));
  PetscCall(Assemble(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force(FsSystem sys, const FsState *s, const FsLoading *loading, Vec lambda,
                            Vec y)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(ComputeGradient(sys, s));
  PetscCall(CopyMultipliers(u, lambda, u->lambda));
  PetscCall(MatMultTranspose(u->G, u->lambda, u->r));
  PetscCall(VecZeroEntries(y));
  PetscCall(PutUnknowns(u, u->r, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                              Vec rotation_increment, Vec lambda, PetscReal factor,
                              FsConstraintLevel level, PetscReal scale, FsShift shift, Mat A)
{
  const FsConstraintRows rows         = {level, scale, 0};
  FsShift                without_mass = shift;

  PetscFunctionBeginUser;
  (void)loading;
  (void)rotation_increment;
  without_mass.cm = 0;
  PetscCall(UserConstraintTangent(sys, s, lambda, factor, &rows, without_mass, A));
  PetscCall(Assemble(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionErrors(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(Rows(sys, FS_CONSTRAINT_POSITION, s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionErrorGradient(FsSystem sys, const FsState *s,
                                            const FsLoading *loading, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(Gradient(sys, s, loading, 1, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* No constraint of a program is known to be an angle. */
static PetscErrorCode FlipIndicator(FsSystem sys, const FsState *s, const FsLoading *loading, Vec y)
{
  PetscFunctionBeginUser;
  (void)sys;
  (void)s;
  (void)loading;
  PetscCall(VecZeroEntries(y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Lengths(FsSystem sys, Vec y)
{
  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(VecSet(y, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(CopyMultipliers(u, x, u->errors));
  PetscCall(CopyMultipliers(u, y, u->lambda));
  PetscCall(VecAXPY(u->lambda, factor, u->errors));
  PetscCall(PutMultipliers(u, u->lambda, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the least number, above after, of a constraint with |lambda| > limit; PETSC_MAX_INT if
   there is no such constraint. */
static PetscErrorCode NextConstraint(Vec lambda, PetscReal limit, PetscInt after, PetscInt *next)
{
  const PetscScalar *value;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(lambda, &first, &last));
  PetscCall(VecGetArrayRead(lambda, &value));
  *next = PETSC_MAX_INT;
  for (PetscInt k = last - 1; k >= first && k > after; k--)
    if (PetscAbsScalar(value[k - first]) > limit) *next = k;
  PetscCall(VecRestoreArrayRead(lambda, &value));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, next, 1, MPIU_INT, MPI_MIN, PetscObjectComm((PetscObject)lambda)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Names constraints by the numbers of the rows of G, counted from 0; the first few say enough. */
static PetscErrorCode NameConstraints(FsSystem sys, Vec x, PetscReal limit, char text[],
                                      size_t size)
{
  UserSystem u     = UserSystemOf(sys);
  PetscInt   found = -1;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(CopyMultipliers(u, x, u->errors));
  for (int count = 0; count < 8; count++) {
    const size_t used = strlen(text);

    PetscCall(NextConstraint(u->errors, limit, found, &found));
    if (found == PETSC_MAX_INT) break;
    PetscCall(PetscSNPrintf(text + used, size - used, "%sconstraint %" PetscInt_FMT,
                            count ? ", " : "", found));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsSystemConstraints user_constraints = {.rows                    = Rows,
                                              .gradient                = Gradient,
                                              .force                   = Force,
                                              .tangent                 = Tangent,
                                              .flip_indicator          = FlipIndicator,
                                              .position_errors         = PositionErrors,
                                              .position_error_gradient = PositionErrorGradient,
                                              .lengths                 = Lengths,
                                              .add_multipliers         = AddMultipliers,
                                              .name_joints             = NameConstraints};
