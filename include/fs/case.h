/* case.h: a case in the process of another program: its options, its run, its steps.

   A case does what the program does with the same options, with the same bits. Two cases share
   nothing. A call gives back what the process has only once: PETSc's default options, handlers of
   errors and signals, the locale, and how the processor rounds, traps and treats denormal numbers.
   Functions of the program that a case calls have them too. Nothing ends the process. One thread at
   a time may call these functions; a call of a second one is an error.

   All functions are collective on the ranks of the case, unless they say otherwise. If one fails,
   it returns an error code on all ranks, and FsCaseGetMessage says what is wrong. FsCaseGetStatus
   returns the exit status that the program would have. After a failed set-up, run or step the case
   can only be destroyed. If only some ranks meet an error, such as a full memory, the others wait.
   The ranks that return must then call MPI_Abort. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_H
#define FS_CASE_H

#include <petscmat.h>
#include <fs/mesh.h>
#include <fs/options.h>

typedef struct _n_FsCase *FsCase;

/* FsCasePrinter - Takes text that the program would print on stdout or, if warning is true, on
   stderr. It is called on rank 0 only. */
typedef void (*FsCasePrinter)(void *context, PetscBool warning, const char text[]);

/* ---- a case and its options ------------------------------------------------------------------ */

/* FsCaseCreate - Creates a case without options.

   Input:
     comm  the ranks of the case; the case uses a copy
   If nobody has started MPI or PETSc, the first call does so, and FsFinalize ends it. If some ranks
   create no case, call PetscInitialize on all ranks before, or this call never returns. */
FS_EXTERN PetscErrorCode FsCaseCreate(MPI_Comm comm, FsCase *c);

/* FsCaseCreateFortran - Does the same with a Fortran handle, for programs in other languages.

   Input:
     comm  the handle, or FS_WORLD for all ranks, also before MPI starts */
enum { FS_WORLD = -1 };
FS_EXTERN PetscErrorCode FsCaseCreateFortran(int comm, FsCase *c);

/* FsCaseDestroy - Closes the output and frees the case. A run that has not ended is recorded as
   stopped. *c becomes NULL. */
FS_EXTERN PetscErrorCode FsCaseDestroy(FsCase *c);

/* FsFinalize - Ends PETSc and MPI, if FsCaseCreate has started them. Call it after the last
   FsCaseDestroy. Collective on all ranks. */
FS_EXTERN PetscErrorCode FsFinalize(void);

/* FsCaseSetOption - Gives an option, as on the command line. Later options override earlier ones.

   The name has its dash, such as "-dt". The value is NULL for an option without one. Only the
   arguments of rank 0 count, here and in the next three functions. The environment variable
   PETSC_OPTIONS does not count. Input errors: the name is no option's; the set-up is done. */
FS_EXTERN PetscErrorCode FsCaseSetOption(FsCase c, const char name[], const char value[]);

/* FsCaseSetOptionFrom - Does the same with an option that comes from a place such as "file:line",
   which messages then name, as FsOptionListGet returns it. */
FS_EXTERN PetscErrorCode FsCaseSetOptionFrom(FsCase c, const char name[], const char value[],
                                             const char place[]);

/* FsCaseSetOptionsText - Gives the options of a text, which has the lines of an options file. */
FS_EXTERN PetscErrorCode FsCaseSetOptionsText(FsCase c, const char text[]);

/* FsCaseSetOptionsFile - Gives the options of a file. */
FS_EXTERN PetscErrorCode FsCaseSetOptionsFile(FsCase c, const char path[]);

/* FsCaseSetMesh - Gives the mesh as arrays, for -mesh arrays, which it sets.

   The mesh is that of a Gmsh file with the same nodes, cells and groups. It does not depend on how
   the ranks share it. A node of a set becomes a point, a cell with one node.
   Input:
     mesh  this rank's share (fs/mesh.h), which may be NULL for nothing; its arrays are borrowed
           until the set-up ends
   Input errors: the set-up is done; a pointer is missing. The set-up rejects numbers that occur
   twice or do not exist, coordinates that are not finite, unknown types of cells, and nodes that
   are in no cell and in no set. */
FS_EXTERN PetscErrorCode FsCaseSetMesh(FsCase c, const FsMeshArrays *mesh);

/* FsLoadFunction - Computes the force on a node of a load, on the rank that owns the node.

   FsCaseSetLoadFunction calls it in each iteration, and several times more in each step for the
   work of the force. The same arguments must give the same force. It must make no call of this
   case.
   Input:
     t        time [s], or load factor in statics
     x, u, v  place in the mesh [m], displacement, velocity of the node, global axes
   Output:
     force       [N], global axes
     by_u, by_v  [3][3] derivatives of the force, row by row, by u and v: [N/m], [N s/m]. All are 0
                 on entry; both are NULL if they are not needed
   Returns 0, or another number if it fails; then it is not called again. If it fails or the force
   is not finite, the step fails. */
typedef int (*FsLoadFunction)(void *context, PetscReal t, const PetscReal x[3],
                              const PetscReal u[3], const PetscReal v[3], PetscReal force[3],
                              PetscReal by_u[9], PetscReal by_v[9]);

/* FsCaseSetLoadFunction - Lets a function compute the forces of a load, as formulas
   -load_<load>_law_x, _y, _z do. Their values become "function". A restart needs it again.
   Input:
     components  those of the force, such as "xyz" or "z"; the nodes need these displacements
     context     argument of f
   Input errors: the set-up is done; an argument is wrong. */
FS_EXTERN PetscErrorCode FsCaseSetLoadFunction(FsCase c, const char load[], const char components[],
                                               FsLoadFunction f, void *context);

/* FsCaseSetLoadFunctionPerStep - Does the same, but calls the function once a step.

   The forces are those at the time, displacements and velocities at the start of the step, and stay
   until its end. The function is called once on each node, and gets by_u = by_v = NULL. A step that
   is tried again keeps its forces. The matrices and the solver are those of the model without the
   load. Analyses without steps in time reject the load. */
FS_EXTERN PetscErrorCode FsCaseSetLoadFunctionPerStep(FsCase c, const char load[],
                                                      const char components[], FsLoadFunction f,
                                                      void *context);

/* FsLawFunction - Computes the value of a formula.

   Input:
     x  the variables of the formula, in the order of the manual, such as u, v of a damper
   Output:
     value
     derivative  by each of the variables; of a motion: its velocity and acceleration. All are 0 on
                 entry; NULL if they are not needed
   Returns 0, or another number if it fails; then it is not called again. All ranks call the
   function of a motion, and must get the same bits. */
typedef int (*FsLawFunction)(void *context, const PetscReal x[], PetscReal *value,
                             PetscReal derivative[]);

/* FsCaseSetLawFunction - Lets a function stand for a formula, whose value becomes "function".
   A restart needs the function again.
   Input:
     option   of a law of a joint, such as "-joint_hinge_angle_spring"; of a motion, such as
              "-support_base_motion_z" or that of a joint; or one formula of a load's law
     context  argument of f
   Input errors: the set-up is done; the option takes no function. */
FS_EXTERN PetscErrorCode FsCaseSetLawFunction(FsCase c, const char option[], FsLawFunction f,
                                              void *context);

/* FsCaseSetLawFunctionPerStep - Lets a function stand for "-joint_<joint>_<coordinate>_motor", but
   calls it once a step for each cell, with derivative = NULL, as FsCaseSetLoadFunctionPerStep. */
FS_EXTERN PetscErrorCode FsCaseSetLawFunctionPerStep(FsCase c, const char option[], FsLawFunction f,
                                                     void *context);

/* FsCaseSetPrinter - Gives all lines to print instead of stdout and stderr. The messages of errors
   are not printed. With print NULL lines are printed again. Not collective. */
FS_EXTERN PetscErrorCode FsCaseSetPrinter(FsCase c, FsCasePrinter print, void *context);

/* FsCaseMonitor - A function that the case calls on all ranks after each step.

   It gets the number of the step, and its time [s] or load factor. It may read fields, results and
   matrices of the case.

   If it returns a value other than 0 on some rank, the call that takes the steps ends after this
   step. The case can continue, unless the analysis has no steps in time or in loads. */
typedef int (*FsCaseMonitor)(void *context, FsCase c, PetscInt step, PetscReal t);

/* FsCaseSetMonitor - Replaces the monitor of the steps that follow; NULL: none. Not collective. */
FS_EXTERN PetscErrorCode FsCaseSetMonitor(FsCase c, FsCaseMonitor monitor, void *context);

/* FsCaseView - Prints a summary of the case and of its present state.

   Input:
     viewer  an ASCII viewer on the ranks of the case, or NULL for stdout
   Input error: the viewer is another one. */
FS_EXTERN PetscErrorCode FsCaseView(FsCase c, PetscViewer viewer);

/* ---- the run --------------------------------------------------------------------------------- */

/* FsCaseSetUp - Reads the options, and creates the model and its initial state. No file is written.

   Input errors: those of the program; the set-up was done before. */
FS_EXTERN PetscErrorCode FsCaseSetUp(FsCase c);

/* FsCaseRun - Does what the program does: the set-up if it was not done, all steps that are left,
   and the last lines. */
FS_EXTERN PetscErrorCode FsCaseRun(FsCase c);

/* FsCaseStepTo - Takes and records the steps up to a time, or up to a load factor in statics.

   The last step ends at t, or at a time of the grid of -dt that is within 1e-6 of a step of t.
   Steps that end at the same times as those of FsCaseRun give the same bits. FsCaseRun may follow.
   Input:
     t  from the present time to -t_end, or above it by the round-off of a sum of steps (1e-10)
   Input errors: t is outside; the set-up was not done; the analysis has no steps in time. */
FS_EXTERN PetscErrorCode FsCaseStepTo(FsCase c, PetscReal t);

/* FsCaseStep - Takes and records the next step of FsCaseRun.

   Output:
     taken  PETSC_FALSE if the case was at its end, and nothing was done
   Input errors: as FsCaseStepTo; the model has loads -load_<name>_given. */
FS_EXTERN PetscErrorCode FsCaseStep(FsCase c, PetscBool *taken);

/* FsCaseTry - Tries one step of a size dt [s] from the present state, in a transient analysis.

   Nothing is recorded, and the case stays at its state. You may try again, with another dt or other
   forces, as implicit coupling does. FsCaseGetField returns the state at the end of the step. The
   step is not cut back, and neither -adapt nor the location of events acts.
   Output:
     ok  whether the step succeeded; if not, FsCaseGetMessage says why */
FS_EXTERN PetscErrorCode FsCaseTry(FsCase c, PetscReal dt, PetscBool *ok);

/* FsCaseAccept - Makes the end of the step that was tried the present state, and records it. Input
   error: no step was tried with success. */
FS_EXTERN PetscErrorCode FsCaseAccept(FsCase c);

/* FsCaseReject - Forgets the step that was tried. Not collective. */
FS_EXTERN PetscErrorCode FsCaseReject(FsCase c);

/* FsCaseSetNodalForce - Gives the forces of a load -load_<load>_given at the end of the next step.

   Forces change linearly within the next FsCaseStepTo or FsCaseTry, and start from zero. They then
   stay until they are given again.
   Input:
     load    name of the load
     n       number of this rank's nodes, as FsCaseGetField returns them for the load's set
     values  [n][3] forces [N], global axes; copied
   Input errors: there is no such load; n is wrong on some rank. */
FS_EXTERN PetscErrorCode FsCaseSetNodalForce(FsCase c, const char load[], PetscInt n,
                                             const PetscReal values[]);

/* FsCaseSetMotion - Gives the motion of a support at the end of the next step.

   The option -support_<support>_motion_<x, y or z>, or _rotation_, must be "given". Within the next
   FsCaseStepTo or FsCaseTry the motion is the polynomial of degree 5 with the values, velocities
   and accelerations at both ends. It starts at rest, from 0. A support whose motion is not given
   again comes to rest at its value in the next step. The arguments of rank 0 count.
   Input:
     component     0 to 2: displacement in x, y, z [m]; 3 to 5: rotation vector [rad]
     velocity      time derivative of the value
     acceleration  second time derivative
   Input errors: the option is not "given"; a number is not finite. */
FS_EXTERN PetscErrorCode FsCaseSetMotion(FsCase c, const char support[], PetscInt component,
                                         PetscReal value, PetscReal velocity,
                                         PetscReal acceleration);

/* FsCaseSaveState - Keeps the present state of the case in memory, in an analysis with steps in
   time or in loads.

   The state has everything that the next steps depend on, also forces that were given and wait for
   the next step. A step that was tried is forgotten. The first save opens the output.
   Input:
     state  NULL, or a state of this case, which is replaced
   Output:
     state  the caller destroys it by FsCaseStateDestroy, before or after the case
   Input errors: the set-up was not done; the case has ended; the analysis has no such steps. */
typedef struct _n_FsCaseState *FsCaseState;
FS_EXTERN PetscErrorCode       FsCaseSaveState(FsCase c, FsCaseState *state);

/* FsCaseRestoreState - Returns to a state, as often as you like, in any order. The steps after it
   have the same bits as those after FsCaseSaveState.

   The results lose the rows and snapshots of steps after the state. If an earlier call has
   removed rows that led to this state, they do not come back: histories have a gap there.
   Input errors: the state is that of another case; the case has ended, or a step has failed. */
FS_EXTERN PetscErrorCode FsCaseRestoreState(FsCase c, FsCaseState state);

/* FsCaseStateDestroy - Frees a state. *state becomes NULL. Not collective. */
FS_EXTERN PetscErrorCode FsCaseStateDestroy(FsCaseState *state);

/* FsCaseCheckpoint - Writes the present state to a file, from which -restart <file> continues, on
   any number of ranks.

   The forces of loads -load_<load>_given are in it. A file of that name that is a checkpoint
   becomes <file>.1.
   Input errors: as FsCaseSaveState; the file is that of the output. */
FS_EXTERN PetscErrorCode FsCaseCheckpoint(FsCase c, const char file[]);

/* FsCaseGetTime - Returns the time of the last step [s], or its load factor in statics. Not
   collective. */
FS_EXTERN PetscErrorCode FsCaseGetTime(FsCase c, PetscReal *t);

/* ---- other analyses -------------------------------------------------------------------------- */

/* FsCaseModes - Computes the n lowest modes of vibration, as -analysis modes does.

   Before the set-up it gives -analysis modes and -modes n, and runs the case. After it, the modes
   are about the present state of a case with steps and -output none, also after FsCaseRun. The case
   can continue. The results of a later call replace those of an earlier one. With -spin the modes
   are complex.
   FsCaseGetResult has "/modes/frequency" [n] [Hz], "/modes/shape" [n][nodes][3 or 6], and more.
   Input errors: those of the program; the model is nonlinear and not at rest in equilibrium; the
   analysis has no steps. */
FS_EXTERN PetscErrorCode FsCaseModes(FsCase c, PetscInt n);

/* FsCaseBuckling - Gives -analysis buckling and -buckling n, and runs the case, which is not set
   up.

   FsCaseGetResult has "/buckling/factor" [n] and "/buckling/shape" [n][nodes][3 or 6]. */
FS_EXTERN PetscErrorCode FsCaseBuckling(FsCase c, PetscInt n);

/* FsCasePath, FsCaseResponse - Give -analysis path or response, and run the case, which is not set
   up. */
FS_EXTERN PetscErrorCode FsCasePath(FsCase c);
FS_EXTERN PetscErrorCode FsCaseResponse(FsCase c);

/* ---- results --------------------------------------------------------------------------------- */

typedef enum {
  FS_RESULT_REAL,
  FS_RESULT_INT,
  FS_RESULT_INT64,
  FS_RESULT_FLOAT,
  FS_RESULT_TEXT
} FsResultType; /* PetscReal, PetscInt, int64_t, float, char */

/* FsResult - A dataset or an attribute of the results. */
typedef struct {
  FsResultType type;
  PetscInt     ndims, dims[3]; /* shape on all ranks; a text has none */
  /* rows of this rank: n rows along dims[axis], from row first on. Fields of nodes and elements are
     distributed; all ranks have all rows of everything else. n is the length of a text */
  PetscInt    axis, first, n;
  const void *data; /* this rank's rows, row by row; the case owns them */
} FsResult;

/* FsCaseGetResult - Returns a dataset that the results file would have, in a case with -output
   none.

   Input:
     path    as in docs/results.md: "/history/tip/displacement", "/modes/frequency"; the attribute
             status of the file is "/@status"
   Output:
     result  valid until the next call that steps, runs or destroys the case
   Histories have all steps so far. Input errors: the case writes a file, which has the results;
   there is no such dataset. */
FS_EXTERN PetscErrorCode FsCaseGetResult(FsCase c, const char path[], FsResult *result);

/* FsCaseGetResultName - Returns the path of result k = 0, 1, ..., or NULL behind the last one. The
   case owns it. Not collective. */
FS_EXTERN const char *FsCaseGetResultName(FsCase c, PetscInt k);

/* FsCaseGetField - Returns a field of nodes in the present state.

   Input:
     name    "place", of nodes in the mesh [m]; "displacement", "velocity", "acceleration" [m, s],
             global axes. If nodes rotate: "rotation", the unit quaternion (w, x, y, z) from the
             axes of the node to global ones; "angular_velocity" [rad/s], global axes
     set     name of a set of the mesh, or NULL for all nodes
   Output:
     result  valid until the next call. All nodes are in the order of "/mesh/nodes", those of a set
             in an order that does not change in this case
   Input errors: there is no such field, or no such set. */
FS_EXTERN PetscErrorCode FsCaseGetField(FsCase c, const char name[], const char set[],
                                        FsResult *result);

/* ---- matrices -------------------------------------------------------------------------------- */

/* FsCaseGetMatrix - Creates a matrix of the model at the last state that was accepted.

   The forces r = inertia + internal - external forces of the free dofs are derived by
     'K'  displacements and rotations, with constant loads at the time of the state
     'C'  velocities
     'M'  accelerations
     'G'  is the skew part of C: gyroscopic forces
   Each is the tangent that time steps use, also in motion. At rest K and M are those of -analysis
   modes. With joints K is [K G^T; G 0], where the rows of G are the derivatives of the constraints,
   and their forces are G^T lambda. These rows of M and C are 0. A redundant constraint has -1 on
   the diagonal of K alone. Rotations are spins, in the axes of the node; their rows are moments.
   Input:
     which  a letter
   Output:
     A  a MATAIJ with the rows of FsCaseGetRows. The caller destroys it, before or after the case
   Input errors: there is no such matrix; the set-up was not done; C with -damping_modal. */
FS_EXTERN PetscErrorCode FsCaseGetMatrix(FsCase c, char which, Mat *A);

/* FsRows - What the rows and columns of matrices are. */
typedef struct {
  PetscInt total, first, n; /* numbers of all rows, of this rank's first one, and of its rows */
  /* [n] the number of the node, as in "/mesh/nodes" of the results; -1: a row of a constraint */
  const PetscInt *node;
  /* [n] 0, 1, 2: displacement x, y, z; 3, 4, 5: rotation about x, y, z. A row of a constraint has
     its number 0, 1, ...: joint by joint as -joints names them, then couplings and sliders. It is
     the same on any ranks */
  const PetscInt *component;
} FsRows;

/* FsCaseGetRows - Returns what the rows of this rank are, which the case owns until it is
   destroyed. Dofs that supports hold have no row. Input error: the set-up was not done. */
FS_EXTERN PetscErrorCode FsCaseGetRows(FsCase c, FsRows *rows);

/* FsMatrixEntries - This rank's rows of a matrix, in compressed form. */
typedef struct {
  PetscInt         total, first, n; /* as in FsRows */
  const PetscInt  *start;  /* [n + 1] the entries of row i are start[i] to start[i+1] - 1 */
  const PetscInt  *column; /* numbers of columns among all ranks, ascending in a row */
  const PetscReal *value;
} FsMatrixEntries;

/* FsCaseGetMatrixEntries - Returns the entries of a matrix of FsCaseGetMatrix, for programs in
   other languages. The case owns them until the next call of this function. */
FS_EXTERN PetscErrorCode FsCaseGetMatrixEntries(FsCase c, char which, FsMatrixEntries *entries);

/* FsCaseIntegerBytes - Returns the size of a PetscInt [bytes], for programs in other languages. Not
   collective. */
FS_EXTERN int FsCaseIntegerBytes(void);

/* ---- options without a case -------------------------------------------------------------------

   These functions need no case, no MPI and no PETSc. They are not collective. */

/* FsOptionListReadFile - Reads an options file and the files that it includes, on this process.

   Output:
     supplied       the options, which the caller frees by FsOptionListDestroy
     message[size]  if the result is 1, says what is wrong
   Returns 1 if a file is missing, is malformed or includes itself. Otherwise returns 0. */
FS_EXTERN int FsOptionListReadFile(const char path[], FsOptionList *supplied, char message[],
                                   size_t size);

/* FsOptionListGet - Returns option k = 0, 1, ... of a list, in the order in which they were given.

   Output:
     name, value, place  borrowed from the list; value is NULL if the option has none; place is
                         "file:line". The option -options_file, whose value is the path of a file,
                         comes before the options of that file
   Returns PETSC_FALSE behind the last option. */
FS_EXTERN PetscBool FsOptionListGet(FsOptionList supplied, int k, const char **name,
                                    const char **value, const char **place);

/* FsManualRow - An option of the manual, and the title of its section. */
typedef struct {
  const char *section, *name, *value, *help; /* the last three as in FsOptionDoc */
} FsManualRow;

/* FsManualGet - Returns row k = 0, 1, ... of the manual that -help prints. Returns PETSC_FALSE
   behind the last row. */
FS_EXTERN PetscBool FsManualGet(int k, FsManualRow *row);

/* FsOptionIsOfPetsc - Returns whether an option is one of PETSc that the manual lists, such as
   -ksp_type, or -petsc. */
FS_EXTERN PetscBool FsOptionIsOfPetsc(const char name[]);

/* ---- errors ---------------------------------------------------------------------------------- */

/* FsCaseGetMessage - Returns the message of the last call that failed, or an empty text.

   The case owns it until the next call. Not collective. c may be NULL. */
FS_EXTERN const char *FsCaseGetMessage(FsCase c);

/* FsCaseGetStatus - Returns the exit status that the program has after an error code: 0 or
   FS_EXIT_... of fs.h. Not collective. */
FS_EXTERN int FsCaseGetStatus(PetscErrorCode ierr);

#endif
