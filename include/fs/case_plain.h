/* case_plain.h: a case for programs that have no headers of PETSc and MPI: the functions of
   fs/case.h with the plain types int, long long and double.

   A program that includes only this header needs the headers of fsolve and the library libfsolve,
   for example "cc program.c -I$HOME/fsolve/include -L$HOME/fsolve/lib -lfsolve". The comments of
   fs/case.h describe what the functions do, when they are errors, and who owns what they return;
   the comments here only say what differs.

   A function that returns int returns the exit status of the program fsolve: 0 if it has succeeded,
   2 for wrong input, 3 for a failed solve, 4 for a run that was stopped, 70 for a bug. After a
   status other than 0, fs_case_message returns the reason. All functions are collective on the
   ranks of the case, unless fs/case.h says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_PLAIN_H
#define FS_CASE_PLAIN_H

#include <fs/export.h>
#include <fs/mesh.h>
#include <fs/version.h>

typedef struct _n_FsCase      fs_case;
typedef struct _n_FsCaseState fs_case_state;

/* ---- a case and its options ------------------------------------------------------------------ */

/* fs_case_create - Creates a case on all ranks, and starts MPI if it does not run. The caller
   destroys the case by fs_case_destroy. Output: c  the case, or NULL after an error */
FS_EXTERN int fs_case_create(fs_case **c);

/* fs_case_create_on - Creates a case on the ranks of a communicator. Input: comm  its handle of
   Fortran, an integer (MPI_Comm_c2f). Output: c  as in fs_case_create */
FS_EXTERN int fs_case_create_on(int comm, fs_case **c);

/* fs_case_destroy - Frees a case, and sets *c to NULL. fs_finalize ends MPI, if fs_case_create has
   started it, after all cases are destroyed. */
FS_EXTERN int fs_case_destroy(fs_case **c);
FS_EXTERN int fs_finalize(void);

/* fs_case_message - Returns the message of the last call that failed, or an empty text. The case
   owns the text until its next call. c may be NULL. */
FS_EXTERN const char *fs_case_message(fs_case *c);

/* fs_case_set_option, fs_case_set_options_text, fs_case_set_options_file - Give options: one with
   its dash, whose value is NULL if it has none; a text; or the path of a file. */
FS_EXTERN int fs_case_set_option(fs_case *c, const char name[], const char value[]);
FS_EXTERN int fs_case_set_options_text(fs_case *c, const char text[]);
FS_EXTERN int fs_case_set_options_file(fs_case *c, const char path[]);

/* fs_case_set_mesh - Gives this rank's share of a mesh as arrays (fs/mesh.h), which are borrowed
   until the set-up ends; NULL if this rank gives nothing. */
FS_EXTERN int fs_case_set_mesh(fs_case *c, const FsMeshArrays *mesh);

/* fs_load_function, fs_law_function - Functions of your program with the arguments of
   FsLoadFunction and FsLawFunction: the force [N] on a node, and the value of a formula. */
typedef int (*fs_load_function)(void *context, double t, const double x[3], const double u[3],
                                const double v[3], double force[3], double by_u[9], double by_v[9]);
typedef int (*fs_law_function)(void *context, const double x[], double *value, double derivative[]);

/* fs_case_set_load_function, fs_case_set_law_function - Let the function f compute the components,
   such as "xyz", of the forces of a load, or the formula of an option.
   Input:
     per_step  0: f is called in each iteration; 1: once in each step (FsCaseSet...PerStep)
     context   the first argument of f, passed on as it is */
FS_EXTERN int fs_case_set_load_function(fs_case *c, const char load[], const char components[],
                                        int per_step, fs_load_function f, void *context);
FS_EXTERN int fs_case_set_law_function(fs_case *c, const char option[], int per_step,
                                       fs_law_function f, void *context);

/* fs_case_set_printer - Lets the function print get all lines; warning is 1 for warnings. */
FS_EXTERN int fs_case_set_printer(fs_case *c,
                                  void (*print)(void *context, int warning, const char text[]),
                                  void *context);

/* fs_case_set_monitor - Sets a function that is called on all ranks after each step, with the
   number of the step and its time [s] or load factor; NULL stands for no function. If it returns a
   value other than 0 on some rank, the steps end, and the case can continue. */
FS_EXTERN int
fs_case_set_monitor(fs_case *c, int (*monitor)(void *context, fs_case *c, long long step, double t),
                    void    *context);

/* ---- the run --------------------------------------------------------------------------------- */

/* fs_case_set_up, fs_case_run, fs_case_step_to - Create the model; take all steps that are left;
   take the steps up to the time t [s] or load factor t. */
FS_EXTERN int fs_case_set_up(fs_case *c);
FS_EXTERN int fs_case_run(fs_case *c);
FS_EXTERN int fs_case_step_to(fs_case *c, double t);

/* fs_case_step - Takes the next step of fs_case_run. Output: taken  0 at the end of the case */
FS_EXTERN int fs_case_step(fs_case *c, int *taken);

/* fs_case_try - Tries a step of dt [s], which is recorded by fs_case_accept and forgotten by
   fs_case_reject. Output: ok  1 if the step has succeeded, else 0 */
FS_EXTERN int fs_case_try(fs_case *c, double dt, int *ok);
FS_EXTERN int fs_case_accept(fs_case *c);
FS_EXTERN int fs_case_reject(fs_case *c);

/* fs_case_set_nodal_force - Gives the forces values[n][3] [N], global axes, of a load with
   -load_<load>_given at the end of the next step, on this rank's n nodes of its set; copied. */
FS_EXTERN int fs_case_set_nodal_force(fs_case *c, const char load[], long long n,
                                      const double values[]);

/* fs_case_set_motion - Gives the motion of a support at the end of the next step. Input: component
   0 to 2: displacement in x, y, z [m]; 3 to 5: rotation vector [rad]; value and its first and
   second derivative in time */
FS_EXTERN int fs_case_set_motion(fs_case *c, const char support[], int component, double value,
                                 double velocity, double acceleration);

/* fs_case_save_state - Keeps the present state in *state, which is NULL on entry, or a state of
   this case to be replaced. fs_case_restore_state returns to it, fs_case_state_destroy frees it. */
FS_EXTERN int fs_case_save_state(fs_case *c, fs_case_state **state);
FS_EXTERN int fs_case_restore_state(fs_case *c, fs_case_state *state);
FS_EXTERN int fs_case_state_destroy(fs_case_state **state);

/* fs_case_checkpoint - Writes the present state to a file for -restart. */
FS_EXTERN int fs_case_checkpoint(fs_case *c, const char file[]);

/* fs_case_get_time - Returns the time of the last step [s], or its load factor, in *t. */
FS_EXTERN int fs_case_get_time(fs_case *c, double *t);

/* fs_case_modes, fs_case_buckling, fs_case_path, fs_case_response - Other analyses: the n lowest
   modes of vibration, or n factors of buckling; a path; a harmonic response. */
FS_EXTERN int fs_case_modes(fs_case *c, int n);
FS_EXTERN int fs_case_buckling(fs_case *c, int n);
FS_EXTERN int fs_case_path(fs_case *c);
FS_EXTERN int fs_case_response(fs_case *c);

/* ---- results --------------------------------------------------------------------------------- */

/* fs_type - The type of the values of a result. */
typedef enum { FS_DOUBLE, FS_INT32, FS_INT64, FS_FLOAT, FS_TEXT } fs_type;

/* fs_result - A dataset of the results, as FsResult. */
typedef struct {
  fs_type   type;    /* double, int32_t, int64_t, float, or char of a text */
  int       ndims;   /* number of dimensions; 0 for a text */
  long long dims[3]; /* shape on all ranks together */
  /* along the dimension axis this rank has the n rows from first on; n: length of a text */
  int         axis;
  long long   first, n;
  const void *data; /* this rank's rows, row by row; the case owns them until its next step */
} fs_result;

/* fs_case_get_result - Returns a dataset by its path, such as "/history/tip/displacement", in a
   case with -output none. */
FS_EXTERN int fs_case_get_result(fs_case *c, const char path[], fs_result *result);

/* fs_case_get_result_name - Returns the path of the dataset with the index k, NULL after the last.
 */
FS_EXTERN const char *fs_case_get_result_name(fs_case *c, long long k);

/* fs_case_get_field - Returns a field of the nodes of a set, or of all nodes if set is NULL, in the
   present state. The names of fields are those of FsCaseGetField. Valid until the next call. */
FS_EXTERN int fs_case_get_field(fs_case *c, const char name[], const char set[], fs_result *result);

/* ---- matrices -------------------------------------------------------------------------------- */

/* fs_rows - The rows of matrices that this rank has, as FsRows. */
typedef struct {
  long long  total, first, n; /* all rows; index of this rank's first row; number of its rows */
  long long *node;            /* [n] number of the node, or -1 for a row of a constraint */
  int       *component;       /* [n] 0 to 5, or the number of the row of a constraint */
} fs_rows;

/* fs_case_get_rows - Returns the rows, which the caller frees by fs_rows_free. */
FS_EXTERN int  fs_case_get_rows(fs_case *c, fs_rows *rows);
FS_EXTERN void fs_rows_free(fs_rows *rows);

/* fs_matrix - This rank's rows of a matrix in compressed form, as FsMatrixEntries. */
typedef struct {
  long long  total, first, n;
  long long *start;  /* [n + 1] the entries of row i are start[i] to start[i+1] - 1 */
  long long *column; /* index of the column of each entry, ascending in a row */
  double    *value;  /* value of each entry */
} fs_matrix;

/* fs_case_get_matrix - Returns the matrix which of FsCaseGetMatrix: 'K', 'M', 'C' or 'G'. The
   caller frees it by fs_matrix_free. */
FS_EXTERN int  fs_case_get_matrix(fs_case *c, char which, fs_matrix *matrix);
FS_EXTERN void fs_matrix_free(fs_matrix *matrix);

#endif
