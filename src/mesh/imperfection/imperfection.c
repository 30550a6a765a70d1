/* imperfection.c: reads imperfections from the options, and moves the nodes of a mesh by them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "imperfection.h"
#include "mesh/mesh.h"

const FsOptionDoc imperfection_options[] = {
  {"-imperfection",           "<file.h5:/path>,...",
   "moves the nodes by shapes of earlier runs of this mesh: /buckling/shape/1, "
   "/modes/shape/2, /snapshots/000000/displacement"                                },
  {"-imperfection_amplitude", "<number>,...",
   "largest displacement of each [m]; negative reverses it; by default unscaled"   },
  {"-imperfection_formula",   "<x>,<y>,<z>",
   "moves the nodes by three formulas of x, y and z [m], for example \"z/200,0,0\""},
  {NULL,                      NULL,                  NULL                          }
};

enum { MAX_IMPERFECTIONS = 16 };

/* Splits "file:/path" into the file, which it finds, and the path. */
static PetscErrorCode ReadShape(FsOptions o, MPI_Comm comm, const char text[], ImperfectionShape *x)
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

/* Reads the shapes and their amplitudes. */
static PetscErrorCode ReadShapes(FsOptions o, MPI_Comm comm, Imperfections *m)
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
  PetscCall(PetscCalloc1(count, &m->shape));
  for (int k = 0; k < count; k++) {
    PetscCheck(!set || amplitude[k] != 0, comm, PETSC_ERR_USER_INPUT,
               "-imperfection_amplitude 0: leave out %s", names[k]);
    PetscCall(ReadShape(o, comm, names[k], &m->shape[k]));
    m->shape[k].amplitude = amplitude[k];
  }
  m->nshapes = count;
  PetscCall(PetscStrToArrayDestroy(count, names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ImperfectionsFromOptions(FsOptions o, MPI_Comm comm, Imperfections *m)
{
  static const char *const variables[] = {"x", "y", "z"};

  PetscFunctionBeginUser;
  PetscCall(ReadShapes(o, comm, m));
  PetscCall(PointFormulasRead(o, comm, "-imperfection_formula", 3, variables, &m->formula));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ImperfectionsFree(Imperfections *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(m->shape));
  PetscCall(PointFormulasDestroy(&m->formula));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the values of the formulas at all nodes of this rank to mesh->imperfection. */
static PetscErrorCode AddFormula(Mesh mesh, const PointFormulas *formula)
{
  PetscBool bad          = PETSC_FALSE;
  char      message[512] = "";

  PetscFunctionBeginUser;
  for (int i = 0; i < mesh->g.nnodes; i++) {
    const PetscReal at[3] = {mesh->g.x[i][0], mesh->g.x[i][1], mesh->g.x[i][2]};
    PetscReal       dx[3];

    if (!PointFormulasValue(formula, at, dx) && !bad) {
      PointFormulasErrorText(formula, at, sizeof message, message);
      bad = PETSC_TRUE;
    }
    for (int c = 0; c < 3; c++) mesh->imperfection[3 * i + c] += dx[c];
  }
  PetscCall(CheckAllRanks(mesh->comm, bad, "%s", message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshApplyImperfections(Mesh mesh, const Imperfections *m)
{
  const PetscBool formula = PointFormulasGiven(&m->formula);

  PetscFunctionBeginUser;
  if (!m->nshapes && !formula) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(3 * (size_t)mesh->g.nnodes, &mesh->imperfection));
  PetscCall(ImperfectionShapesAdd(mesh, m->nshapes, m->shape));
  if (formula) PetscCall(AddFormula(mesh, &m->formula));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3; c++) mesh->g.x[i][c] += mesh->imperfection[3 * i + c];
  PetscFunctionReturn(PETSC_SUCCESS);
}
