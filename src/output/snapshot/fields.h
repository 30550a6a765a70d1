/* fields.h: which fields of nodes and results of elements the user has chosen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_FIELDS_H

#include "model/model.h"
#include "output/output_options.h"

#define JOINTS_FIELD "joints" /* stands for the results of joints among the names of fields */

typedef struct {
  PetscBool all; /* all fields are chosen */
  PetscInt  n;
  char    **name; /* [n] chosen fields */
} Fields;

/* FieldsCreate - Chooses the fields with these names, or all for "all". The names are copied.

   Input:
     option  name of the option that gives the names, for messages
     frames  whether the fields are for snapshots or for envelopes. Snapshots have all fields by
             default, and may have JOINTS_FIELD. Envelopes have no fields by default
   Collective. Input error: the model does not have a field of a given name. */
PetscErrorCode FieldsCreate(const NameList *names, const char option[], PetscBool frames,
                            Model model, Fields *fields);
PetscErrorCode FieldsDestroy(Fields *fields);

/* fields_contain - Returns whether a field is chosen. Not collective. */
PetscBool fields_contain(const Fields *fields, const char name[]);

#endif
