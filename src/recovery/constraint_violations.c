/* constraint_violations.c: records the largest constraint violation of each joint and coupling.

   Each rank keeps the violations of its own cells. Only ConstraintViolationsGetMax() combines
   them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_violations.h"
#include "assembly/constraints/constraint_cells.h"
#include "assembly/term.h"
#include "math/vector.h"

struct _n_ConstraintViolations {
  Assembly             a;         /* borrowed */
  ConstraintViolation *violation; /* [ConstraintsCount()] */
  PetscReal            fastest[2];
};

PetscErrorCode ConstraintViolationsCreate(Assembly a, ConstraintViolations *out)
{
  ConstraintViolations v;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&v));
  v->a = a;
  PetscCall(PetscCalloc1(ConstraintsCount(a->model), &v->violation));
  *out = v;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintViolationsDestroy(ConstraintViolations *v)
{
  PetscFunctionBeginUser;
  if (*v) PetscCall(PetscFree((*v)->violation));
  PetscCall(PetscFree(*v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void position_violation(const ConstraintCell *c, double rows[])
{
  c->kind->rows(c, FS_CONSTRAINT_POSITION, rows, NULL);
}
static void velocity_violation(const ConstraintCell *c, double rows[])
{
  c->kind->rows(c, FS_CONSTRAINT_VELOCITY, rows, NULL);
}

/* Records value, which is row k of a cell at t, or its rate if level is 1. */
static void record_violation(ConstraintViolations v, const ConstraintCell *c, int k, int level,
                             PetscReal value, PetscReal t, PetscReal *largest)
{
  const int            kind      = 2 * level + (c->kind->is_length(c, k) ? 0 : 1);
  const PetscReal      x         = isnan(value) ? PETSC_MAX_REAL : PetscAbsReal(value);
  ConstraintViolation *violation = &v->violation[ConstraintIndex(c)];

  *largest = PetscMax(*largest, x);
  if (x <= violation->most[kind]) return;
  violation->most[kind] = x;
  violation->when[kind] = t;
}

/* Records the speeds of the nodes of a joint and of its points on them. */
static void record_speeds(ConstraintViolations v, const Evaluation *ev, const ConstraintCell *c)
{
  PetscInt node[2];

  c->kind->nodes(c, node);
  for (int n = 0; n < 2; n++) {
    const NodeState *at = node[n] < 0 ? NULL : &ev->nodes[node[n]];

    if (!at) continue;
    v->fastest[0] =
      PetscMax(v->fastest[0], norm(at->v) + norm(at->w) * norm(c->at.state.offset[n]));
    v->fastest[1] = PetscMax(v->fastest[1], norm(at->w));
  }
}

/* Records the rows of kinds without parts, which this rank has. */
static void read_own_rows(ConstraintViolations v, const Evaluation *ev, PetscReal largest[2])
{
  for (ConstraintCell c = FirstConstraint(v->a->model); c.kind; NextConstraint(&c)) {
    double phi[CONSTRAINT_ROWS], rate[CONSTRAINT_ROWS];

    if (c.kind->count_parts) continue;
    c.kind->gather(ev, &c);
    if (c.kind->nodes) record_speeds(v, ev, &c);
    position_violation(&c, phi);
    velocity_violation(&c, rate);
    for (int k = 0; k < c.table.nrows; k++) {
      record_violation(v, &c, k, 0, phi[k], ev->s->t, &largest[0]);
      record_violation(v, &c, k, 1, rate[k], ev->s->t, &largest[1]);
    }
  }
}

/* Records the rows to which several ranks may contribute. Collective. */
static PetscErrorCode ReadSharedRows(ConstraintViolations v, const Evaluation *ev,
                                     PetscReal largest[2])
{
  const Model model = v->a->model;
  RowEntries  entries;
  Vec         y;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &y));
  for (int level = 0; level < 2; level++) {
    PetscCall(ConstraintsFill(ev, level ? velocity_violation : position_violation, y));
    PetscCall(RowEntriesOpen(model, y, ROWS_READ, &entries));
    for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c))
      for (int k = 0; k < c.table.nrows && c.kind->count_parts; k++)
        record_violation(v, &c, k, level, PetscRealPart(*RowEntry(&entries, &c, k)), ev->s->t,
                         &largest[level]);
    PetscCall(RowEntriesClose(&entries));
  }
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintViolationsUpdate(ConstraintViolations v, const Evaluation *ev,
                                          PetscReal largest[2])
{
  const Model model = v->a->model;

  PetscFunctionBeginUser;
  largest[0] = largest[1] = 0;
  PetscCall(ConstraintsExchange(ev));
  read_own_rows(v, ev, largest);
  if (ConstraintsHaveParts(model)) PetscCall(ReadSharedRows(v, ev, largest));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 2, MPIU_REAL, MPIU_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintViolationsGetMax(ConstraintViolations v, ConstraintViolation max[],
                                          PetscReal fastest[2])
{
  const PetscInt n = ConstraintsCount(v->a->model);
  PetscReal     *most, *when; /* [n][VIOLATION_KINDS] */

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n * VIOLATION_KINDS, &most, n * VIOLATION_KINDS, &when));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(PetscArraycpy(most + i * VIOLATION_KINDS, v->violation[i].most, VIOLATION_KINDS));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, (PetscMPIInt)(n * VIOLATION_KINDS), MPIU_REAL,
                              MPIU_MAX, v->a->model->comm));
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < VIOLATION_KINDS; k++)
      when[i * VIOLATION_KINDS + k] = v->violation[i].most[k] == most[i * VIOLATION_KINDS + k]
                                        ? v->violation[i].when[k]
                                        : PETSC_MAX_REAL;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, when, (PetscMPIInt)(n * VIOLATION_KINDS), MPIU_REAL,
                              MPIU_MIN, v->a->model->comm));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscArraycpy(max[i].most, most + i * VIOLATION_KINDS, VIOLATION_KINDS));
    PetscCall(PetscArraycpy(max[i].when, when + i * VIOLATION_KINDS, VIOLATION_KINDS));
  }
  PetscCall(PetscFree2(most, when));
  PetscCall(PetscArraycpy(fastest, v->fastest, 2));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, fastest, 2, MPIU_REAL, MPIU_MAX, v->a->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
