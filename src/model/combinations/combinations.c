/* combinations.c: reads load cases and combinations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "combinations.h"

static const char *const kinds[] = {"permanent", "variable", NULL};

/* LoadCaseOptions - The description of a load case. */
typedef struct {
  const char    *actions; /* NULL: the action that has the name of the load case */
  PartialFactors rule;
  PetscBool      has_factor;
} LoadCaseOptions;

/* SumOptions - The description of a combination. */
typedef struct {
  const char *sum, *rule; /* one of them is not NULL */
} SumOptions;

/* clang-format off */
const FsOptionDoc load_case_options[] = {
  {"-load_cases", "<name>,...",
   "names of load cases, each described by -load_case_<name>_...: parts of the loads that -combinations combines"},
  {"-load_case_<name>_actions", "<sum>",
   "what acts, with factors: \"gravity + 1.2*roof\". Names are those of -loads, gravity, "
   "base_acceleration, temperature_<part>, support_<name> (its motions); default: what has the "
   "name of the load case", FS_TEXT(LoadCaseOptions, actions), FS_DESCRIBED},
  {"-load_case_<name>_kind", "permanent", "permanent, variable: for -combination_<name>_rule",
   FS_CHOICE(LoadCaseOptions, rule.kind, kinds)},
  {"-load_case_<name>_factor", "<f>",
   "partial factor: of a permanent load case where it is unfavourable, of a variable one where it leads",
   FS_NONNEGATIVE(LoadCaseOptions, rule.factor), FS_GIVEN(LoadCaseOptions, has_factor)},
  {"-load_case_<name>_favourable", "1", "factor of a permanent load case where it is favourable",
   FS_NONNEGATIVE(LoadCaseOptions, rule.favourable)},
  {"-load_case_<name>_accompanying", "1",
   "part of the partial factor of a variable load case that acts while another one leads (psi)",
   FS_NONNEGATIVE(LoadCaseOptions, rule.accompanying)},
  {"-load_case_<name>_group", "<name>",
   "load cases of one group exclude each other in rules, such as winds from two sides",
   FS_TEXT(LoadCaseOptions, rule.group)},
  {NULL, NULL, NULL}
};

const FsOptionDoc combination_options[] = {
  {"-combinations", "<name>,...",
   "names of combinations of load cases; without them each load case is one result"},
  {"-combination_<name>_sum", "<sum>",
   "sum of load cases with factors: \"1.35|1*dead + 1.5*wind_x|wind_y\"; | separates alternatives, "
   "each of which gives a combination", FS_TEXT(SumOptions, sum)},
  {"-combination_<name>_rule", "<case>,...",
   "instead: load cases, or all, that are combined by their partial factors: each variable one "
   "leads in turn, and the others accompany it or are absent", FS_TEXT(SumOptions, rule)},
  {"-combination", "all",
   "the combination or load case that acts; none: no action acts; all: the results of a static "
   "analysis are those of all combinations. Other analyses need a name", FS_DESCRIBED},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* ---- actions --------------------------------------------------------------------------------- */

static PetscErrorCode AddAction(Combinations c, Action action, const char prefix[],
                                const char name[])
{
  char whole[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(whole, sizeof whole, "%s%s", prefix, name));
  PetscCall(PetscRealloc((size_t)(c->nactions + 1) * sizeof *c->action, &c->action));
  PetscCall(PetscRealloc((size_t)(c->nactions + 1) * sizeof *c->action_name, &c->action_name));
  PetscCall(PetscStrallocpy(whole, &c->action_name[c->nactions]));
  c->action[c->nactions++] = action;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool has_temperature(const PartOptions *part)
{
  static const char *const names[] = {"temperature", "temperature_gradient_y",
                                      "temperature_gradient_z"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(names); k++) {
    const PartProperty *p = part_property(part, names[k]);

    if (p && p->given) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool moves(const SupportOptions *s)
{
  for (int k = 0; k < COMPONENTS; k++)
    if (s->motion[k] || s->derivative[k]) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Lists what loads the model. Laws and forces of the calling program are no actions: they always
   act, as springs do. */
static PetscErrorCode ListActions(const ActionOptions *m, Combinations c)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->nloads; k++)
    if (m->load[k].kind < LOAD_LAW)
      PetscCall(AddAction(c, (Action){ACTION_LOAD, k}, "", m->load[k].name));
  if (m->gravity->given) PetscCall(AddAction(c, (Action){ACTION_GRAVITY, 0}, "", "gravity"));
  if (m->gravity->base[0] || m->gravity->base[1] || m->gravity->base[2])
    PetscCall(AddAction(c, (Action){ACTION_GROUND, 0}, "", "base_acceleration"));
  for (PetscInt k = 0; k < m->nparts; k++)
    if (has_temperature(&m->part[k]))
      PetscCall(AddAction(c, (Action){ACTION_TEMPERATURE, k}, "temperature_", m->part[k].name));
  for (PetscInt k = 0; k < m->nsupports; k++)
    if (moves(&m->support[k]))
      PetscCall(AddAction(c, (Action){ACTION_SUPPORT, k}, "support_", m->support[k].name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- load cases ------------------------------------------------------------------------------ */

/* Reads the factors of the actions of load case k, and marks the actions that it names. */
static PetscErrorCode ReadActions(FsOptions o, MPI_Comm comm, Combinations c, PetscInt k,
                                  const LoadCaseOptions *x, PetscBool named[])
{
  const char *option = FsOptionName(o, "-load_case_%s_actions", c->case_name[k]);
  FactoredSum sum;

  PetscFunctionBeginUser;
  PetscCall(FactoredSumRead(OptionsSymbols(o), option, x->actions ? x->actions : c->case_name[k],
                            "load or other action", c->nactions,
                            (const char *const *)c->action_name, &sum));
  for (PetscInt i = 0; i < sum.n; i++) {
    const SumTerm *t = &sum.term[i];

    PetscCheck(t->nfactors == 1 && t->nnames == 1, comm, PETSC_ERR_USER_INPUT,
               "%s %.100s: a load case has no alternatives (|); give each a load case of its own, "
               "and the alternatives to -combination_<name>_sum",
               option, x->actions);
    c->weight[k * c->nactions + t->name[0]] += t->factor[0];
    named[t->name[0]] = PETSC_TRUE;
  }
  PetscCall(FactoredSumDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadLoadCases(FsOptions o, MPI_Comm comm, Combinations c,
                                    PartialFactors **rule)
{
  PetscBool *named;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(c->nactions, &named));
  PetscCall(PetscCalloc1((size_t)(c->ncases * c->nactions), &c->weight));
  PetscCall(PetscCalloc1(c->ncases, rule));
  for (PetscInt k = 0; k < c->ncases; k++) {
    LoadCaseOptions x = {.actions = NULL};

    PetscCall(FsOptionsReadRows(o, load_case_options, c->case_name[k], &x));
    if (!x.has_factor) x.rule.factor = -1;
    (*rule)[k] = x.rule;
    PetscCall(ReadActions(o, comm, c, k, &x, named));
  }
  for (PetscInt a = 0; a < c->nactions; a++)
    PetscCheck(named[a], comm, PETSC_ERR_USER_INPUT,
               "-load_cases: no load case names '%s', which would never act; add it to the actions "
               "of a load case, such as -load_case_%s_actions \"... + %s\"",
               c->action_name[a], c->case_name[0], c->action_name[a]);
  PetscCall(PetscFree(named));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- combinations ---------------------------------------------------------------------------- */

/* Adds the combinations of a rule for the load cases that its text names. */
static PetscErrorCode AddRule(FsOptions o, MPI_Comm comm, Combinations c, const char name[],
                              const char text[], const PartialFactors rule[])
{
  const char *const option = FsOptionName(o, "-combination_%s_rule", name);
  PetscInt          n      = 0, *at;
  char            **words;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(c->ncases, &at));
  if (!strcasecmp(text, "all"))
    for (; n < c->ncases; n++) at[n] = n;
  else {
    PetscInt nwords;

    PetscCall(FsOptionsNames(o, option, &nwords, &words));
    for (PetscInt k = 0; k < nwords; k++) {
      FactoredSum sum;

      PetscCall(FactoredSumRead(OptionsSymbols(o), option, words[k], "load case", c->ncases,
                                (const char *const *)c->case_name, &sum));
      at[n++] = sum.term[0].name[0];
      PetscCall(FactoredSumDestroy(&sum));
    }
    PetscCall(PetscStrNArrayDestroy(nwords, &words));
  }
  for (PetscInt k = 0; k < n; k++)
    PetscCheck(rule[at[k]].factor >= 0, comm, PETSC_ERR_USER_INPUT,
               "%s: load case '%s' has no partial factor; give -load_case_%s_factor", option,
               c->case_name[at[k]], c->case_name[at[k]]);
  PetscCall(
    CombinationListAddRule(comm, &c->list, name, n, at, rule, (const char *const *)c->case_name));
  PetscCall(PetscFree(at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddCombination(FsOptions o, MPI_Comm comm, Combinations c, const char name[],
                                     const PartialFactors rule[])
{
  SumOptions  x = {NULL, NULL};
  FactoredSum sum;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRows(o, combination_options, name, &x));
  PetscCheck(!x.sum != !x.rule, comm, PETSC_ERR_USER_INPUT,
             "combination '%s': give either -combination_%s_sum, such as \"1.35*dead + 1.5*wind\", "
             "or -combination_%s_rule",
             name, name, name);
  if (x.rule) PetscCall(AddRule(o, comm, c, name, x.rule, rule));
  if (!x.sum) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FactoredSumRead(OptionsSymbols(o), FsOptionName(o, "-combination_%s_sum", name), x.sum,
                            "load case", c->ncases, (const char *const *)c->case_name, &sum));
  PetscCall(CombinationListAddSum(comm, &c->list, name, &sum, (const char *const *)c->case_name));
  PetscCall(FactoredSumDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Without combinations, each load case is one. */
static PetscErrorCode AddLoadCases(Combinations c)
{
  PetscReal *factor;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(c->ncases, &factor));
  for (PetscInt k = 0; k < c->ncases; k++) {
    factor[k] = 1;
    PetscCall(CombinationListAdd(&c->list, c->case_name[k], factor));
    factor[k] = 0;
  }
  PetscCall(PetscFree(factor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the combination that -combination names. A load case may be named, too. */
static PetscErrorCode ReadActing(FsOptions o, MPI_Comm comm, Combinations c)
{
  const char *text = "all";

  PetscFunctionBeginUser;
  c->acting = -1;
  PetscCall(FsOptionsText(o, "-combination", &text, &c->chosen));
  if (!strcasecmp(text, "all")) c->chosen = PETSC_FALSE;
  if (!c->chosen || !strcasecmp(text, "none")) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < c->list.n && c->acting < 0; k++)
    if (!strcasecmp(text, c->list.name[k])) c->acting = k;
  if (c->acting >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AddLoadCases(c));
  for (PetscInt k = c->list.n - c->ncases; k < c->list.n; k++)
    if (!strcasecmp(text, c->list.name[k])) c->acting = k;
  PetscCheck(
    c->acting >= 0, comm, PETSC_ERR_USER_INPUT,
    "-combination %s: there is no such combination or load case; the first of %" PetscInt_FMT
    " combinations is %s",
    text, c->list.n - c->ncases, c->list.name[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckAbsent(FsOptions o, MPI_Comm comm)
{
  const char *text;
  PetscInt    n;
  char      **names;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-combinations", &n, &names));
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCheck(!n, comm, PETSC_ERR_USER_INPUT,
             "-combinations combines load cases; name them by -load_cases");
  PetscCall(FsOptionsText(o, "-combination", &text, &set));
  PetscCheck(!set, comm, PETSC_ERR_USER_INPUT,
             "-combination chooses a combination of load cases; name these by -load_cases");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationsFromOptions(FsOptions o, MPI_Comm comm, const ActionOptions *m,
                                       Combinations *out)
{
  PartialFactors *rule;
  PetscInt        ncases, n;
  char          **case_names, **names;
  Combinations    c;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-load_cases", &ncases, &case_names));
  if (!ncases) PetscCall(CheckAbsent(o, comm));
  if (!ncases) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&c));
  *out           = c;
  c->ncases      = ncases;
  c->case_name   = case_names;
  c->list.ncases = ncases;
  PetscCall(ListActions(m, c));
  PetscCall(ReadLoadCases(o, comm, c, &rule));
  PetscCall(FsOptionsNames(o, "-combinations", &n, &names));
  for (PetscInt k = 0; k < n; k++) PetscCall(AddCombination(o, comm, c, names[k], rule));
  if (!n) PetscCall(AddLoadCases(c));
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCall(PetscFree(rule));
  PetscCall(ReadActing(o, comm, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationsDestroy(Combinations *c)
{
  PetscFunctionBeginUser;
  if (!*c) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < (*c)->nactions; k++) PetscCall(PetscFree((*c)->action_name[k]));
  PetscCall(PetscFree((*c)->action_name));
  PetscCall(PetscFree((*c)->action));
  PetscCall(PetscStrNArrayDestroy((*c)->ncases, &(*c)->case_name));
  PetscCall(PetscFree((*c)->weight));
  for (PetscInt k = 0; k < (*c)->ntexts; k++) PetscCall(PetscFree((*c)->text[k]));
  PetscCall(PetscFree((*c)->text));
  PetscCall(CombinationListDestroy(&(*c)->list));
  PetscCall(PetscFree(*c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
