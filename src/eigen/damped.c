/* damped.c: see damped.h. The unit of time is the first natural frequency of the undamped structure, so that the three
   matrices have one size. One search is solved several times from vectors of chance: each may add copies of multiple modes,
   of which a Krylov space has one. */
#include "damped.h"
#include "factoring.h"
#include "input/error.h"
#include "modes.h"
#include <slepcpep.h>

typedef struct {
  Pencil      p;
  PetscReal   unit;   /* of frequencies [rad/s] */
  PetscReal   most;   /* of |z|: larger ones are of constraints and dofs without mass [1/s] */
  PetscBool   floats; /* K is singular */
  Vec         Kx[2], Mx[2], Cx[2];
  DampedModes found;
  PetscInt    room;
} Search;

/* Eigenvalues count as equal that differ by less, relative to their size and to the unit; a vector is new of which more than
   NEW is outside of those found at the same place. */
static const PetscReal EQUAL = 1e-6, NEW = 1e-3, WRONG = 1e-7 /* larger residuals are none of a mode's */;
enum { MOST_SEARCHES = 8 };

static PetscReal size_of(const DampedModes *m, PetscInt k)
{
  return PetscSqrtReal(PetscSqr(m->growth[k]) + PetscSqr(m->omega[k]));
}

/* ---- one vector ---------------------------------------------------------------------------------------------------- */

/* *xx = x A x, *yy = y A y, *xy = x A y for a symmetric A; A x and A y are left in Ax. */
static PetscErrorCode Products(Mat A, Vec x, Vec y, Vec Ax[2], PetscReal *xx, PetscReal *yy, PetscReal *xy)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(A, x, Ax[0]));
  PetscCall(MatMult(A, y, Ax[1]));
  PetscCall(VecDot(Ax[0], x, xx));
  PetscCall(VecDot(Ax[1], y, yy));
  PetscCall(VecDot(Ax[0], y, xy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (x + i y) *= re + i im. */
static PetscErrorCode Turn(Vec x, Vec y, PetscReal re, PetscReal im, Vec scratch)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(x, scratch));
  PetscCall(VecAXPBY(x, -im, re, y));
  PetscCall(VecAXPBY(y, im, re, scratch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Scale and turn as damped.h says; *size was x M x + y M y: 0 if it moves nothing that has mass. */
static PetscErrorCode Normalize(Search *s, Vec x, Vec y, PetscReal *size)
{
  PetscReal xx, yy, xy, angle, scale;

  PetscFunctionBeginUser;
  PetscCall(Products(s->p->M, x, y, s->Mx, &xx, &yy, &xy));
  *size = PetscMax(xx + yy, 0);
  if (*size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  angle = -PetscAtan2Real(2 * xy, xx - yy) / 2;
  scale = 1 / PetscSqrtReal(*size);
  PetscCall(Turn(x, y, scale * PetscCosReal(angle), scale * PetscSinReal(angle), s->Mx[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *residual of z^2 M x + z C x + K x, over the sum of the norms of the three terms; *solves: it is small against the numbers that
   add up to K x, which are large where some parts are stiff. */
static PetscErrorCode Residual(Search *s, PetscReal re, PetscReal im, Vec x, Vec y, PetscReal *residual,
                               PetscBool *solves)
{
  const PetscReal square[2] = {re * re - im * im, 2 * re * im}, z = PetscSqrtReal(re * re + im * im);
  const Mat       A[3]    = {s->p->K, s->p->C, s->p->M};
  Vec *const      Ax[3]   = {s->Kx, s->Cx, s->Mx};
  const PetscReal size[3] = {1, z, z * z};
  PetscReal       norm[2], left, all = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscCall(MatMult(A[k], x, Ax[k][0]));
    PetscCall(MatMult(A[k], y, Ax[k][1]));
    for (int i = 0; i < 2; i++) PetscCall(VecNorm(Ax[k][i], NORM_2, &norm[i]));
    all += size[k] * PetscSqrtReal(PetscSqr(norm[0]) + PetscSqr(norm[1]));
  }
  PetscCall(VecAXPBYPCZ(s->Kx[0], re, -im, 1, s->Cx[0], s->Cx[1]));
  PetscCall(VecAXPBYPCZ(s->Kx[0], square[0], -square[1], 1, s->Mx[0], s->Mx[1]));
  PetscCall(VecAXPBYPCZ(s->Kx[1], im, re, 1, s->Cx[0], s->Cx[1]));
  PetscCall(VecAXPBYPCZ(s->Kx[1], square[1], square[0], 1, s->Mx[0], s->Mx[1]));
  for (int i = 0; i < 2; i++) PetscCall(VecNorm(s->Kx[i], NORM_2, &norm[i]));
  left      = hypot(norm[0], norm[1]);
  *residual = all > 0 ? left / all : 0;
  for (int i = 0; i < 2; i++) {
    PetscCall(PencilSizes(s->p, i ? y : x, s->Kx[0]));
    PetscCall(VecNorm(s->Kx[0], NORM_2, &norm[i]));
  }
  *solves = (PetscBool)(left <= WRONG * PetscMax(all, hypot(norm[0], norm[1])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *zero: z is 0 up to round-off, which a double root leaves the square root of. */
static PetscErrorCode IsZero(Search *s, PetscReal z, Vec x, PetscBool *zero)
{
  const PetscReal near = 1e-5;
  PetscReal       mu, round_off, mass;

  PetscFunctionBeginUser;
  *zero = PETSC_FALSE;
  if (z > near * s->unit) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilRayleigh(s->p, x, s->Kx[0], &mu, &round_off, &mass));
  *zero = (PetscBool)(PetscAbsReal(mu) <= PetscMax(round_off, PetscSqr(near * s->unit)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *holds: the motion satisfies the constraints: eigenvectors of what is infinite do not. */
static PetscErrorCode HoldsConstraints(Search *s, Vec x, Vec y, PetscBool *holds)
{
  const PetscReal off   = 1e-4;
  const Vec       of[2] = {x, y};
  PetscReal       rows = 0, motion = 0;

  PetscFunctionBeginUser;
  *holds = PETSC_TRUE;
  if (!s->p->rows) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 2; k++) {
    PetscReal norm;

    PetscCall(VecCopy(of[k], s->Cx[0]));
    PetscCall(s->p->sys->constraints->add_multipliers(s->p->sys, -1, of[k], s->Cx[0]));
    PetscCall(MatMult(s->p->K, s->Cx[0], s->Kx[0]));
    PetscCall(VecNorm(s->Cx[0], NORM_2, &norm));
    motion = hypot(motion, norm);
    PetscCall(VecZeroEntries(s->Cx[0]));
    PetscCall(s->p->sys->constraints->add_multipliers(s->p->sys, 1, s->Kx[0], s->Cx[0]));
    PetscCall(VecNorm(s->Cx[0], NORM_2, &norm));
    rows = hypot(rows, norm);
  }
  *holds = (PetscBool)(rows <= off * s->p->scale * motion);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what was found ------------------------------------------------------------------------------------------------ */

static PetscErrorCode Reserve(Search *s)
{
  DampedModes *m = &s->found;

  PetscFunctionBeginUser;
  if (m->n < s->room) PetscFunctionReturn(PETSC_SUCCESS);
  s->room = 2 * s->room + 32;
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->growth, &m->growth));
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->omega, &m->omega));
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->residual, &m->residual));
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->zero, &m->zero));
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->x, &m->x));
  PetscCall(PetscRealloc((size_t)s->room * sizeof *m->y, &m->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x + i y -= what those found at z have of it, in the metric of M; these are orthonormal. */
static PetscErrorCode TakeOut(Search *s, PetscReal re, PetscReal im, PetscBool zero, Vec x, Vec y)
{
  const DampedModes *m   = &s->found;
  const PetscReal    tol = EQUAL * (hypot(re, im) + s->unit);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 2 * m->n; k++) { /* a second time for what round-off has left */
    const PetscInt j = k % m->n;
    PetscReal      c[4];

    if (zero != m->zero[j] || (!zero && hypot(m->growth[j] - re, m->omega[j] - im) > tol)) continue;
    PetscCall(MatMult(s->p->M, x, s->Mx[0]));
    PetscCall(MatMult(s->p->M, y, s->Mx[1]));
    PetscCall(VecDot(s->Mx[0], m->x[j], &c[0])); /* the conjugate of the one found times x + i y */
    PetscCall(VecDot(s->Mx[1], m->y[j], &c[1]));
    PetscCall(VecDot(s->Mx[1], m->x[j], &c[2]));
    PetscCall(VecDot(s->Mx[0], m->y[j], &c[3]));
    PetscCall(VecAXPBYPCZ(x, -(c[0] + c[1]), c[2] - c[3], 1, m->x[j], m->y[j]));
    PetscCall(VecAXPBYPCZ(y, -(c[2] - c[3]), -(c[0] + c[1]), 1, m->x[j], m->y[j]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep x + i y, which the search owns then, at its place in the order. */
static PetscErrorCode Insert(Search *s, PetscReal re, PetscReal im, PetscReal residual, PetscBool zero, Vec x, Vec y)
{
  DampedModes *m = &s->found;
  PetscInt     k;

  PetscFunctionBeginUser;
  PetscCall(Reserve(s));
  for (k = m->n++; k > 0 && size_of(m, k - 1) > hypot(re, im); k--) {
    m->growth[k]   = m->growth[k - 1];
    m->omega[k]    = m->omega[k - 1];
    m->residual[k] = m->residual[k - 1];
    m->zero[k]     = m->zero[k - 1];
    m->x[k]        = m->x[k - 1];
    m->y[k]        = m->y[k - 1];
  }
  m->growth[k]   = zero ? 0 : re;
  m->omega[k]    = zero ? 0 : im;
  m->residual[k] = residual;
  m->zero[k]     = zero;
  m->x[k]        = x;
  m->y[k]        = y;
  if (zero) m->zeros++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep an eigenvector if it is that of a mode, and a new one. */
static PetscErrorCode Keep(Search *s, PetscReal re, PetscReal im, Vec x, Vec y, PetscBool *kept)
{
  PetscReal residual = 0, size;
  PetscBool zero;

  PetscFunctionBeginUser;
  *kept = PETSC_FALSE;
  PetscCall(Normalize(s, x, y, &size));
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HoldsConstraints(s, x, y, kept));
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsZero(s, hypot(re, im), x, &zero));
  PetscCall(TakeOut(s, re, im, zero, x, y));
  PetscCall(Normalize(s, x, y, &size));
  *kept = (PetscBool)(size > NEW * NEW);
  if (*kept && !zero) PetscCall(Residual(s, re, im, x, y, &residual, kept));
  if (*kept) PetscCall(Insert(s, re, im, residual, zero, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- searches ------------------------------------------------------------------------------------------------------ */

/* *new = how many modes one solution has added. */
static PetscErrorCode Harvest(Search *s, PEP pep, PetscInt *new)
{
  PetscInt converged;

  PetscFunctionBeginUser;
  *new = 0;
  PetscCall(PEPGetConverged(pep, &converged));
  for (PetscInt i = 0; i < converged; i++) {
    PetscScalar re, im;
    PetscBool   kept = PETSC_FALSE;
    Vec         x, y;

    PetscCall(VecDuplicate(s->p->sys->vec, &x));
    PetscCall(VecDuplicate(s->p->sys->vec, &y));
    PetscCall(PEPGetEigenpair(pep, i, &re, &im, x, y));
    re *= s->unit;
    im *= s->unit;
    if (im >= 0 && hypot(re, im) < s->most) PetscCall(Keep(s, re, im, x, y, &kept));
    if (kept) (*new)++;
    else {
      PetscCall(VecDestroy(&x));
      PetscCall(VecDestroy(&y));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Matrices in the unit of time, the shift (right of what is damped, where K is singular), and how many are wanted. */
static PetscErrorCode Configure(Search *s, Mat A[3], PetscInt n, PEP pep, KSP *ksp)
{
  const PetscReal tolerance = 1e-12, aside = 0.3;
  PetscInt        size, wanted;
  ST              st;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  wanted = PetscMin(2 * n + 4, 2 * PetscMax(1, size - 2 * s->p->rows));
  PetscCall(PEPSetOperators(pep, 3, A));
  PetscCall(PEPSetProblemType(pep, PEP_GENERAL));
  PetscCall(PEPSetType(pep, PEPTOAR));
  PetscCall(PEPSetDimensions(pep, wanted, PetscMin(2 * size, PetscMax(2 * wanted, wanted + 15)), PETSC_DEFAULT));
  PetscCall(PEPSetTolerances(pep, tolerance, 500));
  PetscCall(PEPSetTarget(pep, s->floats ? aside : 0));
  PetscCall(PEPSetWhichEigenpairs(pep, PEP_TARGET_MAGNITUDE));
  PetscCall(PEPGetST(pep, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STSetTransform(st, PETSC_TRUE));
  PetscCall(STGetKSP(st, ksp));
  PetscCall(FactoringOf(*ksp, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(Search *s, PEP pep, PetscInt *new)
{
  CaughtError caught;
  Vec         start;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->p->sys->vec, &start));
  PetscCall(VecSetRandom(start, NULL));
  PetscCall(PEPSetInitialSpace(pep, 1, &start));
  PetscCall(CatchBegin(&caught));
  (void)PEPSolve(pep);
  PetscCall(CatchEnd());
  PetscCheck(!caught.code, CaughtOn(&caught, s->p->sys->comm), PETSC_ERR_NOT_CONVERGED,
             "modes: SLEPc ends with '%s': the stiffness, damping and mass matrices may be singular together",
             caught.text);
  PetscCall(Harvest(s, pep, new));
  PetscCall(VecDestroy(&start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Look until a solution adds nothing to the n nearest ones. */
static PetscErrorCode SearchAll(Search *s, PetscInt n)
{
  Mat A[3];
  PetscInt new = 1;
  KSP ksp;
  PEP pep;

  PetscFunctionBeginUser;
  A[0] = s->p->K;
  PetscCall(MatDuplicate(s->p->C, MAT_COPY_VALUES, &A[1]));
  PetscCall(MatDuplicate(s->p->M, MAT_COPY_VALUES, &A[2]));
  PetscCall(MatScale(A[1], s->unit));
  PetscCall(MatScale(A[2], PetscSqr(s->unit)));
  PetscCall(PEPCreate(s->p->sys->comm, &pep));
  PetscCall(Configure(s, A, n, pep, &ksp));
  for (int k = 0; k < MOST_SEARCHES && new; k++) PetscCall(Solve(s, pep, &new));
  PetscCall(KSPGetTotalIterations(ksp, &s->found.solves));
  s->found.factorings++;
  PetscCall(PEPDestroy(&pep));
  PetscCall(MatDestroy(&A[1]));
  PetscCall(MatDestroy(&A[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The unit of time, and whether K is singular, by the first modes of the undamped structure. */
static PetscErrorCode Measure(Search *s, PetscInt n)
{
  const ModesWanted first = {.kind = MODES_LOWEST, .n = n};
  Modes             undamped;

  PetscFunctionBeginUser;
  PetscCall(ModesFind(s->p, &first, &undamped));
  for (PetscInt k = 0; k < undamped.n && s->unit == 0; k++)
    if (!undamped.zero[k]) s->unit = PetscSqrtReal(hypot(undamped.mu[k], undamped.growth[k]));
  s->floats = (PetscBool)(undamped.zeros > 0);
  if (s->unit == 0) s->unit = PetscSqrtReal(s->p->largest);
  s->found.factorings += undamped.factorings;
  PetscCall(ModesDestroy(&undamped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The n nearest to 0 and those that are as near as the last one stay. */
static PetscErrorCode Cut(Search *s, PetscInt n)
{
  DampedModes *m    = &s->found;
  PetscInt     keep = PetscMin(n, m->n);

  PetscFunctionBeginUser;
  while (keep > 0 && keep < m->n && size_of(m, keep) <= (1 + EQUAL) * size_of(m, keep - 1)) keep++;
  while (m->n > keep) {
    m->n--;
    if (m->zero[m->n]) m->zeros--;
    PetscCall(VecDestroy(&m->x[m->n]));
    PetscCall(VecDestroy(&m->y[m->n]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DampedFind(Pencil p, PetscInt n, DampedModes *modes)
{
  const PetscReal beyond = 1e4; /* times sqrt(K_ii / M_ii) */
  Search          s      = {.p = p, .most = beyond * PetscSqrtReal(p->largest)};
  Vec *const      all[]  = {s.Kx, s.Cx, s.Mx};

  PetscFunctionBeginUser;
  PetscCall(Measure(&s, n));
  for (int k = 0; k < 6; k++) PetscCall(VecDuplicate(p->sys->vec, &all[k / 2][k % 2]));
  PetscCall(SearchAll(&s, n));
  PetscCheck(s.found.n, p->sys->comm, PETSC_ERR_NOT_CONVERGED, "modes: none was found near 0 whose residual is small");
  PetscCall(Cut(&s, n));
  for (int k = 0; k < 6; k++) PetscCall(VecDestroy(&all[k / 2][k % 2]));
  *modes = s.found;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DampedDestroy(DampedModes *m)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->n; k++) {
    PetscCall(VecDestroy(&m->x[k]));
    PetscCall(VecDestroy(&m->y[k]));
  }
  PetscCall(PetscFree(m->growth));
  PetscCall(PetscFree(m->omega));
  PetscCall(PetscFree(m->residual));
  PetscCall(PetscFree(m->zero));
  PetscCall(PetscFree(m->x));
  PetscCall(PetscFree(m->y));
  m->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
