/* output_options.h: the options of the output of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_OPTIONS_H
#define FS_OUTPUT_OUTPUT_OPTIONS_H

#include <petscsys.h>
#include "mesh/mesh_selection.h"
#include "output_path.h"

/* ---- schedule -------------------------------------------------------------------------------- */

enum { SCHEDULE_MAX_TIMES = 4096 }; /* most times that the user can give */

/* Schedule - The rules that determine which steps have a snapshot: a step has one if any rule says
   so. */
typedef struct {
  PetscInt  every;    /* number of steps from snapshot to snapshot; 0 if there is no such rule */
  PetscBool chosen;   /* whether the user gives every */
  PetscReal interval; /* time from snapshot to snapshot [s]; 0 if there is no such rule */
  PetscInt  n;        /* number of times at which the user wants a snapshot */
  PetscReal times[SCHEDULE_MAX_TIMES]; /* [n] these times, ascending [s] */
} Schedule;

/* schedule_is_due - Returns whether a snapshot is written at the end of a step.

   A time of the schedule is met by the first step that ends at this time or later. The result
   depends only on the arguments, so that a restarted run writes the same snapshots.
   Input:
     step  number of the step; 0 is the initial state
     t     time at the end of the step [s]
     dt    size of the step [s] */
PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt);

/* NameList - Names that the user gives. */
typedef struct {
  PetscInt n;
  char   **name; /* [n]; owned */
} NameList;

/* ProbeKind - What a probe records: the motion of a node; the results of an element; the largest
   and smallest value of a result in a part; the center of mass and momenta of a part. */
typedef enum { PROBE_NODE, PROBE_ELEMENT, PROBE_EXTREME, PROBE_MASS_CENTER } ProbeKind;

/* ProbeOptions - What the options say about one probe. Texts that are not owned are borrowed from
   the options. */
typedef struct {
  char       *name; /* name of the probe; owned */
  ProbeKind   kind;
  PetscBool   at_point; /* whether the node or element is the one that is nearest to `point` */
  PetscReal   point[3]; /* [m] */
  const char *set;      /* name of the set of the node; NULL if it is not given */
  /* a selection that must have exactly one node; used if at_point is PETSC_FALSE */
  MeshSelection nodes;
  /* name of the part of the element, extreme value or center of mass; NULL if no part is given */
  const char *part;
  const char *result; /* PROBE_EXTREME: name of the result; otherwise NULL */
  PetscBool   whole;  /* PROBE_MASS_CENTER: true */
} ProbeOptions;

/* OutputOptions - The files, snapshots and histories of a run. */
typedef struct {
  FsOptions     given;     /* the options, whose record is written to the file; borrowed */
  PetscBool     steps;     /* whether the run has steps, and therefore envelopes and reactions */
  OutputPath    file;      /* path of the file */
  Schedule      schedule;  /* says which steps have a snapshot */
  NameList      fields;    /* fields and results that snapshots have; all of them if n is 0 */
  NameList      sets;      /* sets or parts that snapshots have; the whole mesh if n is 0 */
  NameList      envelopes; /* fields and results that have an envelope, or "all" */
  PetscBool     single;    /* whether values in snapshots have single precision; default false */
  PetscBool     reactions; /* whether snapshots have the reactions of supports */
  PetscBool     energies;  /* whether energies and momenta are recorded; default true */
  PetscInt      last_rows; /* number of last rows of histories that stay in memory; 0: all */
  PetscBool     quiet;     /* whether no lines of progress are printed */
  PetscInt      nprobes;   /* number of probes */
  ProbeOptions *probe;     /* [nprobes]; owned */
} OutputOptions;

/* ReadOutputOptions - Reads -output, -output_..., -envelopes, -probes, -energies and -quiet.

   Input:
     amplitudes  whether the run computes amplitudes of harmonic motions instead of steps; such a
                 run has no envelopes and no reactions in snapshots
   Output:
     options  the caller frees it by OutputOptionsDestroy()
   Collective. Input errors: the file cannot be created; it exists, and neither -overwrite nor
   -restart is given; times of snapshots are not ascending; the options of a probe contradict each
   other, or one is missing. */
PetscErrorCode ReadOutputOptions(FsOptions o, MPI_Comm comm, PetscBool amplitudes,
                                 OutputOptions *options);
PetscErrorCode OutputOptionsDestroy(OutputOptions *options);

extern const FsOptionDoc output_options[];

#endif
