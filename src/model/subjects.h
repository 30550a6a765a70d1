/* subjects.h: the subjects of a model: their options, how they are made, and how they are freed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUBJECTS_H
#define FS_MODEL_SUBJECTS_H

#include "model/model_options.h"

/* ModelSubject - A subject of the model, such as supports. Every member may be NULL. Functions are
   collective; input errors name the option and the remedy. */
typedef struct {
  /* The section of the manual. */
  const char        *title;
  const FsOptionDoc *options;
  PetscErrorCode (*document)(FsOptions o); /* instead, if the tables are made by a function */

  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, ModelOptions *m); /* sets members of m */
  PetscErrorCode (*free)(ModelOptions *m);                             /* frees these members */
  PetscErrorCode (*create)(Model model, const ModelOptions *m); /* after those of earlier rows */
  PetscErrorCode (*destroy)(Model model);                       /* frees what create has made */
} ModelSubject;

/* The subjects in the order in which the manual lists them, and in which they are read and created.
   Destroy them in the opposite order. */
extern const ModelSubject model_subjects[];
extern const int          model_subject_count;

#endif
