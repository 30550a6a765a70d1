/* envelope.h: keeps the largest and the smallest value of fields and results over all steps.

   An envelope has these two values for each component of a field at each node, or of a result at
   each cell. It also has the times at which the two values occurred first, and the places of
   extremes inside of beams at these times, as fractions of the length of the cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_ENVELOPE_H
#define FS_OUTPUT_SNAPSHOT_ENVELOPE_H

#include "node_fields.h"
#include "snapshot.h"
#include <fs/archive.h>

/* the arrays of an envelope; places only of extremes inside of beams */
enum {
  ENVELOPE_LARGEST,
  ENVELOPE_LEAST,
  ENVELOPE_LARGEST_TIME,
  ENVELOPE_LEAST_TIME,
  ENVELOPE_LARGEST_PLACE,
  ENVELOPE_LEAST_PLACE,
  ENVELOPE_DATA
};
/* Envelope - The envelope of a field of nodes, or of a result of the elements of a part. */
typedef struct {
  /* path in the file: /envelopes/<field> or /envelopes/parts/<part>/<shape>/<result> */
  char    *path;
  PetscInt part; /* index of the part, or -1 for a field of nodes */
  /* the NodalField; for elements the index of the result's first value among all values of an
     element */
  PetscInt first;
  PetscInt rows;    /* number of nodes that this rank owns, or of its cells of the part */
  PetscInt columns; /* number of components of the field or result */
  int      extreme; /* number of the first component in ElementExtremePlaces(); -1 without places */
  PetscReal *data[ENVELOPE_DATA]; /* [rows][columns] each array; NaN before the first step. Those of
                                     places are NULL if extreme is -1 */
} Envelope;

/* Envelopes - All envelopes of a run. */
typedef struct {
  Model      model;                /* borrowed */
  Fields     fields;               /* fields and results that -envelopes names */
  PetscInt   n;                    /* number of envelopes; if it is 0, all functions do nothing */
  Envelope  *envelope;             /* [n]; envelopes of nodes come first */
  PetscReal *values[NODAL_FIELDS]; /* work array for each field; NULL if it has no envelope */
} Envelopes;

/* EnvelopesCreate - Creates the envelopes of fields and results.

   Input:
     names  the names that -envelopes gives
   Output:
     v  the caller destroys it by EnvelopesDestroy()
   Collective. Input error: the model does not have a field or result of a given name. */
PetscErrorCode EnvelopesCreate(const NameList *names, Model model, Envelopes *v);
PetscErrorCode EnvelopesDestroy(Envelopes *v);

/* envelopes_have_surfaces - Returns whether an envelope is of a result that surfaces raise at their
   nodes (surface_raises). Not collective. */
PetscBool envelopes_have_surfaces(const Envelopes *v);

/* EnvelopesRecord - Updates the envelopes, the extreme values of fields and results over all steps,
   with the values at the state of ev. Collective. */
PetscErrorCode EnvelopesRecord(Envelopes *v, Evaluation *ev);

/* EnvelopesWrite - Writes the envelopes to a file.

   Input:
     snapshots  have the tables of nodes and cells in whose order the values are written
     create     whether the datasets are created; otherwise they exist, and are overwritten
   Collective. */
PetscErrorCode EnvelopesWrite(const Envelopes *v, File file, const Snapshots *snapshots,
                              PetscBool create);

/* EnvelopesReport - Prints a line for each component of each envelope: the smallest and the largest
   value in the model, and the names of the combinations in which they occur. The times of the rows
   are the numbers of the combinations, from 1 to n. In envelope_report.c. Collective. */
PetscErrorCode EnvelopesReport(const Envelopes *v, PetscInt n, const char *const names[]);

/* EnvelopesArchive - Writes the envelopes (extreme values over all steps) to a checkpoint, or reads
   them if the archive is reading. Collective. */
PetscErrorCode EnvelopesArchive(Envelopes *v, FsArchive a);

#endif
