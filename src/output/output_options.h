/* output_options.h: the options of the output of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_OPTIONS_H
#define FS_OUTPUT_OUTPUT_OPTIONS_H

#include "mesh/mesh_selection.h"
#include "output_path.h"
#include "schedule.h"

/* NameList - Names that the user gives. */
typedef struct {
  PetscInt n;
  char   **name; /* [n]; owned */
} NameList;

typedef enum { PROBE_NODE, PROBE_ELEMENT, PROBE_EXTREME, PROBE_MASS_CENTER } ProbeKind;

/* ProbeOptions - One probe. */
typedef struct {
  char         *name; /* owned */
  ProbeKind     kind;
  PetscBool     at_point; /* the node or the element is the one nearest to point [m] */
  PetscReal     point[3];
  MeshSelection nodes; /* otherwise the node is the only one of these */
  const char   *part;  /* part of the element or of the whole, or NULL; borrowed from the options */
  const char   *result; /* for PROBE_EXTREME; borrowed from the options */
} ProbeOptions;

/* OutputOptions - The files, snapshots and histories of a run. */
typedef struct {
  FsOptions     given; /* borrowed; the file gets their record */
  PetscBool     steps; /* the run has steps, and therefore envelopes and reactions */
  OutputPath    file;
  Schedule      schedule;  /* steps that have a snapshot */
  NameList      fields;    /* of snapshots; none: all */
  NameList      sets;      /* sets or parts that snapshots have; none: the whole mesh */
  NameList      envelopes; /* fields and results with an envelope, or "all" */
  PetscBool     single;    /* fields of snapshots have single precision; default: double */
  PetscBool     reactions; /* snapshots have the reactions of supports */
  PetscBool     energies;  /* histories of energies and momenta; default: true */
  PetscBool     quiet;     /* print no lines */
  PetscInt      nprobes;
  ProbeOptions *probe; /* [nprobes]; owned */
} OutputOptions;

/* ReadOutputOptions - Reads -output, -output_..., -envelopes, -probes, -energies and -quiet.

   Input:
     amplitudes  the run has no steps, so it has no envelopes and no reactions in snapshots
   The caller frees options by OutputOptionsDestroy. Collective. Input errors: the file cannot be
   made; it exists, and neither -overwrite nor -restart is given; times are not ascending; the
   options of a probe contradict each other, or one is missing. */
PetscErrorCode ReadOutputOptions(FsOptions o, MPI_Comm comm, PetscBool amplitudes,
                                 OutputOptions *options);
PetscErrorCode OutputOptionsDestroy(OutputOptions *options);

extern const FsOptionDoc output_options[];

#endif
