/* critical_points.c: keeps, prints and writes the critical points of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "critical_points.h"

/* ---- null vectors ---------------------------------------------------------------------------- */

/* Powers of coordinates about the center of the mesh. A polynomial field has one of these products
   in one component. A reflection in a coordinate plane keeps such a field or changes its sign. Null
   vectors that are aligned with the fields are symmetric or antisymmetric therefore. */
/* clang-format off */
static const int powers[][3] = {
  {0, 0, 0},
  {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
  {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1},
  {3, 0, 0}, {0, 3, 0}, {0, 0, 3}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}, {1, 1, 1},
};
/* clang-format on */
enum { FIELDS = COMPONENTS * (int)PETSC_STATIC_ARRAY_LENGTH(powers) };

static PetscErrorCode MeshCenter(const Run *run, PetscReal center[3])
{
  const Geometry *g        = &run->model->mesh->g;
  PetscReal       bounds[] = {-PETSC_MAX_REAL, -PETSC_MAX_REAL, -PETSC_MAX_REAL,
                              -PETSC_MAX_REAL, -PETSC_MAX_REAL, -PETSC_MAX_REAL};

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int k = 0; k < 3; k++) {
      bounds[k]     = PetscMax(bounds[k], g->x[i][k]);
      bounds[3 + k] = PetscMax(bounds[3 + k], -g->x[i][k]);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, bounds, 6, MPIU_REAL, MPI_MAX, run->comm));
  for (int k = 0; k < 3; k++) center[k] = (bounds[k] - bounds[3 + k]) / 2;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PolynomialField(const Run *run, int number, const PetscReal center[3],
                                      Vec field)
{
  const Layout   *l         = &run->model->layout;
  const Geometry *g         = &run->model->mesh->g;
  const int       component = number % COMPONENTS, *power = powers[number / COMPONENTS];
  const PetscReal length = FsSystemCharacteristicLength(run->sys);
  PetscScalar    *value;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(field));
  PetscCall(VecGetArray(field, &value));
  for (int i = 0; i < g->nnodes; i++) {
    const PetscInt dof     = run->model->mesh->owned[i] ? l->dof[COMPONENTS * i + component] : -1;
    PetscReal      product = 1;

    if (dof < 0 || l->global[dof] < 0) continue;
    for (int k = 0; k < 3; k++)
      for (int p = 0; p < power[k]; p++) product *= (g->x[i][k] - center[k]) / length;
    value[l->global[dof] - l->first] = product;
  }
  PetscCall(VecRestoreArray(field, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AlignNullVectors(const Run *run, const Continuation *c, CriticalPoint *p)
{
  PetscInt  aligned = 0;
  PetscReal center[3];
  PetscBool success;
  Vec       field;

  PetscFunctionBeginUser;
  PetscCall(MeshCenter(run, center));
  PetscCall(VecDuplicate(c->tangent, &field));
  for (int k = 0; k < FIELDS && aligned < p->multiplicity; k++) {
    PetscCall(PolynomialField(run, k, center, field));
    PetscCall(ContinuationAlign(c, p, aligned, field, &success));
    if (success) aligned++;
  }
  PetscCall(VecDestroy(&field));
  for (PetscInt i = 0; i < p->multiplicity; i++) {
    PetscReal size;

    PetscCall(VecNorm(p->shape[i], NORM_INFINITY, &size));
    PetscCall(VecScale(p->shape[i], 1 / size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points ---------------------------------------------------------------------------------- */

static PetscErrorCode PrintCriticalPoint(const Run *run, const CriticalPoint *p)
{
  static const char *const multiplicities[] = {"",           "",           " (double)", " (triple)",
                                               " (of four)", " (of five)", " (of six)"};

  PetscFunctionBeginUser;
  if (run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm,
                        "%s%s at t = %.10g, length %.6g: %" PetscInt_FMT
                        " unstable directions before, %" PetscInt_FMT " after\n",
                        p->kind == CRITICAL_LIMIT ? "limit point" : "bifurcation",
                        multiplicities[p->multiplicity], (double)p->level, (double)p->arc,
                        p->before, p->after));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ResizeList(CriticalPointList *list, PetscInt n)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)n * sizeof *list->point, &list->point));
  PetscCall(PetscRealloc((size_t)n * sizeof *list->branch, &list->branch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p)
{
  PetscFunctionBeginUser;
  PetscCall(AlignNullVectors(run, c, p));
  PetscCall(PrintCriticalPoint(run, p));
  PetscCall(ResizeList(list, list->n + 1));
  list->branch[list->n]  = branch;
  list->point[list->n++] = *p;
  p->multiplicity        = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, const Continuation *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveInt(a, "criticals", &list->n));
  if (a->reading) PetscCall(ResizeList(list, list->n));
  for (PetscInt k = 0; k < list->n; k++) {
    CriticalPoint *p    = &list->point[k];
    PetscInt       kind = (PetscInt)p->kind;
    char           scope[32], name[32];

    PetscCall(PetscSNPrintf(scope, sizeof scope, "critical_%d", (int)k));
    PetscCall(FsArchivePushScope(a, scope));
    PetscCall(FsArchiveInt(a, "branch", &list->branch[k]));
    PetscCall(FsArchiveInt(a, "multiplicity", &p->multiplicity));
    for (PetscInt i = 0; i < p->multiplicity; i++) {
      PetscCall(PetscSNPrintf(name, sizeof name, "shape_%d", (int)i));
      if (a->reading) PetscCall(VecDuplicate(c->tangent, &p->shape[i]));
      PetscCall(FsArchiveVec(a, name, p->shape[i]));
    }
    PetscCall(FsArchiveReals(a, "level", 1, &p->level));
    PetscCall(FsArchiveReals(a, "arc", 1, &p->arc));
    PetscCall(FsArchiveInt(a, "kind", &kind));
    PetscCall(FsArchiveInt(a, "before", &p->before));
    PetscCall(FsArchiveInt(a, "after", &p->after));
    PetscCall(FsArchivePopScope(a));
    p->kind = (CriticalKind)kind;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the shapes, and the index of the point of each shape. */
static PetscErrorCode WriteShapes(CriticalPointList *list, Run *run)
{
  PetscInt   rows = 0;
  PetscReal *point;
  Vec       *shapes;

  PetscFunctionBeginUser;
  PetscCall(
    PetscMalloc2(list->n * CRITICAL_MULTIPLE, &point, list->n * CRITICAL_MULTIPLE, &shapes));
  for (PetscInt k = 0; k < list->n; k++)
    for (PetscInt i = 0; i < list->point[k].multiplicity; i++) {
      point[rows]    = (PetscReal)k;
      shapes[rows++] = list->point[k].shape[i];
    }
  PetscCall(OutputShapes(run->output, &run->s, "/path/critical", rows, shapes, NULL, PETSC_FALSE));
  PetscCall(OutputTable(run->output, "/path/critical", "point", rows, 0, point));
  PetscCall(PetscFree2(point, shapes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run)
{
  static const char *const names[] = {"load_factor", "arc_length",   "before", "after",
                                      "limit",       "multiplicity", "branch"};
  PetscReal               *table[PETSC_STATIC_ARRAY_LENGTH(names)];
  const char             **kinds;

  PetscFunctionBeginUser;
  if (!list->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(list->n, &kinds));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(names); i++)
    PetscCall(PetscMalloc1(list->n, &table[i]));
  for (PetscInt k = 0; k < list->n; k++) {
    const CriticalPoint *p = &list->point[k];

    table[0][k] = p->level;
    table[1][k] = p->arc;
    table[2][k] = (PetscReal)p->before;
    table[3][k] = (PetscReal)p->after;
    table[4][k] = p->kind == CRITICAL_LIMIT;
    table[5][k] = (PetscReal)p->multiplicity;
    table[6][k] = (PetscReal)list->branch[k];
    kinds[k]    = critical_names[p->kind];
  }
  PetscCall(WriteShapes(list, run));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(names); k++) {
    PetscCall(OutputTable(run->output, "/path/critical", names[k], list->n, 0, table[k]));
    PetscCall(PetscFree(table[k]));
  }
  PetscCall(OutputStrings(run->output, "/path/critical", "kind", list->n, kinds));
  PetscCall(PetscFree(kinds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointListDestroy(CriticalPointList *list)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < list->n; k++)
    for (PetscInt i = 0; i < list->point[k].multiplicity; i++)
      PetscCall(VecDestroy(&list->point[k].shape[i]));
  PetscCall(PetscFree(list->point));
  PetscCall(PetscFree(list->branch));
  list->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
