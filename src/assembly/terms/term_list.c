/* term_list.c: creates the terms of a model, and those of its loads again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "terms.h"

/* All kinds of terms, in the order in which they are summed. A new kind is a file in this folder, a
   symbol in terms.h and a row here. */
static const TermKind *const term_kinds[] = {
  &linear_term,     &spin_term,       &gravity_term,      &load_term,       &lever_term,
  &moving_term,     &prescribed_term, &force_law_term,    &element_term,    &follower_load_term,
  &constraint_term, &joint_term,      &slider_term,       &moment_law_term, &stop_term,
  &line_load_term,  &given_load_term, &given_moment_term, &unstrained_term, NULL};

static PetscErrorCode CreateTerm(Assembly a, const TermKind *kind, PetscBool *present, Term *term)
{
  PetscFunctionBeginUser;
  *present = PETSC_FALSE;
  PetscCall(PetscNew(term));
  **term = (struct _n_Term){.kind = kind, .assembly = a, .model = a->model};
  PetscCall(kind->create(*term, present));
  if (!*present) PetscCall(PetscFree(*term));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyCreateTerms(Assembly a)
{
  PetscInt npairs = 0;

  PetscFunctionBeginUser;
  for (int k = 0; term_kinds[k]; k++) {
    PetscBool present;
    Term      term;

    PetscCall(CreateTerm(a, term_kinds[k], &present, &term));
    if (!present) continue;
    PetscCheck(a->nterms < MAX_TERMS, a->model->comm, PETSC_ERR_PLIB,
               "more than %d terms: enlarge MAX_TERMS", MAX_TERMS);
    term->first_pair = npairs;
    npairs += term->npairs;
    a->term[a->nterms++] = term;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the place of the term of a kind, or NULL if there is no such term on this rank. */
static Term *place_of(Assembly a, const TermKind *kind)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind == kind) return &a->term[k];
  return NULL;
}

/* Replaces the term of a kind by one for the present loads. Returns in *same whether both say the
   same about themselves. */
static PetscErrorCode RenewTerm(Assembly a, const TermKind *kind, PetscBool *same)
{
  Term *const old = place_of(a, kind);
  PetscBool   present;
  Term        term;

  PetscFunctionBeginUser;
  PetscCall(CreateTerm(a, kind, &present, &term));
  *same = (PetscBool)(present == (old != NULL));
  if (old && present) {
    term->first_pair = (*old)->first_pair;
    *same            = (PetscBool)(!memcmp(&term->traits, &(*old)->traits, sizeof term->traits) &&
                        term->npairs == (*old)->npairs && term->nsources == (*old)->nsources);
    PetscCall(TermDestroy(old));
    *old = term;
  } else if (present) PetscCall(TermDestroy(&term));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyRenewLoads(Assembly a, PetscBool *same)
{
  PetscFunctionBeginUser;
  *same = PETSC_TRUE;
  for (int k = 0; term_kinds[k]; k++) {
    PetscBool term = PETSC_TRUE;

    if (term_kinds[k]->is_load) PetscCall(RenewTerm(a, term_kinds[k], &term));
    *same = (PetscBool)(*same && term);
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, same, 1, MPIU_BOOL, MPI_LAND, a->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
