/* output.h: records the states of a run in an HDF5 file and prints its progress. The file has
   snapshots (fields at chosen steps) and histories (values at every step). An XDMF file beside it
   shows the snapshots to ParaView. An analysis calls OutputCreate(), OutputOpen(), OutputStep() for
   every state, OutputClose() and OutputDestroy(). All functions are collective, except
   OutputNeedsEnergies(), OutputFlushIsDue() and OutputGetFile().

   Headers for other rooms:
     checkpoint.h            writes and reads checkpoints, HDF5 files from which a run can resume
     output_options.h        the options of the output of a run
     output_path.h           reads the path of the output file and checks that a file can be made
                             there
     provenance.h            writes which program made a file, from which options, when and where
     snapshot/node_fields.h  writes small motions of the nodes about a state, such as vibration
                             modes
     dof_tables.h     writes tables, also to an output file of analyses that have no model
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_H
#define FS_OUTPUT_OUTPUT_H

#include "assembly/assembly.h"
#include "file/file.h"
#include "output_options.h"
#include "recovery/energy_meter.h"
#include "recovery/balance/force_balance.h"
#include "element/element_sizes.h"
#include <fs/archive.h>
#include <fs/control.h>

typedef struct _n_Output *Output;

/* OutputSeries - A series that the analysis adds to /history. OutputStep() reads its values. */
typedef struct {
  const char      *name;    /* path below /history */
  PetscInt         columns; /* number of values in a row; 0 for a dataset of shape [rows] */
  const PetscReal *real;    /* values of the current step; NULL for a series of integers */
  const PetscInt  *integer; /* values of the current step; NULL for a series of reals */
} OutputSeries;

/* OutputKind - Says what an analysis records. */
typedef struct {
  PetscBool path; /* whether FsState.t is a load factor, which is recorded as load_factor */
  /* whether the rows are combinations of load cases, numbered by FsState.t; then there are no
     energies, and by default each row has a frame */
  PetscBool combinations;
  PetscInt  solves;  /* number of stage solves in a step, the columns of the series of iterations */
  PetscInt  nseries; /* number of further series of the analysis */
  const OutputSeries *series; /* [nseries], borrowed */
  /* whether the rows are harmonic motions, from OutputHarmonicMotion(), instead of steps */
  PetscBool amplitudes;
} OutputKind;

/* OutputCreate - Creates the output of a run, and finds the nodes and elements of probes.

   No file is written before OutputOpen().
   Input:
     options   copied, except options->given, which is borrowed until OutputDestroy()
     assembly  borrowed until OutputDestroy()
     kind      what the analysis records
     loading   how much of the loads acts, and whether supports move, when results are computed from
               a state; copied
   Output:
     out       the caller destroys it by OutputDestroy()
   Collective. Input errors: a field, set or part does not exist; a probe is not on the mesh; two
   histories have the same name. */
PetscErrorCode OutputCreate(const OutputOptions *options, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *out);

/* OutputDestroy - Destroys the output. If the file is still open, it is closed. */
PetscErrorCode OutputDestroy(Output *out);

/* OutputOpen - Creates the output file of a run with the mesh and the root attributes, or continues
   an existing file after a restart.

   After a restart the file of the earlier run is continued, if it exists. The rows of histories and
   the snapshots that are later than the checkpoint are then removed. If the file does not exist, a
   new file starts with the step of the checkpoint (attribute first_step).
   Input:
     t_start, t_end  first and last time of the run [s], for the lines of progress; t_end is
                     PETSC_MAX_REAL if the end is not known
   Input error: the file belongs to another run. */
PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end);

/* OutputNeedsEnergies - Returns whether OutputStep() needs the argument energy. Not collective. */
PetscBool OutputNeedsEnergies(Output out);

/* OutputStep - Records the state of a step: histories, and a snapshot if one is due.

   Call the function for every step; step 0 is the initial state. It prints at most one line of
   progress per second. It does nothing if OutputKind.amplitudes is true.
   Input:
     step    number of the step
     s       state at the end of the step
     energy  energies at s; may be NULL if OutputNeedsEnergies() returns PETSC_FALSE
     info    size of the step, iterations and failed attempts */
PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy,
                          const FsStepInfo *info);

/* HarmonicMotion - A harmonic motion Re((re + i im) exp(i omega t)) about a state. */
typedef struct {
  PetscReal frequency, omega; /* the same frequency in [Hz] and [rad/s] */
  /* factor that makes the motion so small that results can be differentiated by differences of
     states */
  PetscReal size;
  /* amplitude of size times the motion: the largest displacement relative to the size of the model,
     or the largest rotation [rad] if that is larger */
  PetscReal        moved;
  const FsState   *at;      /* state about which the model moves */
  const FsLoading *loading; /* how much of the loads acts at this state */
  /* amplitudes of the displacements FsState.q; their entries of multipliers have amplitudes of
     these */
  Vec re, im;
  /* computes the balance of the amplitudes; borrowed, or NULL if nobody wants it */
  ForceBalance balance;
  ForceImbalance
    /* [2] result: imbalance of the forces of the real parts and of the imaginary parts */
    *imbalance;
} HarmonicMotion;

/* OutputHarmonicMotion - Records a harmonic motion as one row of the histories: the real and
   imaginary parts of the amplitudes of results of probes, joints and supports, and the series of
   the analysis.

   Changed:
     x  if x->balance is not NULL, the function sets x->imbalance, before it reads the series of the
        analysis, which may therefore record the imbalance */
PetscErrorCode OutputHarmonicMotion(Output out, const HarmonicMotion *x);

/* OutputShapes - Writes small motions of the nodes about a state, such as vibration modes.

   The datasets <group>/shape and <group>/shape_imaginary are [n][nodes][3 or 6]: displacements, and
   rotations if nodes rotate. The motions are not scaled. Call the function after OutputOpen().
   Input:
     s             the state
     group         group of the file, such as "/modes"
     n             number of motions
     x             [n] real parts, as global vectors
     y             [n] imaginary parts; NULL if the motions are real
     for_paraview  whether the XDMF file shows the shapes instead of snapshots */
PetscErrorCode OutputShapes(Output out, const FsState *s, const char group[], PetscInt n,
                            const Vec x[], const Vec y[], PetscBool for_paraview);

/* OutputTable - Writes a table of results to the dataset <group>/<name> of the output file. Call it
   after OutputOpen().

   Input:
     n        number of rows
     columns  number of columns, or 0 for a dataset of shape [n]
     data     [n][max(1, columns)] values, the same on all ranks */
PetscErrorCode OutputTable(Output out, const char group[], const char name[], PetscInt n,
                           PetscInt columns, const PetscReal data[]);

/* OutputReportEnvelopes - Prints the extremes of all envelopes, and the names of the combinations
   in which they occur. The time of a row must be the number of its combination.

   Input:
     names  [n] names of the combinations, from number 1 on */
PetscErrorCode OutputReportEnvelopes(Output out, PetscInt n, const char *const names[]);

/* OutputStrings - Writes n texts, separated by commas, as one text to the dataset <group>/<name>.
   Call it after OutputOpen().

   Input:
     texts  [n] the texts, the same on all ranks */
PetscErrorCode OutputStrings(Output out, const char group[], const char name[], PetscInt n,
                             const char *const texts[]);

/* OutputIsInMemory - Returns whether the output is open and is kept in memory (-output none) for
   the program that runs the case. Not collective. */
PetscBool OutputIsInMemory(Output out);

/* OutputGetResult - Finds a dataset of an output in memory, with all steps so far.

   Input:
     path  path of the dataset, such as "/history/time"
   Output:
     result  the dataset, or NULL if there is no such dataset; the output owns it, and it is valid
             until the next function that writes to the output
   Collective. Input error: the output is on disk, or not open yet. */
PetscErrorCode OutputGetResult(Output out, const char path[], const FileResult **result);

/* OutputGetResultName - Returns the path of dataset k = 0, 1, ... of an output in memory. Returns
   NULL if there are at most k datasets, or if the output is on disk. Not collective. */
const char *OutputGetResultName(Output out, PetscInt k);

/* OutputFindPlace - Finds the node or the place inside of an element at a point, for later calls.

   Input:
     caller  the function that gives the point, for messages
     point   [3] the point [m]
   Output:
     place   number of the place, from 0 to OutputPlaces() - 1
   Collective. Input error: nothing is near the point. */
PetscErrorCode OutputFindPlace(Output out, const char caller[], const PetscReal point[3],
                               PetscInt *place);
PetscInt       OutputPlaces(Output out);

/* PlaceValue - The motion of a place at a state, and the free dofs on which it depends. */
typedef struct {
  PetscReal motion[3]
                  [3]; /* displacement [m], velocity [m/s] and acceleration [m/s2], global axes */
  PetscBool rotates;   /* whether the place is a node with rotations */
  PetscInt  n;         /* number of free dofs on which the place depends */
  PetscInt  row[COMPONENTS * ELEMENT_MAX_NODES]; /* [n] their indices in global vectors */
  /* [n] velocity and angular velocity of the place, if the velocity of the dof is 1 */
  PetscReal value[COMPONENTS * ELEMENT_MAX_NODES][COMPONENTS];
} PlaceValue;

/* OutputGetPlace - Computes the motion of a place at a state s, on all ranks. Collective. */
PetscErrorCode OutputGetPlace(Output out, PetscInt place, const FsState *s, PlaceValue *found);

/* OutputGetField - Computes a field of nodes at a state.

   Input:
     name  name of a field that snapshots can have, such as "displacement", or "place" for the
           coordinates of the nodes in the mesh
     set   name of a set whose nodes are wanted, or NULL for all nodes
     s     the state
   Output:
     result  the rows of this rank's nodes; result->data is memory that the output owns and that is
             valid until the next call
   Collective. Input errors: there is no such field, or no such set. */
PetscErrorCode OutputGetField(Output out, const char name[], const char set[], const FsState *s,
                              FileResult *result);

/* OutputGetFile - Returns the HDF5 file, which is open from OutputOpen() to OutputClose() and which
   the output owns. Not collective. */
File OutputGetFile(Output out);

/* OutputProbeNode - Finds the node of the probe with a given name.

   Input:
     option  name of the option that names the probe, for the message
     name    name of the probe
   Output:
     node  index of the node on the rank that owns it; -1 on the other ranks
   Input error: -probes has no probe of a node with this name. */
PetscErrorCode OutputProbeNode(Output out, const char option[], const char name[], PetscInt *node);

/* OutputFlushIsDue - Returns whether the data should be written to disk, because the last
   OutputFlush() was long ago. Only rank 0 knows this; on the other ranks the result is PETSC_FALSE.
   Not collective. */
PetscBool OutputFlushIsDue(Output out);

/* OutputFlush - Writes all recorded data to disk, so that they survive the end of the process. */
PetscErrorCode OutputFlush(Output out);

/* OutputArchive - Writes the numbers of rows and snapshots in the file, and the envelopes, to an
   archive, or reads them from it if the archive is reading; then call the function before
   OutputOpen(). */
PetscErrorCode OutputArchive(Output out, FsArchive a);

/* output_extent - Gets the numbers of rows of histories, and of snapshots, so far. Not
   collective. */
void output_extent(Output out, PetscInt *rows, PetscInt *frames);

/* OutputRewind - Removes the last rows of histories and the last snapshots from the output, so that
   the run can repeat some steps.

   Call it after OutputArchive() has read the state of the output at the earlier step.
   Input:
     rows, frames  numbers of rows and snapshots to keep, from output_extent() at that step */
PetscErrorCode OutputRewind(Output out, PetscInt rows, PetscInt frames);

/* OutputClose - Writes a snapshot of the last step, if this step has none, and closes the file.

   Input:
     step, s  number of the last step that has succeeded, and its state; if s is NULL, no snapshot
              is written
     status   how the run has ended; the new value of the attribute status, which was "running"
     seconds  wall time of all steps [s] */
PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds);

#endif
