/* case_row.c: reduces the results of a case to the values of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "rows_file.h"

enum { MOST = 10000 }; /* numbers of a table that a row takes */

static PetscBool begins(const char text[], const char start[])
{
  return (PetscBool)!strncmp(text, start, strlen(start));
}

/* Returns what follows the name in the path of a history, /history/<name>/..., from the slash on.
   The user chooses the name: a probe may be called shape, frames or real. Returns NULL if path is
   no history, or has no more components. */
static const char *after_name(const char path[])
{
  return begins(path, "/history/") ? strchr(path + strlen("/history/"), '/') : NULL;
}

/* Adds a name with room for its numbers, and returns the room. */
static PetscErrorCode Add(CaseValues *v, const char name[], int width, double **number)
{
  PetscFunctionBeginUser;
  if (v->n == v->capacity) {
    v->capacity = 2 * v->capacity + 64;
    PetscCall(PetscRealloc((size_t)v->capacity * sizeof *v->name, &v->name));
    PetscCall(PetscRealloc((size_t)v->capacity * sizeof *v->width, &v->width));
  }
  if (v->nnumbers + width > v->room) {
    v->room = 2 * (v->nnumbers + width) + 256;
    PetscCall(PetscRealloc((size_t)v->room * sizeof *v->number, &v->number));
  }
  PetscCall(PetscStrallocpy(name, &v->name[v->n]));
  v->width[v->n++] = width;
  *number          = v->number + v->nnumbers;
  v->nnumbers += width;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- histories ------------------------------------------------------------------------------- */

/* Sets extreme[columns] to the largest value of each column of x[rows][columns], times sign. */
static void find_largest(PetscInt rows, int columns, const PetscReal x[], double sign,
                         double extreme[])
{
  for (int c = 0; c < columns; c++) {
    double largest = NAN;

    for (PetscInt k = 0; k < rows; k++) {
      const double value = sign * (double)x[k * columns + c];

      if (!(value <= largest)) largest = isnan(value) ? largest : value;
    }
    extreme[c] = sign * largest;
  }
}

static PetscErrorCode AddHistory(CaseValues *v, const char name[], PetscInt rows, int columns,
                                 const PetscReal x[])
{
  char    full[512];
  double *number;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(full, sizeof full, strcmp(name, "time") ? "%s/final" : "%s", name));
  PetscCall(Add(v, full, columns, &number));
  for (int c = 0; c < columns; c++) number[c] = (double)x[(rows - 1) * columns + c];
  if (!strcmp(name, "time")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(full, sizeof full, "%s/largest", name));
  PetscCall(Add(v, full, columns, &number));
  find_largest(rows, columns, x, 1, number);
  PetscCall(PetscSNPrintf(full, sizeof full, "%s/least", name));
  PetscCall(Add(v, full, columns, &number));
  find_largest(rows, columns, x, -1, number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- harmonic responses ---------------------------------------------------------------------- */

/* Adds the largest amplitude of the part /history/<name>/real/ of a response, and the frequency
 * where it is. */
static PetscErrorCode AddAmplitude(CaseValues *v, const char path[], PetscInt rows, int columns,
                                   const PetscReal re[], const CaseResults *all)
{
  const char *const part = after_name(path), *const quantity = part + strlen("/real/");
  const char *const name = path + strlen("/history/");
  FsResult          im, f;
  PetscBool         has_im, has_f;
  char              other[512], full[512];
  double           *largest, *at;

  PetscFunctionBeginUser;
  PetscCall(
    PetscSNPrintf(other, sizeof other, "%.*s/imaginary/%s", (int)(part - path), path, quantity));
  PetscCall(all->find(all->context, other, &im, &has_im));
  PetscCall(all->find(all->context, "/history/frequency", &f, &has_f));
  if (!has_im || !has_f || im.n != rows || f.n != rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(full, sizeof full, "%.*s/amplitude/%s/largest", (int)(part - name), name,
                          quantity));
  PetscCall(Add(v, full, columns, &largest));
  PetscCall(PetscSNPrintf(full, sizeof full, "%.*s/amplitude/%s/frequency", (int)(part - name),
                          name, quantity));
  PetscCall(Add(v, full, columns, &at));
  largest = at - columns; /* the numbers may have moved */
  for (int c = 0; c < columns; c++) {
    largest[c] = -1;
    for (PetscInt k = 0; k < rows; k++) {
      const double size =
        hypot((double)re[k * columns + c], (double)((const PetscReal *)im.data)[k * columns + c]);

      if (size <= largest[c]) continue;
      largest[c] = size;
      at[c]      = (double)((const PetscReal *)f.data)[k];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all results ----------------------------------------------------------------------------- */

PetscBool case_values_may_need(const char path[])
{
  static const char *const others[] = {"/mesh/", "/snapshots/", "/envelopes/", "/history/solver/",
                                       "/options"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(others); k++)
    if (begins(path, others[k])) return PETSC_FALSE;
  if (strchr(path, '@')) return PETSC_FALSE; /* an attribute */
  return (PetscBool)(begins(path, "/history/") ||
                     (!strstr(path, "/frames/") && !strstr(path, "/shape")));
}

PetscErrorCode CaseValuesAddResult(CaseValues *v, const char path[], const FsResult *r,
                                   const CaseResults *all)
{
  const PetscReal *const x       = r->data;
  const char *const      rest    = after_name(path);
  PetscInt               columns = 1;
  double                *number;

  PetscFunctionBeginUser;
  if (r->type != FS_RESULT_REAL || !r->ndims || !r->dims[0] || r->n != r->dims[r->axis])
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 1; k < r->ndims; k++) columns *= r->dims[k];
  if (!columns || columns > MOST) PetscFunctionReturn(PETSC_SUCCESS);
  if (rest && begins(rest, "/imaginary/")) PetscFunctionReturn(PETSC_SUCCESS);
  if (rest && begins(rest, "/real/"))
    PetscCall(AddAmplitude(v, path, r->dims[0], (int)columns, x, all));
  else if (begins(path, "/history/"))
    PetscCall(AddHistory(v, path + strlen("/history/"), r->dims[0], (int)columns, x));
  else if (r->dims[0] * columns <= MOST) {
    PetscCall(Add(v, path + 1, (int)(r->dims[0] * columns), &number));
    for (PetscInt k = 0; k < r->dims[0] * columns; k++) number[k] = (double)x[k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseValuesDestroy(CaseValues *v)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < v->n; k++) PetscCall(PetscFree(v->name[k]));
  PetscCall(PetscFree(v->name));
  PetscCall(PetscFree(v->width));
  PetscCall(PetscFree(v->number));
  *v = (CaseValues){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
