/* output_impl.h: defines the members of an Output for output.c and output_file.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_IMPL_H
#define FS_OUTPUT_OUTPUT_IMPL_H

#include "history/energy_history.h"
#include "history/extreme_probe.h"
#include "history/harmonic_output.h"
#include "history/mass_center_probe.h"
#include "output.h"
#include "progress.h"
#include "schedule.h"
#include "snapshot/envelope.h"
#include "snapshot/mode_shapes.h"

/* The series of counts under /history/solver. STAGE_NEWTON and STAGE_LINEAR have a column for each
   stage. */
enum { NEWTON, LINEAR, FAILED, REJECTED, STAGE_NEWTON, STAGE_LINEAR, NSOLVER };

struct _n_Output {
  FsOptions        o;        /* borrowed */
  Model            model;    /* borrowed */
  Assembly         assembly; /* borrowed */
  FsLoading        loading;  /* loading under which states are evaluated */
  char             path[PETSC_MAX_PATH_LEN];
  char            *options; /* text from FsOptionsRecord() */
  PetscBool        overwrite, quiet;
  Fields           fields;   /* fields that snapshots have */
  Schedule         schedule; /* decides which steps have a snapshot */
  Snapshots        snapshots;
  File             file;
  OutputKind       kind;
  History          history;
  Progress         progress;
  PetscInt         nprobes;
  Probe           *probes;       /* [nprobes] */
  ExtremeProbes    extremes;     /* NULL if kind.amplitudes is true */
  MassCenterProbes mass_centers; /* NULL if kind.amplitudes is true */
  EnergyHistory    energies;
  JointHistories   joints;
  SupportReactions supports;
  Envelopes        envelopes;
  HarmonicOutput   harmonic; /* replaces all other histories if kind.amplitudes is true */
  PetscInt         time, solver[NSOLVER], dt, load_factor; /* series numbers from HistoryAdd() */
  PetscInt        *extra_series; /* [kind.nseries] series numbers from HistoryAdd() */
  PetscInt         nframes;      /* number of snapshots so far */
  PetscInt         capacity;     /* allocated size of times */
  PetscReal       *times;        /* [nframes] times of the snapshots [s] */
  PetscInt   xdmf_frames; /* nframes when the XDMF file was written; -1: it must be written again */
  PetscBool  xdmf_failed; /* the XDMF file cannot be written */
  PetscBool  xdmf_foreign; /* a file of another program is in its place */
  ModeShapes shapes;       /* if shapes.n is not 0, they replace snapshots in the XDMF file */
  PetscInt   last_step;    /* step of the last snapshot; -1 without snapshots */
  PetscInt   rows;         /* number of history rows at the checkpoint; -1 without a restart */
  PetscInt   id;           /* number by which a checkpoint recognizes its output file */
  MeshTable  field_table;  /* order of the values of OutputGetField() */
  PetscReal *field;        /* values of the last OutputGetField(); NULL before the first one */
  PetscInt64 signature;    /* checksum of histories at the checkpoint, see OutputSignature() */
};

/* OutputOpenFile - Creates the output file, or reopens it after a restart.

   Collective. Input error: see OutputOpen(). */
PetscErrorCode OutputOpenFile(Output out);

/* OutputWriteAll - Writes all recorded data to disk, and the XDMF file if it is out of date.
   Collective. */
PetscErrorCode OutputWriteAll(Output out);

#endif
