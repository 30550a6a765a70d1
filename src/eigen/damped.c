/* damped.c: see damped.h. The unit of time is the first natural frequency of the undamped structure, so that the three
   matrices have one size. One search is solved several times from vectors of chance: each may add copies of multiple modes,
   of which a Krylov space has one. With losses K + i H is a matrix of pairs, whose eigenvalues are those wanted and the conjugates of
   these: x is wanted where (x, -i x) is the vector of pairs. */
#include "damped.h"
#include "factoring.h"
#include "input/error.h"
#include "modes.h"
#include "pair.h"
#include "quadratic.h"
#include <slepcpep.h>

typedef struct {
  Pencil      p;
  Mat         H;      /* NULL: no losses */
  PetscReal   unit;   /* of frequencies [rad/s] */
  PetscReal   reach;  /* all modes with a smaller |z| are found [rad/s] */
  PetscReal   most;   /* of |z|: larger ones are of constraints and dofs without mass [1/s] */
  PetscBool   floats; /* K is singular */
  Quadratic   q;
  DampedModes found;
  PetscInt    room;
} Search;

/* Eigenvalues count as equal that differ by less, relative to their size and to the unit; a vector is new of which more than
   NEW is outside of those found at the same place. */
static const PetscReal EQUAL = 1e-6, NEW = 1e-3;
enum { MOST_SEARCHES = 8 };

static PetscReal size_of(const DampedModes *m, PetscInt k)
{
  return PetscSqrtReal(PetscSqr(m->growth[k]) + PetscSqr(m->omega[k]));
}

/* *zero: z is 0 up to round-off, which a double root leaves the square root of. */
static PetscErrorCode IsZero(Search *s, PetscReal z, Vec x, PetscBool *zero)
{
  const PetscReal near = 1e-5;
  PetscReal       mu, round_off, mass;

  PetscFunctionBeginUser;
  *zero = PETSC_FALSE;
  if (z > near * s->unit) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilRayleigh(s->p, x, s->q->Kx[0], &mu, &round_off, &mass));
  *zero = (PetscBool)(PetscAbsReal(mu) <= PetscMax(round_off, PetscSqr(near * s->unit)));
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
    PetscCall(MatMult(s->p->M, x, s->q->Mx[0]));
    PetscCall(MatMult(s->p->M, y, s->q->Mx[1]));
    PetscCall(VecDot(s->q->Mx[0], m->x[j], &c[0])); /* the conjugate of the one found times x + i y */
    PetscCall(VecDot(s->q->Mx[1], m->y[j], &c[1]));
    PetscCall(VecDot(s->q->Mx[1], m->x[j], &c[2]));
    PetscCall(VecDot(s->q->Mx[0], m->y[j], &c[3]));
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
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(QuadraticHolds(s->q, x, y, kept));
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsZero(s, hypot(re, im), x, &zero));
  PetscCall(TakeOut(s, re, im, zero, x, y));
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  *kept = (PetscBool)(size > NEW * NEW);
  if (*kept && !zero) PetscCall(QuadraticResidual(s->q, re, im, x, y, &residual, kept));
  if (*kept) PetscCall(Insert(s, re, im, residual, zero, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- searches ------------------------------------------------------------------------------------------------------ */

/* x + i y = (a + i b) / 2 of the pairs (a, b), with a and b complex themselves: re and im. */
static PetscErrorCode FromPairs(Vec re, Vec im, Vec x, Vec y)
{
  const PetscScalar *of_re, *of_im;
  PetscScalar       *to_x, *to_y;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(re, &of_re));
  PetscCall(VecGetArrayRead(im, &of_im));
  PetscCall(VecGetArray(x, &to_x));
  PetscCall(VecGetArray(y, &to_y));
  for (PetscInt i = 0; i < n; i++) {
    to_x[i] = (of_re[2 * i] - of_im[2 * i + 1]) / 2;
    to_y[i] = (of_im[2 * i] + of_re[2 * i + 1]) / 2;
  }
  PetscCall(VecRestoreArray(y, &to_y));
  PetscCall(VecRestoreArray(x, &to_x));
  PetscCall(VecRestoreArrayRead(im, &of_im));
  PetscCall(VecRestoreArrayRead(re, &of_re));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eigenvector i, x + i y. */
static PetscErrorCode GetVector(Search *s, PEP pep, PetscInt i, PetscScalar *re, PetscScalar *im, Vec x, Vec y)
{
  Mat K;
  Vec pair[2];

  PetscFunctionBeginUser;
  if (!s->H) {
    PetscCall(PEPGetEigenpair(pep, i, re, im, x, y));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PEPGetOperators(pep, 0, &K));
  PetscCall(MatCreateVecs(K, &pair[0], &pair[1]));
  PetscCall(PEPGetEigenpair(pep, i, re, im, pair[0], pair[1]));
  PetscCall(FromPairs(pair[0], pair[1], x, y));
  PetscCall(VecDestroy(&pair[0]));
  PetscCall(VecDestroy(&pair[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *new = how many modes one solution has added. */
static PetscErrorCode Harvest(Search *s, PEP pep, PetscInt *new)
{
  PetscReal   farthest = 0;
  PetscScalar shift;
  PetscInt    converged;

  PetscFunctionBeginUser;
  *new = 0;
  PetscCall(PEPGetTarget(pep, &shift));
  PetscCall(PEPGetConverged(pep, &converged));
  for (PetscInt i = 0; i < converged; i++) {
    PetscScalar re, im;
    PetscBool   kept = PETSC_FALSE;
    Vec         x, y;

    PetscCall(VecDuplicate(s->p->sys->vec, &x));
    PetscCall(VecDuplicate(s->p->sys->vec, &y));
    PetscCall(GetVector(s, pep, i, &re, &im, x, y));
    farthest = PetscMax(farthest, hypot(re - shift, im));
    re *= s->unit;
    im *= s->unit;
    if (im >= 0 && hypot(re, im) < s->most) PetscCall(Keep(s, re, im, x, y, &kept));
    if (kept) (*new)++;
    else {
      PetscCall(VecDestroy(&x));
      PetscCall(VecDestroy(&y));
    }
  }
  s->reach = PetscMin(s->reach, (farthest - PetscAbsReal(shift)) * s->unit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Matrices in the unit of time, the shift (right of what is damped, where K is singular), and how many are wanted: *all of them, or 2 n and
   a few. */
static PetscErrorCode Configure(Search *s, Mat A[3], PetscInt n, PEP pep, KSP *ksp, PetscBool *all)
{
  const PetscReal tolerance = 1e-12, aside = 0.3;
  PetscInt        size, wanted;
  ST              st;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  wanted = PetscMin(2 * n + 4, 2 * PetscMax(1, size - 2 * s->p->rows)) * (s->H ? 2 : 1);
  *all   = (PetscBool)(2 * n + 4 >= 2 * (size - 2 * s->p->rows));
  size *= s->H ? 2 : 1;
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
  Mat         K;
  Vec         start;

  PetscFunctionBeginUser;
  PetscCall(PEPGetOperators(pep, 0, &K));
  PetscCall(MatCreateVecs(K, &start, NULL));
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

/* A[3]: K, C, M in the unit of time; with losses as matrices of pairs. The caller destroys them. */
static PetscErrorCode Operators(Search *s, Mat A[3])
{
  const Mat       of[3]     = {s->p->K, s->p->C, s->p->M};
  const PetscReal factor[3] = {1, s->unit, PetscSqr(s->unit)};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    if (!s->H) {
      PetscCall(MatDuplicate(of[k], MAT_COPY_VALUES, &A[k]));
      PetscCall(MatScale(A[k], factor[k]));
      continue;
    }
    PetscCall(PairCreate(s->p->K, &A[k]));
    for (int half = 0; half < 2; half++) PetscCall(PairFill(of[k], half, half, factor[k], A[k]));
    for (int half = 0; half < 2; half++) /* all three have one pattern */
      PetscCall(PairFill(s->H, half, 1 - half, k ? 0 : half ? 1 : -1, A[k]));
    PetscCall(MatAssemblyBegin(A[k], MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A[k], MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Look until a solution adds nothing to the n nearest ones. */
static PetscErrorCode SearchAll(Search *s, PetscInt n, PetscBool *all)
{
  Mat A[3];
  PetscInt new = 1, solves;
  KSP ksp;
  PEP pep;

  PetscFunctionBeginUser;
  PetscCall(Operators(s, A));
  PetscCall(PEPCreate(s->p->sys->comm, &pep));
  PetscCall(Configure(s, A, n, pep, &ksp, all));
  s->reach = PETSC_MAX_REAL;
  for (int k = 0; k < MOST_SEARCHES && new; k++) PetscCall(Solve(s, pep, &new));
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  s->found.solves += solves;
  s->found.factorings++;
  PetscCall(PEPDestroy(&pep));
  for (int k = 0; k < 3; k++) PetscCall(MatDestroy(&A[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The unit of time, and whether K is singular, by the first modes of the undamped structure. */
static PetscErrorCode Measure(Search *s)
{
  ModesWanted first  = {.kind = MODES_LOWEST, .n = 1};
  PetscInt    before = 0, below;
  PetscBool   solves = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (;;) { /* beyond the zeros */
    Modes undamped;

    PetscCall(ModesFind(s->p, &first, &undamped));
    for (PetscInt k = 0; k < undamped.n && s->unit == 0; k++)
      if (!undamped.zero[k]) s->unit = PetscSqrtReal(hypot(undamped.mu[k], undamped.growth[k]));
    s->found.factorings += undamped.factorings;
    first.n = undamped.n + 1;
    PetscCall(ModesDestroy(&undamped));
    if (s->unit > 0 || first.n == before) break; /* all are zeros */
    before = first.n;
  }
  if (s->unit == 0) s->unit = PetscSqrtReal(s->p->largest);
  PetscCall(PencilFactor(s->p, 0, &below));
  if (below != PENCIL_SINGULAR) PetscCall(PencilSolves(s->p, &solves));
  s->floats = (PetscBool)!solves;
  s->found.factorings++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *most = the largest C_ii / M_ii [1/s]. */
static PetscErrorCode LargestRates(Pencil p, PetscReal *most)
{
  const PetscScalar *c, *m;
  PetscInt           n;
  Vec                cd, md;

  PetscFunctionBeginUser;
  *most = 0;
  PetscCall(VecDuplicate(p->sys->vec, &cd));
  PetscCall(VecDuplicate(p->sys->vec, &md));
  PetscCall(MatGetDiagonal(p->C, cd));
  PetscCall(MatGetDiagonal(p->M, md));
  PetscCall(VecGetLocalSize(cd, &n));
  PetscCall(VecGetArrayRead(cd, &c));
  PetscCall(VecGetArrayRead(md, &m));
  for (PetscInt i = 0; i < n; i++)
    if (m[i] > 0) *most = PetscMax(*most, PetscAbsReal(c[i]) / m[i]);
  PetscCall(VecRestoreArrayRead(md, &m));
  PetscCall(VecRestoreArrayRead(cd, &c));
  PetscCall(VecDestroy(&md));
  PetscCall(VecDestroy(&cd));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, most, 1, MPIU_REAL, MPI_MAX, p->sys->comm));
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

PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *modes)
{
  const PetscReal beyond = 1e4; /* times sqrt(K_ii / M_ii) */
  PetscReal       damping;
  PetscBool       all = PETSC_FALSE;
  Search          s   = {.p = p, .H = H, .most = beyond * PetscSqrtReal(p->largest)};

  PetscFunctionBeginUser;
  PetscCall(Measure(&s));
  PetscCall(QuadraticCreate(p, H, &s.q));
  PetscCall(LargestRates(p, &damping));
  s.most = PetscMax(s.most, beyond * damping);
  for (PetscInt ask = n; !all; ask *= 2) { /* nearest to the shift need not be nearest to 0 */
    PetscCall(SearchAll(&s, ask, &all));
    if (s.found.n >= n && size_of(&s.found, n - 1) <= s.reach) break;
  }
  PetscCheck(s.found.n, p->sys->comm, PETSC_ERR_NOT_CONVERGED, "modes: none was found near 0 whose residual is small");
  PetscCall(Cut(&s, n));
  PetscCall(QuadraticDestroy(&s.q));
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
