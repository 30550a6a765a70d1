/* buckling.c: see buckling.h. */
#include "buckling.h"
#include "factoring.h"
#include "input/error.h"
#include <slepceps.h>

/* ---- the pencil ---------------------------------------------------------------------------------------------------- */

/* What changes with the loads: q and the multipliers of a state at the level h of them. */
typedef struct {
  FsSystem       sys;
  const FsState *at;
  Vec            rate;   /* of q and of multipliers over their scale, as the tangent's columns are */
  PetscReal      column; /* that scale */
  FsState        s;
  Vec            increment;
} Prebuckling;

static PetscErrorCode StateAt(Prebuckling *b, PetscReal h)
{
  PetscFunctionBeginUser;
  b->s.t = b->at->t + h;
  PetscCall(VecCopy(b->rate, b->increment));
  PetscCall(VecScale(b->increment, h));
  if (b->sys->rotations) PetscCall(b->sys->rotations->compose(b->sys, b->at->q, b->increment, b->s.q));
  else PetscCall(VecWAXPY(b->s.q, 1, b->increment, b->at->q));
  PetscCall(VecCopy(b->at->a, b->s.a));
  if (b->sys->constraints) PetscCall(b->sys->constraints->add_multipliers(b->sys, b->column, b->increment, b->s.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* In spins: the chart's origin goes to the state, where its derivatives are spins, and back. */
static PetscErrorCode TangentAt(Prebuckling *b, PetscReal h, Mat A)
{
  const FsLoading loading  = FsLoadingOfEquilibrium(1);
  const FsRows    rows     = {FS_CONSTRAINT_POSITION, b->column, b->column};
  FsState *const  states[] = {&b->s};
  Vec             back;

  PetscFunctionBeginUser;
  PetscCall(StateAt(b, h));
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

/* b->rate: K x = what is not balanced where the loads of t + 1 act on the state at t. Input error: nothing. */
static PetscErrorCode FindRate(Prebuckling *b, Pencil p)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  const FsRows    rows    = {FS_CONSTRAINT_POSITION, b->column, b->column};
  PetscReal       size, change;
  PetscInt        below;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(b->sys->vec, &r));
  PetscCall(StateAt(b, 0));
  PetscCall(FsSystemResidual(b->sys, &b->s, &loading, &rows, r));
  b->s.t = b->at->t + 1;
  PetscCall(FsSystemResidual(b->sys, &b->s, &loading, &rows, b->increment));
  PetscCall(VecNorm(b->increment, NORM_INFINITY, &size));
  PetscCall(VecAYPX(r, -1, b->increment));
  PetscCall(VecNorm(r, NORM_INFINITY, &change));
  PetscCheck(change > 1e-14 * size, b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: no load grows with t; those without a -load_<name>_time do, in proportion to it");
  PetscCall(VecScale(r, -1));
  PetscCall(PencilFactor(p, 0, &below));
  PetscCheck(below > PENCIL_SINGULAR, b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the stiffness matrix is singular: something can move freely (-analysis modes shows it), or the "
             "equilibrium is a critical one");
  PetscCall(MatSolve(p->factors, r, b->rate));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A level at which strains and angles are about 0.002, few times more where it bends most. */
static PetscErrorCode ChooseLevel(Prebuckling *b, PetscReal *h)
{
  const PetscReal small = 0.002;
  PetscReal       size;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemNorm(b->sys, b->rate, &size));
  PetscCall(VecGetSize(b->rate, &n));
  *h = small * FsSystemLength(b->sys) * PetscSqrtReal((PetscReal)n) / size;
  PetscCheck(!PetscIsInfOrNanReal(*h), b->sys->comm, PETSC_ERR_USER_INPUT, "buckling: the loads move nothing");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingPencil(FsSystem sys, const FsState *s, Pencil *pencil)
{
  static const PetscReal weight[] = {3.0 / 4, -3.0 / 20, 1.0 / 60}; /* central differences of sixth order */
  const FsLoading        loading  = FsLoadingOfEquilibrium(1);
  Prebuckling            b        = {.sys = sys, .at = s};
  PetscReal              h        = 0;
  Pencil                 p;

  PetscFunctionBeginUser;
  PetscCheck(!sys->linear, sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the model is linear, its stiffness does not change with the loads; take elements with finite "
             "displacements (beam, truss, finite_membrane), without -linearize");
  PetscCall(PencilCreate(sys, s, &loading, &p));
  b.column = p->scale;
  PetscCall(FsSystemStateCreate(sys, &b.s));
  PetscCall(VecZeroEntries(b.s.v));
  PetscCall(VecDuplicate(sys->vec, &b.rate));
  PetscCall(VecDuplicate(sys->vec, &b.increment));
  PetscCall(FindRate(&b, p));
  PetscCall(ChooseLevel(&b, &h));
  PetscCall(MatZeroEntries(p->M));
  for (int k = 0; k < 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      PetscCall(TangentAt(&b, sign * (k + 1) * h, p->C));
      PetscCall(MatAXPY(p->M, -sign * weight[k] / h, p->C, SAME_NONZERO_PATTERN));
    }
  PetscCall(PencilMeasureSymmetry(p));
  PetscCall(VecDestroy(&b.increment));
  PetscCall(VecDestroy(&b.rate));
  PetscCall(FsSystemStateDestroy(&b.s));
  *pencil = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factors ------------------------------------------------------------------------------------------------------- */

typedef struct {
  Pencil     p;
  PetscBool  definite; /* K is positive where constraints hold: every factor is one more negative direction beyond it */
  PetscInt   n, room;  /* found so far, by ascending |factor| */
  PetscReal *factor;
  Vec       *x, scratch;
  PetscInt   factorings, solves;
} Search;

enum { MOST_SWEEPS = 8, EXTRA = 2 };

static PetscErrorCode Insert(Search *s, PetscReal factor, Vec x)
{
  PetscInt k;

  PetscFunctionBeginUser;
  if (s->n == s->room) {
    s->room = 2 * s->room + 32;
    PetscCall(PetscRealloc((size_t)s->room * sizeof *s->factor, &s->factor));
    PetscCall(PetscRealloc((size_t)s->room * sizeof *s->x, &s->x));
  }
  for (k = s->n++; k > 0 && PetscAbsReal(s->factor[k - 1]) > PetscAbsReal(factor); k--) {
    s->factor[k] = s->factor[k - 1];
    s->x[k]      = s->x[k - 1];
  }
  s->factor[k] = factor;
  s->x[k]      = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the real factors of a sweep: eigenvalues are factors, or without constraints their inverses. */
static PetscErrorCode Keep(Search *s, EPS eps, PetscBool inverse)
{
  const PetscReal real_enough = 1e-5; /* |imaginary part|: a double factor may part by the root of the tolerance */
  PetscInt        converged;

  PetscFunctionBeginUser;
  PetscCall(EPSGetConverged(eps, &converged));
  for (PetscInt i = 0; i < converged; i++) {
    PetscScalar real, imaginary, stiffness, geometric;
    Vec         x;

    PetscCall(VecDuplicate(s->p->sys->vec, &x));
    PetscCall(EPSGetEigenpair(eps, i, &real, &imaginary, x, NULL));
    if (real == 0 || PetscAbsReal(imaginary) > real_enough * PetscAbsReal(real)) {
      PetscCall(VecDestroy(&x));
      continue;
    }
    if (s->p->symmetric) { /* by Rayleigh's quotient */
      PetscCall(MatMult(s->p->K, x, s->scratch));
      PetscCall(VecDot(s->scratch, x, &stiffness));
      PetscCall(MatMult(s->p->M, x, s->scratch));
      PetscCall(VecDot(s->scratch, x, &geometric));
      if (geometric != 0) PetscCall(Insert(s, stiffness / geometric, x));
      else PetscCall(VecDestroy(&x));
    } else PetscCall(Insert(s, inverse ? 1 / real : real, x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Without constraints and with K positive: -K' x = (1/p) K x, symmetric and definite. Else: K x = p (-K') x, inverted about 0. */
static PetscErrorCode SetProblem(Search *s, EPS eps, PetscBool inverse, KSP *ksp)
{
  ST st;

  PetscFunctionBeginUser;
  PetscCall(EPSGetST(eps, &st));
  if (inverse) {
    PetscCall(EPSSetOperators(eps, s->p->M, s->p->K));
    PetscCall(EPSSetProblemType(eps, EPS_GHEP));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_LARGEST_MAGNITUDE));
  } else {
    PetscCall(EPSSetOperators(eps, s->p->K, s->p->M));
    PetscCall(EPSSetProblemType(eps, EPS_GNHEP));
    PetscCall(EPSSetTarget(eps, 0));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    PetscCall(STSetType(st, STSINVERT));
  }
  PetscCall(STGetKSP(st, ksp));
  PetscCall(FactoringOf(*ksp, s->p->symmetric));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Sweep(Search *s, PetscInt n)
{
  const PetscBool inverse   = (PetscBool)(s->definite && !s->p->rows && s->p->symmetric);
  const PetscReal tolerance = 1e-11;
  CaughtError     caught;
  PetscInt        size, solves;
  EPS             eps;
  KSP             ksp;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  n = PetscMax(1, PetscMin(n, size - s->n));
  PetscCall(EPSCreate(s->p->sys->comm, &eps));
  PetscCall(SetProblem(s, eps, inverse, &ksp));
  PetscCall(EPSSetDimensions(eps, n, PetscMin(size, PetscMax(2 * n, n + 15)), PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(eps, tolerance, 500));
  if (s->n && inverse) PetscCall(EPSSetDeflationSpace(eps, s->n, s->x));
  PetscCall(CatchBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchEnd());
  PetscCheck(!caught.code, CaughtOn(&caught, s->p->sys->comm), PETSC_ERR_NOT_CONVERGED,
             "buckling: SLEPc finds no factors: %s", caught.text);
  PetscCall(Keep(s, eps, inverse));
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  s->solves += solves;
  s->factorings++;
  PetscCall(EPSDestroy(&eps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt within(const Search *s, PetscReal reach)
{
  PetscInt n = 0;

  while (n < s->n && PetscAbsReal(s->factor[n]) < reach) n++;
  return n;
}

/* A reach beyond the first n, in a gap; beyond all that were found where there is none. */
static PetscReal choose_reach(const Search *s, PetscInt n)
{
  const PetscReal apart = 1e-5, beyond = 1 + 1e-4;

  for (PetscInt k = PetscMax(1, n); k < s->n; k++) {
    const PetscReal a = PetscAbsReal(s->factor[k - 1]), b = PetscAbsReal(s->factor[k]);

    if (b - a > apart * b) return (a + b) / 2;
  }
  return s->n ? beyond * PetscAbsReal(s->factor[s->n - 1]) : 0;
}

/* *count = how many factors are between -reach and reach. */
static PetscErrorCode Count(Search *s, PetscReal reach, PetscInt *count)
{
  PetscInt up, down;

  PetscFunctionBeginUser;
  PetscCall(PencilCount(s->p, reach, &up));
  PetscCall(PencilCount(s->p, -reach, &down));
  *count = up == PENCIL_SINGULAR || down == PENCIL_SINGULAR ? -1 : up + down;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sweep until what inertia counts is there. */
static PetscErrorCode Complete(Search *s, BucklingFactors *f)
{
  PetscInt count = -1;

  PetscFunctionBeginUser;
  for (int k = 0; k < MOST_SWEEPS; k++) {
    PetscCall(Count(s, f->reach, &count));
    if (count < 0) f->reach *= 1 - 1e-7; /* a factor itself */
    else if (count == within(s, f->reach)) break;
    else PetscCall(Sweep(s, PetscMax(1, count - within(s, f->reach)) + EXTRA));
  }
  PetscCheck(count == within(s, f->reach), s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "buckling: there are %" PetscInt_FMT " factors by the signs of the matrix, and %" PetscInt_FMT
             " were found; ask for fewer (-buckling)",
             count, within(s, f->reach));
  f->certified = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first number factors, whose shapes f owns then. */
static PetscErrorCode Take(Search *s, PetscInt number, BucklingFactors *f)
{
  PetscReal size, of_K, of_M;
  Vec       Mx;

  PetscFunctionBeginUser;
  f->n = number;
  PetscCall(PetscMalloc3(number, &f->factor, number, &f->residual, number, &f->x));
  PetscCall(VecDuplicate(s->scratch, &Mx));
  for (PetscInt k = 0; k < s->n; k++) {
    if (k >= number) {
      PetscCall(VecDestroy(&s->x[k]));
      continue;
    }
    f->factor[k] = s->factor[k];
    f->x[k]      = s->x[k];
    PetscCall(VecNorm(f->x[k], NORM_INFINITY, &size));
    PetscCall(VecScale(f->x[k], 1 / size));
    PetscCall(MatMult(s->p->K, f->x[k], s->scratch));
    PetscCall(MatMult(s->p->M, f->x[k], Mx));
    PetscCall(VecScale(Mx, f->factor[k]));
    PetscCall(VecNorm(s->scratch, NORM_2, &of_K));
    PetscCall(VecNorm(Mx, NORM_2, &of_M));
    PetscCall(VecAXPY(Mx, -1, s->scratch));
    PetscCall(VecNorm(Mx, NORM_2, &f->residual[k]));
    f->residual[k] /= of_K + of_M;
  }
  PetscCall(VecDestroy(&Mx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingFind(Pencil p, PetscInt n, BucklingFactors *f)
{
  Search   s       = {.p = p, .definite = PETSC_TRUE};
  PetscInt at_zero = 0;

  PetscFunctionBeginUser;
  *f = (BucklingFactors){.n = 0};
  PetscCall(SlepcStart());
  PetscCall(VecDuplicate(p->sys->vec, &s.scratch));
  if (p->symmetric) PetscCall(PencilCount(p, 0, &at_zero));
  f->unstable = PetscMax(at_zero, 0);
  s.definite  = (PetscBool)(at_zero == 0);
  PetscCall(Sweep(&s, n + EXTRA));
  PetscCheck(s.n, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "buckling: no factor is found: the load does not change the stiffness against its directions");
  f->reach = choose_reach(&s, n);
  if (p->symmetric && s.definite) PetscCall(Complete(&s, f));
  PetscCall(Take(&s, within(&s, f->reach), f));
  f->factorings = s.factorings + p->factorings;
  f->solves     = s.solves;
  PetscCall(VecDestroy(&s.scratch));
  PetscCall(PetscFree(s.factor));
  PetscCall(PetscFree(s.x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingDestroy(BucklingFactors *f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < f->n; k++) PetscCall(VecDestroy(&f->x[k]));
  PetscCall(PetscFree3(f->factor, f->residual, f->x));
  f->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
