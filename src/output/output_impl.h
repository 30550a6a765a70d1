/* output_impl.h: defines the members of an Output for output.c and output_file.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_IMPL_H
#define FS_OUTPUT_OUTPUT_IMPL_H

#include <fs/control.h>
#include "history/harmonic_output.h"
#include "output/history/probe.h"
#include "output.h"
#include "output_options.h"
#include "snapshot/envelope.h"
#include "output/snapshot/node_fields.h"
#include "assembly/assembly.h"
#include "output/history/history.h"
#include "recovery/energy_meter.h"

/* ---- progress -------------------------------------------------------------------------------- */

/* Progress - How far a run has come. */
typedef struct {
  MPI_Comm  comm;
  PetscBool quiet;          /* whether no lines are printed */
  PetscReal t_start, t_end; /* first and last time of the run [s] */
  /* wall-clock times of the start and of the last printed line [s] */
  PetscLogDouble started, last;
} Progress;

/* ---- energy history -------------------------------------------------------------------------- */

enum { ENERGY_TERMS = 5 }; /* kinetic, strain, damping, external, and kinetic + strain */

/* EnergyHistory - The series of energies and momenta: datasets under /history with one row for each
   step. */
typedef struct {
  PetscBool enabled; /* whether energies are recorded (-energies) */
  /* numbers, from HistoryAdd(), of the series of each energy, and of linear and angular momentum */
  PetscInt energy[ENERGY_TERMS], momentum[2];
} EnergyHistory;

/* EnergyHistoryAddSeries - Adds the series of energies and momenta to h, and stores their numbers
   in *energies. Collective.
 */
PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h);

/* EnergyHistoryRecord - Writes the energies and momenta e into the current row of their series in
   h. Not collective. */
void EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h);

/* ---- the output ------------------------------------------------------------------------------ */

/* The series of counts under /history/solver: iterations of Newton's method and of linear solvers,
   failed and rejected attempts of a step. STAGE_NEWTON and STAGE_LINEAR have a column for each
   stage of the scheme. */
enum { NEWTON, LINEAR, FAILED, REJECTED, STAGE_NEWTON, STAGE_LINEAR, NSOLVER };

/* _n_Output - The members of an Output. Numbers of series are from HistoryAdd(). */
struct _n_Output {
  FsOptions o;        /* borrowed */
  Model     model;    /* borrowed */
  Assembly  assembly; /* borrowed */
  /* which loads act, and how much, when results are computed from a state */
  FsLoading        loading;
  char             path[PETSC_MAX_PATH_LEN]; /* path of the HDF5 file; "" if no file is written */
  char            *options;                  /* record of the options, from FsOptionsRecord() */
  PetscBool        overwrite, quiet;         /* -overwrite; -quiet */
  Fields           fields;                   /* fields that snapshots have */
  Schedule         schedule;                 /* decides which steps have a snapshot */
  Snapshots        snapshots;
  File             file;
  OutputKind       kind;
  History          history;
  Progress         progress;
  PetscInt         nprobes;
  Probe           *probes;       /* [nprobes] */
  PetscInt         nplaces;      /* number of places that the program has named */
  Probe           *places;       /* [nplaces] */
  ExtremeProbes    extremes;     /* NULL if kind.amplitudes is true */
  MassCenterProbes mass_centers; /* NULL if kind.amplitudes is true */
  EnergyHistory    energies;
  JointHistories   joints;
  SupportReactions supports;
  Envelopes        envelopes;
  /* results of surfaces at nodes: of all cells, and of the cells of probes; NULL if not needed */
  SurfaceExtremes surfaces, probed;
  PetscBool       steps_have_surfaces; /* whether the histories of steps need all cells */
  HarmonicOutput  harmonic;            /* replaces all other histories if kind.amplitudes is true */
  PetscInt        time, solver[NSOLVER], dt, load_factor; /* numbers of series */
  PetscInt       *extra_series; /* [kind.nseries] numbers of the series of the analysis */
  PetscInt        nframes;      /* number of snapshots so far */
  PetscInt        capacity;     /* number of times for which `times` has memory */
  PetscReal      *times;        /* [nframes] times of the snapshots [s] */
  /* number of snapshots when the XDMF file was last written; -1 if the file must be written
     again */
  PetscInt  xdmf_frames;
  PetscBool xdmf_failed;  /* whether the XDMF file could not be written */
  PetscBool xdmf_foreign; /* whether a file of another program has the path of the XDMF file */
  /* mode shapes; if shapes.n is not 0, the XDMF file shows these instead of snapshots */
  ModeShapes shapes;
  PetscInt   last_step; /* step of the last snapshot; -1 if there are no snapshots */
  /* number of rows of histories at the checkpoint; -1 if the run is no restart */
  PetscInt   rows;
  PetscInt   last_rows;   /* number of last rows of histories that stay in memory; 0: all */
  PetscInt   id;          /* number by which a checkpoint recognizes its output file */
  MeshTable  field_table; /* table in whose order OutputGetField() returns values of all nodes */
  PetscReal *field;       /* values of the last OutputGetField(); NULL before the first one */
  PetscInt64 signature;   /* HistorySignature() at the checkpoint */
};

/* OutputOpenFile - Creates the output file, or reopens it after a restart.

   Collective. Input error: the file belongs to another run. */
PetscErrorCode OutputOpenFile(Output out);

/* OutputWriteAll - Writes all recorded data to disk, and the XDMF file if it is out of date.
   Collective. */
PetscErrorCode OutputWriteAll(Output out);

#endif
