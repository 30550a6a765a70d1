/* combination_list.c: enumerates combinations of load cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "combination_list.h"

enum { NAME = 1024 }; /* largest length of the name of a combination */

PetscErrorCode CombinationListAdd(CombinationList *l, const char name[], const PetscReal factor[])
{
  PetscFunctionBeginUser;
  if (l->n == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 16;
    PetscCall(PetscRealloc((size_t)l->capacity * sizeof *l->name, &l->name));
    PetscCall(PetscRealloc((size_t)(l->capacity * l->ncases) * sizeof *l->factor, &l->factor));
  }
  PetscCall(PetscStrallocpy(name, &l->name[l->n]));
  PetscCall(PetscArraycpy(l->factor + l->n * l->ncases, factor, l->ncases));
  l->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationListDestroy(CombinationList *l)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n; k++) PetscCall(PetscFree(l->name[k]));
  PetscCall(PetscFree(l->name));
  PetscCall(PetscFree(l->factor));
  *l = (CombinationList){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckNumber(MPI_Comm comm, const char name[], PetscReal n)
{
  PetscFunctionBeginUser;
  PetscCheck(n <= MOST_COMBINATIONS, comm, PETSC_ERR_USER_INPUT,
             "-combination_%s stands for more than %d combinations; use fewer alternatives", name,
             (int)MOST_COMBINATIONS);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds text in the manner of printf to the end of a name. */
static void append(char name[NAME], const char separator[], PetscReal factor, PetscBool has_factor,
                   const char load_case[])
{
  const size_t used = strlen(name);

  if (has_factor)
    snprintf(name + used, NAME - used, "%s%.6g*%s", separator, (double)factor, load_case);
  else snprintf(name + used, NAME - used, "%s%s", separator, load_case);
}

PetscErrorCode CombinationListAddSum(MPI_Comm comm, CombinationList *l, const char name[],
                                     const FactoredSum *sum, const char *const case_name[])
{
  PetscReal all = 1, *factor;
  PetscInt *choice;
  PetscBool more = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < sum->n; k++)
    all *= (PetscReal)(sum->term[k].nfactors * sum->term[k].nnames);
  PetscCall(CheckNumber(comm, name, (PetscReal)l->n + all));
  PetscCall(PetscCalloc2(l->ncases, &factor, sum->n, &choice));
  while (more) {
    char label[NAME];

    snprintf(label, sizeof label, "%s", name);
    PetscCall(PetscArrayzero(factor, l->ncases));
    for (PetscInt k = 0; k < sum->n; k++) {
      const SumTerm  *t  = &sum->term[k];
      const PetscReal f  = t->factor[choice[k] / t->nnames];
      const PetscInt  at = t->name[choice[k] % t->nnames];

      factor[at] += f;
      if (t->nfactors * t->nnames > 1)
        append(label, ":", f, (PetscBool)(t->nfactors > 1), case_name[at]);
    }
    PetscCall(CombinationListAdd(l, label, factor));
    more = PETSC_FALSE;
    for (PetscInt k = sum->n - 1; k >= 0 && !more; k--) {
      choice[k] = (choice[k] + 1) % (sum->term[k].nfactors * sum->term[k].nnames);
      more      = (PetscBool)(choice[k] > 0);
    }
  }
  PetscCall(PetscFree2(factor, choice));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rule of partial factors ----------------------------------------------------------------- */

/* The states of a load case in the rule; a permanent load has the first two only. */
enum { ABSENT, ACCOMPANYING, LEADING, VARIABLE_STATES };
enum { FAVOURABLE, UNFAVOURABLE, PERMANENT_STATES };

static int count_states(const PartialFactors *rule)
{
  return rule->kind ? VARIABLE_STATES : PERMANENT_STATES;
}

/* Returns whether two load cases are of one group. */
static PetscBool exclude(const PartialFactors *a, const PartialFactors *b)
{
  return (PetscBool)(a->group && b->group && !strcasecmp(a->group, b->group));
}

/* Returns whether the states of the load cases are a combination of the rule. */
static PetscBool is_allowed(PetscInt n, const PetscInt at[], const PartialFactors rule[],
                            const int state[])
{
  PetscInt leading = 0, present = 0;

  for (PetscInt k = 0; k < n; k++) {
    const PartialFactors *r = &rule[at[k]];

    if (!r->kind) { /* equal factors would give the same combination twice */
      if (state[k] == FAVOURABLE && r->favourable == r->factor) return PETSC_FALSE;
      continue;
    }
    if (state[k] == ABSENT) continue;
    present++;
    if (state[k] == LEADING) leading++;
    if (state[k] == ACCOMPANYING && r->accompanying == 0) return PETSC_FALSE;
    for (PetscInt j = 0; j < k; j++)
      if (rule[at[j]].kind && state[j] != ABSENT && exclude(r, &rule[at[j]])) return PETSC_FALSE;
  }
  return (PetscBool)(leading == 1 || !present);
}

static PetscReal factor_of_state(const PartialFactors *r, int state)
{
  if (!r->kind) return state == UNFAVOURABLE ? r->factor : r->favourable;
  return state == LEADING ? r->factor : state == ACCOMPANYING ? r->factor * r->accompanying : 0;
}

/* Adds the combination of the states of load cases, unless nothing acts. factor is a work array. */
static PetscErrorCode AddStates(CombinationList *l, const char name[], PetscInt n,
                                const PetscInt at[], const PartialFactors rule[], const int state[],
                                const char *const case_name[], PetscReal factor[])
{
  PetscBool first = PETSC_TRUE;
  char      label[NAME];

  PetscFunctionBeginUser;
  snprintf(label, sizeof label, "%s", name);
  PetscCall(PetscArrayzero(factor, l->ncases));
  for (PetscInt k = 0; k < n; k++) {
    const PetscReal f = factor_of_state(&rule[at[k]], state[k]);

    factor[at[k]] = f;
    if (f == 0) continue;
    append(label, first ? ":" : "+", f, PETSC_TRUE, case_name[at[k]]);
    first = PETSC_FALSE;
  }
  if (!first) PetscCall(CombinationListAdd(l, label, factor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationListAddRule(MPI_Comm comm, CombinationList *l, const char name[],
                                      PetscInt n, const PetscInt at[], const PartialFactors rule[],
                                      const char *const case_name[])
{
  PetscReal trials = 1, *factor;
  int      *state;
  PetscBool more = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) trials *= count_states(&rule[at[k]]);
  PetscCall(CheckNumber(comm, name, trials / 100)); /* most of them are not allowed */
  PetscCall(PetscCalloc2(l->ncases, &factor, n, &state));
  while (more) {
    if (is_allowed(n, at, rule, state))
      PetscCall(AddStates(l, name, n, at, rule, state, case_name, factor));
    more = PETSC_FALSE;
    for (PetscInt k = n - 1; k >= 0 && !more; k--) {
      state[k] = (state[k] + 1) % count_states(&rule[at[k]]);
      more     = (PetscBool)(state[k] > 0);
    }
  }
  PetscCall(PetscFree2(factor, state));
  PetscCall(CheckNumber(comm, name, (PetscReal)l->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
