/* envelope.h: keeps the largest and the least value of fields and results over all steps.
   Each component of each node or cell has its own values and the times at which they were reached
   first. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_ENVELOPE_H
#define FS_OUTPUT_SNAPSHOT_ENVELOPE_H

#include "node_fields.h"
#include "snapshot.h"
#include <fs/archive.h>

enum {
  ENVELOPE_LARGEST,
  ENVELOPE_LEAST,
  ENVELOPE_LARGEST_TIME,
  ENVELOPE_LEAST_TIME,
  ENVELOPE_DATA
};
typedef struct {
  char      *path;    /* /envelopes/<field> or /envelopes/parts/<part>/<shape>/<result> */
  PetscInt   part;    /* -1 for a field of nodes */
  PetscInt   first;   /* the NodalField, or the offset of the result among those of an element */
  PetscInt   rows;    /* nodes that this rank owns, or cells of the part on this rank */
  PetscInt   columns; /* components */
  PetscReal *data[ENVELOPE_DATA]; /* [rows][columns]; NaN before the first step */
} Envelope;
typedef struct {
  Model      model;                /* borrowed */
  Fields     fields;               /* of -envelopes */
  PetscInt   n;                    /* 0 if there are no envelopes; all functions then do nothing */
  Envelope  *envelope;             /* [n]; those of nodes come first */
  PetscReal *values[NODAL_FIELDS]; /* work arrays of NodalValues(); NULL without an envelope */
} Envelopes;

/* Reads -envelopes. Collective. Input errors: as FieldsCreate(). */
PetscErrorCode EnvelopesCreate(FsOptions o, Model model, Envelopes *v);
PetscErrorCode EnvelopesDestroy(Envelopes *v);

/* Updates the envelopes with the state of a step. Collective. */
PetscErrorCode EnvelopesRecord(Envelopes *v, Evaluation *ev);

/* Writes the datasets, and makes them first if create is true. Collective. */
PetscErrorCode EnvelopesWrite(const Envelopes *v, File file, const Snapshots *snapshots,
                              PetscBool create);

/* Saves the envelopes in an archive or reads them. Collective. */
PetscErrorCode EnvelopesArchive(Envelopes *v, FsArchive a);

#endif
