/* buckling_factors.c: joins the factors of linear buckling and those of the true equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "buckling_factors.h"
#include <stdlib.h>

/* Orders by size; of two factors p and -p the positive one is first. */
static int compare_factors(const void *a, const void *b)
{
  /* relative: sizes of p and -p of symmetric models agree to the error of factors, about 1e-11 */
  const PetscReal same = 1e-7, x = ((const BucklingFactor *)a)->factor,
                  y = ((const BucklingFactor *)b)->factor, of_x = PetscAbsReal(x),
                  of_y = PetscAbsReal(y);

  if (x * y < 0 && PetscAbsReal(of_x - of_y) <= same * of_x) return x < 0 ? 1 : -1;
  return (of_x > of_y) - (of_x < of_y);
}

static PetscBool agree(PetscReal a, PetscReal b, PetscReal difference)
{
  return (PetscBool)(PetscAbsReal(a - b) <= difference * PetscAbsReal(b));
}

/* *pair = the number of the linear factor that belongs to an exact one, or -1. used: the pairs so
   far. */
static PetscErrorCode FindPair(const BucklingFactors *linear, PetscReal factor, Vec x,
                               PetscBool by_shape, const PetscBool used[], PetscInt *pair)
{
  const PetscReal similar = 0.8; /* cosine of shapes */

  PetscFunctionBeginUser;
  for (*pair = 0; *pair < linear->n; (*pair)++) {
    PetscReal dot, of_x, of_y;

    if (used[*pair] || (linear->factor[*pair] > 0) != (factor > 0)) continue;
    if (!by_shape && agree(linear->factor[*pair], factor, BUCKLING_DIFFERENT))
      PetscFunctionReturn(PETSC_SUCCESS);
    if (!by_shape) continue;
    PetscCall(VecDot(x, linear->x[*pair], &dot));
    PetscCall(VecNorm(x, NORM_2, &of_x));
    PetscCall(VecNorm(linear->x[*pair], NORM_2, &of_y));
    if (PetscAbsReal(dot) >= similar * of_x * of_y) PetscFunctionReturn(PETSC_SUCCESS);
  }
  *pair = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills the list with the exact factors, each with its pair among the linear ones. */
static PetscErrorCode AddExact(BucklingList *list, const BucklingFactors *linear,
                               const ExactFactors *exact, PetscBool used[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < exact->n; i++)
    list->factor[i] = (BucklingFactor){exact->factor[i], NAN, NAN, NAN, PETSC_TRUE, exact->x[i]};
  list->n = exact->n;
  for (int by_shape = 0; by_shape < 2; by_shape++)
    for (PetscInt i = 0, j; i < exact->n; i++) {
      BucklingFactor *f = &list->factor[i];

      if (!PetscIsNanReal(f->linear)) continue;
      PetscCall(FindPair(linear, f->factor, f->x, (PetscBool)by_shape, used, &j));
      if (j < 0) continue;
      used[j]     = PETSC_TRUE;
      f->linear   = linear->factor[j];
      f->residual = linear->residual[j];
      f->second   = linear->second[j];
      if (agree(f->linear, f->factor, buckling_tolerance(linear))) f->factor = f->linear;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the linear factors without a critical equilibrium, except those beyond a limit point, to
   which no equilibrium leads. */
static void add_linear(BucklingList *list, const BucklingFactors *linear, const ExactFactors *exact,
                       const PetscBool used[])
{
  for (PetscInt j = 0; j < linear->n; j++) {
    const PetscReal factor = linear->factor[j];
    const int       side   = factor > 0;

    if (used && used[j]) continue;
    if (exact && exact->end[side] == PATH_TURNS && PetscAbsReal(factor) > exact->reach[side])
      continue;
    list->factor[list->n++] = (BucklingFactor){
      factor, factor, linear->residual[j], linear->second[j], PETSC_FALSE, linear->x[j]};
  }
}

/* Keeps the wanted factors and those that equal the last one. */
static void cut_list(BucklingList *list, PetscInt wanted)
{
  /* relative to the factor: the same as in the search of factors (choose_bound) */
  const PetscReal gap = 1e-5, beyond = 1 + 1e-4;
  PetscInt        n = PetscMin(wanted, list->n);

  while (n > 0 && n < list->n &&
         PetscAbsReal(list->factor[n].factor) <=
           (1 + gap) * PetscAbsReal(list->factor[n - 1].factor))
    n++;
  if (!n) return;
  list->bound =
    n < list->n
      ? (PetscAbsReal(list->factor[n - 1].factor) + PetscAbsReal(list->factor[n].factor)) / 2
      : beyond * PetscAbsReal(list->factor[n - 1].factor);
  list->n = n;
}

/* Counts the kinds of factors, and decides whether the list is complete. */
static void judge_list(BucklingList *list, const BucklingFactors *linear, const ExactFactors *exact)
{
  PetscInt linear_alone = 0;

  list->certified = exact->certified;
  if (!list->n) list->bound = PetscMin(exact->reach[0], exact->reach[1]);
  for (PetscInt k = 0; k < list->n; k++) {
    const BucklingFactor *f = &list->factor[k];

    const PetscReal size = PetscAbsReal(f->factor), reach = exact->reach[f->factor > 0];

    /* equilibria that end at a factor do not contradict it */
    if (f->exact) list->replaced += !agree(f->linear, f->factor, BUCKLING_DIFFERENT);
    else if (size * (1 + BUCKLING_DIFFERENT) <= reach) list->unconfirmed++;
    else if (size * (1 - BUCKLING_DIFFERENT) > reach) list->unreached++;
    linear_alone += !f->exact;
  }
  if (linear_alone) list->certified = (PetscBool)(list->certified && linear->certified);
  for (int side = 0; side < 2 && !linear_alone; side++)
    if (exact->end[side] == PATH_BROKEN && exact->reach[side] < list->bound)
      list->certified = PETSC_FALSE;
}

PetscErrorCode BucklingListCreate(const BucklingFactors *linear, const ExactFactors *exact,
                                  PetscInt wanted, BucklingList *list)
{
  PetscBool *used;

  PetscFunctionBeginUser;
  *list = (BucklingList){.certified = linear->certified, .bound = linear->bound};
  PetscCall(PetscCalloc1(linear->n, &used));
  PetscCall(PetscMalloc1(PetscMax(1, linear->n + (exact ? exact->n : 0)), &list->factor));
  if (exact) PetscCall(AddExact(list, linear, exact, used));
  add_linear(list, linear, exact, used);
  qsort(list->factor, (size_t)list->n, sizeof *list->factor, compare_factors);
  if (exact) {
    cut_list(list, wanted);
    judge_list(list, linear, exact);
  }
  PetscCall(PetscFree(used));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingListDestroy(BucklingList *list)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(list->factor));
  list->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the first factors of both agree. */
static PetscBool lists_agree(const BucklingFactors *linear, const BucklingList *list)
{
  PetscBool same = (PetscBool)(linear->n == list->n);

  for (PetscInt k = 0; same && k < linear->n; k++)
    same = agree(linear->factor[k], list->factor[k].factor, BUCKLING_DIFFERENT);
  return same;
}

PetscErrorCode BucklingFactorsReplace(BucklingFactors *linear, PetscInt wanted, ExactFactors *path)
{
  const BucklingFactors none = {.n = 0};
  BucklingList          list;

  PetscFunctionBeginUser;
  PetscCall(BucklingListCreate(&none, path, wanted, &list));
  if (list.n && !lists_agree(linear, &list)) {
    PetscCall(BucklingDestroy(linear));
    linear->n         = list.n;
    linear->certified = list.certified;
    linear->bound     = list.bound;
    PetscCall(PetscMalloc4(list.n, &linear->factor, list.n, &linear->residual, list.n,
                           &linear->second, list.n, &linear->x));
    for (PetscInt k = 0; k < list.n; k++) {
      linear->factor[k]   = list.factor[k].factor;
      linear->residual[k] = linear->second[k] = NAN;
      linear->x[k]                            = list.factor[k].x;
      PetscCall(PetscObjectReference((PetscObject)linear->x[k]));
    }
  }
  linear->factorizations += path->factorizations;
  PetscCall(BucklingListDestroy(&list));
  PetscCall(ExactBucklingDestroy(path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
