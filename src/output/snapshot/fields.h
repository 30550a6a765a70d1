/* fields.h: which fields of nodes and results of elements the user has chosen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_FIELDS_H

#include "model/model.h"
#include "output/output_options.h"

#define JOINTS_FIELD "joints" /* the name that stands for all results of joints */

/* Fields - The names of the chosen fields and results. */
typedef struct {
  PetscBool all;  /* whether all fields and results are chosen */
  PetscInt  n;    /* number of names, not used if all is PETSC_TRUE */
  char    **name; /* [n] names of the chosen fields and results; owned */
} Fields;

/* FieldsCreate - Chooses fields and results by their names.

   Input:
     names   names that the user gives, which are copied; the single name "all" chooses everything
     option  name of the option that gives the names, for messages
     frames  PETSC_TRUE for snapshots, which have everything if names is empty, and may have
             JOINTS_FIELD; PETSC_FALSE for envelopes, which have nothing if names is empty
   Output:
     fields  the caller destroys it by FieldsDestroy()
   Collective. Input error: the model does not have a field or result of a given name. */
PetscErrorCode FieldsCreate(const NameList *names, const char option[], PetscBool frames,
                            Model model, Fields *fields);
PetscErrorCode FieldsDestroy(Fields *fields);

/* fields_contain - Returns whether the field or result of this name is chosen. Not collective. */
PetscBool fields_contain(const Fields *fields, const char name[]);

#endif
