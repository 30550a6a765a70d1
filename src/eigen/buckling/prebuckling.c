/* prebuckling.c: builds the pencil of linear buckling from the response before buckling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "buckling_modes.h"
#include "system/force_units.h"

/* Prebuckling path: the change of q and of the multipliers with the load level. */
typedef struct {
  FsSystem       sys;
  const FsState *at;
  /* rate of q and of multipliers over column, like the columns of the tangent */
  Vec       rate;
  PetscReal column; /* scale of multipliers */
  /* change of the stiffness with the level if nothing moves, over the stiffness. Temperatures have
     it; it is the order of their strains */
  PetscReal stiffening;
  PetscReal most_stiffening; /* the same of the row that changes most, over the largest entry */
  FsState   s;
  Vec       increment;
} Prebuckling;

static PetscErrorCode UpdateState(Prebuckling *b, PetscReal h)
{
  PetscFunctionBeginUser;
  b->s.t = b->at->t + h;
  PetscCall(VecCopy(b->rate, b->increment));
  PetscCall(VecScale(b->increment, h));
  if (b->sys->rotations)
    PetscCall(b->sys->rotations->compose(b->sys, b->at->q, b->increment, b->s.q));
  else PetscCall(VecWAXPY(b->s.q, 1, b->increment, b->at->q));
  PetscCall(VecCopy(b->at->a, b->s.a));
  if (b->sys->constraints)
    PetscCall(b->sys->constraints->add_multipliers(b->sys, b->column, b->increment, b->s.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the tangent in spins at level h. It moves the chart's origin to the state and back,
   because the derivatives at the origin are spins. */
static PetscErrorCode ComputeTangent(Prebuckling *b, PetscReal h, Mat A)
{
  const FsLoading        loading  = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows     = {FS_CONSTRAINT_POSITION, b->column, b->column};
  FsState *const         states[] = {&b->s};
  Vec                    back;

  PetscFunctionBeginUser;
  PetscCall(UpdateState(b, h));
  PetscCall(FsSystemAccept(b->sys, &b->s, 1, states));
  PetscCall(FsSystemTangent(b->sys, &b->s, &loading, &rows, (FsShift){0, 0, 1, PETSC_FALSE}, A));
  if (!b->sys->rotations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(b->s.q, &back));
  PetscCall(VecScale(b->increment, -1));
  PetscCall(b->sys->rotations->compose(b->sys, b->s.q, b->increment, back));
  PetscCall(VecCopy(back, b->s.q));
  PetscCall(FsSystemAccept(b->sys, &b->s, 1, states));
  PetscCall(VecDestroy(&back));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r, the change of the equilibrium's residual due to loads and motions at t + h, over
   h. */
static PetscErrorCode LoadRate(Prebuckling *b, PetscReal h, Vec r)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, b->column, b->column};

  PetscFunctionBeginUser;
  PetscCall(UpdateState(b, 0));
  PetscCall(FsSystemResidual(b->sys, &b->s, &loading, &rows, b->increment));
  b->s.t = b->at->t + h;
  PetscCall(FsSystemResidual(b->sys, &b->s, &loading, &rows, r));
  PetscCall(VecAXPY(r, -1, b->increment));
  PetscCall(VecScale(r, 1 / h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes b->most_stiffening from the change of K in p->C. A soft part that is heated beside a
   stiff one changes its own rows by its strain, and the norm of K by much less. */
static PetscErrorCode FindMostStiffening(Prebuckling *b, Pencil p)
{
  Mat matrix[2] = {NULL, NULL};
  Vec largest[2];

  PetscFunctionBeginUser;
  PetscCall(FsSystemComparableMatrix(b->sys, p->C, &matrix[0]));
  PetscCall(FsSystemComparableMatrix(b->sys, p->K, &matrix[1]));
  for (int k = 0; k < 2; k++) {
    PetscCall(VecDuplicate(b->sys->vec, &largest[k]));
    PetscCall(MatGetRowMaxAbs(matrix[k], largest[k], NULL));
    PetscCall(MatDestroy(&matrix[k]));
  }
  PetscCall(VecPointwiseDivide(largest[0], largest[0], largest[1])); /* 0 over 0 is 0 */
  PetscCall(VecMax(largest[0], NULL, &b->most_stiffening));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&largest[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes b->stiffening, with b->rate zero. p->C is scratch. */
static PetscErrorCode FindStiffening(Prebuckling *b, Pencil p)
{
  /* of the Frobenius norm of K, with moments as forces at lengths: round-off of the tangent */
  const PetscReal noise = 1e-13;
  PetscReal       stiffness;

  PetscFunctionBeginUser;
  PetscCall(ComputeTangent(b, 1, p->C));
  PetscCall(MatAXPY(p->C, -1, p->K, SAME_NONZERO_PATTERN));
  PetscCall(FsSystemStiffnessNorm(b->sys, p->K, NORM_FROBENIUS, &stiffness));
  PetscCall(FsSystemStiffnessNorm(b->sys, p->C, NORM_FROBENIUS, &b->stiffening));
  b->stiffening /= stiffness;
  if (b->stiffening <= noise) b->stiffening = 0;
  else PetscCall(FindMostStiffening(b, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets r to zero if it is round-off of forces by temperatures, which are in equilibrium. */
static PetscErrorCode ZeroBalancedForces(Prebuckling *b, Pencil p, Vec r)
{
  /* Largest force relative to the size of the forces of temperatures: strain times stiffness times
     the size of the model. These forces cancel in a body that expands freely, up to round-off. The
     row "loads beside temperatures grow in proportion" of tests/relations/guards.py is heated. */
  const PetscReal noise = 1e-10;
  PetscReal       change, stiffness;

  PetscFunctionBeginUser;
  if (b->stiffening == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemForceNorm(b->sys, r, NORM_INFINITY, &change));
  PetscCall(FsSystemStiffnessNorm(b->sys, p->K, NORM_FROBENIUS, &stiffness));
  if (change <= noise * b->stiffening * stiffness * FsSystemCharacteristicLength(b->sys))
    PetscCall(VecZeroEntries(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves K x = -r for b->rate. Input errors: no load changes with t, or K is singular. */
static PetscErrorCode FindRate(Prebuckling *b, Pencil p, Vec r)
{
  const PetscReal small = 1e-5; /* largest strain of temperatures, whose forces are not linear */
  PetscReal       change;
  PetscInt        below;
  PetscBool       solves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(LoadRate(b, b->stiffening > small ? small / b->stiffening : 1, r));
  PetscCall(ZeroBalancedForces(b, p, r));
  PetscCall(VecNorm(r, NORM_INFINITY, &change));
  PetscCheck(
    change > 0 || b->stiffening > 0, b->sys->comm, PETSC_ERR_USER_INPUT,
    "buckling: no load grows with t; loads without -load_<name>_time grow in proportion to t");
  PetscCall(PencilFactorStiffness(p, &below));
  if (below != PENCIL_SINGULAR) PetscCall(PencilIsNonsingular(p, &solves));
  PetscCheck(solves, b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the stiffness matrix is singular: something can move freely (-analysis "
             "modes shows it), or the equilibrium is critical");
  PetscCall(MatSolve(p->factors, r, b->rate));
  PetscCall(VecScale(b->rate, -1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: over the levels of the states, loads or support motions are not proportional to
   t. */
static PetscErrorCode CheckProportion(Prebuckling *b, PetscReal h, Vec r)
{
  /* Relative to the largest force. 1e-6 are the digits of tables of loads. Forces of temperatures
     differ by the strains between the levels, which change some row of the stiffness as much or
     more: rows across a slender element change by the square of its slenderness. Therefore the
     change counts up to 0.01 a level, which is more than any structure expands. The row "loads grow
     in proportion" of tests/relations/guards.py and "a heated arc beside a stiff rod" of
     guards_parts.py test both sides in any units. */
  const PetscReal expansion    = PetscMin(b->most_stiffening, 0.01),
                  proportional = 1e-6 + 2 * h * PetscMax(expansion, b->stiffening);
  PetscReal size, difference;
  Vec       far;

  PetscFunctionBeginUser;
  PetscCall(FsSystemForceNorm(b->sys, r, NORM_INFINITY, &size));
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(r, &far));
  for (int sign = -1; sign <= 1; sign += 2) {
    PetscCall(LoadRate(b, sign * h, far));
    PetscCall(VecAXPY(far, -1, r));
    PetscCall(FsSystemForceNorm(b->sys, far, NORM_INFINITY, &difference));
    PetscCheck(difference <= proportional * size, b->sys->comm, PETSC_ERR_USER_INPUT,
               "buckling: loads or motions of supports do not grow in proportion to t (a formula "
               "of t that is not linear); "
               "-analysis path follows them");
  }
  PetscCall(VecDestroy(&far));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses a level at which strains and angles are about 0.002, and a few times more at most.

   Loads that change only the forces of joints move nothing. The level is therefore never larger
   than one at which the mean stiffness would yield by the size of the model. */
static PetscErrorCode ChooseLevel(Prebuckling *b, Pencil p, Vec r, PetscReal *h)
{
  const PetscReal small = 0.002;
  PetscReal       moved, force, size, stiffness = 1;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemNorm(b->sys, b->rate, &moved));
  PetscCall(FsSystemForceNorm(b->sys, r, NORM_2, &force));
  PetscCall(FsSystemMeanStiffness(b->sys, p->K, &stiffness));
  PetscCall(VecGetSize(b->rate, &n));
  size = FsSystemCharacteristicLength(b->sys) * PetscSqrtReal((PetscReal)n);
  *h   = size / PetscMax(moved / small, force / stiffness);
  if (b->stiffening > 0) *h = PetscMin(*h, small / b->stiffening);
  PetscCheck(!PetscIsInfOrNanReal(*h), b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the loads cause no displacement and no force");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes -K' in p->M and K'' in second by central differences of sixth order.

   The states reach up to 3 h. p->C is scratch. *smooth: those of second order, which reach up to h,
   are nearly the same. */
static PetscErrorCode DifferentiateBy(Prebuckling *b, Pencil p, PetscReal h, Mat second,
                                      PetscBool *smooth)
{
  /* of the norm of K': differences of second and of sixth order disagree by less if the tangent is
     smooth over the step, for which the error of sixth order is far smaller still */
  const PetscReal        difference     = 1e-2;
  static const PetscReal first_weight[] = {3.0 / 4, -3.0 / 20, 1.0 / 60}, middle = -49.0 / 18;
  static const PetscReal second_weight[] = {3.0 / 2, -3.0 / 20, 1.0 / 90};

  PetscReal of_M, of_difference;
  Mat       near;

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(p->M));
  PetscCall(MatDuplicate(p->M, MAT_COPY_VALUES, &near));
  PetscCall(MatCopy(p->K, second, SAME_NONZERO_PATTERN));
  PetscCall(MatScale(second, middle / (h * h)));
  for (int k = 0; k < 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      PetscCall(ComputeTangent(b, sign * (k + 1) * h, p->C));
      PetscCall(MatAXPY(p->M, -sign * first_weight[k] / h, p->C, SAME_NONZERO_PATTERN));
      PetscCall(MatAXPY(second, second_weight[k] / (h * h), p->C, SAME_NONZERO_PATTERN));
      if (!k) PetscCall(MatAXPY(near, -sign / (2 * h), p->C, SAME_NONZERO_PATTERN));
    }
  PetscCall(FsSystemStiffnessNorm(b->sys, p->M, NORM_FROBENIUS, &of_M));
  PetscCall(MatAXPY(near, -1, p->M, SAME_NONZERO_PATTERN));
  PetscCall(FsSystemStiffnessNorm(b->sys, near, NORM_FROBENIUS, &of_difference));
  *smooth = (PetscBool)(of_difference <= difference * of_M);
  PetscCall(MatDestroy(&near));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes -K' in p->M and K'' in *second from states up to 3 h. Shortens *h if the stiffness is
   not smooth there, as if a cable becomes slack. */
static PetscErrorCode Differentiate(Prebuckling *b, Pencil p, PetscReal *h, Mat *second)
{
  enum { SHORTER = 4 };
  PetscBool smooth = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(p->K, MAT_DO_NOT_COPY_VALUES, second));
  PetscCall(DifferentiateBy(b, p, *h, *second, &smooth));
  for (int k = 0; k < SHORTER && !smooth; k++) {
    *h /= 10;
    PetscCall(DifferentiateBy(b, p, *h, *second, &smooth));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the entries of a derivative of K to zero if they are round-off in the tangents. A change by
   h times the derivative is then round-off in K. */
static PetscErrorCode ZeroRoundOff(FsSystem sys, Mat K, PetscReal h, Mat derivative)
{
  const PetscReal noise = 1e-12; /* relative to K */
  PetscReal       of_K, of_derivative;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStiffnessNorm(sys, K, NORM_FROBENIUS, &of_K));
  PetscCall(FsSystemStiffnessNorm(sys, derivative, NORM_FROBENIUS, &of_derivative));
  if (h * of_derivative <= noise * of_K) PetscCall(MatZeroEntries(derivative));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second,
                                    FsState near[2])
{
  const PetscReal units   = 10; /* of round-off in the entries of the tangents */
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  Prebuckling     b       = {.sys = sys, .at = s};
  PetscReal       h       = 0;
  Pencil          p;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCheck(
    !sys->traits.linear, sys->comm, PETSC_ERR_USER_INPUT,
    "buckling: the model is linear, so the loads do not change its stiffness; take elements "
    "with finite displacements (beam, truss, finite_membrane), without -linearize");
  PetscCall(PencilCreate(sys, s, &loading, &p));
  b.column = p->scale;
  PetscCall(FsSystemStateCreate(sys, &b.s));
  PetscCall(VecZeroEntries(b.s.v));
  PetscCall(VecDuplicate(sys->vec, &b.rate));
  PetscCall(VecZeroEntries(b.rate));
  PetscCall(VecDuplicate(sys->vec, &b.increment));
  PetscCall(VecDuplicate(sys->vec, &r));
  PetscCall(FindStiffening(&b, p));
  PetscCall(FindRate(&b, p, r));
  PetscCall(ChooseLevel(&b, p, r, &h));
  PetscCall(CheckProportion(&b, h, r));
  PetscCall(Differentiate(&b, p, &h, second));
  PetscCall(ZeroRoundOff(sys, p->K, h, p->M));
  PetscCall(ZeroRoundOff(sys, p->K, h * h, *second));
  p->round_off = units * PETSC_MACHINE_EPSILON / h;
  PetscCall(PencilMeasureMassSymmetry(p));
  for (int k = 0; k < 2; k++) {
    PetscCall(UpdateState(&b, k ? h : -h));
    PetscCall(FsSystemStateCreate(sys, &near[k]));
    near[k].t = b.s.t;
    PetscCall(VecCopy(b.s.q, near[k].q));
    PetscCall(VecCopy(b.s.v, near[k].v));
    PetscCall(VecCopy(b.s.a, near[k].a));
  }
  PetscCall(VecDestroy(&r));
  PetscCall(VecDestroy(&b.increment));
  PetscCall(VecDestroy(&b.rate));
  PetscCall(FsSystemStateDestroy(&b.s));
  *pencil = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}
