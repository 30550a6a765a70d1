/* imperfection_options.c: reads geometric imperfections from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "imperfection.h"

const FsOptionDoc imperfection_options[] = {
  {"-imperfection",           "<file.h5:/path>,...",
   "moves the nodes by shapes of earlier runs of this mesh: /buckling/shape/1, "
   "/modes/shape/2, /snapshots/000000/displacement"                             },
  {"-imperfection_amplitude", "<number>,...",
   "largest displacement of each [m]; negative reverses it; by default unscaled"},
  {NULL,                      NULL,                  NULL                       }
};

enum { MAX_IMPERFECTIONS = 16 };

/* Splits "file:/path" into the file, which it finds, and the path. */
static PetscErrorCode ReadShape(FsOptions o, MPI_Comm comm, const char text[], Imperfection *x)
{
  const char *colon = strstr(text, ":/");
  char        file[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCheck(colon && colon > text && (size_t)(colon - text) < sizeof file &&
               strlen(colon + 1) < sizeof x->path,
             comm, PETSC_ERR_USER_INPUT, "-imperfection %s: write file.h5:/buckling/shape/1", text);
  PetscCall(PetscStrncpy(file, text, (size_t)(colon - text) + 1));
  PetscCall(PetscStrncpy(x->path, colon + 1, sizeof x->path));
  PetscCall(PetscStrncpy(x->text, text, sizeof x->text));
  PetscCall(FsOptionsFindFile(o, file, x->file, sizeof x->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ImperfectionsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n,
                                        Imperfection **imperfections)
{
  PetscReal   amplitude[MAX_IMPERFECTIONS] = {0};
  const char *text;
  int         count      = 0;
  PetscInt    amplitudes = MAX_IMPERFECTIONS;
  PetscBool   set;
  char      **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-imperfection", &text, &set));
  PetscCall(PetscStrToArray(set ? text : "", ',', &count, &names));
  PetscCall(FsOptionsReals(o, "-imperfection_amplitude", 1, &amplitudes, amplitude, &set));
  PetscCheck(count <= MAX_IMPERFECTIONS, comm, PETSC_ERR_USER_INPUT, "-imperfection: at most %d",
             MAX_IMPERFECTIONS);
  PetscCheck(!set || amplitudes == count, comm, PETSC_ERR_USER_INPUT,
             "-imperfection_amplitude has %" PetscInt_FMT " numbers for %d -imperfection",
             amplitudes, count);
  PetscCall(PetscCalloc1(count, imperfections));
  for (int k = 0; k < count; k++) {
    PetscCheck(!set || amplitude[k] != 0, comm, PETSC_ERR_USER_INPUT,
               "-imperfection_amplitude 0: leave out %s", names[k]);
    PetscCall(ReadShape(o, comm, names[k], &(*imperfections)[k]));
    (*imperfections)[k].amplitude = amplitude[k];
  }
  *n = count;
  PetscCall(PetscStrToArrayDestroy(count, names));
  PetscFunctionReturn(PETSC_SUCCESS);
}
