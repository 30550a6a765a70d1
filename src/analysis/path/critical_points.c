/* critical_points.c: keeps, prints and writes the critical points of a path, with the states
   from which its branches start. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "critical_points.h"
#include "analysis/run/start/node_polynomials.h"

/* ---- null vectors ---------------------------------------------------------------------------- */

static PetscErrorCode AlignNullVectors(const Run *run, const Continuation *c, CriticalPoint *p)
{
  const NodeFields fields  = NodePolynomials(run);
  PetscInt         aligned = 0;
  PetscBool        success;
  Vec              field;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(c->tangent, &field));
  for (PetscInt k = 0; k < fields.n && aligned < p->multiplicity; k++) {
    PetscCall(fields.fill(fields.context, k, field));
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

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, Vec layout, FsArchive a)
{
  PetscFunctionBeginUser;
  if (a->reading) PetscCall(CriticalPointListDestroy(list));
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
      if (a->reading) PetscCall(VecDuplicate(layout, &p->shape[i]));
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
  PetscCall(OutputShapes(run->recording.output, &run->s, "/path/critical", rows, shapes, NULL,
                         PETSC_FALSE));
  PetscCall(OutputTable(run->recording.output, "/path/critical", "point", rows, 0, point));
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
    PetscCall(OutputTable(run->recording.output, "/path/critical", names[k], list->n, 0, table[k]));
    PetscCall(PetscFree(table[k]));
  }
  PetscCall(OutputStrings(run->recording.output, "/path/critical", "kind", list->n, kinds));
  PetscCall(PetscFree(kinds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointListDestroy(CriticalPointList *list)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < list->n; k++) PetscCall(CriticalPointDestroy(&list->point[k]));
  PetscCall(PetscFree(list->point));
  PetscCall(PetscFree(list->branch));
  list->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- branches -------------------------------------------------------------------------------- */

/* Writes or reads all from which a path continues. */
static PetscErrorCode ArchivePathState(Run *run, Continuation *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(ContinuationArchive(c, a));
  PetscCall(RecordingArchive(&run->recording, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c)
{
  struct _n_FsArchive a = MemoryArchiveWrite(&b->saved, run->model);

  PetscFunctionBeginUser;
  PetscCall(ArchivePathState(run, c, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical)
{
  BranchPoint *branch_point;

  PetscFunctionBeginUser;
  PetscCall(
    PetscRealloc((size_t)(b->nbranch_points + 1) * sizeof *b->branch_point, &b->branch_point));
  branch_point  = &b->branch_point[b->nbranch_points++];
  *branch_point = (BranchPoint){.critical = critical};
  PetscCall(MemoryArchiveCopy(&b->saved, &branch_point->archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c)
{
  struct _n_FsArchive a = MemoryArchiveRead(&b->branch_point[branch_point].archive, run->model);
  const PetscInt      missed = c->missed;

  PetscFunctionBeginUser;
  PetscCall(ArchivePathState(run, c, &a));
  PetscCall(ReportsContinue(&run->recording.diagnosis.reports, &run->s, &run->kind.loading,
                            run->recording.meter));
  c->missed = missed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(b->n + 1) * sizeof *b->branch, &b->branch));
  b->branch[b->n++] = (Branch){critical, shape, sign, first_step, 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesWrite(const Branches *b, Run *run)
{
  enum { COLUMNS = 5 };
  static const char *const names[COLUMNS] = {"critical", "null", "direction", "first_step",
                                             "steps"};
  PetscReal               *table[COLUMNS];

  PetscFunctionBeginUser;
  if (!b->n) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < COLUMNS; k++) PetscCall(PetscMalloc1(b->n, &table[k]));
  for (PetscInt i = 0; i < b->n; i++) {
    const Branch *one = &b->branch[i];

    table[0][i] = (PetscReal)one->critical;
    table[1][i] = (PetscReal)(one->shape + 1);
    table[2][i] = (PetscReal)one->sign;
    table[3][i] = (PetscReal)one->first_step;
    table[4][i] = (PetscReal)one->steps;
  }
  for (int k = 0; k < COLUMNS; k++) {
    PetscCall(OutputTable(run->recording.output, "/path/branch", names[k], b->n, 0, table[k]));
    PetscCall(PetscFree(table[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesDestroy(Branches *b)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < b->nbranch_points; k++)
    PetscCall(MemoryArchiveDestroy(&b->branch_point[k].archive));
  PetscCall(MemoryArchiveDestroy(&b->saved));
  PetscCall(PetscFree(b->branch_point));
  PetscCall(PetscFree(b->branch));
  PetscFunctionReturn(PETSC_SUCCESS);
}
