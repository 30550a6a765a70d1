/* case_plain.c: the functions of fs/case.h with plain types (fs/case_plain.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>
#include <fs/case_forces.h>
#include <fs/case_plain.h>
#include <fs/case_reset.h>
#include <fs/case_states.h>
#include "case/case_impl.h"

/* PetscReal is double in all PETScs on which fsolve can be built, PetscBool is an enumeration. */
static int status(PetscErrorCode ierr) { return FsCaseGetStatus(ierr); }

/* Returns a number as a PetscInt; one that is too large is negative, which all callers refuse. */
static PetscInt integer(long long n) { return n > PETSC_MAX_INT || n < -1 ? -1 : (PetscInt)n; }

int fs_case_create(fs_case **c) { return status(FsCaseCreateFortran(FS_WORLD, c)); }
int fs_case_create_on(int comm, fs_case **c) { return status(FsCaseCreateFortran(comm, c)); }
int fs_case_destroy(fs_case **c) { return status(FsCaseDestroy(c)); }
int fs_finalize(void) { return status(FsFinalize()); }
const char *fs_case_message(fs_case *c) { return FsCaseGetMessage(c); }

int fs_case_set_option(fs_case *c, const char name[], const char value[])
{
  return status(FsCaseSetOption(c, name, value));
}

int fs_case_set_options_text(fs_case *c, const char text[])
{
  return status(FsCaseSetOptionsText(c, text));
}

int fs_case_set_options_file(fs_case *c, const char path[])
{
  return status(FsCaseSetOptionsFile(c, path));
}

int fs_case_set_mesh(fs_case *c, const FsMeshArrays *mesh)
{
  return status(FsCaseSetMesh(c, mesh));
}

int fs_case_set_load_function(fs_case *c, const char load[], const char components[], int per_step,
                              fs_load_function f, void *context)
{
  return status(per_step ? FsCaseSetLoadFunctionPerStep(c, load, components, f, context)
                         : FsCaseSetLoadFunction(c, load, components, f, context));
}

int fs_case_set_law_function(fs_case *c, const char option[], int per_step, fs_law_function f,
                             void *context)
{
  return status(per_step ? FsCaseSetLawFunctionPerStep(c, option, f, context)
                         : FsCaseSetLawFunction(c, option, f, context));
}

int fs_case_reset(fs_case *c) { return status(FsCaseReset(c)); }

static PetscBool truth(int number) { return number ? PETSC_TRUE : PETSC_FALSE; }

int fs_case_catch_interrupts(fs_case *c, int catches)
{
  return status(FsCaseCatchInterrupts(c, truth(catches)));
}

int  fs_case_was_interrupted(fs_case *c) { return FsCaseWasInterrupted(c) ? 1 : 0; }
void fs_threads_wait(int waits) { FsThreadsWait(truth(waits)); }

static void print_plainly(void *context, PetscBool warning, const char text[])
{
  const FsCase c = context;

  c->plain.print(c->plain.print_context, warning ? 1 : 0, text);
}

int fs_case_set_printer(fs_case *c, void (*print)(void *, int, const char[]), void *context)
{
  const PetscErrorCode ierr = FsCaseSetPrinter(c, print ? print_plainly : NULL, c);

  if (ierr) return status(ierr);
  c->plain.print         = print;
  c->plain.print_context = context;
  return 0;
}

static int monitor_plainly(void *context, FsCase c, PetscInt step, PetscReal t)
{
  (void)context;
  return c->plain.monitor(c->plain.monitor_context, c, step, t);
}

int fs_case_set_monitor(fs_case *c, int (*monitor)(void *, fs_case *, long long, double),
                        void    *context)
{
  const PetscErrorCode ierr = FsCaseSetMonitor(c, monitor ? monitor_plainly : NULL, NULL);

  if (ierr) return status(ierr);
  c->plain.monitor         = monitor;
  c->plain.monitor_context = context;
  return 0;
}

/* ---- the run --------------------------------------------------------------------------------- */

int fs_case_set_up(fs_case *c) { return status(FsCaseSetUp(c)); }
int fs_case_run(fs_case *c) { return status(FsCaseRun(c)); }
int fs_case_step_to(fs_case *c, double t) { return status(FsCaseStepTo(c, t)); }
int fs_case_accept(fs_case *c) { return status(FsCaseAccept(c)); }
int fs_case_reject(fs_case *c) { return status(FsCaseReject(c)); }

int fs_case_step(fs_case *c, int *taken)
{
  PetscBool            was  = PETSC_FALSE;
  const PetscErrorCode ierr = FsCaseStep(c, taken ? &was : NULL);

  if (taken) *taken = was ? 1 : 0;
  return status(ierr);
}

int fs_case_try(fs_case *c, double dt, int *ok)
{
  PetscBool            was  = PETSC_FALSE;
  const PetscErrorCode ierr = FsCaseTry(c, dt, ok ? &was : NULL);

  if (ok) *ok = was ? 1 : 0;
  return status(ierr);
}

int fs_case_set_nodal_force(fs_case *c, const char load[], long long n, const double values[])
{
  return status(FsCaseSetNodalForce(c, load, integer(n), values));
}

int fs_case_set_nodal_moment(fs_case *c, const char load[], long long n, const double values[])
{
  return status(FsCaseSetNodalMoment(c, load, integer(n), values));
}

int fs_case_set_motion(fs_case *c, const char support[], int component, double value,
                       double velocity, double acceleration)
{
  return status(FsCaseSetMotion(c, support, component, value, velocity, acceleration));
}

int fs_case_save_state(fs_case *c, fs_case_state **state)
{
  return status(FsCaseSaveState(c, state));
}

int fs_case_restore_state(fs_case *c, fs_case_state *state)
{
  return status(FsCaseRestoreState(c, state));
}

int fs_case_state_destroy(fs_case_state **state) { return status(FsCaseStateDestroy(state)); }

int fs_case_state_to_bytes(fs_case_state *state, size_t size, void *bytes, size_t *needed)
{
  return status(FsCaseStateToBytes(state, size, bytes, needed));
}

int fs_case_state_from_bytes(fs_case *c, size_t size, const void *bytes, fs_case_state **state)
{
  return status(FsCaseStateFromBytes(c, size, bytes, state));
}

int fs_case_checkpoint(fs_case *c, const char file[]) { return status(FsCaseCheckpoint(c, file)); }

int fs_case_get_time(fs_case *c, double *t) { return status(FsCaseGetTime(c, t)); }

int fs_case_modes(fs_case *c, int n) { return status(FsCaseModes(c, n)); }
int fs_case_buckling(fs_case *c, int n) { return status(FsCaseBuckling(c, n)); }
int fs_case_path(fs_case *c) { return status(FsCasePath(c)); }
int fs_case_response(fs_case *c) { return status(FsCaseResponse(c)); }

/* ---- results --------------------------------------------------------------------------------- */

static fs_result plain_result(const FsResult *r)
{
  static const fs_type types[] = {[FS_RESULT_REAL]  = FS_DOUBLE,
                                  [FS_RESULT_INT]   = sizeof(PetscInt) == 8 ? FS_INT64 : FS_INT32,
                                  [FS_RESULT_INT64] = FS_INT64,
                                  [FS_RESULT_FLOAT] = FS_FLOAT,
                                  [FS_RESULT_TEXT]  = FS_TEXT};

  return (fs_result){
    .type  = types[r->type],
    .ndims = (int)r->ndims,
    .dims  = {r->dims[0], r->dims[1], r->dims[2]},
    .axis  = (int)r->axis,
    .first = r->first,
    .n     = r->n,
    .data  = r->data
  };
}

int fs_case_get_result(fs_case *c, const char path[], fs_result *result)
{
  FsResult             r;
  const PetscErrorCode ierr = FsCaseGetResult(c, path, result ? &r : NULL);

  if (!ierr) *result = plain_result(&r);
  return status(ierr);
}

const char *fs_case_get_result_name(fs_case *c, long long k)
{
  return FsCaseGetResultName(c, integer(k));
}

int fs_case_get_field(fs_case *c, const char name[], const char set[], fs_result *result)
{
  FsResult             r;
  const PetscErrorCode ierr = FsCaseGetField(c, name, set, result ? &r : NULL);

  if (!ierr) *result = plain_result(&r);
  return status(ierr);
}

/* ---- forces and places ----------------------------------------------------------------------- */

int fs_case_get_forces(fs_case *c, fs_forces which, long long *n, const double **values)
{
  PetscInt             rows = 0;
  const PetscErrorCode ierr = FsCaseGetForces(c, (FsForces)which, n ? &rows : NULL, values);

  if (!ierr) *n = rows;
  return status(ierr);
}

int fs_case_get_motion_forces(fs_case *c, const char support[], int component, int derivative,
                              long long *n, const double **values)
{
  PetscInt             rows = 0;
  const PetscErrorCode ierr =
    FsCaseGetMotionForces(c, support, component, derivative, n ? &rows : NULL, values);

  if (!ierr) *n = rows;
  return status(ierr);
}

int fs_case_get_modal_damping(fs_case *c, long long *n, long long *rows, const double **values)
{
  PetscInt             count = 0, length = 0;
  const PetscErrorCode ierr =
    FsCaseGetModalDamping(c, n ? &count : NULL, rows ? &length : NULL, values);

  if (!ierr) *n = count, *rows = length;
  return status(ierr);
}

int fs_case_gather(fs_case *c, long long n, const double values[], long long *total,
                   const double **all)
{
  PetscInt             count = 0;
  const PetscErrorCode ierr  = FsCaseGather(c, integer(n), values, total ? &count : NULL, all);

  if (!ierr) *total = count;
  return status(ierr);
}

int fs_case_find_place(fs_case *c, const double point[3], long long *place)
{
  PetscInt             number = 0;
  const PetscErrorCode ierr   = FsCaseFindPlace(c, point, place ? &number : NULL);

  if (!ierr) *place = number;
  return status(ierr);
}

int fs_case_get_place_motion(fs_case *c, long long place, double motion[3][3])
{
  FsPlaceMotion        found;
  const PetscErrorCode ierr = FsCaseGetPlaceMotion(c, integer(place), motion ? &found : NULL);

  for (int k = 0; k < 3 && !ierr; k++) {
    motion[0][k] = found.displacement[k];
    motion[1][k] = found.velocity[k];
    motion[2][k] = found.acceleration[k];
  }
  return status(ierr);
}

/* Returns a copy of n integers in memory of malloc, or NULL if the memory is full. */
static long long *copy_of(PetscInt n, const PetscInt from[])
{
  long long *const to = malloc(((size_t)n + 1) * sizeof *to);

  for (PetscInt k = 0; k < n && to; k++) to[k] = from[k];
  return to;
}

/* Returns a copy of n values in memory of malloc, or NULL if the memory is full. */
static double *copy_of_values(PetscInt n, const PetscReal from[])
{
  double *const to = malloc(((size_t)n + 1) * sizeof *to);

  for (PetscInt k = 0; k < n && to; k++) to[k] = (double)from[k];
  return to;
}

void fs_place_rows_free(fs_place_rows *rows)
{
  if (!rows) return;
  free(rows->row);
  free(rows->value);
  *rows = (fs_place_rows){.n = 0};
}

int fs_case_get_place_rows(fs_case *c, long long place, fs_place_rows *rows)
{
  FsPlaceRows          r;
  const PetscErrorCode ierr = FsCaseGetPlaceRows(c, integer(place), rows ? &r : NULL);

  if (rows) *rows = (fs_place_rows){.n = 0};
  if (ierr) return status(ierr);
  *rows = (fs_place_rows){.n       = r.n,
                          .row     = copy_of(r.n, r.row),
                          .value   = copy_of_values(6 * r.n, r.value),
                          .rotates = r.rotates ? 1 : 0};
  if (rows->row && rows->value) return 0;
  fs_place_rows_free(rows);
  return status(PETSC_ERR_MEM);
}

/* ---- matrices -------------------------------------------------------------------------------- */

void fs_rows_free(fs_rows *rows)
{
  if (!rows) return;
  free(rows->node);
  free(rows->component);
  *rows = (fs_rows){.total = 0};
}

int fs_case_get_rows(fs_case *c, fs_rows *rows)
{
  FsRows               r;
  const PetscErrorCode ierr = FsCaseGetRows(c, rows ? &r : NULL);

  if (rows) *rows = (fs_rows){.total = 0};
  if (ierr) return status(ierr);
  *rows = (fs_rows){
    .total     = r.total,
    .first     = r.first,
    .n         = r.n,
    .node      = copy_of(r.n, r.node),
    .component = malloc(((size_t)r.n + 1) * sizeof *rows->component),
  };
  if (!rows->node || !rows->component) {
    fs_rows_free(rows);
    return status(PETSC_ERR_MEM);
  }
  for (PetscInt i = 0; i < r.n; i++) rows->component[i] = (int)r.component[i];
  return 0;
}

void fs_matrix_free(fs_matrix *matrix)
{
  if (!matrix) return;
  free(matrix->start);
  free(matrix->column);
  free(matrix->value);
  *matrix = (fs_matrix){.total = 0};
}

int fs_case_get_matrix(fs_case *c, char which, fs_matrix *matrix)
{
  FsMatrixEntries      e;
  const PetscErrorCode ierr = FsCaseGetMatrixEntries(c, which, matrix ? &e : NULL);

  if (matrix) *matrix = (fs_matrix){.total = 0};
  if (ierr) return status(ierr);
  *matrix = (fs_matrix){
    .total  = e.total,
    .first  = e.first,
    .n      = e.n,
    .start  = copy_of(e.n + 1, e.start),
    .column = copy_of(e.start[e.n], e.column),
    .value  = copy_of_values(e.start[e.n], e.value),
  };
  if (!matrix->start || !matrix->column || !matrix->value) {
    fs_matrix_free(matrix);
    return status(PETSC_ERR_MEM);
  }
  return 0;
}
