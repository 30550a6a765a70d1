/* program.c: translates formulas into instructions, with the grammar of muParser. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/c_locale.h"
#include "program.h"

/* Compiler - A formula that is being translated. */
typedef struct {
  Symbols      symbols;
  const char  *at; /* rest of the formula */
  int          nvars, height, nesting, bad;
  char *const *vars;
  Program     *program;
  unsigned    *stack; /* [height] variables of which the numbers on the stack depend */
  int          capacity;
} Compiler;

static const struct {
  const char    *name;
  SeriesFunction function;
} functions[] = {
  {"sin",   SERIES_SIN  },
  {"cos",   SERIES_COS  },
  {"tan",   SERIES_TAN  },
  {"asin",  SERIES_ASIN },
  {"acos",  SERIES_ACOS },
  {"atan",  SERIES_ATAN },
  {"sinh",  SERIES_SINH },
  {"cosh",  SERIES_COSH },
  {"tanh",  SERIES_TANH },
  {"asinh", SERIES_ASINH},
  {"acosh", SERIES_ACOSH},
  {"atanh", SERIES_ATANH},
  {"exp",   SERIES_EXP  },
  {"ln",    SERIES_LN   },
  {"log",   SERIES_LN   },
  {"log2",  SERIES_LOG2 },
  {"log10", SERIES_LOG10},
  {"sqrt",  SERIES_SQRT },
};

/* Operators of two numbers. Longer ones come first. */
static const struct {
  const char *text;
  int         binds; /* operators of larger numbers are applied first */
  ProgramOp   op;
} operators[] = {
  {"||", 1, PROGRAM_OR           },
  {"&&", 2, PROGRAM_AND          },
  {"<=", 3, PROGRAM_LESS_EQUAL   },
  {">=", 3, PROGRAM_GREATER_EQUAL},
  {"!=", 3, PROGRAM_NOT_EQUAL    },
  {"==", 3, PROGRAM_EQUAL        },
  {"<",  3, PROGRAM_LESS         },
  {">",  3, PROGRAM_GREATER      },
  {"+",  4, PROGRAM_ADD          },
  {"-",  4, PROGRAM_SUBTRACT     },
  {"*",  5, PROGRAM_MULTIPLY     },
  {"/",  5, PROGRAM_DIVIDE       },
};
enum { MAX_NESTING = 5000 }; /* of parentheses, signs and powers; each needs a part of the stack */

static void parse_condition(Compiler *c);
static void parse_power(Compiler *c);

/* Adds an instruction, which replaces arguments numbers by one. Returns its index. */
static int emit(Compiler *c, ProgramStep step, int arguments)
{
  Program *const p = c->program;

  if (c->height >= c->capacity) {
    c->capacity = 2 * c->capacity + 16;
    c->stack    = realloc(c->stack, (size_t)c->capacity * sizeof *c->stack);
  }
  if (p->nsteps == p->capacity) {
    p->capacity = 2 * p->capacity + 16;
    p->step     = realloc(p->step, (size_t)p->capacity * sizeof *p->step);
  }
  if (!c->stack || !p->step || arguments > c->height) {
    c->bad = 1;
    return 0;
  }
  for (int k = 0; k < arguments; k++) step.variables |= c->stack[--c->height];
  c->stack[c->height++] = step.variables;
  if (c->height > p->depth) p->depth = c->height;
  p->step[p->nsteps] = step;
  return p->nsteps++;
}

static void skip_spaces(Compiler *c)
{
  while (isspace((unsigned char)*c->at)) c->at++;
}

/* Moves behind the text if it comes next. */
static int accept(Compiler *c, const char text[])
{
  const size_t n = strlen(text);

  skip_spaces(c);
  if (strncmp(c->at, text, n) != 0) return 0;
  c->at += n;
  return 1;
}

static int is_word(const char word[], const char name[], size_t length)
{
  return !strncmp(word, name, length) && !word[length];
}

/* Parses arguments up to the parenthesis and returns their number. After each but the first,
   emits op. */
static int parse_arguments(Compiler *c, ProgramOp op)
{
  int n = 0;

  do {
    parse_condition(c);
    if (n++ && op != PROGRAM_ATAN2) (void)emit(c, (ProgramStep){.op = op}, 2);
  } while (!c->bad && accept(c, ","));
  if (!accept(c, ")")) c->bad = 1;
  return n;
}

static void parse_call(Compiler *c, const char name[], size_t length)
{
  const Symbol *const symbol = symbol_find(c->symbols, name, length);
  int                 n;

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(functions); k++)
    if (is_word(functions[k].name, name, length)) {
      c->bad |= parse_arguments(c, PROGRAM_ATAN2) != 1;
      (void)emit(c, (ProgramStep){.op = PROGRAM_FUNCTION, .n = (int)functions[k].function}, 1);
      return;
    }
  if (symbol && symbol->interpolant) {
    c->bad |= parse_arguments(c, PROGRAM_ATAN2) != 1;
    (void)emit(c, (ProgramStep){.op = PROGRAM_TABLE, .table = symbol->interpolant}, 1);
  } else if (is_word("atan2", name, length)) {
    c->bad |= parse_arguments(c, PROGRAM_ATAN2) != 2;
    (void)emit(c, (ProgramStep){.op = PROGRAM_ATAN2}, 2);
  } else if (is_word("min", name, length)) (void)parse_arguments(c, PROGRAM_MIN);
  else if (is_word("max", name, length)) (void)parse_arguments(c, PROGRAM_MAX);
  else if (is_word("sum", name, length)) (void)parse_arguments(c, PROGRAM_ADD);
  else if (is_word("avg", name, length)) {
    n = parse_arguments(c, PROGRAM_ADD);
    (void)emit(c, (ProgramStep){.op = PROGRAM_NUMBER, .value = n}, 0);
    (void)emit(c, (ProgramStep){.op = PROGRAM_DIVIDE}, 2);
  } else {
    const ProgramOp op = is_word("abs", name, length)    ? PROGRAM_ABS
                         : is_word("sign", name, length) ? PROGRAM_SIGN
                                                         : PROGRAM_RINT;

    c->bad |= op == PROGRAM_RINT && !is_word("rint", name, length);
    if (c->bad) return;
    c->bad |= parse_arguments(c, PROGRAM_ATAN2) != 1;
    (void)emit(c, (ProgramStep){.op = op}, 1);
  }
}

/* Parses a variable, a constant, or the call of a function. */
static void parse_name(Compiler *c)
{
  const char   *name = c->at;
  const Symbol *symbol;
  size_t        length;

  (void)symbol_next(&c->at, &length);
  if (accept(c, "(")) {
    parse_call(c, name, length);
    return;
  }
  for (int k = 0; k < c->nvars; k++)
    if (is_word(c->vars[k], name, length)) {
      (void)emit(c, (ProgramStep){.op = PROGRAM_VARIABLE, .n = k, .variables = 1u << k}, 0);
      return;
    }
  symbol = symbol_find(c->symbols, name, length);
  if (symbol && !symbol->interpolant)
    (void)emit(c, (ProgramStep){.op = PROGRAM_NUMBER, .value = symbol->value}, 0);
  else if (is_word("pi", name, length) || is_word("_pi", name, length))
    (void)emit(c, (ProgramStep){.op = PROGRAM_NUMBER, .value = PETSC_PI}, 0);
  else if (is_word("_e", name, length))
    (void)emit(c, (ProgramStep){.op = PROGRAM_NUMBER, .value = exp(1)}, 0);
  else c->bad = 1;
}

/* Parses signs, and the number, name or formula in parentheses behind them, with its powers. */
static void parse_operand(Compiler *c)
{
  if (++c->nesting > MAX_NESTING) c->bad = 1;
  if (c->bad) return;
  if (accept(c, "-")) {
    parse_operand(c);
    (void)emit(c, (ProgramStep){.op = PROGRAM_NEGATE}, 1);
  } else if (accept(c, "+")) {
    parse_operand(c);
  } else {
    parse_power(c);
  }
  c->nesting--;
}

/* Parses a number, a name, or a formula in parentheses, and powers of it. */
static void parse_power(Compiler *c)
{
  char *end;

  if (accept(c, "(")) {
    parse_condition(c);
    if (!accept(c, ")")) c->bad = 1;
  } else if (isdigit((unsigned char)*c->at) || *c->at == '.') {
    const double value = c_locale_strtod(c->at, &end);

    c->bad |= end == c->at;
    c->at = end;
    (void)emit(c, (ProgramStep){.op = PROGRAM_NUMBER, .value = value}, 0);
  } else if (symbol_is_name(c->at, 1)) parse_name(c);
  else c->bad = 1;
  if (!c->bad && accept(c, "^")) {
    parse_operand(c); /* from right to left */
    (void)emit(c, (ProgramStep){.op = PROGRAM_POWER}, 2);
  }
}

/* Parses operators that bind as much as least or more, from left to right. */
static void parse_operators(Compiler *c, int least)
{
  parse_operand(c);
  while (!c->bad) {
    size_t k = 0;

    skip_spaces(c);
    while (k < PETSC_STATIC_ARRAY_LENGTH(operators) &&
           (operators[k].binds < least ||
            strncmp(c->at, operators[k].text, strlen(operators[k].text)) != 0))
      k++;
    if (k == PETSC_STATIC_ARRAY_LENGTH(operators)) return;
    c->at += strlen(operators[k].text);
    parse_operators(c, operators[k].binds + 1);
    (void)emit(c, (ProgramStep){.op = operators[k].op}, 2);
  }
}

/* Parses a ? b : c, or a formula without a condition. */
static void parse_condition(Compiler *c)
{
  int      branch, jump;
  unsigned variables;

  parse_operators(c, 1);
  if (c->bad || !accept(c, "?")) return;
  branch = emit(c, (ProgramStep){.op = PROGRAM_BRANCH}, 1);
  if (c->bad) return;
  variables = c->stack[--c->height];
  parse_condition(c);
  if (!accept(c, ":")) c->bad = 1;
  jump = emit(c, (ProgramStep){.op = PROGRAM_JUMP}, 1);
  if (c->bad) return;
  variables |= c->stack[--c->height];
  c->program->step[branch].n = c->program->nsteps;
  parse_condition(c);
  if (c->bad) return;
  c->program->step[jump].n = c->program->nsteps;
  c->stack[c->height - 1] |= variables;
}

Program *program_compile(Symbols symbols, const char text[], int nvars, char *const vars[])
{
  Compiler c = {.symbols = symbols,
                .at      = text,
                .nvars   = nvars,
                .vars    = vars,
                .program = calloc(1, sizeof(Program))};

  if (!c.program) return NULL;
  parse_condition(&c);
  skip_spaces(&c);
  if (*c.at || c.height != 1) c.bad = 1;
  free(c.stack);
  if (c.bad) {
    program_destroy(c.program);
    return NULL;
  }
  c.program->nvars = nvars;
  return c.program;
}

void program_destroy(Program *program)
{
  if (program) free(program->step);
  free(program);
}
