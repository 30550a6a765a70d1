/* tie_lines.c: reads from the options which nodes ties join by lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tie_cells.h"

const char *const tie_kinds[] = {"rigid", "diaphragm", "distributed", "periodic", "equation", NULL};

PetscErrorCode TieKindFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieKind *kind)
{
  const char *option = FsOptionName(o, "-tie_%s_type", name);
  PetscInt    chosen = -1;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, option, tie_kinds, &chosen, NULL));
  PetscCheck(chosen >= 0, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no type: give %s (rigid, diaphragm, equation, ...)", name, option);
  *kind = (TieKind)chosen;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the second side of a periodic tie. */
static PetscErrorCode ReadOppositeSide(FsOptions o, MPI_Comm comm, TieLines *tie)
{
  const char *const option = FsOptionName(o, "-tie_%s_to", tie->name);
  PetscInt          three  = 3;
  PetscBool         given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &tie->to, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has one set only: give %s, the set of the opposite nodes", tie->name,
             option);
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-tie_%s_translation", tie->name), 3, &three,
                           tie->translation, &tie->has_translation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadMaster(FsOptions o, MPI_Comm comm, TieLines *tie)
{
  const char *const option = FsOptionName(o, "-tie_%s_master", tie->name);
  PetscBool         given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &tie->master, &given));
  PetscCheck(given || tie->kind != TIE_DISTRIBUTED, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no master: give %s, a set with the node that follows the mean motion of "
             "the others",
             tie->name, option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieLinesFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieLines *tie)
{
  PetscFunctionBeginUser;
  *tie = (TieLines){.name = name};
  PetscCall(TieKindFromOptions(o, comm, name, &tie->kind));
  if (tie->kind == TIE_EQUATION) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MeshSelectionFromOptions(o, comm, "tie", SELECT_ANY, name, &tie->nodes));
  if (tie->kind == TIE_PERIODIC) PetscCall(ReadOppositeSide(o, comm, tie));
  else PetscCall(ReadMaster(o, comm, tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the edit of the mesh -------------------------------------------------------------------- */

/* The lines of all ties. */
typedef struct {
  PetscInt  n;
  char    **names; /* [n] */
  TieLines *tie;   /* [n] */
} AllTieLines;

static PetscErrorCode AllTieLinesFree(void *data)
{
  AllTieLines *x = data;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(x->tie));
  PetscCall(PetscStrNArrayDestroy(x->n, &x->names));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AllTieLinesRead(FsOptions o, MPI_Comm comm, void **data)
{
  AllTieLines *x;

  PetscFunctionBeginUser;
  *data = NULL;
  PetscCall(PetscNew(&x));
  PetscCall(FsOptionsNames(o, "-ties", &x->n, &x->names));
  PetscCall(PetscCalloc1(x->n, &x->tie));
  for (PetscInt i = 0; i < x->n; i++)
    PetscCall(TieLinesFromOptions(o, comm, x->names[i], &x->tie[i]));
  if (x->n) *data = x;
  else PetscCall(AllTieLinesFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AllTieLinesApply(MPI_Comm comm, const void *data, DistributedMesh *d)
{
  const AllTieLines *x = data;

  PetscFunctionBeginUser;
  PetscCall(TieCellsAdd(comm, x->n, x->tie, d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const MeshEditKind tie_edit = {AllTieLinesRead, AllTieLinesApply, AllTieLinesFree, PETSC_FALSE};
