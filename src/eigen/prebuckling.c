/* prebuckling.c: the pencil of linear buckling (buckling_modes.h): how a structure deforms before it buckles, and what that does to its stiffness. */
#include "buckling_modes.h"

/* What changes with the loads: q and the multipliers of a state at the level h of them. */
typedef struct {
  FsSystem       sys;
  const FsState *at;
  Vec            rate; /* of q and of multipliers over their scale, as the tangent's columns are */
  PetscReal      column; /* that scale */
  FsState        s;
  Vec            increment;
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

/* In spins: the chart's origin goes to the state, where its derivatives are spins, and back. */
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

/* r = the change of the residual at the equilibrium where its loads and motions are those of t + h, over h. */
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

/* b->rate: K x = -r. Input errors: nothing changes with t; K is singular. */
static PetscErrorCode FindRate(Prebuckling *b, Pencil p, Vec r)
{
  PetscReal change;
  PetscInt  below;
  PetscBool solves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(LoadRate(b, 1, r));
  PetscCall(VecNorm(r, NORM_INFINITY, &change));
  PetscCheck(
    change > 0, b->sys->comm, PETSC_ERR_USER_INPUT,
    "buckling: no load grows with t; those without a -load_<name>_time do, in proportion to it");
  PetscCall(PencilFactor(p, 0, &below));
  if (below != PENCIL_SINGULAR) PetscCall(PencilIsNonsingular(p, &solves));
  PetscCheck(solves, b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the stiffness matrix is singular: something can move freely (-analysis "
             "modes shows it), or the "
             "equilibrium is a critical one");
  PetscCall(MatSolve(p->factors, r, b->rate));
  PetscCall(VecScale(b->rate, -1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: loads or motions of supports do not grow in proportion, as seen over the level of the states. */
static PetscErrorCode CheckProportion(Prebuckling *b, PetscReal h, Vec r)
{
  const PetscReal proportional = 1e-6;
  PetscReal       size, difference;
  Vec             far;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(r, &far));
  for (int sign = -1; sign <= 1; sign += 2) {
    PetscCall(LoadRate(b, sign * h, far));
    PetscCall(VecAXPY(far, -1, r));
    PetscCall(VecNorm(far, NORM_INFINITY, &difference));
    PetscCall(VecNorm(r, NORM_INFINITY, &size));
    PetscCheck(difference <= proportional * size, b->sys->comm, PETSC_ERR_USER_INPUT,
               "buckling: loads or motions of supports do not grow in proportion to t (a formula "
               "of t that is not linear); "
               "-analysis path follows them");
  }
  PetscCall(VecDestroy(&far));
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
  *h = small * FsSystemCharacteristicLength(b->sys) * PetscSqrtReal((PetscReal)n) / size;
  PetscCheck(!PetscIsInfOrNanReal(*h), b->sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the loads move nothing");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* -K' into p->M and K'' into *second, by central differences of sixth order over states up to 3 h. p->C: scratch. */
static PetscErrorCode Differentiate(Prebuckling *b, Pencil p, PetscReal h, Mat *second)
{
  static const PetscReal first_weight[] = {3.0 / 4, -3.0 / 20, 1.0 / 60}, middle = -49.0 / 18;
  static const PetscReal second_weight[] = {3.0 / 2, -3.0 / 20, 1.0 / 90};

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(p->M));
  PetscCall(MatDuplicate(p->K, MAT_COPY_VALUES, second));
  PetscCall(MatScale(*second, middle / (h * h)));
  for (int k = 0; k < 3; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      PetscCall(ComputeTangent(b, sign * (k + 1) * h, p->C));
      PetscCall(MatAXPY(p->M, -sign * first_weight[k] / h, p->C, SAME_NONZERO_PATTERN));
      PetscCall(MatAXPY(*second, second_weight[k] / (h * h), p->C, SAME_NONZERO_PATTERN));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second)
{
  const PetscReal noise   = 1e-12; /* of h K' against K */
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  Prebuckling     b       = {.sys = sys, .at = s};
  PetscReal       h       = 0, of_K, of_M;
  Pencil          p;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCheck(!sys->traits.linear, sys->comm, PETSC_ERR_USER_INPUT,
             "buckling: the model is linear, its stiffness does not change with the loads; take "
             "elements with finite "
             "displacements (beam, truss, finite_membrane), without -linearize");
  PetscCall(PencilCreate(sys, s, &loading, &p));
  b.column = p->scale;
  PetscCall(FsSystemStateCreate(sys, &b.s));
  PetscCall(VecZeroEntries(b.s.v));
  PetscCall(VecDuplicate(sys->vec, &b.rate));
  PetscCall(VecZeroEntries(b.rate));
  PetscCall(VecDuplicate(sys->vec, &b.increment));
  PetscCall(VecDuplicate(sys->vec, &r));
  PetscCall(FindRate(&b, p, r));
  PetscCall(ChooseLevel(&b, &h));
  PetscCall(CheckProportion(&b, h, r));
  PetscCall(Differentiate(&b, p, h, second));
  PetscCall(MatNorm(p->K, NORM_FROBENIUS, &of_K));
  PetscCall(MatNorm(p->M, NORM_FROBENIUS, &of_M));
  PetscCheck(h * of_M > noise * of_K, sys->comm, PETSC_ERR_USER_INPUT,
             "-analysis buckling: the loads do not change the stiffness; there is no factor");
  PetscCall(PencilMeasureSymmetry(p));
  PetscCall(VecDestroy(&r));
  PetscCall(VecDestroy(&b.increment));
  PetscCall(VecDestroy(&b.rate));
  PetscCall(FsSystemStateDestroy(&b.s));
  *pencil = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}
