/* envelope.h: keeps the largest and the least value of fields and results over all steps.
   An envelope has these two values for each component at each node or cell. It also has the times
   at which they occurred first. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_ENVELOPE_H
#define FS_OUTPUT_SNAPSHOT_ENVELOPE_H

#include "node_fields.h"
#include "snapshot.h"
#include <fs/archive.h>

/* the data of an envelope */
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
  PetscInt   first;   /* the NodalField, or the offset of the result in all results of an element */
  PetscInt   rows;    /* nodes that this rank owns, or cells of the part on this rank */
  PetscInt   columns; /* components */
  PetscReal *data[ENVELOPE_DATA]; /* [rows][columns]; NaN before the first step */
} Envelope;
typedef struct {
  Model      model;                /* borrowed */
  Fields     fields;               /* names that -envelopes gives */
  PetscInt   n;                    /* if n is 0, all functions do nothing */
  Envelope  *envelope;             /* [n]; envelopes of nodes come first */
  PetscReal *values[NODAL_FIELDS]; /* scratch for NodalValues(); NULL if a field has no envelope */
} Envelopes;

/* EnvelopesCreate - Creates the envelopes of fields and results. Collective. Input error: see
   FieldsCreate(). */
PetscErrorCode EnvelopesCreate(const NameList *names, Model model, Envelopes *v);
PetscErrorCode EnvelopesDestroy(Envelopes *v);

/* EnvelopesRecord - Updates the envelopes with the state of ev. Collective. */
PetscErrorCode EnvelopesRecord(Envelopes *v, Evaluation *ev);

/* EnvelopesWrite - Writes the envelopes. It creates their datasets first if create is true.
   Collective. */
PetscErrorCode EnvelopesWrite(const Envelopes *v, File file, const Snapshots *snapshots,
                              PetscBool create);

/* EnvelopesArchive - Writes the envelopes to an archive, or reads them. Collective. */
PetscErrorCode EnvelopesArchive(Envelopes *v, FsArchive a);

#endif
