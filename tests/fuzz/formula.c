/* formula.c: any bytes as a formula of one to seven variables, which the first byte says (p one, r
   three, v seven): parsed, evaluated, differenced. The name L is a constant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "input/formula/expression.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static PetscErrorCode keep_quiet(MPI_Comm comm, int line, const char *function, const char *file,
                                 PetscErrorCode code, PetscErrorType type, const char *message,
                                 void *context)
{
  (void)comm, (void)line, (void)function, (void)file, (void)type, (void)context;
  if (code != PETSC_ERR_USER_INPUT || (type == PETSC_ERROR_INITIAL && !message[0])) abort();
  return code;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  return PetscInitializeNoArguments() || PetscPushErrorHandler(keep_quiet, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  static const char *const names[] = {"t", "ux", "uy", "uz", "vx", "vy", "vz"};
  const PetscReal          x[][7]  = {
              {0, 0,  0,   0, 0,    0,  0  },
              {1, -1, 0.5, 2, 1e-3, -7, 3e8}
  };
  const PetscInt n    = size ? 1 + bytes[0] % 7 : 1;
  char          *text = calloc(size + 1, 1), complaint[512];
  Symbols        symbols;
  Expression     e = NULL;

  if (size) memcpy(text, bytes + 1, size - 1);
  if (SymbolsCreate(PETSC_COMM_SELF, &symbols) ||
      SymbolsAdd(symbols, "-let", (Symbol){"L", 2, "2", "", NULL}))
    abort();
  if (!ExpressionCreate(symbols, "-formula", text, n, names, &e)) {
    for (int k = 0; k < 2; k++) {
      const PetscReal value = ExpressionValue(e, x[k]);
      PetscReal       first, second;

      (void)ExpressionCheck(e, x[k], value);
      ExpressionErrorText(e, x[k], complaint, sizeof complaint);
      for (PetscInt i = 0; i < n; i++) (void)ExpressionPartial(e, x[k], i);
      if (n == 1) ExpressionDerivatives(e, x[k][0], 1e-3, &first, &second);
    }
  }
  (void)ExpressionDestroy(&e);
  (void)SymbolsDestroy(&symbols);
  free(text);
  return 0;
}
