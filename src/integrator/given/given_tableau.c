/* given_tableau.c: Runge-Kutta schemes that programs and plug-ins give by their coefficients. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#undef I
#include <stdlib.h>
#include "given_tableau.h"
#include "input/given/option_plugins.h"
#include "integrator/schemes/tableau.h"

/* A scheme, and the table from which it is made. */
typedef struct Given {
  FsScheme            scheme;
  RungeKuttaRow       row;
  const FsRungeKutta *table;
  struct Given       *next; /* the scheme that was made before */
} Given;

static Given *all;

/* The coefficients have round-off, and papers print them with 12 digits or more. */
static const double SMALL = 1e-10;

static double entry(const FsRungeKutta *t, int i, int j) { return t->A[i * t->stages + j]; }

/* ---- structure ------------------------------------------------------------------------------- */

static const char *structure_fault(const FsRungeKutta *t)
{
  double last = 0;

  if (!is_option_word(t->name)) return "has a name that is no word of letters, digits and _";
  if (!t->source) return "has no source";
  if (t->order < 1 || t->order > 4) return "has an order other than 1 to 4";
  if (t->stages < 2 || t->stages > FS_MAX_STAGES) return "has a number of stages other than 2 to 6";
  if (!t->A) return "has no coefficients A";
  for (int i = 0; i < t->stages; i++)
    for (int j = 0; j < t->stages; j++) {
      if (!isfinite(entry(t, i, j))) return "has a coefficient that is no finite number";
      if ((i == 0 || j > i) && entry(t, i, j) != 0)
        return "is not diagonally implicit with an explicit first stage";
      if (i > 0 && j == i && !(entry(t, i, j) > 0))
        return "has a coefficient on the diagonal that is not positive";
      last += i == t->stages - 1 ? entry(t, i, j) : 0;
    }
  if (fabs(last - 1) > SMALL) return "has a last stage that is not the end of the step";
  if (t->embedded && (t->embedded_order < 1 || t->embedded_order >= t->order))
    return "has an embedded_order that is not from 1 to order - 1";
  return NULL;
}

/* ---- conditions of the order ----------------------------------------------------------------- */

/* Computes y = A x. */
static void product(const FsRungeKutta *t, const double x[], double y[])
{
  for (int i = 0; i < t->stages; i++) {
    y[i] = 0;
    for (int j = 0; j < t->stages; j++) y[i] += entry(t, i, j) * x[j];
  }
}

/* Returns whether the weights b[stages] satisfy the conditions up to an order, which is at most 4:
   for each tree, the sum of b_i times the tree's product of c and A is 1 over its density. */
static PetscBool has_order(const FsRungeKutta *t, const double b[], int order)
{
  static const struct {
    int    order;
    double sum;
  } trees[] = {
    {1, 1.     },
    {2, 1. / 2 },
    {3, 1. / 3 },
    {3, 1. / 6 },
    {4, 1. / 4 },
    {4, 1. / 8 },
    {4, 1. / 12},
    {4, 1. / 24}
  };
  enum { TREES = PETSC_STATIC_ARRAY_LENGTH(trees) };
  double one[FS_MAX_STAGES], c[FS_MAX_STAGES], square[FS_MAX_STAGES], Ac[FS_MAX_STAGES],
    Acc[FS_MAX_STAGES], AAc[FS_MAX_STAGES], sum[TREES] = {0};

  for (int i = 0; i < t->stages; i++) one[i] = 1;
  product(t, one, c);
  for (int i = 0; i < t->stages; i++) square[i] = c[i] * c[i];
  product(t, c, Ac);
  product(t, square, Acc);
  product(t, Ac, AAc);
  for (int i = 0; i < t->stages; i++) {
    const double of_tree[TREES] = {1,      c[i],  square[i], Ac[i], c[i] * square[i], c[i] * Ac[i],
                                   Acc[i], AAc[i]};

    for (int k = 0; k < TREES; k++) sum[k] += b[i] * of_tree[k];
  }
  for (int k = 0; k < TREES; k++)
    if (trees[k].order <= order && fabs(sum[k] - trees[k].sum) > SMALL) return PETSC_FALSE;
  return PETSC_TRUE;
}

const char *given_tableau_fault(const FsRungeKutta *table)
{
  const char *fault = structure_fault(table);

  if (fault) return fault;
  if (!has_order(table, table->A + (table->stages - 1) * table->stages, table->order))
    return "is not of the order that it claims: its coefficients violate a condition";
  if (table->embedded && !has_order(table, table->embedded, table->embedded_order))
    return "has an embedded solution that is not of the order that it claims";
  return NULL;
}

/* ---- stability ------------------------------------------------------------------------------- */

/* Returns |R(z)|, by how much a step amplifies a solution of y' = lambda y with z = dt lambda.
   w = 1/z, so that w = 0 is the limit of infinite frequency. */
static double amplification_of(const FsRungeKutta *t, double complex w)
{
  double complex y[FS_MAX_STAGES] = {1};

  for (int i = 1; i < t->stages; i++) {
    y[i] = w;
    for (int j = 0; j < i; j++) y[i] += entry(t, i, j) * y[j];
    y[i] /= w - entry(t, i, i);
  }
  return cabs(y[t->stages - 1]);
}

const char *given_tableau_warning(const FsScheme *scheme)
{
  const FsRungeKutta *const t = ((const Given *)scheme)->table;
  /* omega dt from 0.01 to 1e4, in steps of 1 %. A root on the unit circle has round-off */
  const double first = 0.01, last = 1e4, factor = 1.01, round_off = 1e-9;

  for (double y = first; y < last; y *= factor)
    if (amplification_of(t, 1 / __builtin_complex(0., y)) > 1 + round_off)
      return "the given scheme of -integrator is not A-stable: at some steps it amplifies an "
             "undamped motion; halve -dt and compare";
  return NULL;
}

/* ---- schemes --------------------------------------------------------------------------------- */

/* A TableauFunction: copies the coefficients of a given scheme. */
static void tableau_given(const FsIntegratorOptions *options, Tableau *to)
{
  const FsRungeKutta *const t = ((const Given *)options->scheme)->table;

  *to = (Tableau){.stages = t->stages, .error_order = t->embedded ? t->embedded_order + 1 : 0};
  for (int i = 0; i < t->stages; i++)
    for (int j = 0; j < t->stages; j++) {
      to->A[i][j] = entry(t, i, j);
      to->c[i] += entry(t, i, j);
    }
  to->c[t->stages - 1] = 1;
  for (int j = 0; j < t->stages && t->embedded; j++)
    to->error[j] = entry(t, t->stages - 1, j) - t->embedded[j];
}

PetscBool is_given_tableau(const FsScheme *scheme)
{
  for (const Given *g = all; g; g = g->next)
    if (&g->scheme == scheme) return PETSC_TRUE;
  return PETSC_FALSE;
}

const FsScheme *given_tableau_scheme(const FsRungeKutta *table)
{
  Given *g = all;
  double rho_inf;

  while (g && g->table != table) g = g->next;
  if (g) return &g->scheme;
  g = malloc(sizeof *g);
  if (!g) return NULL;
  rho_inf = amplification_of(table, 0);
  *g      = (Given){
         .scheme = {.name    = table->name,
                    .order   = table->order,
                    .solves  = table->stages - 1,
                    .rho_min = rho_inf < SMALL ? 0 : PetscMin(rho_inf, 1),
                    .rho_inf = rho_inf < SMALL ? 0 : PetscMin(rho_inf, 1),
                    .source  = table->source},
         .row    = {tableau_given},
         .table  = table,
         .next   = all
  };
  g->scheme.row = &g->row;
  all           = g;
  return &g->scheme;
}
