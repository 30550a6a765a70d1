/* expression.c: formulas by muParser. Derivatives: Ridders 1982, Adv. Eng. Software 4, 75-76. */
#include <string.h>
#include <muParserDLL.h>
#include "expression.h"

enum { MAX_VARS = 4 };

struct _n_Expression {
  MPI_Comm         comm;
  muParserHandle_t parser;
  PetscInt         nvars;
  PetscReal        x[MAX_VARS]; /* muParser reads the variables from here */
  char            *option, *text, *vars[MAX_VARS];
};

static void keep_quiet(muParserHandle_t parser) { (void)parser; } /* without a handler muParser prints */

PetscErrorCode ExpressionCreate(MPI_Comm comm, const char option[], const char text[], PetscInt nvars,
                                const char *const vars[], Expression *out)
{
  Expression e;
  int        nvalues = 1;

  PetscFunctionBeginUser;
  PetscCheck(nvars <= MAX_VARS, comm, PETSC_ERR_PLIB, "at most %d variables", MAX_VARS);
  PetscCall(PetscNew(&e));
  e->comm   = comm;
  e->nvars  = nvars;
  e->parser = mupCreate(0);
  PetscCall(PetscStrallocpy(option, &e->option));
  PetscCall(PetscStrallocpy(text, &e->text));
  mupSetErrorHandler(e->parser, keep_quiet);
  mupDefineConst(e->parser, "pi", PETSC_PI);
  for (PetscInt i = 0; i < nvars; i++) {
    PetscCall(PetscStrallocpy(vars[i], &e->vars[i]));
    mupDefineVar(e->parser, vars[i], &e->x[i]);
    e->x[i] = 0.5;
  }
  for (const char *p = strchr(text, '='); p; p = strchr(p + 1, '=')) { /* muParser would assign to the variable */
    const PetscBool compares = (PetscBool)(p > text && strchr("<>=!", p[-1]));

    PetscCheck(compares || p[1] == '=', comm, PETSC_ERR_USER_INPUT,
               "%s \"%s\": a single = compares nothing; write ==", option, text);
  }
  mupSetExpr(e->parser, text);
  (void)mupEvalMulti(e->parser, &nvalues);
  if (mupError(e->parser)) {
    const char *reason = mupGetErrorMsg(e->parser);

    SETERRQ(comm, PETSC_ERR_USER_INPUT, "%s \"%s\": %s (the variable%s: %s%s%s%s%s)", option, text, reason,
            nvars > 1 ? "s are" : " is", vars[0], nvars > 1 ? ", " : "", nvars > 1 ? vars[1] : "",
            nvars > 2 ? ", " : "", nvars > 2 ? vars[2] : "");
  }
  PetscCheck(nvalues == 1, comm, PETSC_ERR_USER_INPUT, "%s \"%s\" has %d values, separated by commas; give one", option,
             text, nvalues);
  *out = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExpressionDestroy(Expression *e)
{
  PetscFunctionBeginUser;
  if (!*e) PetscFunctionReturn(PETSC_SUCCESS);
  mupRelease((*e)->parser);
  for (PetscInt i = 0; i < (*e)->nvars; i++) PetscCall(PetscFree((*e)->vars[i]));
  PetscCall(PetscFree((*e)->option));
  PetscCall(PetscFree((*e)->text));
  PetscCall(PetscFree(*e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal ExpressionValue(Expression e, const PetscReal x[])
{
  memcpy(e->x, x, (size_t)e->nvars * sizeof *x);
  return mupEval(e->parser);
}

/* Ridders: halve the step, extrapolate, stop when the error estimate grows. order is 1 or 2; the estimate goes to *least. */
static PetscReal ridders(Expression e, PetscReal x, PetscReal h, int order, PetscReal *least)
{
  enum { LEVELS = 8 };
  const PetscReal f0 = ExpressionValue(e, &x);
  PetscReal       d[LEVELS][LEVELS], best = 0;

  *least = PETSC_MAX_REAL;
  for (int i = 0; i < LEVELS; i++, h /= 2) {
    const PetscReal left = x - h, right = x + h, fl = ExpressionValue(e, &left), fr = ExpressionValue(e, &right);

    const PetscReal size  = PetscMax(PetscAbsReal(f0), PetscMax(PetscAbsReal(fl), PetscAbsReal(fr)));
    const PetscReal noise = PETSC_MACHINE_EPSILON * size / (order == 1 ? h : h * h); /* no estimate can be below it */

    d[i][0] = order == 1 ? (fr - fl) / (right - left) : (fr - 2 * f0 + fl) / (h * h);
    for (int j = 1; j <= i; j++) {
      PetscReal factor = PetscPowRealInt(4, j), error;

      d[i][j] = (factor * d[i][j - 1] - d[i - 1][j - 1]) / (factor - 1);
      error   = PetscAbsReal(d[i][j] - d[i][j - 1]) + PetscAbsReal(d[i][j] - d[i - 1][j - 1]) + noise;
      if (!isfinite(error)) error = PETSC_MAX_REAL; /* a sample outside of the formula's domain */
      if (error <= *least) {
        *least = error;
        best   = d[i][j];
      }
    }
    if (i && PetscAbsReal(d[i][i] - d[i - 1][i - 1]) > 2 * *least) break;
  }
  return best;
}

/* A step that is short against what the formula does drowns in round-off: wider ones are tried while they are better. */
static PetscReal difference(Expression e, PetscReal x, PetscReal h, int order)
{
  enum { WIDER = 6 };
  const PetscReal good  = 1e-11; /* relative error that is not worth more work */
  const PetscReal trust = 100;   /* a wider step agrees with the narrower one up to so many of its error estimates */
  PetscReal       least, best = ridders(e, x, h, order, &least);

  for (int k = 0; k < WIDER && least > good * PetscAbsReal(best); k++) {
    PetscReal error, value;

    h *= 8;
    value = ridders(e, x, h, order, &error);
    if (error == PETSC_MAX_REAL || PetscAbsReal(value - best) > trust * least) break; /* too wide to see the formula */
    if (error < least) {
      least = error;
      best  = value;
    }
  }
  return best;
}

void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first, PetscReal *second)
{
  *first  = difference(e, x, h, 1);
  *second = difference(e, x, h, 2);
}

PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value)
{
  char point[128] = "";

  PetscFunctionBeginUser;
  if (PetscLikely(isfinite(value))) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < e->nvars; i++) {
    char part[40];

    PetscCall(PetscSNPrintf(part, sizeof part, "%s%s = %.6g", i ? ", " : "", e->vars[i], (double)x[i]));
    PetscCall(PetscStrlcat(point, part, sizeof point));
  }
  SETERRQ(e->comm, PETSC_ERR_USER_INPUT, "%s \"%s\" has no finite value at %s; guard it with ?:", e->option, e->text,
          point);
}

const char *ExpressionOption(Expression e) { return e->option; }
