/* output.h: records the states of a run in an HDF5 file and prints its progress. The file has
   snapshots (fields at chosen steps) and histories (values at every step). An XDMF file beside it
   shows the snapshots to ParaView. An analysis calls OutputCreate(), OutputOpen(), OutputStep() for
   every state, and OutputClose(). All functions are collective, except OutputNeedsEnergies(),
   OutputFlushIsDue() and OutputGetFile().

   Headers for other rooms:
     checkpoint.h            writes and reads checkpoints, HDF5 files from which a run can resume
     snapshot/mode_shapes.h  writes small motions of the nodes about a state, such as vibration
                             modes
     table_file.h            writes an output file of tables for analyses that have no model */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_H
#define FS_OUTPUT_OUTPUT_H

#include "assembly/assembly.h"
#include "file/file.h"
#include "recovery/energy_meter.h"
#include <fs/archive.h>
#include <fs/control.h>

typedef struct _n_Output *Output;

/* A series that the analysis adds to /history. */
typedef struct {
  const char      *name;    /* below /history */
  PetscInt         columns; /* values of a row; 0 for a dataset of shape [rows] */
  const PetscReal *real;    /* values of the present step; NULL if the series has integers */
  const PetscInt  *integer; /* values of the present step; NULL if the series has reals */
} OutputSeries;

/* Selects the records of an analysis. */
typedef struct {
  PetscBool path; /* static analysis: t of the states is the load factor, and is recorded as such */
  PetscInt solves; /* stage solves of a step, the columns of solver/stage_newton and stage_linear */
  PetscInt nseries;
  const OutputSeries *series;     /* [nseries], borrowed */
  PetscBool           amplitudes; /* record only OutputHarmonicMotion(): no steps, no energies */
} OutputKind;

/* OutputCreate - Reads -output, -output_every, -probes, ... and finds the nodes of probes.

   No file is written yet.
   Input:
     o, assembly  borrowed until OutputDestroy()
     loading      loading under which states are evaluated; copied
   Input errors: the file exists without -overwrite or cannot be made; a probe is not on the mesh;
   two histories have the same name. */
PetscErrorCode OutputCreate(FsOptions o, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *out);

/* Destroys the output. It closes a file that is still open. */
PetscErrorCode OutputDestroy(Output *out);

/* OutputOpen - Makes the file and writes the mesh and the root attributes, or continues a file.

   After a restart the file of the earlier run is continued, if it exists. Rows and snapshots after
   the checkpoint are then removed. If the file does not exist, a new file starts with the step of
   the checkpoint (attribute first_step).
   Input:
     t_start, t_end  time of the run [s], for lines of progress
   Input error: the file belongs to another run. */
PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end);

/* Returns whether OutputStep() needs the energies. Not collective. */
PetscBool OutputNeedsEnergies(Output out);

/* OutputStep - Records the state of a step: histories, and a snapshot if one is due.

   Call it for every step; step 0 is the initial state. It prints at most one line of progress a
   second. It does nothing if OutputKind.amplitudes is true.
   Input:
     energy  may be NULL if OutputNeedsEnergies() is false */
PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy,
                          const FsStepInfo *info);

/* A harmonic motion Re((re + i im) exp(i omega t)) about a state. */
typedef struct {
  PetscReal        frequency, omega; /* [Hz], [rad/s] */
  PetscReal        size; /* scales the motion to a small one, for which differences are computed */
  const FsState   *at;   /* state about which the model moves */
  const FsLoading *loading;
  Vec              re, im; /* as FsState.q, with the multipliers in their rows */
} HarmonicMotion;

/* Records results of probes, joints and supports at a harmonic motion, as real and imaginary parts
   for a unit of the motion. */
PetscErrorCode OutputHarmonicMotion(Output out, const HarmonicMotion *x);

/* OutputShapes - Writes small motions about a state, such as modes.

   The motions are evaluated under the loading of the output, and are not scaled.
   Input:
     group         group of the file, such as "/modes"; it gets shape [n][nodes][3 or 6]
     x             x[n] real parts
     y             y[n] imaginary parts for shape_imaginary; NULL if the motions are real
     for_paraview  the XDMF file has the shapes instead of snapshots
   Call it after OutputOpen(). */
PetscErrorCode OutputShapes(Output out, const FsState *s, const char group[], PetscInt n,
                            const Vec x[], const Vec y[], PetscBool for_paraview);

/* Writes data[n][columns], or data[n] if columns is 0, to group/name. The data are the same on all
   ranks. Call it after OutputOpen(). */
PetscErrorCode OutputTable(Output out, const char group[], const char name[], PetscInt n,
                           PetscInt columns, const PetscReal data[]);

/* Writes texts[n], separated by commas, as an attribute of a group, after OutputOpen(). */
PetscErrorCode OutputStrings(Output out, const char group[], const char name[], PetscInt n,
                             const char *const texts[]);

/* Returns the HDF5 file, which the output owns and keeps open from OutputOpen() to OutputClose().
   Not collective. */
File OutputGetFile(Output out);

/* OutputProbeNode - Finds the node of a probe.

   Output:
     node  local number on the rank that owns the node, -1 on other ranks
   Input error, which names the option: -probes has no probe of a node with this name. */
PetscErrorCode OutputProbeNode(Output out, const char option[], const char name[], PetscInt *node);

/* Returns on rank 0 whether the last flush was a while ago. Not collective. */
PetscBool OutputFlushIsDue(Output out);

/* Writes all recorded data to disk. */
PetscErrorCode OutputFlush(Output out);

/* Saves in an archive, or reads from it, how far the file was written. Read before OutputOpen(). */
PetscErrorCode OutputArchive(Output out, FsArchive a);

/* OutputClose - Writes a snapshot of the last step, if it has none, and closes the file.

   Input:
     step, s  last good state and its step; if s is NULL, no snapshot is written
     status   how the run ended; replaces the attribute "running"
     seconds  wall time of time stepping */
PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds);

extern const FsOptionDoc output_options[];

#endif
