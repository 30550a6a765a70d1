/* section_offset.c: turns offsets from the axes of a beam's section into global axes.

   The axes are those of a section of the straight beam between the two points, without offsets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/registry.h"
#include "section_offset.h"
#include <string.h>
#include "element/beam/node_axes.h"
#include "element/element.h"
#include "input/formula/expression.h"
#include "math/vector.h"
#include "part_of_member.h"

/* Returns whether the options have a value for this name. Collective. */
static PetscErrorCode IsGiven(FsOptions o, const char name[], PetscBool *given)
{
  const char *text;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, name, &text, given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadAxes(FsOptions o, MPI_Comm comm, const char part[],
                               SectionOffset *section)
{
  static const char *const variables[] = {"x", "y", "z", "s", "fraction"};
  const PetscReal          origin[5]   = {0};
  const char              *twist, *option = FsOptionName(o, "-part_%s_twist", part);
  PetscInt                 three = 3;
  PetscBool                given, varies = PETSC_FALSE;
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-part_%s_direction", part), 3, &three,
                           section->direction, NULL));
  PetscCall(IsGiven(o, FsOptionName(o, "-part_%s_stations", part), &varies));
  PetscCall(FsOptionsText(o, option, &twist, &given));
  if (given) {
    PetscCall(ExpressionCreate(OptionsSymbols(o), option, twist, 5, variables, &e));
    for (int k = 0; k < 5; k++) varies = (PetscBool)(varies || ExpressionDependsOn(e, k));
    section->twist = ExpressionValue(e, origin);
    PetscCall(ExpressionDestroy(&e));
  }
  PetscCheck(!varies, comm, PETSC_ERR_USER_INPUT,
             "%s section: the section of part '%s' varies along the beam; give the offset in "
             "global axes",
             section->option, part);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads whether the offsets are in the axes of the section. */
static PetscErrorCode ReadGiven(FsOptions o, const char option[], SectionOffset *section)
{
  static const char *const words[] = {"global", "section", NULL};
  PetscInt                 chosen  = 0;

  PetscFunctionBeginUser;
  memset(section, 0, sizeof *section);
  PetscCall(PetscStrncpy(section->option, option, sizeof section->option));
  PetscCall(FsOptionsChoice(o, option, words, &chosen, NULL));
  section->given = (PetscBool)(chosen == 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a mesh is turned, and the sections of a file or frame with it, or not. */
static PetscErrorCode CheckNotTurned(FsOptions o, MPI_Comm comm, const SectionOffset *section)
{
  PetscBool turned;

  PetscFunctionBeginUser;
  PetscCall(IsGiven(o, "-mesh_rotate", &turned));
  PetscCheck(!turned, comm, PETSC_ERR_USER_INPUT,
             "%s section: with -mesh_rotate, give the offset in global axes", section->option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SectionOffsetOfPart(FsOptions o, MPI_Comm comm, const char part[],
                                   SectionOffset *section)
{
  PetscInt npatterns;
  char   **patterns;

  PetscFunctionBeginUser;
  PetscCall(ReadGiven(o, FsOptionName(o, "-part_%s_end_offset_axes", part), section));
  if (!section->given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsNames(o, "-patterns", &npatterns, &patterns));
  PetscCall(PetscStrNArrayDestroy(npatterns, &patterns));
  PetscCheck(!npatterns, comm, PETSC_ERR_USER_INPUT,
             "%s section: the sections of a frame turn with its patterns; give offsets of its "
             "members, -member_<name>_offset_start",
             section->option);
  PetscCall(CheckNotTurned(o, comm, section));
  PetscCall(ReadAxes(o, comm, part, section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the part of a member -------------------------------------------------------------------- */

/* Finds whether a part is of beams and has the member as a set. */
static PetscErrorCode HasMember(FsOptions o, MPI_Comm comm, const char part[], const char member[],
                                const char option[], PetscBool *has)
{
  static const char *const places[] = {"box", "sphere", "plane", "where"};
  const ElementKernel     *kernel;
  PetscBool                given;

  PetscFunctionBeginUser;
  PetscCall(PartOptionsHaveMember(o, part, member, &kernel, has));
  *has = (PetscBool)(*has && kernel && kernel->type->has_section);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(places) && *has; k++) {
    PetscCall(IsGiven(o, FsOptionName(o, "-part_%s_%s", part, places[k]), &given));
    PetscCheck(
      !given, comm, PETSC_ERR_USER_INPUT,
      "%s section: the part '%s' is selected by its place, -part_%s_%s; select it by sets, "
      "or give the offset in global axes",
      option, part, part, places[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SectionOffsetOfMember(FsOptions o, MPI_Comm comm, const char member[],
                                     SectionOffset *section)
{
  PetscInt  nparts;
  PetscBool has = PETSC_FALSE;
  char    **parts;

  PetscFunctionBeginUser;
  PetscCall(ReadGiven(o, FsOptionName(o, "-member_%s_offset_axes", member), section));
  if (!section->given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckNotTurned(o, comm, section));
  PetscCall(FsOptionsNames(o, "-parts", &nparts, &parts));
  for (PetscInt i = 0; i < nparts && !has; i++) {
    PetscCall(HasMember(o, comm, parts[i], member, section->option, &has));
    if (has) PetscCall(ReadAxes(o, comm, parts[i], section));
  }
  PetscCall(PetscStrNArrayDestroy(nparts, &parts));
  PetscCheck(has, comm, PETSC_ERR_USER_INPUT,
             "%s section: no part of beams has the member by a set; give one, or the offset in "
             "global axes",
             section->option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int SectionOffsetTurn(const SectionOffset *section, const double x[2][3], double offset[3])
{
  const double chord[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
  double       direction[3], axes[3][3], given[3];

  if (!section->given) return 0;
  beam_default_direction(chord, direction);
  if (norm(section->direction) > 0) memcpy(direction, section->direction, sizeof direction);
  if (!(norm(chord) > 0) || !beam_section_axes(chord, direction, section->twist, axes)) return 1;
  memcpy(given, offset, sizeof given);
  for (int c = 0; c < 3; c++)
    offset[c] = given[0] * axes[0][c] + given[1] * axes[1][c] + given[2] * axes[2][c];
  return 0;
}
