/* piecewise_linear_vectors.c: see piecewise_linear_vectors.h. Pieces are as long as some slope keeps all of their entries within rounding, each within its own, so that
   light nodes beside heavy ones are kept: each entry leaves an interval of slopes from the first one, and a piece ends where these
   have none in common. */
#include "piecewise_linear_vectors.h"
#include "math/wide.h"

/* Row i of a piece is row i % step of its node i / step. */
typedef struct {
  PetscReal begin, slope; /* the first entry; from node to node */
} Line;

struct _n_Ramps {
  PetscInt  count, step, n; /* n pieces */
  PetscInt *first;          /* [n + 1] row; the last one is the end */
  Line     *line;           /* [n][count][step] */
};

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

/* Slopes that keep the entries so far. */
typedef struct {
  PetscReal least, most;
} Slopes;

typedef struct {
  PetscInt                  count, n, step;
  const PetscScalar *const *y;
  PetscReal                 size[MAX_RAMPS]; /* of each vector: its largest entry */
} Search;

/* How much of the largest entries a row has, in the vector in which that is most: lever arms may be 0. */
static PetscReal share(const Search *s, PetscInt row)
{
  PetscReal most = 0;

  for (PetscInt k = 0; k < s->count; k++)
    if (s->size[k] > 0) most = PetscMax(most, PetscAbsReal(s->y[k][row]) / s->size[k]);
  return most;
}

/* Narrow down the slopes of a row by that of a piece from row first on; false: none is left, and they are as they were. */
static PetscBool narrow(const Search *s, PetscInt first, PetscInt row, Slopes of[][MAX_STEP])
{
  const PetscReal roundings = 16;
  const PetscInt  j         = (row - first) % s->step;
  const PetscReal node      = (PetscReal)((row - first) / s->step);
  const PetscReal few       = roundings * PETSC_MACHINE_EPSILON * share(s, row);
  Slopes          now[MAX_RAMPS];

  if (!(node > 0)) return PETSC_TRUE; /* its own row */
  for (PetscInt k = 0; k < s->count; k++) {
    const PetscReal rise = s->y[k][row] - s->y[k][first + j], rounding = few * s->size[k];

    now[k] =
      (Slopes){PetscMax(of[k][j].least, (rise - rounding) / node), PetscMin(of[k][j].most, (rise + rounding) / node)};
    if (!(now[k].least <= now[k].most)) return PETSC_FALSE;
  }
  for (PetscInt k = 0; k < s->count; k++) of[k][j] = now[k];
  return PETSC_TRUE;
}

/* The row after the piece that begins at row first; its lines if line is not NULL. */
static PetscInt find_piece(const Search *s, PetscInt first, Line line[])
{
  Slopes   of[MAX_RAMPS][MAX_STEP];
  PetscInt end = first;

  for (int k = 0; k < MAX_RAMPS; k++)
    for (int j = 0; j < MAX_STEP; j++) of[k][j] = (Slopes){-PETSC_MAX_REAL, PETSC_MAX_REAL};
  while (end < s->n && narrow(s, first, end, of)) end++;
  for (PetscInt k = 0; k < s->count && line; k++)
    for (PetscInt j = 0; j < s->step; j++) {
      const PetscBool alone = (PetscBool)(first + j + s->step >= end); /* no other node of the piece has the row */

      line[k * s->step + j].begin = first + j < end ? s->y[k][first + j] : 0;
      line[k * s->step + j].slope = alone ? 0 : (of[k][j].least + of[k][j].most) / 2;
    }
  return end;
}

PetscErrorCode RampsCreate(PetscInt count, PetscInt n, PetscInt step, const PetscScalar *const y[], Ramps *out)
{
  const PetscInt least  = 8; /* nodes of a piece, on average: it takes the work of some */
  Search         s      = {.count = count, .n = n, .step = step, .y = y};
  PetscInt       pieces = 0;
  Ramps          r;

  PetscFunctionBeginUser;
  *out = NULL;
  for (PetscInt k = 0; k < count; k++)
    for (PetscInt i = 0; i < n; i++) s.size[k] = PetscMax(s.size[k], PetscAbsReal(y[k][i]));
  for (PetscInt at = 0; at < n; pieces++) at = find_piece(&s, at, NULL);
  if (pieces * step * least > n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&r));
  r->count = count;
  r->step  = step;
  r->n     = pieces;
  PetscCall(PetscMalloc2(pieces + 1, &r->first, (size_t)(pieces * count * step), &r->line));
  r->first[0] = 0;
  for (PetscInt p = 0; p < pieces; p++) r->first[p + 1] = find_piece(&s, r->first[p], r->line + p * count * step);
  *out = r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RampsDestroy(Ramps *out)
{
  PetscFunctionBeginUser;
  if (!*out) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree2((*out)->first, (*out)->line));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

enum { LANES = 8 }; /* sums that do not wait for each other */

/* Sums over x[n] of nodes of one row: of the entries, and of each times the number of its node. */
static ALWAYS_INLINE void sum_alone(PetscInt n, const PetscScalar x[], PetscReal sum[], PetscReal moment[])
{
  PetscReal sums[LANES] = {0}, moments[LANES] = {0}, node[LANES];
  PetscInt  i = 0;

  for (int k = 0; k < LANES; k++) node[k] = k;
  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) {
      sums[k] += x[i + k];
      moments[k] += node[k] * x[i + k];
      node[k] += LANES;
    }
  for (int k = 0; i < n; i++, k++) {
    sums[k] += x[i];
    moments[k] += node[k] * x[i];
  }
  for (int k = 0; k < LANES; k++) {
    *sum += sums[k];
    *moment += moments[k];
  }
}

/* The same of each row of nodes of step rows. */
static ALWAYS_INLINE void sum_each(PetscInt n, PetscInt step, const PetscScalar x[], PetscReal sum[],
                                   PetscReal moment[])
{
  PetscReal node = 0;
  PetscInt  i    = 0;

  for (; i + step <= n; i += step, node++)
    for (PetscInt j = 0; j < step; j++) {
      sum[j] += x[i + j];
      moment[j] += node * x[i + j];
    }
  for (PetscInt j = 0; i + j < n; j++) {
    sum[j] += x[i + j];
    moment[j] += node * x[i + j];
  }
}

SIMD_CLONES static void sum_piece(PetscInt n, PetscInt step, const PetscScalar x[], PetscReal sum[], PetscReal moment[])
{
  switch (step) {
  case 1:
    sum_alone(n, x, sum, moment);
    break;
  case 3:
    sum_each(n, 3, x, sum, moment);
    break;
  case 6:
    sum_each(n, 6, x, sum, moment);
    break;
  default:
    sum_each(n, step, x, sum, moment);
  }
}

void RampsDot(Ramps r, const PetscScalar x[], PetscReal dot[])
{
  const Line *line = r->line;

  for (PetscInt k = 0; k < r->count; k++) dot[k] = 0;
  for (PetscInt p = 0; p < r->n; p++) {
    PetscReal sum[MAX_STEP] = {0}, moment[MAX_STEP] = {0};

    sum_piece(r->first[p + 1] - r->first[p], r->step, x + r->first[p], sum, moment);
    for (PetscInt k = 0; k < r->count; k++)
      for (PetscInt j = 0; j < r->step; j++, line++) dot[k] += line->begin * sum[j] + line->slope * moment[j];
  }
}
