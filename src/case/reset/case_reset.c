/* case_reset.c: lets a case be set up again with other values of its options, and decides whether
   the new set-up may keep the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include <fs/case_reset.h>
#include "case/case_impl.h"
#include "input/formula/symbols.h"
#include "input/given/given_options.h"

/* ---- what the options change ----------------------------------------------------------------- */

/* Returns whether an option only says how large a load, gravity or the acceleration of the ground
   is. */
static PetscBool is_size_of_load(const char name[])
{
  static const char *const ends[]   = {"_force", "_moment", "_traction", "_time"};
  static const char *const starts[] = {"-gravity", "-base_acceleration_"};
  const size_t             n        = strlen(name);

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(starts); k++)
    if (!strncasecmp(name, starts[k], strlen(starts[k]))) return PETSC_TRUE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(ends); k++) {
    const size_t end = strlen(ends[k]);

    if (!strncasecmp(name, "-load_", 6) && n > end && !strcasecmp(name + n - end, ends[k]))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool is_damping(const char name[])
{
  return (PetscBool)!strncasecmp(name, "-damping_", strlen("-damping_"));
}

/* Returns whether a constant or a table has other values among other symbols, or is not among
   them. */
static PetscBool has_changed(const Symbol *s, Symbols others)
{
  const Symbol *const other = symbol_find(others, s->name, strlen(s->name));

  if (!other || !other->interpolant != !s->interpolant) return PETSC_TRUE;
  if (s->interpolant)
    return (PetscBool)(interpolant_checksum(other->interpolant) !=
                       interpolant_checksum(s->interpolant));
  return (PetscBool)(memcmp(&other->value, &s->value, sizeof s->value) != 0);
}

/* Returns whether the values of an option differ: the texts, or constants and tables that occur in
   them. */
static PetscBool differs(const OptionEntry *a, const OptionEntry *b, Symbols before, Symbols now)
{
  if (!a->value || !b->value) return (PetscBool)(a->value != b->value);
  if (strcmp(a->value, b->value)) return PETSC_TRUE;
  for (PetscInt k = 0; k < now->n; k++)
    if (has_changed(&now->symbol[k], before) &&
        symbol_occurs(a->value, now->symbol[k].name, strlen(now->symbol[k].name)))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether the program gives something in place of a formula, which the model keeps. */
static PetscBool is_given(const OptionEntry *o)
{
  return (PetscBool)(o->value && (!strcmp(o->value, "given") || !strcmp(o->value, "function")));
}

void case_choose_model(FsCase c)
{
  const FsOptionList before = c->kept_list, now = c->supplied;
  PetscBool          damped = PETSC_FALSE;

  c->kept.used = PETSC_FALSE;
  if (!c->kept.reusable) return;
  c->kept.reusable = PETSC_FALSE;
  if (!before || before->nnames != now->nnames) return;
  for (int k = 0; k < now->nnames; k++) {
    const OptionEntry *const a = &before->named[k], *const b = &now->named[k];

    if (strcasecmp(a->name, b->name) || is_given(b)) return;
    if (!strcasecmp(b->name, OPTION_LET_NAME) ||
        !differs(a, b, OptionsSymbols(c->kept_options), OptionsSymbols(c->o)))
      continue;
    if (is_damping(b->name)) damped = PETSC_TRUE;
    else if (!is_size_of_load(b->name)) return;
  }
  c->kept.damped   = damped;
  c->kept.reusable = PETSC_TRUE;
}

/* ---- before another set-up ------------------------------------------------------------------- */

PetscErrorCode CaseEmptyRun(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(c->matrix.node, c->matrix.component));
  PetscCall(PetscFree(c->matrix.start));
  PetscCall(PetscFree2(c->matrix.column, c->matrix.value));
  PetscCall(VecDestroy(&c->forces));
  PetscCall(PetscFree(c->place));
  PetscCall(PetscFree(c->modal_damping));
  PetscCall(PetscFree(c->gathered));
  if (c->changes) PetscCall(LoadStepsDestroy(c->changes));
  PetscCall(PetscFree(c->changes));
  PetscCall(ModelRunDestroy(&c->run));
  PetscCall(ParticipantDestroy(&c->participant));
  PetscCall(PetscFree(c->foreign));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FreeKeptOptions(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDestroy(&c->kept_options));
  FsOptionListDestroy(&c->kept_list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseSettleModel(FsCase c)
{
  PetscFunctionBeginUser;
  if (!c->kept.used) PetscCall(FreeKeptOptions(c)); /* the model borrows texts of c->o */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseEmptyModel(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(KeptModelDestroy(&c->kept));
  PetscCall(FreeKeptOptions(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the options of the set-up if the model borrows their texts, and frees them otherwise. */
static PetscErrorCode KeepOptions(FsCase c)
{
  PetscFunctionBeginUser;
  if (!c->kept_options) {
    c->kept_options = c->o;
    c->kept_list    = c->supplied;
    c->o            = NULL;
    c->supplied     = NULL;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FsOptionsDestroy(&c->o));
  FsOptionListDestroy(&c->supplied);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void case_prove_given(FsCase c)
{
  c->proven = (CaseGiven){.there     = PETSC_TRUE,
                          .nbytes    = c->given.nbytes,
                          .nfiles    = c->given.nfiles,
                          .mesh      = c->mesh,
                          .has_mesh  = c->has_mesh,
                          .functions = c->functions};
}

/* Drops what the program has given since the last set-up that succeeded, if there is one. */
static PetscErrorCode DropRefused(FsCase c)
{
  PetscFunctionBeginUser;
  if (!c->proven.there) PetscFunctionReturn(PETSC_SUCCESS);
  c->given.nbytes = c->proven.nbytes;
  c->given.nfiles = c->proven.nfiles;
  c->mesh         = c->proven.mesh;
  c->has_mesh     = c->proven.has_mesh;
  PetscCall(CaseFunctionsDestroy(c, c->proven.functions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Reset(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseReset: a monitor can only look at the case; call it between steps");
  if (c->phase == CASE_OPTIONS) {
    PetscCall(DropRefused(c));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  c->kept.reusable =
    (PetscBool)(c->kept.remembers && c->is_set_up && c->run && ModelRunIsByTime(c->run));
  PetscCall(CaseEmptyRun(c));
  for (FsCaseState s = c->states; s; s = s->previous) s->c = NULL; /* the caller has them */
  c->states = NULL;
  PetscCall(KeepOptions(c));
  if (!c->kept.reusable) PetscCall(CaseEmptyModel(c));
  PetscCall(PetscOptionsClear(c->process.options));
  if (!c->is_set_up) PetscCall(DropRefused(c));
  if (!case_rank(c)) option_list_settle(&c->given);
  c->proven.nbytes = c->given.nbytes;
  c->analysis      = NULL;
  c->is_set_up     = PETSC_FALSE;
  c->phase         = CASE_OPTIONS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseReset(FsCase c) { CASE_CALL(c, Reset(c)); }
