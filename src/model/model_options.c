/* model_options.c: reads the description of a model from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "subjects.h"
#include "members/splits/line_splits.h"
#include "members/part_ends.h"
#include "model/ties/ties.h"

/* clang-format off */
static const FsOptionDoc model_options[] = {
  {"-parts", "<name>,...", "names of the parts, each described by -part_<name>_..."},
  {"-directions", "<xyz>",
   "components of nodes of bars, springs and masses; default: those in which they act"},
  {"-linearize", "false",
   "small displacements and rotations: matrices of the reference configuration, dead loads",
   FS_BOOL(ModelOptions, linearize)},
  {"-linearize_balanced", "false",
   "prestress that does not balance in the mesh is balanced by loads that the case leaves out",
   FS_BOOL(ModelOptions, linearize_balanced), FS_WHEN(ModelOptions, linearize)},
  {"-damping_mass", "0",
   "alpha of Rayleigh damping C = alpha M + beta K [1/s]; M is that of displacements",
   FS_NONNEGATIVE(ModelOptions, damping_mass)},
  {"-damping_stiffness", "0",
   "beta of Rayleigh damping [s]; K is that of linear elements, or of all with -linearize",
   FS_NONNEGATIVE(ModelOptions, damping_stiffness)},
  {"-shell_kink", "20",
   "largest angle [degrees] between normals of shells at a node and their mean, to share it"},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the angle of edges of shells. */
static PetscErrorCode ReadKink(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  PetscReal degrees = 20;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, "-shell_kink", &degrees, NULL));
  PetscCheck(degrees >= 0 && degrees < 90, comm, PETSC_ERR_USER_INPUT,
             "-shell_kink %.6g: must be from 0 to below 90 degrees", (double)degrees);
  m->shell_kink = degrees * PETSC_PI / 180;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The model adds these to meshes. The options of ties are read before those of ends of lines. */
static const MeshEditKind *const mesh_edits[] = {&tie_edit, &part_split_edit, &line_split_edit,
                                                 NULL};
static const MeshExtensions      extensions   = {&member_end_reader, mesh_edits};

PetscErrorCode ModelOptionsRead(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(m, sizeof *m));
  m->symbols = OptionsSymbols(o);
  PetscCall(FsOptionsReadRows(o, model_options, NULL, m));
  PetscCall(MeshOptionsRead(o, comm, &extensions, &m->mesh));
  m->directions = DIRECTIONS_OF_PARTS;
  PetscCall(FsOptionsComponents(o, "-directions", &m->directions, NULL));
  PetscCall(ReadKink(o, comm, m));
  for (int k = 0; k < model_subject_count; k++)
    if (model_subjects[k].read) PetscCall(model_subjects[k].read(o, comm, m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelOptionsFree(ModelOptions *m)
{
  PetscFunctionBeginUser;
  for (int k = model_subject_count - 1; k >= 0; k--)
    if (model_subjects[k].free) PetscCall(model_subjects[k].free(m));
  PetscCall(MeshOptionsFree(&m->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDocument(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Model", model_options));
  for (int k = 0; k < model_subject_count; k++) {
    const ModelSubject *s = &model_subjects[k];

    if (s->options) PetscCall(FsOptionsDocument(o, s->title, s->options));
    if (s->document) PetscCall(s->document(o));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
