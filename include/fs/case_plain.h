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

#include <stddef.h>
#include <fs/export.h>
#include <fs/mesh.h>
#include <fs/version.h>

typedef struct _n_FsCase      fs_case;
typedef struct _n_FsCaseState fs_case_state;

/* ---- a case and its options ------------------------------------------------------------------ */

/* fs_case_create - Creates a case on all ranks, and starts MPI if it does not run. *c becomes the
   case, which the caller destroys by fs_case_destroy, or NULL after an error. */
FS_EXTERN int fs_case_create(fs_case **c);

/* fs_case_create_on - Creates a case on the ranks of a communicator, like fs_case_create. comm is
   the communicator's handle in Fortran, an integer (MPI_Comm_c2f). */
FS_EXTERN int fs_case_create_on(int comm, fs_case **c);

/* fs_case_destroy, fs_finalize - Frees a case, and sets *c to NULL; ends MPI, if fs_case_create has
   started it. Call fs_finalize after all cases are destroyed. */
FS_EXTERN int fs_case_destroy(fs_case **c);
FS_EXTERN int fs_finalize(void);

/* fs_case_message - Returns the message of the last call that failed, or an empty text. The case
   owns the text until its next call. c may be NULL. */
FS_EXTERN const char *fs_case_message(fs_case *c);

/* fs_case_set_option, fs_case_set_options_text, fs_case_set_options_file - Give one option, the
   options of a text, or the options of a file. name has its dash, such as "-dt", and value is NULL
   for an option without a value. The text has the form of an options file. */
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

/* fs_case_reset - Returns a case to the time before its set-up, so that options can have other
   values (fs/case_reset.h). */
FS_EXTERN int fs_case_reset(fs_case *c);

/* fs_case_catch_interrupts, fs_case_was_interrupted - Let SIGINT end the steps of later calls if
   catches is 1; return 1 if SIGINT arrived during the last call. */
FS_EXTERN int fs_case_catch_interrupts(fs_case *c, int catches);
FS_EXTERN int fs_case_was_interrupted(fs_case *c);

/* fs_threads_wait - Lets a thread wait while another thread is in a call if waits is 1. */
FS_EXTERN void fs_threads_wait(int waits);

/* fs_case_set_printer - Lets the function print get all lines that the case would print. Its
   argument warning is 1 for warnings, which would go to stderr, otherwise 0. */
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

/* fs_case_set_up, fs_case_run, fs_case_step_to - Creates the model of the case; takes all steps
   that are left; takes the steps up to t, which is a time [s], or a load factor in statics. */
FS_EXTERN int fs_case_set_up(fs_case *c);
FS_EXTERN int fs_case_run(fs_case *c);
FS_EXTERN int fs_case_step_to(fs_case *c, double t);

/* fs_case_step - Takes the next step that fs_case_run would take. *taken becomes 1, or 0 if the
   case was at its end and no step was taken. */
FS_EXTERN int fs_case_step(fs_case *c, int *taken);

/* fs_case_try, fs_case_accept, fs_case_reject - Tries a step of dt [s]; records the step that was
   tried, so that its end becomes the present state; forgets this step. *ok becomes 1 if the step
   has succeeded, otherwise 0. */
FS_EXTERN int fs_case_try(fs_case *c, double dt, int *ok);
FS_EXTERN int fs_case_accept(fs_case *c);
FS_EXTERN int fs_case_reject(fs_case *c);

/* fs_case_set_nodal_force - Gives the forces of a load -load_<load>_given at the end of the next
   step. values[n][3] are the forces [N] in global axes on this rank's n nodes of the load's set;
   they are copied. */
FS_EXTERN int fs_case_set_nodal_force(fs_case *c, const char load[], long long n,
                                      const double values[]);

/* fs_case_set_nodal_moment - Gives the moments values[n][3] [N m] about global axes on the same
   nodes, if the load has -load_<load>_given_moments. */
FS_EXTERN int fs_case_set_nodal_moment(fs_case *c, const char load[], long long n,
                                       const double values[]);

/* fs_case_set_motion - Gives the motion of a support at the end of the next step.
   Input:
     component     0 to 2: displacement in x, y, z [m]; 3 to 5: rotation vector [rad]
     value         the value of this component
     velocity      the time derivative of the value
     acceleration  the second time derivative of the value */
FS_EXTERN int fs_case_set_motion(fs_case *c, const char support[], int component, double value,
                                 double velocity, double acceleration);

/* fs_case_save_state, fs_case_restore_state, fs_case_state_destroy - Keeps the present state of the
   case in *state; returns to a state; frees a state. On entry of fs_case_save_state *state is NULL,
   or a state of this case, which is replaced. */
FS_EXTERN int fs_case_save_state(fs_case *c, fs_case_state **state);
FS_EXTERN int fs_case_restore_state(fs_case *c, fs_case_state *state);
FS_EXTERN int fs_case_state_destroy(fs_case_state **state);

/* fs_case_state_to_bytes, fs_case_state_from_bytes - Copy a state to bytes[size], and create a
   state from this rank's bytes (fs/case_states.h). With the size 0, *needed becomes the size. */
FS_EXTERN int fs_case_state_to_bytes(fs_case_state *state, size_t size, void *bytes,
                                     size_t *needed);
FS_EXTERN int fs_case_state_from_bytes(fs_case *c, size_t size, const void *bytes,
                                       fs_case_state **state);

/* fs_case_checkpoint - Writes the present state to a file, from which -restart continues. */
FS_EXTERN int fs_case_checkpoint(fs_case *c, const char file[]);

/* fs_case_get_time - Returns the time of the last step [s], or its load factor, in *t. */
FS_EXTERN int fs_case_get_time(fs_case *c, double *t);

/* fs_case_modes, fs_case_buckling, fs_case_path, fs_case_response - Computes the n lowest modes of
   vibration; n buckling factors; a path of equilibria; harmonic motions. */
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
  /* this rank has the rows first to first + n - 1 along the dimension with the number axis; if the
     result is a text, n is its length */
  int         axis;
  long long   first, n;
  const void *data; /* this rank's rows, row by row; the case owns them until its next step */
} fs_result;

/* fs_case_get_result - Returns a dataset by its path, such as "/history/tip/displacement", in a
   case with -output none. */
FS_EXTERN int fs_case_get_result(fs_case *c, const char path[], fs_result *result);

/* fs_case_get_result_name - Returns the path of the dataset with the index k = 0, 1, ..., or NULL
   after the last dataset. The case owns the text. */
FS_EXTERN const char *fs_case_get_result_name(fs_case *c, long long k);

/* fs_case_get_field - Returns a field of nodes in the present state, such as "displacement"; the
   comment of FsCaseGetField lists the names. set is the name of a set of the mesh, or NULL for all
   nodes. The result is valid until the next call of the case. */
FS_EXTERN int fs_case_get_field(fs_case *c, const char name[], const char set[], fs_result *result);

/* ---- forces and places (fs/case_forces.h) ---------------------------------------------------- */

/* fs_forces - The kinds of forces, as FsForces. */
typedef enum {
  FS_RESIDUAL,
  FS_INTERNAL,
  FS_DAMPING,
  FS_INERTIAL,
  FS_CONSTRAINT,
  FS_EXTERNAL
} fs_forces;

/* fs_case_get_forces - Returns this rank's n forces of a kind on the free dofs, in the rows of
   fs_case_get_rows. The case owns values until the next call of this function. */
FS_EXTERN int fs_case_get_forces(fs_case *c, fs_forces which, long long *n, const double **values);

/* fs_case_get_motion_forces - Returns the derivative of the residual by the motion of a support, in
   the same rows as fs_case_get_forces. The argument derivative is 0 for the value of the motion, 1
   for its velocity and 2 for its acceleration. */
FS_EXTERN int fs_case_get_motion_forces(fs_case *c, const char support[], int component,
                                        int derivative, long long *n, const double **values);

/* fs_case_get_modal_damping - Returns the vectors [n][rows] whose products are the damping matrix
   of -damping_modal (FsCaseGetModalDamping). */
FS_EXTERN int fs_case_get_modal_damping(fs_case *c, long long *n, long long *rows,
                                        const double **values);

/* fs_case_gather - Gathers the n values of each rank on all ranks, rank by rank. */
FS_EXTERN int fs_case_gather(fs_case *c, long long n, const double values[], long long *total,
                             const double **all);

/* fs_case_find_place - Finds the place at a point [3] of the mesh [m], and returns its number. */
FS_EXTERN int fs_case_find_place(fs_case *c, const double point[3], long long *place);

/* fs_case_get_place_motion - Returns the motion of a place in global axes: motion[0] is the
   displacement [m], motion[1] the velocity [m/s] and motion[2] the acceleration [m/s2]. */
FS_EXTERN int fs_case_get_place_motion(fs_case *c, long long place, double motion[3][3]);

/* fs_place_rows - How a place moves with the free dofs, as FsPlaceRows; value is [n][6]. */
typedef struct {
  long long n, *row;
  double   *value;
  int       rotates;
} fs_place_rows;

/* fs_case_get_place_rows - Returns the rows of a place, which the caller frees by
   fs_place_rows_free. */
FS_EXTERN int  fs_case_get_place_rows(fs_case *c, long long place, fs_place_rows *rows);
FS_EXTERN void fs_place_rows_free(fs_place_rows *rows);

/* ---- matrices -------------------------------------------------------------------------------- */

/* fs_rows - The node and the component of each row of the matrices that this rank has (FsRows). */
typedef struct {
  long long  total;     /* number of rows of all ranks */
  long long  first, n;  /* index of the first row of this rank, and number of its rows */
  long long *node;      /* [n] number of the node, or -1 for a row of a constraint */
  int       *component; /* [n] 0 to 5, or the number of the row of a constraint */
} fs_rows;

/* fs_case_get_rows - Returns the node and the component of each row of the matrices that this rank
   has. The caller frees the result by fs_rows_free. */
FS_EXTERN int  fs_case_get_rows(fs_case *c, fs_rows *rows);
FS_EXTERN void fs_rows_free(fs_rows *rows);

/* fs_matrix - This rank's rows of a matrix, in compressed form: the nonzeros row by row. */
typedef struct {
  long long  total, first, n; /* the same as in fs_rows */
  long long *start;           /* [n + 1] row i has the entries start[i] to start[i+1] - 1 */
  long long *column;          /* index of the column of each entry, ascending in a row */
  double    *value;           /* value of each entry */
} fs_matrix;

/* fs_case_get_matrix - Returns a matrix of the model at the last accepted state. which is 'K' for
   stiffness, 'M' for mass, 'C' for damping, or 'G' for gyroscopic forces (FsCaseGetMatrix). The
   caller frees the matrix by fs_matrix_free. */
FS_EXTERN int  fs_case_get_matrix(fs_case *c, char which, fs_matrix *matrix);
FS_EXTERN void fs_matrix_free(fs_matrix *matrix);

#endif
