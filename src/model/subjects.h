/* subjects.h: a table of the subjects of a model, such as supports or loads, with the functions
   that read their options, create them and free them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUBJECTS_H
#define FS_MODEL_SUBJECTS_H

#include "model/model_options.h"

/* ModelSubject - A subject of the model. Every member may be NULL. Functions are collective; input
   errors name the option and the remedy. */
typedef struct {
  const char        *title;   /* title of the subject's section in the manual */
  const FsOptionDoc *options; /* options of this section */
  /* adds the subject's sections to the manual if a function computes them; then title and options
     are NULL */
  PetscErrorCode (*document)(FsOptions o);
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, ModelOptions *m); /* sets members of m */
  PetscErrorCode (*free)(ModelOptions *m);                             /* frees these members */
  /* adds the subject to the model, which already has the subjects of earlier rows of the table */
  PetscErrorCode (*create)(Model model, const ModelOptions *m);
  PetscErrorCode (*destroy)(Model model); /* frees what create has added */
} ModelSubject;

/* the subjects in the order in which the manual lists them, and in which they are read and created;
   they must be destroyed in the opposite order */
extern const ModelSubject model_subjects[];
extern const int          model_subject_count;

#endif
