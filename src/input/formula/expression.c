/* expression.c: parses and evaluates formulas by muParser. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <muParserDLL.h>
#include "base/error.h"
#include "expression_impl.h"
#include "given.h"
#include "load_step.h"

enum {
  MAX_INTERPOLANTS = 16,    /* columns of tables in a formula */
  MAX_LENGTH       = 20000, /* muParser accepts formulas of this length */
  LONG_FORMULA     = 1000 /* mupGetErrorMsg writes formula and reason into 2048 bytes, unchecked */
};

/* InterpolantCalls - A column that the formula calls. */
typedef struct {
  const Symbol *symbol;
  PetscReal     outside; /* an argument without a value, or NaN */
} InterpolantCalls;

struct _n_Expression {
  Symbols           symbols;
  MPI_Comm          comm; /* of symbols */
  muParserHandle_t  parser;
  Program          *program;                 /* NULL without variables, and if given */
  GivenFunction     function;                /* borrowed; NULL if the program gives none */
  PetscInt          which;                   /* value of the function */
  GivenMotion      *motion;                  /* borrowed; NULL if the program gives none */
  PetscReal         hold;                    /* see ExpressionHold */
  PetscInt          nvars, time;             /* time: index of the variable t, or 0 */
  PetscReal         x[EXPRESSION_VARIABLES]; /* muParser reads the variables from here */
  PetscReal         value;                   /* at x, if is_known: terms ask several times */
  PetscBool         is_known;
  PetscBool         uses[EXPRESSION_VARIABLES]; /* the formula contains the variable */
  int               ninterpolants;
  InterpolantCalls *calls[MAX_INTERPOLANTS]; /* [ninterpolants] */
  char             *option, *text, *vars[EXPRESSION_VARIABLES];
  char              excerpt[96]; /* the text, or its beginning, for messages */
};

/* An error handler. Without a handler muParser prints. */
static void ignore_error(muParserHandle_t parser) { (void)parser; }

/* Sets e->uses. muParser lists the variables of a formula by the addresses of their values. */
static PetscErrorCode FindUsed(Expression e)
{
  const int n = mupGetExprVarNum(e->parser);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    const muChar_t *name;
    muFloat_t      *address;

    mupGetExprVar(e->parser, (unsigned)k, &name, &address);
    for (PetscInt i = 0; i < e->nvars; i++)
      if (address == &e->x[i]) e->uses[i] = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error for a single =, which would be an assignment for muParser. */
static PetscErrorCode CheckEqualSigns(Expression e)
{
  PetscFunctionBeginUser;
  for (const char *p = strchr(e->text, '='); p; p = strchr(p + 1, '=')) {
    const PetscBool compares = (PetscBool)(p > e->text && strchr("<>=!", p[-1]));

    PetscCheck(compares || p[1] == '=', e->comm, PETSC_ERR_USER_INPUT,
               "%s \"%s\": a single = compares nothing; write ==", e->option, e->excerpt);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the value of a column at x. muParser calls it. */
static muFloat_t call_interpolant(void *context, muFloat_t x)
{
  InterpolantCalls *const  c     = context;
  const Interpolant *const table = c->symbol->interpolant;

  if (isfinite(x) && !interpolant_covers(table, x)) c->outside = x;
  return interpolant_value(table, interpolant_piece(table, x), x);
}

/* Defines a column in the parser, unless it is defined. */
static PetscErrorCode DefineInterpolant(Expression e, const Symbol *symbol)
{
  InterpolantCalls *new;

  PetscFunctionBeginUser;
  for (int k = 0; k < e->ninterpolants; k++)
    if (e->calls[k]->symbol == symbol) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(e->ninterpolants < MAX_INTERPOLANTS, e->comm, PETSC_ERR_USER_INPUT,
             "%s \"%s\": a formula has at most %d columns of tables", e->option, e->excerpt,
             MAX_INTERPOLANTS);
  PetscCall(PetscNew(&new));
  e->calls[e->ninterpolants++] = new;
  new->symbol                  = symbol;
  new->outside                 = NAN;
  mupDefineFunUserData1(e->parser, symbol->name, call_interpolant, new, 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Defines the symbols in the parser that the formula names. */
static PetscErrorCode DefineSymbols(Expression e)
{
  const char *at = e->text, *name;
  size_t      length;

  PetscFunctionBeginUser;
  while ((name = symbol_next(&at, &length))) {
    const Symbol *const symbol = symbol_find(e->symbols, name, length);

    if (symbol && symbol->interpolant) PetscCall(DefineInterpolant(e, symbol));
    else if (symbol) mupDefineConst(e->parser, symbol->name, symbol->value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a list for messages: "(the variables are: x, y; of -let and -tables: L, E)". */
static PetscErrorCode ListNames(Expression e, char list[], size_t size)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(list,
                         e->nvars > 1 ? "(the variables are: "
                         : e->nvars   ? "(the variable is: "
                                      : "(",
                         size));
  for (PetscInt i = 0; i < e->nvars; i++) {
    PetscCall(PetscStrlcat(list, i ? ", " : "", size));
    PetscCall(PetscStrlcat(list, e->vars[i], size));
  }
  if (!e->nvars || e->symbols->n)
    PetscCall(PetscStrlcat(
      list, !e->nvars ? "the constants of -let are: " : "; of -let and -tables: ", size));
  for (PetscInt i = 0;
       i < e->symbols->n && strlen(list) + strlen(e->symbols->symbol[i].name) + 8 < size; i++) {
    PetscCall(PetscStrlcat(list, i ? ", " : "", size));
    PetscCall(PetscStrlcat(list, e->symbols->symbol[i].name, size));
  }
  if (!e->nvars && !e->symbols->n) PetscCall(PetscStrlcat(list, "none", size));
  PetscCall(PetscStrlcat(list, ")", size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluates the formula once, because muParser parses it only then. Errors are reported here and
   not during a step. */
static PetscErrorCode Parse(Expression e)
{
  const int length = (int)strlen(e->text);
  char      list[256];
  int       nvalues = 1;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < e->nvars; i++) e->x[i] = 0.5;
  mupSetExpr(e->parser, e->text);
  (void)mupEvalMulti(e->parser, &nvalues);
  if (mupError(e->parser)) {
    const int at = PetscMax(0, PetscMin(mupGetErrorPos(e->parser), length));

    PetscCall(ListNames(e, list, sizeof list));
    PetscCheck(length <= LONG_FORMULA, e->comm, PETSC_ERR_USER_INPUT,
               "%s \"%s\": no formula, by character %d, at \"%.40s\" %s", e->option, e->excerpt,
               at + 1, e->text + at, list);
    SETERRQ(e->comm, PETSC_ERR_USER_INPUT, "%s \"%s\": %s %s", e->option, e->excerpt,
            mupGetErrorMsg(e->parser), list);
  }
  PetscCheck(nvalues == 1, e->comm, PETSC_ERR_USER_INPUT,
             "%s \"%s\" has %d values, separated by commas; give one", e->option, e->excerpt,
             nvalues);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ExpressionIsGiven(Expression e) { return (PetscBool)(e->function || e->motion); }

PetscBool ExpressionIsPerStep(Expression e)
{
  return (PetscBool)(e->function && given_function_is_per_step(e->function));
}

/* Finds the function or the motion that stands for the formula; leaves all others alone. */
static PetscErrorCode FindGiven(Expression e)
{
  PetscFunctionBeginUser;
  if (!strcmp(e->text, "function")) {
    e->function = given_function_find(e->symbols, e->option, &e->which);
    PetscCheck(e->function, e->comm, PETSC_ERR_USER_INPUT,
               "%s function: no program gives the function; call FsCaseSetLawFunction, "
               "FsCaseSetLoadFunction, FsCaseSetLawFunctionPerStep or FsCaseSetLoadFunctionPerStep "
               "before the set-up, also before a restart",
               e->option);
    for (PetscInt i = 0; i < e->nvars; i++) e->uses[i] = given_function_uses(e->function, i);
  } else if (!strcmp(e->text, "given")) {
    PetscCheck(!strncasecmp(e->option, "-support_", strlen("-support_")) &&
                 (strstr(e->option, "_motion_") || strstr(e->option, "_rotation_")),
               e->comm, PETSC_ERR_USER_INPUT,
               "%s given: only -support_<name>_motion_x, _y, _z and _rotation_x, _y, _z are given "
               "step by step",
               e->option);
    PetscCall(GivenMotionAdd(e->symbols, e->option, &e->motion));
    e->uses[0] = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Translates the formula for derivatives. */
static PetscErrorCode Compile(Expression e)
{
  PetscFunctionBeginUser;
  if (!e->nvars) PetscFunctionReturn(PETSC_SUCCESS);
  e->program = program_compile(e->symbols, e->text, (int)e->nvars, e->vars);
  PetscCheck(e->program, e->comm, PETSC_ERR_USER_INPUT,
             "%s \"%s\": the formula is nested too deeply; define parts of it by -let", e->option,
             e->excerpt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExpressionCreate(Symbols symbols, const char option[], const char text[],
                                PetscInt nvars, const char *const vars[], Expression *out)
{
  const MPI_Comm comm = symbols->comm;
  Expression     e;
  size_t         length;

  PetscFunctionBeginUser;
  PetscCheck(nvars <= EXPRESSION_VARIABLES, comm, PETSC_ERR_PLIB, "at most %d variables",
             EXPRESSION_VARIABLES);
  PetscCall(PetscNew(&e));
  PetscCall(SymbolsShare(symbols, &e->symbols));
  *out      = e;
  e->comm   = comm;
  e->hold   = PETSC_MAX_REAL;
  e->nvars  = nvars;
  e->parser = mupCreate(0);
  PetscCall(PetscStrallocpy(option, &e->option));
  PetscCall(PetscStrallocpy(text, &e->text));
  PetscCall(PetscStrlen(text, &length));
  if (length < sizeof e->excerpt) PetscCall(PetscStrncpy(e->excerpt, text, sizeof e->excerpt));
  else
    PetscCall(
      PetscSNPrintf(e->excerpt, sizeof e->excerpt, "%.50s... (%zu characters)", text, length));
  mupSetErrorHandler(e->parser, ignore_error);
  mupDefineConst(e->parser, "pi", PETSC_PI);
  for (PetscInt i = 0; i < nvars; i++) {
    if (!strcmp(vars[i], "t")) e->time = i;
    PetscCall(PetscStrallocpy(vars[i], &e->vars[i]));
    mupDefineVar(e->parser, vars[i], &e->x[i]);
  }
  PetscCheck(length < MAX_LENGTH, comm, PETSC_ERR_USER_INPUT,
             "%s \"%s\": a formula has less than %d characters; split it into several "
             "loads",
             option, e->excerpt, MAX_LENGTH);
  PetscCall(FindGiven(e));
  if (ExpressionIsGiven(e)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckEqualSigns(e));
  PetscCall(DefineSymbols(e));
  PetscCall(Parse(e));
  PetscCall(FindUsed(e));
  PetscCall(Compile(e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExpressionDestroy(Expression *e)
{
  PetscFunctionBeginUser;
  if (!*e) PetscFunctionReturn(PETSC_SUCCESS);
  mupRelease((*e)->parser);
  program_destroy((*e)->program);
  for (int k = 0; k < (*e)->ninterpolants; k++) PetscCall(PetscFree((*e)->calls[k]));
  PetscCall(SymbolsDestroy(&(*e)->symbols));
  for (PetscInt i = 0; i < (*e)->nvars; i++) PetscCall(PetscFree((*e)->vars[i]));
  PetscCall(PetscFree((*e)->option));
  PetscCall(PetscFree((*e)->text));
  PetscCall(PetscFree(*e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal ExpressionValue(Expression e, const PetscReal x[])
{
  const size_t size = (size_t)e->nvars * sizeof *x;
  PetscReal    qva[3], at[EXPRESSION_VARIABLES] = {0};

  if (e->function) return given_function_value(e->function, e->which, e->nvars, x);
  if (e->motion) {
    given_motion_at(e->motion, *x, qva);
    return qva[0];
  }
  memcpy(at, x, size);
  if (at[e->time] > e->hold) at[e->time] = e->hold;
  if (e->is_known && !memcmp(at, e->x, size)) return e->value;
  memcpy(e->x, at, size);
  e->value    = mupEval(e->parser);
  e->is_known = PETSC_TRUE;
  return e->value;
}

void ExpressionHold(Expression e, PetscReal t) { e->hold = t; }

const Program *expression_program(Expression e) { return e->program; }

PetscInt expression_variables(Expression e) { return e->nvars; }

PetscInt expression_time(Expression e) { return e->time; }

PetscBool ExpressionDependsOn(Expression e, PetscInt variable) { return e->uses[variable]; }

PetscBool ExpressionDependsOnTime(Expression e)
{
  return (PetscBool)(!ExpressionIsGiven(e) && e->nvars && e->uses[e->time] &&
                     !strcmp(e->vars[e->time], "t"));
}

/* Returns whether the formula at x calls a table with an argument without a value, and writes a
   message. */
static PetscBool find_outside(Expression e, const PetscReal x[], char text[], size_t size)
{
  for (int k = 0; k < e->ninterpolants; k++) e->calls[k]->outside = NAN;
  e->is_known = PETSC_FALSE;
  (void)ExpressionValue(e, x);
  for (int k = 0; k < e->ninterpolants; k++) {
    const Symbol *const s = e->calls[k]->symbol;

    if (!isfinite(e->calls[k]->outside)) continue;
    snprintf(text, size,
             ": %s(%.9g) is outside of the table, %.9g to %.9g; give it more rows, or %s_outside",
             s->name, (double)e->calls[k]->outside, s->interpolant->t[0],
             s->interpolant->t[s->interpolant->n - 1], s->text);
    return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Writes values to text[size], such as " at t = 1, x = 2". Returns the length.

   all: of all variables; otherwise only of finite ones that the formula contains. */
static int list_values(Expression e, const PetscReal x[], PetscBool all, char text[], size_t size)
{
  int n = 0;

  *text = 0;
  for (PetscInt i = 0; i < e->nvars && (size_t)n < size; i++)
    if (all || (e->uses[i] && isfinite(x[i])))
      n += snprintf(text + n, size - (size_t)n, "%s %s = %.6g", n ? "," : " at", e->vars[i],
                    (double)x[i]);
  return PetscMin(n, (int)size - 1);
}

PetscBool ExpressionIsOutsideTable(Expression e, const PetscReal x[], char text[], size_t size)
{
  char outside[256];
  int  n;

  if (!e->ninterpolants || !find_outside(e, x, outside, sizeof outside)) return PETSC_FALSE;
  n = snprintf(text, size, "%s \"%s\"", e->option, e->excerpt);
  n += list_values(e, x, PETSC_FALSE, text + n, size - (size_t)n);
  snprintf(text + n, size - (size_t)n, "%s", outside);
  return PETSC_TRUE;
}

PetscErrorCode ExpressionCheckTables(Expression e, PetscReal x)
{
  char text[512];

  PetscFunctionBeginUser;
  if (!e) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!ExpressionIsOutsideTable(e, &x, text, sizeof text), e->comm, PETSC_ERR_USER_INPUT,
             "%s", text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

GivenFunction expression_function(Expression e, PetscInt *which)
{
  *which = e->which;
  return e->function;
}

const GivenMotion *expression_motion(Expression e) { return e->motion; }

void ExpressionErrorText(Expression e, const PetscReal x[], char text[], size_t size)
{
  int n = e->function
            ? snprintf(text, size, "the function that is given for %s %s", e->option,
                       given_function_fault(e->function, e->nvars, x))
            : snprintf(text, size, "%s \"%s\" has no finite value", e->option, e->excerpt);

  n += list_values(e, x, (PetscBool)!e->function, text + n, size - (size_t)n);
  if (!find_outside(e, x, text + n, size - (size_t)n) && !e->function)
    snprintf(text + n, size - (size_t)n, "; guard it with ?:");
}

PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value)
{
  char text[512];

  PetscFunctionBeginUser;
  if (PetscLikely(isfinite(value))) PetscFunctionReturn(PETSC_SUCCESS);
  ExpressionErrorText(e, x, text, sizeof text);
  SETERRQ(e->comm, PETSC_ERR_USER_INPUT, "%s", text);
}

PetscErrorCode ExpressionCheckMotion(Expression e, PetscReal t, const PetscReal qva[3])
{
  static const char *const rates[] = {"velocity", "acceleration"};
  const PetscReal          after   = nextafter(t, INFINITY);
  char                     text[512];

  PetscFunctionBeginUser;
  if (e->function) { /* it may have failed on some ranks only */
    ExpressionErrorText(e, &t, text, sizeof text);
    PetscCall(CheckAllRanks(e->comm,
                            (PetscBool) !(isfinite(qva[0]) && isfinite(qva[1]) && isfinite(qva[2])),
                            "%s", text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ExpressionCheck(e, &t, qva[0]));
  /* without values after t there is no rate either, and the values are what to mend */
  if (!isfinite(qva[1])) PetscCall(ExpressionCheck(e, &after, ExpressionValue(e, &after)));
  for (int k = 1; k < 3; k++)
    PetscCheck(
      isfinite(qva[k]), e->comm, PETSC_ERR_USER_INPUT,
      "%s \"%s\" has no finite %s at t = %.6g; take a motion that starts and ends smoothly",
      e->option, e->excerpt, rates[k - 1], (double)t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *ExpressionOption(Expression e) { return e->option; }
