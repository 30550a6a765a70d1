/* damped_modes.c: see damped_modes.h. Begins with the undamped modes, which are counted, so that none of a multiple mode is missed; the span of these
   grows by inverse iterations of what does not satisfy the quadratic problem yet (Davidson's method, with the factors at one shift). */
#include "damped_modes.h"
#include "factorization.h"
#include "undamped_modes.h"
#include "subspace.h"

typedef struct {
  Quadratic   q;
  Subspace    span;
  Mat         P, factors; /* of K + s C + s^2 M */
  PetscReal   shift;      /* s [1/s] */
  PetscReal   unit;       /* of frequencies [rad/s] */
  DampedModes found;
  PetscInt    capacity;
  PetscReal   unconverged,
    remainder; /* |z| of the nearest eigenvector that is none yet, infinite: there is none; its residual */
} DampedSearch;

/* Eigenvalues count as equal that differ by less, relative to their size and to the unit; a vector is new of which more than
   NEW_SHARE is outside of those found at the same place. */
static const PetscReal EQUAL = 1e-6, NEW_SHARE = 1e-3;
enum { MOST_ROUNDS = 60 };

static PetscReal mode_size(const DampedModes *m, PetscInt k)
{
  return PetscSqrtReal(PetscSqr(m->growth[k]) + PetscSqr(m->omega[k]));
}

/* *zero: z is 0 up to round-off, which a double root leaves the square root of. */
static PetscErrorCode IsZeroMode(DampedSearch *s, PetscReal z, Vec x, PetscBool *zero)
{
  const PetscReal near = 1e-5;
  PetscReal       mu, round_off, mass;

  PetscFunctionBeginUser;
  *zero = PETSC_FALSE;
  if (z > near * s->unit) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilRayleigh(s->q->p, x, s->q->Kx[0], &mu, &round_off, &mass));
  *zero = (PetscBool)(PetscAbsReal(mu) <= PetscMax(round_off, PetscSqr(near * s->unit)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what was found -------------------------------------------------------------------------- */

static PetscErrorCode ReserveModes(DampedSearch *s)
{
  DampedModes *m = &s->found;

  PetscFunctionBeginUser;
  if (m->n < s->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  s->capacity = 2 * s->capacity + 32;
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->growth, &m->growth));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->omega, &m->omega));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->residual, &m->residual));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->zero, &m->zero));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->x, &m->x));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->y, &m->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x + i y -= what those found at z have of it, in the metric of M; these are orthonormal. */
static PetscErrorCode Deflate(DampedSearch *s, PetscReal re, PetscReal im, PetscBool zero, Vec x,
                              Vec y)
{
  const DampedModes *m   = &s->found;
  const PetscReal    tol = EQUAL * (hypot(re, im) + s->unit);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 2 * m->n; k++) { /* a second time for what round-off has left */
    const PetscInt j = k % m->n;
    PetscReal      c[4];

    if (zero != m->zero[j] || (!zero && hypot(m->growth[j] - re, m->omega[j] - im) > tol)) continue;
    PetscCall(MatMult(s->q->p->M, x, s->q->Mx[0]));
    PetscCall(MatMult(s->q->p->M, y, s->q->Mx[1]));
    PetscCall(
      VecDot(s->q->Mx[0], m->x[j], &c[0])); /* the conjugate of the one found times x + i y */
    PetscCall(VecDot(s->q->Mx[1], m->y[j], &c[1]));
    PetscCall(VecDot(s->q->Mx[1], m->x[j], &c[2]));
    PetscCall(VecDot(s->q->Mx[0], m->y[j], &c[3]));
    PetscCall(VecAXPBYPCZ(x, -(c[0] + c[1]), c[2] - c[3], 1, m->x[j], m->y[j]));
    PetscCall(VecAXPBYPCZ(y, -(c[2] - c[3]), -(c[0] + c[1]), 1, m->x[j], m->y[j]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep x + i y, which the search owns then, at its place in the order. */
static PetscErrorCode InsertDamped(DampedSearch *s, PetscReal re, PetscReal im, PetscReal residual,
                                   PetscBool zero, Vec x, Vec y)
{
  DampedModes *m = &s->found;
  PetscInt     k;

  PetscFunctionBeginUser;
  PetscCall(ReserveModes(s));
  for (k = m->n++; k > 0 && mode_size(m, k - 1) > hypot(re, im); k--) {
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep an eigenvector if it is that of a mode, and a new one. */
static PetscErrorCode KeepDamped(DampedSearch *s, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscBool *kept)
{
  PetscReal residual = 0, size;
  PetscBool zero;

  PetscFunctionBeginUser;
  *kept = PETSC_FALSE;
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(QuadraticMeetsConstraints(s->q, x, y, kept));
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsZeroMode(s, hypot(re, im), x, &zero));
  PetscCall(Deflate(s, re, im, zero, x, y));
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  *kept = (PetscBool)(size > NEW_SHARE * NEW_SHARE);
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  if (!zero) PetscCall(QuadraticResidual(s->q, re, im, x, y, &residual, kept));
  if (!*kept && hypot(re, im) < s->unconverged) {
    s->unconverged = hypot(re, im);
    s->remainder   = residual;
  }
  if (*kept) PetscCall(InsertDamped(s, re, im, residual, zero, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* P = K + s C + s^2 M, whose factors make inverse iterations. */
static PetscErrorCode FactorShifted(DampedSearch *s)
{
  const Pencil p = s->q->p;
  PetscBool    symmetric, singular;

  PetscFunctionBeginUser;
  PetscCall(PencilHasSymmetricDamping(p, &symmetric));
  PetscCall(MatDuplicate(p->K, MAT_COPY_VALUES, &s->P));
  PetscCall(MatAXPY(s->P, s->shift, p->C, SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(s->P, s->shift * s->shift, p->M, SAME_NONZERO_PATTERN));
  PetscCall(
    FactorizationCompute(s->P, (PetscBool)(symmetric && p->symmetric), &s->factors, &singular));
  s->found.factorizations++;
  PetscCheck(!singular, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: the stiffness, damping and mass matrices are singular together: a part has "
             "none of them in some "
             "direction");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first span: the undamped modes, all up to some frequency, and how what depends on velocities pulls at them. */
static PetscErrorCode StartSpan(DampedSearch *s, const Modes *undamped)
{
  Vec Cx, w;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q->p->sys->vec, &Cx));
  PetscCall(VecDuplicate(s->q->p->sys->vec, &w));
  for (PetscInt k = 0; k < undamped->n; k++) PetscCall(SubspaceAdd(s->span, undamped->x[k]));
  for (PetscInt k = 0; k < undamped->n; k++) {
    PetscReal size;

    PetscCall(MatMult(s->q->p->C, undamped->x[k], Cx));
    PetscCall(VecNorm(Cx, NORM_INFINITY, &size));
    if (size == 0) continue;
    PetscCall(MatSolve(s->factors, Cx, w));
    s->found.solves++;
    PetscCall(SubspaceAdd(s->span, w));
  }
  PetscCall(VecDestroy(&w));
  PetscCall(VecDestroy(&Cx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x + i y = eigenvector k of the span, and step[2] = how an inverse iteration changes it; *off: by how much, relative to it. */
static PetscErrorCode InverseIterate(DampedSearch *s, PetscInt k, Vec x, Vec y, Vec step[2],
                                     PetscReal *off)
{
  PetscReal residual, of_x[2], of_step[2];
  PetscBool solves;

  PetscFunctionBeginUser;
  PetscCall(SubspaceGetVector(s->span, k, x, y));
  for (int h = 0; h < 2; h++) PetscCall(SubspaceNorm(s->span, h ? y : x, &of_x[h]));
  PetscCall(QuadraticResidual(s->q, s->span->re[k], s->span->im[k], x, y, &residual, &solves));
  for (int h = 0; h < 2; h++) {
    PetscCall(MatSolve(s->factors, s->q->remainder[h], step[h]));
    PetscCall(SubspaceNorm(s->span, step[h], &of_step[h]));
    s->found.solves++;
  }
  *off = hypot(of_step[0], of_step[1]) / hypot(of_x[0], of_x[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Where the span has become large: that of its first n vectors alone. */
static PetscErrorCode RestartSpan(DampedSearch *s, PetscInt n)
{
  const PetscInt keep = PetscMin(n, s->span->nfound);
  Vec           *all;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 2 * keep, &all));
  for (PetscInt k = 0; k < keep; k++)
    PetscCall(SubspaceGetVector(s->span, k, all[2 * k], all[2 * k + 1]));
  PetscCall(SubspaceRestart(s->span, 2 * keep, all));
  PetscCall(VecDestroyVecs(2 * keep, &all));
  PetscCall(SubspaceSolve(s->span, s->shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Let the span grow until n eigenvectors stay, and a few more, which might come among them. */
static PetscErrorCode Converge(DampedSearch *s, PetscInt n)
{
  const PetscReal tolerance = 1e-10, enough = 1e-6;
  const PetscInt  guard = 4, most = 6 * n + 60;
  PetscReal       off = 0, worst = 0, last = PETSC_INFINITY;
  Vec            *w; /* x, y, and their changes */

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 4, &w));
  for (int round = 0; round < MOST_ROUNDS; round++) {
    const PetscInt before = s->span->n;

    PetscCall(SubspaceSolve(s->span, s->shift));
    if (s->span->n > most) PetscCall(RestartSpan(s, n + guard));
    worst = 0;
    for (PetscInt k = 0; k < PetscMin(n + guard, s->span->nfound); k++) {
      PetscCall(InverseIterate(s, k, w[0], w[1], w + 2, &off));
      if (k < n) worst = PetscMax(worst, off);
      for (int h = 2; h < 4 && off > tolerance; h++) PetscCall(SubspaceAdd(s->span, w[h]));
    }
    if (worst <= tolerance || s->span->n == before || (worst <= enough && worst > last / 4))
      break; /* or round-off */
    last = worst;
  }
  PetscCall(VecDestroyVecs(4, &w));
  PetscCheck(worst <= enough, s->q->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: after %d rounds the damped ones still change by %.2g; ask for fewer",
             (int)MOST_ROUNDS, (double)worst);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep what the span has near 0: at least n, after a last iteration, which finds the multipliers, too. */
static PetscErrorCode CollectModes(DampedSearch *s, PetscInt n)
{
  PetscReal off;
  Vec      *step;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 2, &step));
  for (PetscInt k = 0; k < s->span->nfound && s->found.n < n + 1; k++) {
    PetscBool kept;
    Vec       x, y;

    PetscCall(VecDuplicate(s->q->p->sys->vec, &x));
    PetscCall(VecDuplicate(s->q->p->sys->vec, &y));
    PetscCall(InverseIterate(s, k, x, y, step, &off));
    PetscCall(VecAXPY(x, -1, step[0]));
    PetscCall(VecAXPY(y, -1, step[1]));
    PetscCall(KeepDamped(s, s->span->re[k], s->span->im[k], x, y, &kept));
    if (kept) continue;
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
  }
  PetscCall(VecDestroyVecs(2, &step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The lowest n undamped modes, and so many more that one of them is no zero: its frequency is the unit. */
static PetscErrorCode FindUndamped(DampedSearch *s, PetscInt n, Modes *modes)
{
  ModesRequest first  = {.kind = MODES_LOWEST, .n = n};
  PetscInt     before = 0;

  PetscFunctionBeginUser;
  for (;;) {
    PetscCall(ModesFind(s->q->p, &first, modes));
    for (PetscInt k = 0; k < modes->n && s->unit == 0; k++)
      if (!modes->zero[k]) s->unit = PetscSqrtReal(hypot(modes->mu[k], modes->growth[k]));
    s->found.factorizations += modes->factorizations;
    s->found.solves += modes->solves;
    first.n = modes->n + 1;
    if (s->unit > 0 || first.n == before) break; /* all are zeros */
    before = first.n;
    PetscCall(ModesDestroy(modes));
  }
  if (s->unit == 0) s->unit = PetscSqrtReal(s->q->p->largest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The shift: 0, or right of all that is damped where K is singular. */
static PetscErrorCode ChooseShift(DampedSearch *s)
{
  const PetscReal aside = 0.3;
  PetscInt        below;
  PetscBool       solves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(s->q->p, 0, &below));
  if (below != PENCIL_SINGULAR) PetscCall(PencilIsNonsingular(s->q->p, &solves));
  s->found.factorizations++;
  s->shift = solves ? 0 : aside * s->unit;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The n nearest to 0 and those that are as near as the last one stay. */
static PetscErrorCode TruncateModes(DampedSearch *s, PetscInt n)
{
  DampedModes *m    = &s->found;
  PetscInt     keep = PetscMin(n, m->n);

  PetscFunctionBeginUser;
  while (keep > 0 && keep < m->n && mode_size(m, keep) <= (1 + EQUAL) * mode_size(m, keep - 1))
    keep++;
  while (m->n > keep) {
    m->n--;
    PetscCall(VecDestroy(&m->x[m->n]));
    PetscCall(VecDestroy(&m->y[m->n]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *found)
{
  const PetscInt guard = 4;
  DampedSearch   s     = {.unconverged = PETSC_INFINITY};
  Modes          undamped;

  PetscFunctionBeginUser;
  PetscCall(QuadraticCreate(p, H, &s.q));
  PetscCall(FindUndamped(&s, n + guard, &undamped));
  PetscCall(ChooseShift(&s));
  PetscCall(FactorShifted(&s));
  PetscCall(SubspaceCreate(s.q, s.unit, &s.span));
  PetscCall(StartSpan(&s, &undamped));
  PetscCall(
    Converge(&s, undamped.n + undamped.zeros)); /* all that are equal; zeros are there twice */
  PetscCall(CollectModes(&s, undamped.n));
  PetscCheck(s.found.n, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: none was found near 0 whose residual is small");
  PetscCall(TruncateModes(&s, n));
  PetscCheck(s.unconverged > mode_size(&s.found, s.found.n - 1), p->sys->comm,
             PETSC_ERR_NOT_CONVERGED,
             "modes: that near %.6g Hz did not converge (residual %.2g), and is nearer to 0 than "
             "the last one asked for; "
             "ask for fewer",
             (double)(s.unconverged / (2 * PETSC_PI)), (double)s.remainder);
  PetscCall(ModesDestroy(&undamped));
  PetscCall(SubspaceDestroy(&s.span));
  PetscCall(QuadraticDestroy(&s.q));
  PetscCall(MatDestroy(&s.P));
  PetscCall(MatDestroy(&s.factors));
  *found = s.found;
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
