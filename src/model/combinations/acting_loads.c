/* acting_loads.c: multiplies the actions on a model by the factors of combinations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "combinations.h"

static const char *const temperatures[] = {"temperature", "temperature_gradient_y",
                                           "temperature_gradient_z"};

/* Acting - How formulas become those of an action that acts. */
typedef struct {
  Combinations c;
  MPI_Comm     comm;
  Symbols      symbols;
  const char  *load_time;
  PetscInt     action; /* the action whose formulas are changed */
} Acting;

PetscReal combination_factor(const struct _n_Combinations *c, PetscInt k, PetscInt action)
{
  PetscReal sum = 0;

  for (PetscInt i = 0; i < c->ncases; i++)
    sum += c->list.factor[k * c->ncases + i] * c->weight[i * c->nactions + action];
  return sum;
}

/* Writes the name of the function of t that has the factors of an action. */
static void function_name(PetscInt action, char name[32])
{
  snprintf(name, 32, "combination_factor_%d", (int)action + 1);
}

/* Adds the function of t that has the factors of an action: those of the load cases at -1, -2, ...,
   those of the combinations at 1, 2, .... */
static PetscErrorCode AddFunction(Acting *x, PetscInt action)
{
  const Combinations c = x->c;
  const PetscInt     n = c->ncases + 1 + c->list.n;
  double            *t, *f;
  char               name[32];
  Symbol             symbol = {.text = "-load_cases"};

  PetscFunctionBeginUser;
  function_name(action, name);
  symbol.name = name;
  PetscCall(PetscCalloc2(n, &t, n, &f));
  for (PetscInt k = 0; k < n; k++) t[k] = (double)(k - c->ncases);
  for (PetscInt k = 0; k < c->ncases; k++)
    f[c->ncases - 1 - k] = c->weight[k * c->nactions + action];
  for (PetscInt k = 0; k < c->list.n; k++) f[c->ncases + 1 + k] = combination_factor(c, k, action);
  symbol.interpolant = interpolant_create((int)n, t, f, INTERPOLATE_LINEAR, EXTRAPOLATE_HOLD);
  PetscCheck(symbol.interpolant, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the factors of %s",
             c->action_name[action]);
  PetscCall(PetscFree2(t, f));
  PetscCall(SymbolsAdd(x->symbols, "-load_cases", symbol));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a formula, which may be NULL, contains the time. */
static PetscBool has_time(const char text[])
{
  return (PetscBool)(text && symbol_occurs(text, "t", 1));
}

/* Replaces a formula by its product with the factor of the action. timed: whether the formula is
   also multiplied by load_time. */
static PetscErrorCode Multiply(Acting *x, const char option[], PetscBool timed, const char **text)
{
  char   function[32], *product;
  size_t size = strlen(*text) + strlen(x->load_time) + 64;

  PetscFunctionBeginUser;
  PetscCheck(!x->c->all || !has_time(*text), x->comm, PETSC_ERR_USER_INPUT,
             "%s is a formula of t, but combinations have no time; remove t, or choose one of them "
             "by -combination <name>",
             option);
  PetscCall(PetscMalloc1(size, &product));
  if (x->c->all) {
    function_name(x->action, function);
    snprintf(product, size, "(%s)*%s(t)", *text, function);
  } else {
    const PetscReal f = x->c->acting < 0 ? 0 : combination_factor(x->c, x->c->acting, x->action);

    snprintf(product, size, "(%s)*(%s)*(%.17g)", *text, timed ? x->load_time : "1", (double)f);
  }
  PetscCall(PetscRealloc((size_t)(x->c->ntexts + 1) * sizeof *x->c->text, &x->c->text));
  x->c->text[x->c->ntexts++] = product;
  *text                      = product;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the kinds of actions -------------------------------------------------------------------- */

static PetscErrorCode MultiplyLoad(Acting *x, LoadOptions *load)
{
  const PetscBool moves = (PetscBool)(load->place || has_time(load->field));
  char            option[256];

  PetscFunctionBeginUser;
  PetscCheck(!x->c->all || (!has_time(load->place) && !has_time(load->field)), x->comm,
             PETSC_ERR_USER_INPUT,
             "load '%s' moves with t, but combinations have no time; give the place where it "
             "stands, or choose one of them by -combination <name>",
             load->name);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_time", load->name));
  if (load->has_harmonic && !load->time) PetscFunctionReturn(PETSC_SUCCESS);
  if (load->time) PetscCall(Multiply(x, option, PETSC_FALSE, &load->time));
  else {
    load->time = "1";
    PetscCall(Multiply(x, option, (PetscBool)!moves, &load->time));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultiplyGravity(Acting *x, GravityOptions *gravity)
{
  const PetscBool timed = (PetscBool)!gravity->time;

  PetscFunctionBeginUser;
  if (timed) gravity->time = "1";
  PetscCall(Multiply(x, "-gravity_time", timed, &gravity->time));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultiplyGround(Acting *x, GravityOptions *gravity)
{
  char option[64];

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    if (!gravity->base[c]) continue;
    PetscCall(PetscSNPrintf(option, sizeof option, "-base_acceleration_%c", 'x' + c));
    PetscCall(Multiply(x, option, PETSC_FALSE, &gravity->base[c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultiplyTemperatures(Acting *x, PartOptions *part)
{
  char option[256];

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(temperatures); k++) {
    const PartProperty *p = part_property(part, temperatures[k]);

    if (!p || !p->given) continue;
    PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_%s", part->name, temperatures[k]));
    PetscCall(
      Multiply(x, option, (PetscBool)!has_time(p->text), &part->property[p - part->property].text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultiplyMotions(Acting *x, SupportOptions *s)
{
  char option[256];

  PetscFunctionBeginUser;
  for (int k = 0; k < COMPONENTS; k++) {
    PetscCall(PetscSNPrintf(option, sizeof option, "-support_%s_%s_%c", s->name,
                            support_motion_word(s, k), 'x' + k % 3));
    PetscCheck(!x->c->all || !s->derivative[k], x->comm, PETSC_ERR_USER_INPUT,
               "%s: a combination has no time in which the support could move; give the motion, "
               "or choose one of the combinations by -combination <name>",
               option);
    if (s->motion[k]) PetscCall(Multiply(x, option, PETSC_FALSE, &s->motion[k]));
    if (s->derivative[k]) PetscCall(Multiply(x, option, PETSC_FALSE, &s->derivative[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationsAct(Combinations c, const char load_time[], const ActionOptions *m)
{
  Acting x = {.c = c, .comm = m->symbols->comm, .symbols = m->symbols, .load_time = load_time};

  PetscFunctionBeginUser;
  for (x.action = 0; x.action < c->nactions; x.action++) {
    const Action action = c->action[x.action];

    if (c->all) PetscCall(AddFunction(&x, x.action));
    if (action.kind == ACTION_LOAD) PetscCall(MultiplyLoad(&x, &m->load[action.index]));
    if (action.kind == ACTION_GRAVITY) PetscCall(MultiplyGravity(&x, m->gravity));
    if (action.kind == ACTION_GROUND) PetscCall(MultiplyGround(&x, m->gravity));
    if (action.kind == ACTION_TEMPERATURE)
      PetscCall(MultiplyTemperatures(&x, &m->part[action.index]));
    if (action.kind == ACTION_SUPPORT) PetscCall(MultiplyMotions(&x, &m->support[action.index]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
