/* case.h: a case, which is a run of fsolve inside another program: its options, steps and results.

   With the same options a case computes the same bits as the program fsolve. Two cases share
   nothing. Before a call returns, it restores what a process has only once: PETSc's default
   options, the handlers of errors and signals, the locale, and how the processor rounds, traps and
   treats denormal numbers. A function of your program that a case calls also finds these as your
   program has set them. No call ends the process. One thread at a time may call these functions; a
   call while another thread is in a call is an error, or waits (FsThreadsWait).

   All functions are collective on the ranks of the case, unless they say otherwise. If a call
   fails, it returns an error code on all ranks, FsCaseGetMessage says what is wrong, and
   FsCaseGetStatus returns the exit status that the program would have. After a failed set-up the
   case can be reset (FsCaseReset) or destroyed. After a failed step, and after FsCaseRun, a case
   with results in memory (-output none) can return to a saved state, and take other steps. If only
   some ranks meet an error, such as full memory, others wait; ranks that return call MPI_Abort. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_H
#define FS_CASE_H

#include <petscmat.h>
#include <fs/exit_status.h>
#include <fs/mesh.h>
#include <fs/option_list.h>
#include <fs/version.h>

typedef struct _n_FsCase *FsCase;

/* FsCasePrinter - A function of your program that gets each text that the program fsolve would
   print on stdout (warning is PETSC_FALSE) or on stderr. The case calls it on rank 0 only. */
typedef void (*FsCasePrinter)(void *context, PetscBool warning, const char text[]);

/* ---- a case and its options ------------------------------------------------------------------ */

/* FsCaseCreate - Creates a case without options, which the caller destroys by FsCaseDestroy.

   Input:
     comm  the ranks of the case; the case uses a copy
   The first call starts MPI and PETSc if they do not run, and FsFinalize ends them. If some ranks
   create no case, call PetscInitialize on all ranks before, or this call never returns. */
FS_EXTERN PetscErrorCode FsCaseCreate(MPI_Comm comm, FsCase *c);

/* FsCaseCreateFortran - Creates a case without options, for programs in other languages.
   Input:
     comm  the Fortran handle of the communicator, or FS_WORLD for all ranks, also before MPI
           starts */
enum { FS_WORLD = -1 };
FS_EXTERN PetscErrorCode FsCaseCreateFortran(int comm, FsCase *c);

/* FsCaseDestroy - Closes the output and frees the case. A run that has not ended is recorded as
   stopped. *c becomes NULL. */
FS_EXTERN PetscErrorCode FsCaseDestroy(FsCase *c);

/* FsCaseAbandon - Gives up a case on this rank, for languages that free objects at any time and in
   any order.

   A case on one rank is destroyed at once. On several ranks, the next FsCaseCreate on the same
   processes destroys the cases that all of them have given up. Until then the case may still call
   the functions of your program.
   Input:
     freed    function that is called when the case is destroyed, or NULL
     context  the argument of freed, passed on as it is
   Output:
     c  NULL; or unchanged if another thread is in a call, so that nothing was done
   Not collective. */
FS_EXTERN PetscErrorCode FsCaseAbandon(FsCase *c, void (*freed)(void *context), void *context);

/* FsFinalize - Ends PETSc and MPI, if FsCaseCreate has started them. Call it after the last
   FsCaseDestroy. Collective on all ranks. */
FS_EXTERN PetscErrorCode FsFinalize(void);

/* FsThreadsWait - Lets a thread of this process wait while another thread is in a call, instead of
   being refused, which is the default. Not collective. */
FS_EXTERN void FsThreadsWait(PetscBool waits);

/* FsCaseSetOption - Gives an option, as on the command line. Later options override earlier ones.

   The name has its dash, such as "-dt". The value is NULL for an option without a value. Only the
   arguments of rank 0 count, here and in the next three functions. The environment variable
   PETSC_OPTIONS is ignored. The set-up rejects names that do not exist. Input errors: the name has
   no dash; the case is set up already. */
FS_EXTERN PetscErrorCode FsCaseSetOption(FsCase c, const char name[], const char value[]);

/* FsCaseSetOptionFrom - Gives an option, and the place from which it comes, such as "file:line",
   which messages then name. FsOptionListGet returns such places. */
FS_EXTERN PetscErrorCode FsCaseSetOptionFrom(FsCase c, const char name[], const char value[],
                                             const char place[]);

/* FsCaseSetOptionsText - Gives the options of a text, which has the form of an options file. */
FS_EXTERN PetscErrorCode FsCaseSetOptionsText(FsCase c, const char text[]);

/* FsCaseSetOptionsFile - Gives the options of a file. */
FS_EXTERN PetscErrorCode FsCaseSetOptionsFile(FsCase c, const char path[]);

/* FsCaseSetMesh - Gives the mesh as arrays instead of a file, and sets the option -mesh arrays.

   The model is that of a Gmsh file with the same nodes, cells and groups, however the ranks share
   them. A node that is in a set becomes a point, a cell with one node.
   Input:
     mesh  this rank's share (fs/mesh.h), or NULL if this rank gives nothing; its arrays are
           borrowed until the set-up ends
   Input errors: the case is set up; a pointer is missing. The set-up rejects numbers that occur
   twice or do not exist, coordinates that are not finite, unknown types of cells, and nodes that
   are in no cell and in no set. */
FS_EXTERN PetscErrorCode FsCaseSetMesh(FsCase c, const FsMeshArrays *mesh);

/* FsLoadFunction - A function of your program that computes the force of a load on one node. The
   case calls it on the rank that owns the node.

   A step calls the function in each iteration, and several times more for the work of the force.
   The same arguments must give the same force. The function must not call functions of this case.
   Input:
     t        time [s], or load factor in statics
     x, u, v  position in the mesh [m], displacement and velocity of the node, global axes
   Output:
     force       [N], global axes
     by_u, by_v  [3][3] derivatives of the force, row by row, by u and v: [N/m], [N s/m]. All are 0
                 on entry; both are NULL if they are not needed
   Returns 0, or another number if it fails; then it is not called again. If it fails or the force
   is not finite, the step fails. */
typedef int (*FsLoadFunction)(void *context, PetscReal t, const PetscReal x[3],
                              const PetscReal u[3], const PetscReal v[3], PetscReal force[3],
                              PetscReal by_u[9], PetscReal by_v[9]);

/* FsCaseSetLoadFunction - Lets a function compute the forces of a load, instead of the formulas
   -load_<load>_law_x, _y, _z, whose values become "function". A restart needs the function again.
   Input:
     components  the components of the force, such as "xyz" or "z"; the nodes need these
                 displacements
     context     the first argument of f, passed on as it is
   Input errors: the case is set up; an argument is wrong. */
FS_EXTERN PetscErrorCode FsCaseSetLoadFunction(FsCase c, const char load[], const char components[],
                                               FsLoadFunction f, void *context);

/* FsCaseSetLoadFunctionPerStep - Lets a function f compute the forces of a load once in each step.
   f is called on each node with by_u = by_v = NULL, and the forces are constant in the step.

   f gets the time, displacements and velocities at the start of the step. A step that is tried
   again keeps its forces. The matrices and the solver are those of the model without the load.
   Analyses without steps in time reject the load. */
FS_EXTERN PetscErrorCode FsCaseSetLoadFunctionPerStep(FsCase c, const char load[],
                                                      const char components[], FsLoadFunction f,
                                                      void *context);

/* FsLawFunction - A function of your program that computes the value of a formula.

   Input:
     x           the variables of the formula, in the order of the manual: displacement u and
                 velocity v for a damper, time t for a motion
   Output:
     value       the value of the formula
     derivative  the derivatives of the value by each of the variables; for a motion: its velocity
                 and acceleration. All are 0 on entry. NULL if they are not needed
   Returns 0, or another number if it fails; then the function is not called again. The function of
   a motion is called on all ranks, and must return the same bits on all of them. */
typedef int (*FsLawFunction)(void *context, const PetscReal x[], PetscReal *value,
                             PetscReal derivative[]);

/* FsCaseSetLawFunction - Lets a function compute a formula that an option gives; the value of the
   option becomes "function". A restart needs the function again.
   Input:
     option   the option of a joint's law, such as "-joint_hinge_angle_spring"; of the motion of a
              support, such as "-support_base_motion_z", or of a joint; or of a load's formula
     context  the first argument of f, passed on as it is
   Input errors: the case is set up; the option takes no function. */
FS_EXTERN PetscErrorCode FsCaseSetLawFunction(FsCase c, const char option[], FsLawFunction f,
                                              void *context);

/* FsCaseSetLawFunctionPerStep - Lets a function compute "-joint_<joint>_<coordinate>_motor". f is
   called once in each step for each cell of the joint, with derivative = NULL and the state at the
   start of the step. The motor is constant in the step. */
FS_EXTERN PetscErrorCode FsCaseSetLawFunctionPerStep(FsCase c, const char option[], FsLawFunction f,
                                                     void *context);

/* FsCaseSetPrinter - Lets the function print get all lines that would go to stdout and stderr. The
   messages of errors are not printed. If print is NULL, lines are printed again. Not collective. */
FS_EXTERN PetscErrorCode FsCaseSetPrinter(FsCase c, FsCasePrinter print, void *context);

/* FsCaseMonitor - A function of your program that the case calls on all ranks after each step, with
   the number of the step and its time [s] or load factor. It may read fields, results and matrices.

   If it returns a value other than 0 on some rank, the call that takes the steps ends after this
   step. Later calls can continue the case if its steps are steps in time or in loads. */
typedef int (*FsCaseMonitor)(void *context, FsCase c, PetscInt step, PetscReal t);

/* FsCaseSetMonitor - Sets the function to call after each of the next steps, instead of an earlier
   one; NULL stands for no function. Not collective. */
FS_EXTERN PetscErrorCode FsCaseSetMonitor(FsCase c, FsCaseMonitor monitor, void *context);

/* FsCaseCatchInterrupts - Lets SIGINT (Ctrl-C) end the steps of later calls of the case after the
   step that is being taken, instead of what your program does at SIGINT.

   The call returns without an error, and the case can continue, as after a monitor that ends it. A
   set-up, and an analysis without steps, are computed to their end. A second SIGINT in the same
   call does what your program does at SIGINT. On several ranks a rank that gets SIGINT stops all
   ranks. If catches is PETSC_FALSE, SIGINT does what your program does. Not collective, but all
   ranks must give the same value. */
FS_EXTERN PetscErrorCode FsCaseCatchInterrupts(FsCase c, PetscBool catches);

/* FsCaseWasInterrupted - Returns whether SIGINT arrived during the last call of the case that
   computes, if the case catches interrupts. Not collective. */
FS_EXTERN PetscBool FsCaseWasInterrupted(FsCase c);

/* FsCaseView - Prints a summary of the case and of its present state.
   Input:
     viewer  an ASCII viewer on the ranks of the case, or NULL for stdout; others are an error */
FS_EXTERN PetscErrorCode FsCaseView(FsCase c, PetscViewer viewer);

/* ---- the run --------------------------------------------------------------------------------- */

/* FsCaseSetUp - Reads the options, and creates the model and its initial state. No file is written.
   Input errors: those of the program; the case is set up already. */
FS_EXTERN PetscErrorCode FsCaseSetUp(FsCase c);

/* FsCaseRun - Does what the program does: sets up the case unless this was done, takes all steps
   that are left, and prints the last lines. */
FS_EXTERN PetscErrorCode FsCaseRun(FsCase c);

/* FsCaseStepTo - Takes and records the steps up to a time, or up to a load factor in statics.

   The last step ends at t, or at a multiple of -dt if t differs from it by less than 1e-6 steps.
   Steps that end at the same times as those of FsCaseRun give the same bits. FsCaseRun may follow.
   Input:
     t  between the present time and -t_end; it may exceed -t_end by the round-off of a sum (1e-10)
   Input errors: t is outside; the case is not set up; the analysis has no steps in time. */
FS_EXTERN PetscErrorCode FsCaseStepTo(FsCase c, PetscReal t);

/* FsCaseStep - Takes and records the next step that FsCaseRun would take.

   Output:
     taken  PETSC_FALSE if the case was at its end, and nothing was done
   Input errors: those of FsCaseStepTo; the model has loads -load_<name>_given. */
FS_EXTERN PetscErrorCode FsCaseStep(FsCase c, PetscBool *taken);

/* FsCaseTry - Tries one step of the size dt [s] from the present state, in a transient analysis.

   Nothing is recorded, and the case stays at its state. You may try again with another dt or other
   forces, as implicit coupling does. FsCaseGetField returns the state at the end of the step. The
   step is not divided, and -adapt and -events have no effect. A step beyond -t_end is an error.
   Output:
     ok  whether the step succeeded; if not, FsCaseGetMessage says why */
FS_EXTERN PetscErrorCode FsCaseTry(FsCase c, PetscReal dt, PetscBool *ok);

/* FsCaseAccept - Makes the end of the step that was tried the present state, and records it. Input
   error: no step was tried with success. */
FS_EXTERN PetscErrorCode FsCaseAccept(FsCase c);

/* FsCaseReject - Forgets the step that FsCaseTry has tried. Not collective. */
FS_EXTERN PetscErrorCode FsCaseReject(FsCase c);

/* FsCaseSetNodalForce - Gives the forces of a load -load_<load>_given at the end of the next step.

   Within the next FsCaseStepTo or FsCaseTry the forces change linearly to these values, and then
   stay until other values are given. Before the first call they are zero.
   Input:
     load    name of the load
     n       number of this rank's nodes, as FsCaseGetField returns them for the load's set
     values  [n][3] forces [N], global axes; copied
   Input errors: there is no such load; n is wrong on some rank. */
FS_EXTERN PetscErrorCode FsCaseSetNodalForce(FsCase c, const char load[], PetscInt n,
                                             const PetscReal values[]);

/* FsCaseSetMotion - Gives the motion of a support at the end of the next step.

   The option -support_<support>_motion_<x, y or z>, or _rotation_, must be "given". Within the next
   FsCaseStepTo or FsCaseTry the motion is interpolated by the polynomial of degree 5 that matches
   the value, velocity and acceleration at both ends. At first the support is at rest at 0. If no
   motion is given for a step, the support comes to rest at its last value. The arguments of rank 0
   count.
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

   The state has everything that the next steps depend on, also forces that were given for the next
   step. A step that was tried is forgotten. The first call opens the output.
   Changed:
     state  on entry NULL, or a state of this case, which is replaced. On return, the new state. The
            caller destroys it by FsCaseStateDestroy, before or after the case
   Input errors: the case is not set up, or has ended with a file of results; the analysis has no
   such steps. */
typedef struct _n_FsCaseState *FsCaseState;
FS_EXTERN PetscErrorCode       FsCaseSaveState(FsCase c, FsCaseState *state);

/* FsCaseRestoreState - Returns to a saved state, as often as you like, in any order. The steps
   after it have the same bits as those after FsCaseSaveState.

   The results lose the rows and snapshots of steps after the state. If an earlier call has removed
   rows that led to this state, they do not come back: histories have a gap there.
   If the results are in memory, a case can also return after the end of its run or after a failed
   step. Functions of your program that have failed are called again.
   Input errors: the state is that of another case, or another one on other ranks; the case has
   ended or failed, and its results are in a file. */
FS_EXTERN PetscErrorCode FsCaseRestoreState(FsCase c, FsCaseState state);

/* FsCaseStateDestroy - Frees a state. *state becomes NULL. Not collective. After the end of PETSc
   it frees nothing. If another thread is in a call, it returns an error, and *state stays. */
FS_EXTERN PetscErrorCode FsCaseStateDestroy(FsCaseState *state);

/* FsCaseCheckpoint - Writes the present state, with the forces of loads -load_<load>_given, to a
   file from which -restart <file> continues on any number of ranks.

   If the file exists and is a checkpoint, it is renamed to <file>.1.
   Input errors: those of FsCaseSaveState; the file is that of the output. */
FS_EXTERN PetscErrorCode FsCaseCheckpoint(FsCase c, const char file[]);

/* FsCaseGetTime - Returns the time of the last step [s] or its load factor. Not collective. */
FS_EXTERN PetscErrorCode FsCaseGetTime(FsCase c, PetscReal *t);

/* ---- other analyses -------------------------------------------------------------------------- */

/* FsCaseModes - Computes the n lowest modes of vibration, as -analysis modes does.

   Called before the set-up, it gives the options -analysis modes and -modes n, and runs the case.
   Called later, also after FsCaseRun, it computes the modes of small vibrations about the present
   state, in a case with steps and -output none, which can then continue. The results of a later
   call replace those of an earlier one. With -spin the modes are complex.
   FsCaseGetResult has "/modes/frequency" [n] [Hz], "/modes/shape" [n][nodes][3 or 6], and more.
   Input errors: those of the program; the model is nonlinear and not at rest in equilibrium; the
   analysis has no steps. */
FS_EXTERN PetscErrorCode FsCaseModes(FsCase c, PetscInt n);

/* FsCaseBuckling - Computes n buckling factors, as -analysis buckling does. The case must not be
   set up. FsCaseGetResult has "/buckling/factor" [n] and "/buckling/shape" [n][nodes][3 or 6]. */
FS_EXTERN PetscErrorCode FsCaseBuckling(FsCase c, PetscInt n);

/* FsCasePath, FsCaseResponse - Compute a path of equilibria, as -analysis path does, or harmonic
   motions, as -analysis response does. The case must not be set up. */
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
  PetscInt     ndims, dims[3]; /* shape on all ranks together; 0 dimensions for a text */
  /* Fields of nodes and elements are distributed over the ranks; each rank has all rows of other
     results. This rank has the rows first to first + n - 1 along the dimension with the number
     axis. If the result is a text, n is its length */
  PetscInt    axis, first, n;
  const void *data; /* this rank's rows, row by row; the case owns them */
} FsResult;

/* FsCaseGetResult - Returns a dataset or attribute that the results file would have, in a case with
   -output none.

   Input:
     path    of docs/result_files.md: "/history/tip/displacement", "/modes/frequency"; the attribute
             status of the file is "/@status"
   Output:
     result  valid until the next call that steps, runs or destroys the case
   Histories have all steps so far. Input errors: the case writes a file, which has the results;
   there is no such dataset. */
FS_EXTERN PetscErrorCode FsCaseGetResult(FsCase c, const char path[], FsResult *result);

/* FsCaseGetResultName - Returns the path of the result with the index k = 0, 1, ..., or NULL after
   the last one. The case owns the text. Not collective. */
FS_EXTERN const char *FsCaseGetResultName(FsCase c, PetscInt k);

/* FsCaseGetField - Returns a field of nodes in the present state.

   Input:
     name    "place", the positions of nodes in the mesh [m]; "displacement", "velocity",
             "acceleration" [m, s], global axes. If nodes rotate: "rotation", the unit quaternion
             (w, x, y, z) from the axes of the node to global axes; "angular_velocity" [rad/s] and
             "angular_acceleration" [rad/s2], global axes
     set     name of a set of the mesh, or NULL for all nodes
   Output:
     result  valid until the next call. The order is that of "/mesh/nodes" for all nodes, and does
             not change in this case for a set
   Input errors: there is no such field, or no such set. */
FS_EXTERN PetscErrorCode FsCaseGetField(FsCase c, const char name[], const char set[],
                                        FsResult *result);

/* ---- matrices -------------------------------------------------------------------------------- */

/* FsCaseGetMatrix - Creates a matrix of the model at the last accepted state: a derivative of the
   forces r = inertial + internal - external forces on the free dofs.
     'K'  derivative by displacements and rotations, while the time and the loads are constant,
          and the velocities too: angular velocities in the axes of the node
     'C'  derivative by velocities
     'M'  derivative by accelerations
     'G'  the skew-symmetric part of C: gyroscopic forces
     'D'  C without the damping of -damping_modal (fs/case_forces.h has that)
   Each is the tangent that time steps use, also in motion. At rest K and M are those of -analysis
   modes. With joints K is [K G^T; G 0], where the rows of G are the derivatives of the constraints,
   whose forces are G^T lambda; these rows of M and C are 0. A redundant constraint only has -1 on
   the diagonal of K. Rotations are infinitesimal, in the axes of the node; their rows are moments.
   Input: which  one of these letters
   Output:
     A  a MATAIJ with the rows of FsCaseGetRows. The caller destroys it, before or after the case
   Input errors: there is no such matrix; the case is not set up; C with -damping_modal. */
FS_EXTERN PetscErrorCode FsCaseGetMatrix(FsCase c, char which, Mat *A);

/* FsRows - What the rows and columns of the matrices of FsCaseGetMatrix are. */
typedef struct {
  PetscInt total, first, n; /* number of all rows; index of this rank's first; number of its rows */
  /* [n] the number of the node, as in "/mesh/nodes" of the results; -1: a row of a constraint */
  const PetscInt *node;
  /* [n] 0, 1, 2: displacement x, y, z; 3, 4, 5: rotation about x, y, z. A row of a constraint has
     a number 0, 1, ... that does not depend on the number of ranks: joint by joint as -joints names
     them, then couplings and sliders */
  const PetscInt *component;
} FsRows;

/* FsCaseGetRows - Returns the node and component of this rank's rows. The case owns the arrays
   until it is destroyed. Dofs that supports fix have no row. Input error: no set-up was done. */
FS_EXTERN PetscErrorCode FsCaseGetRows(FsCase c, FsRows *rows);

/* FsMatrixEntries - This rank's rows of a matrix, in compressed form. */
typedef struct {
  PetscInt         total, first, n; /* the same as in FsRows */
  const PetscInt  *start;           /* [n + 1] row i has the entries start[i] to start[i+1] - 1 */
  const PetscInt  *column;          /* index of the column of each entry, ascending in a row */
  const PetscReal *value;           /* value of each entry */
} FsMatrixEntries;

/* FsCaseGetMatrixEntries - Returns the entries of a matrix of FsCaseGetMatrix, for programs in
   other languages. The case owns the entries until the next call of this function. */
FS_EXTERN PetscErrorCode FsCaseGetMatrixEntries(FsCase c, char which, FsMatrixEntries *entries);

/* FsCaseIntegerBytes - Returns the size of a PetscInt [bytes]. Not collective. */
FS_EXTERN int FsCaseIntegerBytes(void);

/* ---- errors ---------------------------------------------------------------------------------- */

/* FsCaseGetMessage - Returns the message of the last call that failed, or an empty text. The case
   owns it until the next call. Not collective. c may be NULL. */
FS_EXTERN const char *FsCaseGetMessage(FsCase c);

/* FsCaseGetStatus - Returns the exit status that the program has after an error code: 0 or
   FS_EXIT_... of exit_status.h. Not collective. */
FS_EXTERN int FsCaseGetStatus(PetscErrorCode ierr);

#endif
