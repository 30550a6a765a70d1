/* output_impl.h: the members of an Output, for output.c and output_file.c. */
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

/* Series of counts under /history/solver; the last two have a column for each stage. */
enum { NEWTON, LINEAR, FAILED, REJECTED, STAGE_NEWTON, STAGE_LINEAR, NSOLVER };

struct _n_Output {
  FsOptions        o;        /* borrowed */
  Model            model;    /* borrowed */
  Assembly         assembly; /* borrowed */
  FsLoading        loading;  /* under which states are evaluated */
  char             path[PETSC_MAX_PATH_LEN];
  char            *options; /* text from FsOptionsRecord() */
  PetscBool        overwrite, quiet;
  Fields           fields;   /* that snapshots have */
  Schedule         schedule; /* of snapshots */
  Snapshots        snapshots;
  File             file;
  OutputKind       kind;
  History          history;
  Progress         progress;
  PetscInt         nprobes;
  Probe           *probes;   /* [nprobes] */
  ExtremeProbes    extremes; /* NULL with kind.amplitudes, as mass_centers */
  MassCenterProbes mass_centers;
  EnergyHistory    energies;
  JointHistories   joints;
  SupportReactions supports;
  Envelopes        envelopes;
  HarmonicOutput   harmonic; /* replaces all other histories with kind.amplitudes */
  PetscInt         time, solver[NSOLVER], dt, load_factor; /* numbers of HistoryAdd() */
  PetscInt        *extra_series; /* [kind.nseries] numbers of HistoryAdd() */
  PetscInt         nframes;      /* snapshots written */
  PetscInt         capacity;     /* of times */
  PetscReal       *times;        /* [nframes] [s] */
  PetscInt   xdmf_frames; /* nframes when the XDMF file was written; -1 if it is out of date */
  PetscBool  xdmf_failed; /* the XDMF file cannot be written */
  ModeShapes shapes;      /* replace snapshots in the XDMF file, if n is not 0 */
  PetscInt   last_step;   /* step of the last snapshot, or -1 */
  PetscInt   rows;        /* of histories at the checkpoint; -1 without a restart */
  PetscInt   id;          /* of the file, by which a checkpoint recognizes it */
  PetscInt64 signature;   /* of the histories at the checkpoint, see OutputSignature() */
};

/* Makes the output file, or reopens it after a restart. Collective. Errors: as OutputOpen(). */
PetscErrorCode OutputOpenFile(Output out);

/* Writes all recorded data to disk, then writes the XDMF file anew if it is out of date.
   Collective. */
PetscErrorCode OutputWriteAll(Output out);

#endif
