/* tie_options.c: reads the description of ties from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "tie_options.h"
#include "math/vector.h"

static PetscErrorCode ReadJumps(FsOptions o, TieOptions *tie)
{
  PetscBool any = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscBool set;

    PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_jump_%c", tie->name, 'x' + c),
                            &tie->jump[c], &set));
    if (set) any = PETSC_TRUE;
  }
  if (any) PetscCall(DriverTimesFromOptions(o, &tie->times));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- equations ------------------------------------------------------------------------------- */

const char *const tie_component_names[COMPONENTS] = {"x",          "y",          "z",
                                                     "rotation_x", "rotation_y", "rotation_z"};

/* Reads the set and the component of a term, text[length]. */
static PetscErrorCode ReadTerm(MPI_Comm comm, const char option[], const char text[], size_t length,
                               TieTerm *term)
{
  char *dot;

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(term->set, text, PetscMin(length + 1, sizeof term->set)));
  dot             = strrchr(term->set, '.');
  term->component = COMPONENTS;
  for (int c = 0; c < COMPONENTS && dot; c++)
    if (!strcmp(dot + 1, tie_component_names[c])) term->component = c;
  PetscCheck(term->component < COMPONENTS, comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' is not <set>.<component>, such as top.x; the components are x, y, z, "
             "rotation_x, rotation_y, rotation_z",
             option, term->set);
  *dot = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadTerms(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_of", tie->name), *text;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no terms: give %s <set>.<component>,<set>.<component>,...", tie->name,
             option);
  for (PetscBool last = PETSC_FALSE; !last; tie->nterms++) {
    const size_t length = strcspn(text, ",");

    PetscCheck(tie->nterms < COUPLING_MAX_MEMBERS, comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d terms; put nodes of one coefficient into one set", option,
               COUPLING_MAX_MEMBERS);
    PetscCall(ReadTerm(comm, option, text, length, &tie->term[tie->nterms]));
    last = (PetscBool)!text[length];
    text += length + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadEquation(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_coefficients", tie->name);
  PetscReal   c[COUPLING_MAX_MEMBERS];
  PetscInt    n;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(ReadTerms(o, comm, tie));
  n = tie->nterms;
  PetscCall(FsOptionsReals(o, option, tie->nterms, &n, c, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no coefficients: give %s, %" PetscInt_FMT " numbers", tie->name, option,
             tie->nterms);
  for (PetscInt k = 0; k < n; k++) {
    PetscCheck(c[k] != 0, comm, PETSC_ERR_USER_INPUT,
               "%s: number %" PetscInt_FMT " is 0; take the term out of -tie_%s_of", option, k + 1,
               tie->name);
    tie->term[k].coefficient = c[k];
  }
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-tie_%s_value", tie->name), &tie->value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all ties -------------------------------------------------------------------------------- */

static PetscErrorCode ReadTie(FsOptions o, MPI_Comm comm, const char name[], TieOptions *tie)
{
  const char *axis  = FsOptionName(o, "-tie_%s_axis", name);
  PetscInt    three = 3;

  PetscFunctionBeginUser;
  *tie = (TieOptions){
    .name = name, .normal = {0, 0, 1},
         .weight = "1"
  };
  PetscCall(TieKindFromOptions(o, comm, name, &tie->kind));
  if (tie->kind == TIE_EQUATION) PetscCall(ReadEquation(o, comm, tie));
  if (tie->kind == TIE_PERIODIC) PetscCall(ReadJumps(o, tie));
  if (tie->kind == TIE_DISTRIBUTED)
    PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_weight", name), &tie->weight, NULL));
  if (tie->kind != TIE_DIAPHRAGM) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsReals(o, axis, 3, &three, tie->normal, NULL));
  PetscCheck(norm(tie->normal) > 0, comm, PETSC_ERR_USER_INPUT,
             "%s: the normal has no direction; give numbers that are not all 0", axis);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TiesOptionsRead(FsOptions o, MPI_Comm comm, TiesOptions *ties)
{
  static const char *const choices[] = {"multipliers", "eliminate", NULL};
  PetscInt                 choice    = 1;

  PetscFunctionBeginUser;
  *ties = (TiesOptions){.eliminate = PETSC_TRUE};
  PetscCall(FsOptionsNames(o, "-ties", &ties->n, &ties->names));
  if (!ties->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsChoice(o, "-ties_solve", choices, &choice, NULL));
  ties->eliminate = (PetscBool)(choice == 1);
  PetscCall(PetscCalloc1(ties->n, &ties->tie));
  for (PetscInt i = 0; i < ties->n; i++) PetscCall(ReadTie(o, comm, ties->names[i], &ties->tie[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TiesOptionsFree(TiesOptions *ties)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(ties->n, &ties->names));
  PetscCall(PetscFree(ties->tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}
