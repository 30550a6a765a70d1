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
     snapshot/mode_shapes.h  writes small motions of the nodes about a state, such as vibration
                             modes
     table_file.h            writes an output file of tables for analyses that have no model */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_H
#define FS_OUTPUT_OUTPUT_H

#include "assembly/assembly.h"
#include "file/file.h"
#include "output_options.h"
#include "recovery/energy_meter.h"
#include "recovery/balance/force_balance.h"
#include <fs/archive.h>
#include <fs/control.h>

typedef struct _n_Output *Output;

/* OutputSeries - A series that the analysis adds to /history. OutputStep() reads its values. */
typedef struct {
  const char      *name;    /* path below /history */
  PetscInt         columns; /* number of values in a row; 0 for a dataset of shape [rows] */
  const PetscReal *real;    /* values of the current step; NULL if the series has integers */
  const PetscInt  *integer; /* values of the current step; NULL if the series has reals */
} OutputSeries;

/* OutputKind - Says what an analysis records. */
typedef struct {
  PetscBool path;   /* static analysis: FsState.t is also recorded as /history/load_factor */
  PetscInt  solves; /* stage solves in a step; columns of solver/stage_newton and stage_linear */
  PetscInt  nseries;
  const OutputSeries *series; /* [nseries], borrowed */
  /* Harmonic amplitudes are recorded (OutputHarmonicMotion) instead of steps and energies. */
  PetscBool amplitudes;
} OutputKind;

/* OutputCreate - Creates an output, and finds the nodes of probes.

   No file is written yet.
   Input:
     options   copied, except options->given, which is borrowed until OutputDestroy()
     assembly  borrowed until OutputDestroy()
     loading   loading under which states are evaluated; copied
   Collective. Input errors: a field, set or part does not exist; a probe is not on the mesh; two
   histories have the same name. */
PetscErrorCode OutputCreate(const OutputOptions *options, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *out);

/* OutputDestroy - Destroys the output. If the file is still open, it is closed. */
PetscErrorCode OutputDestroy(Output *out);

/* OutputOpen - Makes the file and writes the mesh and the root attributes, or continues a file.

   After a restart the file of the earlier run is continued, if it exists. Rows and snapshots after
   the checkpoint are then removed. If the file does not exist, a new file starts with the step of
   the checkpoint (attribute first_step).
   Input:
     t_start, t_end  first and last time of the run [s], for the lines of progress
   Input error: the file belongs to another run. */
PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end);

/* OutputNeedsEnergies - Returns whether OutputStep() needs the energies. Not collective. */
PetscBool OutputNeedsEnergies(Output out);

/* OutputStep - Records the state of a step: histories, and a snapshot if one is due.

   Call it for every step; step 0 is the initial state. It prints at most one line of progress a
   second. It does nothing if OutputKind.amplitudes is true.
   Input:
     energy  energies at s; may be NULL if OutputNeedsEnergies() returns false */
PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy,
                          const FsStepInfo *info);

/* HarmonicMotion - A harmonic motion Re((re + i im) exp(i omega t)) about a state. */
typedef struct {
  PetscReal frequency, omega; /* the same frequency in [Hz] and [rad/s] */
  PetscReal size; /* factor that makes the motion small enough for numerical derivatives */
  PetscReal
    moved; /* displacements of size times the motion over the size of the model; rotations */
  const FsState   *at;        /* state about which the model moves */
  const FsLoading *loading;   /* loading at this state */
  Vec              re, im;    /* amplitudes of FsState.q, and of multipliers in their entries */
  ForceBalance     balance;   /* borrowed; NULL if the balance of the amplitudes is not wanted */
  ForceImbalance  *imbalance; /* [2] result: of the real parts and of the imaginary parts */
} HarmonicMotion;

/* OutputHarmonicMotion - Records the amplitudes of results of probes, joints and supports in a
   harmonic motion, as real and imaginary parts, and the series of the analysis.

   Output:
     x->imbalance  imbalance of the amplitudes, if x->balance is given. The series of the analysis
                   are read afterwards, so that they may have it. */
PetscErrorCode OutputHarmonicMotion(Output out, const HarmonicMotion *x);

/* OutputShapes - Writes small motions about a state, such as modes.

   The motions are evaluated under the loading of the output, and are not scaled.
   Input:
     group         group of the file, such as "/modes", for the datasets shape and shape_imaginary,
                   which are [n][nodes][3 or 6]
     x             [n] real parts
     y             [n] imaginary parts; NULL if the motions are real
     for_paraview  whether the XDMF file shows the shapes instead of snapshots
   Call it after OutputOpen(). */
PetscErrorCode OutputShapes(Output out, const FsState *s, const char group[], PetscInt n,
                            const Vec x[], const Vec y[], PetscBool for_paraview);

/* OutputTable - Writes a table to group/name. Call it after OutputOpen().

   Input:
     data  [n][columns], or [n] if columns is 0; the same on all ranks */
PetscErrorCode OutputTable(Output out, const char group[], const char name[], PetscInt n,
                           PetscInt columns, const PetscReal data[]);

/* OutputStrings - Writes texts[n], separated by commas, as the text group/name.

   See FileWriteText(). Call it after OutputOpen(). */
PetscErrorCode OutputStrings(Output out, const char group[], const char name[], PetscInt n,
                             const char *const texts[]);

/* OutputIsInMemory - Returns whether the output is open and in memory. Not collective. */
PetscBool OutputIsInMemory(Output out);

/* OutputGetResult - Returns a dataset that the file has, with all steps so far, or NULL.

   The output owns it until the next function that writes. Collective. Input error: the output is on
   disk, or not open yet. */
PetscErrorCode OutputGetResult(Output out, const char path[], const FileResult **result);

/* OutputGetResultName - Returns the path of dataset k = 0, 1, ..., or NULL behind the last one, or
   if the output is on disk. Not collective. */
const char *OutputGetResultName(Output out, PetscInt k);

/* OutputGetField - Computes a field of nodes at a state, as in snapshots, or their "place" in the
   mesh.

   Input:
     set     name of a set whose nodes are wanted, or NULL for all nodes
   Output:
     result  result->data is memory that the output owns until the next call
   Collective. Input errors: there is no such field, or no such set. */
PetscErrorCode OutputGetField(Output out, const char name[], const char set[], const FsState *s,
                              FileResult *result);

/* OutputGetFile - Returns the HDF5 file, which is open from OutputOpen() to OutputClose().

   The output owns it. Not collective. */
File OutputGetFile(Output out);

/* OutputProbeNode - Finds the node of the probe with a given name.

   Output:
     node  number of the node on the rank that owns it; -1 on other ranks
   Input error, which names the option: -probes has no probe of a node with this name. */
PetscErrorCode OutputProbeNode(Output out, const char option[], const char name[], PetscInt *node);

/* OutputFlushIsDue - Returns on rank 0 whether the last flush was long ago; PETSC_FALSE on others.
   Not collective. */
PetscBool OutputFlushIsDue(Output out);

/* OutputFlush - Writes all recorded data to disk. */
PetscErrorCode OutputFlush(Output out);

/* OutputArchive - Writes to an archive, or reads from it, how far the file was written, and the
   envelopes. Read before OutputOpen(). */
PetscErrorCode OutputArchive(Output out, FsArchive a);

/* output_extent - Returns the numbers of history rows and of snapshots so far. Not collective. */
void output_extent(Output out, PetscInt *rows, PetscInt *frames);

/* OutputRewind - Drops the rows and snapshots after the first ones, whose numbers output_extent
   has returned. Call it after OutputArchive(), which reads what else the output remembers. */
PetscErrorCode OutputRewind(Output out, PetscInt rows, PetscInt frames);

/* OutputClose - Writes a snapshot of the last step, if it has none, and closes the file.

   Input:
     step, s  number of the last good step, and its state; if s is NULL, no snapshot is written
     status   how the run ended; the new value of the attribute status, which was "running"
     seconds  wall time of all steps [s] */
PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds);

#endif
