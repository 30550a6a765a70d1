/* undamped_modes.c: finds modes of free vibration and counts them by inertia, so that no part of a
   multiple mode is lost. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "undamped_modes.h"
#include "mode_search.h"
#include "base/error.h"

/* first shift from 0, relative to the largest mu; a floating structure can be factored there */
static const PetscReal FIRST_SHIFT = 1e-10;
/* EXTRA: modes beyond those requested, to find a gap if Ritz values do not show one */
enum { MAX_SWEEPS = 12, EXTRA = 2 };

/* ---- modes found ----------------------------------------------------------------------------- */

static PetscBool is_zero(const ModeSearch *s, PetscInt k)
{
  return (PetscBool)(PetscAbsReal(s->mu[k]) <= s->round_off[k]);
}

/* Whether modes k - 1 and k differ by more than round-off and the tolerance. The gap is relative to
   mu. It is far above the tolerance of the search, 1e-10, so that a count by inertia at a limit in
   the gap cannot be wrong, and far below what modes usually differ. Double modes, which must stay
   together, are in tests/analysis/modes.py. */
static PetscBool is_gap(const ModeSearch *s, PetscInt k)
{
  const PetscReal gap = 1e-5, size = PetscMax(PetscAbsReal(s->mu[k]), PetscAbsReal(s->mu[k - 1]));

  if (is_zero(s, k) && is_zero(s, k - 1)) return PETSC_FALSE;
  return (PetscBool)(s->mu[k] - s->mu[k - 1] > gap * size + s->round_off[k] + s->round_off[k - 1]);
}

/* Whether a gap is behind the last mode, if they are at least n; the gap is that of is_gap. */
static PetscBool is_gap_behind(const ModeSearch *s, PetscInt n)
{
  const PetscReal gap = 1e-5;

  if (!s->p->symmetric || !(s->next < s->limit) || s->n < PetscMax(n, 1)) return PETSC_FALSE;
  return (PetscBool)(s->next - s->mu[s->n - 1] > gap * s->next + 2 * s->round_off[s->n - 1]);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

static PetscInt count_between(const ModeSearch *s, PetscReal from, PetscReal to)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < s->n; k++) n += s->mu[k] > from && s->mu[k] < to;
  return n;
}

/* Sweeps about sigma until all modes between from and to are found. */
static PetscErrorCode FindAllBetween(ModeSearch *s, PetscReal sigma, PetscReal from, PetscReal to,
                                     PetscInt number)
{
  PetscInt below;

  PetscFunctionBeginUser;
  for (int k = 0; k < MAX_SWEEPS && count_between(s, from, to) < number; k++)
    PetscCall(ModeSearchSweep(s, sigma, number - count_between(s, from, to) + EXTRA, &below));
  PetscCheck(count_between(s, from, to) == number, s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: the inertia counts %" PetscInt_FMT " modes, but %" PetscInt_FMT
             " were found; ask for fewer, or for an interval (-modes_between)",
             number, count_between(s, from, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns half of mu below 0, but not a shift that round-off would hide. */
static PetscReal shift_for(const ModeSearch *s, PetscReal mu)
{
  /* of the largest mu: a smaller shift would be lost in the round-off of the entries of K */
  const PetscReal min_shift = 1e-13;

  return -PetscMax(mu / 2, min_shift * s->p->largest);
}

/* Moves a shift below 0 towards 0 as long as it is large compared with a Rayleigh quotient. The
   vector is the deflection under equal accelerations of all dofs, then steps of inverse iteration.
   The quotient is an upper bound of the lowest mode. */
static PetscErrorCode ReduceShift(ModeSearch *s, PetscReal *sigma)
{
  const PetscReal large = 10; /* times the best shift; the bound may be twice the lowest mode */
  PetscReal       mu, round_off, mass;
  PetscInt        below;
  Vec             x, Mx;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->scratch, &x));
  PetscCall(VecDuplicate(s->scratch, &Mx));
  PetscCall(VecSet(x, 1));
  for (int k = 0; k < MAX_SWEEPS; k++) {
    PetscCall(ModeSearchFactor(s, *sigma, &below));
    if (below > 0) break;
    PetscCall(MatMult(s->p->M, x, Mx));
    PetscCall(MatSolve(s->p->factors, Mx, x));
    s->solves++;
    PetscCall(PencilRayleigh(s->p, x, s->scratch, &mu, &round_off, &mass));
    if (!(mass > 0) || mu <= round_off || *sigma >= large * shift_for(s, mu)) break;
    PetscCall(VecScale(x, 1 / PetscSqrtReal(mass)));
    *sigma = shift_for(s, mu);
  }
  PetscCall(VecDestroy(&Mx));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses a shift below all modes and finds the lowest n and a few more from it. The shift is not
   large compared with the first mode that is not 0, as far as round-off allows. For an unstable
   equilibrium it is at least as low as the lowest mode. */
static PetscErrorCode SweepFromBelow(ModeSearch *s, PetscInt n, PetscReal *shift)
{
  const PetscReal large = 20; /* times the best shift */
  PetscReal       sigma = -FIRST_SHIFT * s->p->largest;
  PetscInt        below;

  PetscFunctionBeginUser;
  if (s->p->symmetric) PetscCall(ReduceShift(s, &sigma));
  for (int k = 0; k < MAX_SWEEPS; k++) {
    PetscReal lowest, next;
    PetscInt  first = 0;

    PetscCall(ModeSearchSweep(s, sigma, n + (s->p->symmetric ? 0 : EXTRA), &below));
    *shift = sigma;
    while (first < s->n && is_zero(s, first)) first++;
    lowest = s->n ? s->mu[0] : 0;
    next   = first < s->n ? shift_for(s, s->mu[first]) : sigma;
    if (below > 0) sigma = 2 * PetscMin(lowest, 10 * sigma);
    else if (k == 0 && sigma < large * next) sigma = next;
    else break;
    PetscCall(ModeSearchForget(s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- requests -------------------------------------------------------------------------------- */

static PetscErrorCode CountOrReject(Pencil p, PetscReal mu, PetscInt *below)
{
  PetscFunctionBeginUser;
  PetscCall(PencilCountBelow(p, mu, below));
  PetscCheck(*below != PENCIL_SINGULAR, p->sys->comm, PETSC_ERR_USER_INPUT,
             "modes: the limit %.6g Hz is a natural frequency; give another one",
             (double)(PetscSqrtReal(PetscMax(mu, 0)) / (2 * PETSC_PI)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds a limit above the first n modes, in the next gap or above all. */
static PetscErrorCode FindLimitAbove(ModeSearch *s, PetscReal sigma, PetscInt n, PetscReal *to)
{
  PetscInt below;

  PetscFunctionBeginUser;
  for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const PetscInt before = s->n;

    for (PetscInt k = PetscMax(n, 1); k < s->n; k++)
      if (is_gap(s, k)) {
        *to = (s->mu[k - 1] + s->mu[k]) / 2;
        PetscFunctionReturn(PETSC_SUCCESS);
      }
    if (s->n >= s->max_modes) break;
    if (is_gap_behind(s, n)) {
      *to = (s->mu[s->n - 1] + s->next) / 2;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    /* many may be equal */
    PetscCall(ModeSearchSweep(s, sigma, PetscMax(n / 2, s->n) + EXTRA, &below));
    if (s->n == before) break;
  }
  *to = s->limit;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Improves all modes about one that is not 0, because a shift near zeros costs others digits. */
static PetscErrorCode ImproveModes(ModeSearch *s)
{
  PetscInt first = 0;

  PetscFunctionBeginUser;
  while (first < s->n && is_zero(s, first)) first++;
  if (first == 0 || first == s->n || s->mu[0] < -s->round_off[0])
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RitzImprove(s->p, -s->mu[first] / 2, s->n, s->x, &s->solves));
  for (PetscInt k = 0; k < s->n; k++) {
    PetscReal mass;

    PetscCall(PencilRayleigh(s->p, s->x[k], s->scratch, &s->mu[k], &s->round_off[k], &mass));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lowers the limit to n modes and those equal to the last of them, when no mode is missing. */
static void lower_limit(const ModeSearch *s, PetscInt n, Modes *m)
{
  for (PetscInt k = n; k < s->n && s->mu[k] < m->to; k++)
    if (k > 0 && is_gap(s, k)) {
      m->to = (s->mu[k - 1] + s->mu[k]) / 2;
      break;
    }
}

static PetscErrorCode FindLowest(ModeSearch *s, const ModesRequest *w, Modes *m)
{
  const PetscBool limited = (PetscBool)(w->kind == MODES_BELOW);
  PetscReal       sigma   = 0;
  PetscInt        n       = w->n;

  PetscFunctionBeginUser;
  m->from = -PETSC_MAX_REAL;
  m->to   = w->high;
  if (limited) PetscCall(CountOrReject(s->p, w->high, &n));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SweepFromBelow(s, n, &sigma));
  if (!limited) PetscCall(FindLimitAbove(s, sigma, n, &m->to));
  if (!s->p->symmetric) PetscFunctionReturn(PETSC_SUCCESS);
  if (!limited) PetscCall(CountOrReject(s->p, m->to, &n));
  PetscCall(FindAllBetween(s, sigma, m->from, m->to, n));
  PetscCall(ImproveModes(s));
  if (!limited) lower_limit(s, w->n, m);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindBetween(ModeSearch *s, const ModesRequest *w, Modes *m)
{
  const PetscReal fraction = 0.4877; /* a regular structure may have a mode in the middle */
  PetscInt        low, high;

  PetscFunctionBeginUser;
  m->from = w->low;
  m->to   = w->high;
  PetscCall(CountOrReject(s->p, w->low, &low));
  PetscCall(CountOrReject(s->p, w->high, &high));
  PetscCall(FindAllBetween(s, w->low + fraction * (w->high - w->low), w->low, w->high, high - low));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the limit beyond mode k on the side step: in the gap, if the next mode is known. */
static PetscReal edge(const ModeSearch *s, PetscInt k, PetscInt step)
{
  /* relative to mu, or to its round-off if that is larger; as large as the gap of is_gap */
  const PetscReal offset = 1e-5, size = PetscMax(PetscAbsReal(s->mu[k]), s->round_off[k] / offset);

  if (k + step >= 0 && k + step < s->n) return (s->mu[k] + s->mu[k + step]) / 2;
  return s->mu[k] + (PetscReal)step * offset * size;
}

static PetscReal frequency_of(PetscReal mu) { return PetscSqrtReal(PetscMax(mu, 0)); }

static PetscErrorCode FindNear(ModeSearch *s, const ModesRequest *w, Modes *m)
{
  /* relative to mu: the frequency that the user gives may be that of a mode, where factors fail */
  const PetscReal offset = 1e-7;
  const PetscReal sigma  = w->low * (1 + offset) - FIRST_SHIFT * s->p->largest;
  const PetscReal omega  = frequency_of(w->low);
  PetscInt        first  = 0, last, low, high, below;

  PetscFunctionBeginUser;
  /* nearest in mu; the nearest in frequency are selected from them */
  PetscCall(ModeSearchSweep(s, sigma, 2 * w->n + EXTRA, &below));
  PetscCheck(s->n, s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: no mode was found near the frequency");
  for (last = s->n - 1; last - first >= w->n;) { /* drops the end that is farther away */
    if (omega - frequency_of(s->mu[first]) > frequency_of(s->mu[last]) - omega) first++;
    else last--;
  }
  while (first > 0 && !is_gap(s, first)) first--;
  while (last + 1 < s->n && !is_gap(s, last + 1)) last++;
  m->from = edge(s, first, -1);
  m->to   = edge(s, last, 1);
  if (!s->p->symmetric) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CountOrReject(s->p, m->from, &low));
  PetscCall(CountOrReject(s->p, m->to, &high));
  PetscCall(FindAllBetween(s, sigma, m->from, m->to, high - low));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest possible number of modes, in small systems the number of modes. Each row of
   constraints takes two from the size of the pencil; dofs may have no mass. */
static PetscErrorCode CountFinite(ModeSearch *s, PetscInt n)
{
  const PetscInt small = 4 * n + 100;
  PetscInt       size, count;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  s->max_modes = size - 2 * s->p->rows;
  if (s->max_modes > small || !s->p->symmetric) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilCountBelow(s->p, s->limit, &count));
  if (count != PENCIL_SINGULAR) s->max_modes = count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the requested modes to m, which owns them. ModesVerify sets their residuals. */
static PetscErrorCode TransferModes(ModeSearch *s, Modes *m)
{
  PetscFunctionBeginUser;
  PetscCall(
    PetscCalloc5(s->n, &m->mu, s->n, &m->growth, s->n, &m->residual, s->n, &m->zero, s->n, &m->x));
  for (PetscInt k = 0; k < s->n; k++) {
    if (s->mu[k] <= m->from || s->mu[k] >= m->to) {
      PetscCall(VecDestroy(&s->x[k]));
      continue;
    }
    m->mu[m->n]     = s->mu[k];
    m->growth[m->n] = s->growth[k];
    m->zero[m->n]   = is_zero(s, k);
    m->x[m->n]      = s->x[k];
    if (m->zero[m->n]) m->zeros++;
    m->n++;
  }
  s->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises PETSC_ERR_NOT_CONVERGED if the modes contradict the matrices. */
static PetscErrorCode ConfirmModes(Pencil p, Modes *m, PetscBool whole)
{
  char reason[256];

  PetscFunctionBeginUser;
  PetscCall(ModesVerify(p, m, whole, reason, sizeof reason));
  PetscCheck(
    !reason[0], p->sys->comm, PETSC_ERR_NOT_CONVERGED,
    "modes: %s; the frequencies cannot be trusted. Ask for fewer modes, or for an interval "
    "(-modes_between), and look for parts with extreme stiffness or mass",
    reason);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a limit above all modes, and if possible below what round-off in M looks like. */
static PetscReal limit_of_modes(Pencil p)
{
  /* times K_ii / M_ii: more than any mode of an element has */
  const PetscReal beyond = 1e4, at_least = 10;

  return PetscMax(at_least * p->largest,
                  PetscMin(beyond * p->largest, PetscSqrtReal(p->largest * p->spurious)));
}

PetscErrorCode ModesFind(Pencil p, const ModesRequest *requested, Modes *m)
{
  ModeSearch    s       = {.p = p, .limit = limit_of_modes(p)};
  ModesRequest  limited = *requested;
  ModesRequest *w       = &limited;

  PetscFunctionBeginUser;
  *m = (Modes){.certified = p->symmetric, .from = -PETSC_MAX_REAL, .to = PETSC_MAX_REAL};
  if (w->high > s.limit && w->low < s.limit) w->high = s.limit; /* above are no modes to count */
  PetscCheck(p->largest > 0, p->sys->comm, PETSC_ERR_USER_INPUT,
             "modes: nothing that can move has mass; give the parts a -part_<name>_density");
  PetscCheck(p->symmetric || w->kind == MODES_LOWEST || w->kind == MODES_NEAR, p->sys->comm,
             PETSC_ERR_USER_INPUT,
             "modes cannot be counted, because the stiffness matrix is not symmetric (followers, "
             "moments or laws), by %.2g; ask for a number of modes (-modes, -modes_near)",
             (double)p->asymmetry);
  PetscCall(VecDuplicate(p->sys->vec, &s.scratch));
  PetscCall(MassCoordinatesCreate(p, &s.coordinates));
  PetscCall(CountFinite(&s, w->n));
  if (w->kind == MODES_BETWEEN) PetscCall(FindBetween(&s, w, m));
  else if (w->kind == MODES_NEAR) PetscCall(FindNear(&s, w, m));
  else PetscCall(FindLowest(&s, w, m));
  if (p->symmetric) PetscCall(RitzOrthonormalize(p, s.n, s.x));
  PetscCall(TransferModes(&s, m));
  PetscCall(ConfirmModes(p, m, (PetscBool)(m->from == -PETSC_MAX_REAL && m->to >= s.limit)));
  m->factorizations = p->factorizations;
  m->solves         = s.solves;
  PetscCall(MassCoordinatesDestroy(&s.coordinates));
  PetscCall(VecDestroy(&s.scratch));
  PetscCall(PetscFree(s.mu));
  PetscCall(PetscFree(s.growth));
  PetscCall(PetscFree(s.round_off));
  PetscCall(PetscFree(s.x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModesDestroy(Modes *m)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->n; k++) PetscCall(VecDestroy(&m->x[k]));
  PetscCall(PetscFree5(m->mu, m->growth, m->residual, m->zero, m->x));
  m->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
