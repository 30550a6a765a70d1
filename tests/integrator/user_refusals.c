/* user_refusals.c: what is missing or wrong in a system from functions of a program, in its
   options, or in a scheme that the program gives, is an error with its name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "test.h"
#include "chain.h"
#include <fs/integrator.h>
#include <fs/exit_status.h>
#include "system/user/user_system.h"
#include <string.h>

static FsIntegratorOptions options_of(const char name[])
{
  const FsScheme *const *s = FsIntegratorSchemes();

  while (strcmp((*s)->name, name)) s++;
  return FsIntegratorDefaultOptions(*s, (*s)->tunable ? 0.6 : (*s)->rho_inf);
}

/* Checks that the last call between CatchErrorsBegin and CatchErrorsEnd was an input error whose
   message has the text. */
static void check_refused(const CaughtError *caught, const char text[])
{
  CHECK(ErrorExitStatus(caught->code) == FS_EXIT_INPUT && strstr(caught->text, text),
        "expected an input error with \"%s\", found error %d: %s", text, (int)caught->code,
        caught->text);
}

static PetscErrorCode TestNoTangent(void)
{
  FsSystem    sys;
  Vec         q;
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, &sys));
  PetscCall(ChainCreateUnknowns(PETSC_COMM_SELF, 1, &q));
  PetscCall(FsSystemSetResidual(sys, q, ChainResidual, NULL));
  PetscCall(CatchErrorsBegin(&caught));
  (void)FsSystemSetUp(sys);
  PetscCall(CatchErrorsEnd());
  check_refused(&caught, "FsSystemSetTangent");
  PetscCall(VecDestroy(&q));
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A system that fills in its operations, and leaves out one that constraints need. */
static PetscErrorCode TestNoLengths(void)
{
  FsSystemConstraints some = user_constraints;
  Chain               c;
  FsSystem            whole, sys;
  FsStage             stage;
  CaughtError         caught;

  PetscFunctionBeginUser;
  some.lengths = NULL;
  PetscCall(ChainCreate(PETSC_COMM_SELF, 1, FS_STABILIZED_POSITION, &c, &whole));
  PetscCall(FsSystemSetUp(whole));
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, &sys));
  PetscCall(VecDuplicate(whole->vec, &sys->vec));
  PetscCall(MatDuplicate(whole->matrices.pattern, MAT_COPY_VALUES, &sys->matrices.pattern));
  sys->ops         = whole->ops;
  sys->ops.destroy = NULL;
  sys->constraints = &some;
  PetscCall(CatchErrorsBegin(&caught));
  (void)FsStageCreate(sys, &stage);
  PetscCall(CatchErrorsEnd());
  check_refused(&caught, "constraints->lengths");
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(FsSystemDestroy(&whole));
  PetscCall(ChainDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Parameters have names and ranges; those of other schemes are refused. */
static PetscErrorCode TestParameters(void)
{
  static const struct {
    const char *name;
    PetscReal   value;
    const char *text; /* of the refusal; NULL: accepted */
  } cases[] = {
    {"newmark_gamma", 0.6,   NULL                                                       },
    {"newmark_gamma", 2.1,   "-newmark_gamma 2.1 is outside [0, 2]"                     },
    {"newmark_beta",  0,     "-newmark_beta 0 is outside (0, infinity)"                 },
    {"hht_alpha",     -0.05, "newmark has no parameter hht_alpha; it has newmark_gamma,"}
  };
  FsIntegratorOptions options;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++) {
    CaughtError caught;

    options = options_of("newmark");
    CHECK_CLOSE(options.parameter[1], 0.25, 0, "the default of newmark_beta");
    PetscCall(CatchErrorsBegin(&caught));
    (void)FsIntegratorSetParameter(&options, cases[k].name, cases[k].value);
    PetscCall(CatchErrorsEnd());
    if (cases[k].text) check_refused(&caught, cases[k].text);
    else CHECK(!caught.code && options.parameter[0] == cases[k].value, "%s", cases[k].name);
  }
  options = options_of("hht");
  PetscCall(FsIntegratorSetParameter(&options, "hht_alpha", -0.2));
  CHECK_CLOSE(options.rho_inf, 0.8 / 1.2, 1e-15, "rho_inf of hht_alpha");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The integrator and the system shall stabilize constraints in the same way, which the scheme must
   be able to do. */
static PetscErrorCode TestStabilization(const char scheme[], FsStabilization system,
                                        FsStabilization integrator, const char text[])
{
  FsIntegratorOptions options;
  Chain               c;
  FsSystem            sys;
  FsStage             stage;
  FsState             s;
  FsStageInfo         info;
  FsIntegrator        in;
  CaughtError         caught;

  PetscFunctionBeginUser;
  options               = options_of(scheme);
  options.stabilization = integrator;
  PetscCall(ChainCreate(PETSC_COMM_SELF, 1, system, &c, &sys));
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(ChainStart(sys, &c, &s));
  PetscCall(FsStageAcceleration(stage, &s, &info));
  PetscCall(FsIntegratorCreate(PETSC_COMM_SELF, &options, &in));
  PetscCall(CatchErrorsBegin(&caught));
  (void)FsIntegratorSetUp(in, sys, stage, 0.01, &s);
  PetscCall(CatchErrorsEnd());
  check_refused(&caught, text);
  PetscCall(FsIntegratorDestroy(&in));
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsStageDestroy(&stage));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ChainDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The trapezoidal rule is of order 2. */
static PetscErrorCode TestRegister(void)
{
  static const double       A[4]  = {0, 0, 0.5, 0.5};
  static const FsRungeKutta right = {"program_rule", "trapezoidal rule", 2, 2, A};
  FsRungeKutta              wrong = right;
  CaughtError               caught;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorRegister(&right));
  PetscCall(CatchErrorsBegin(&caught));
  (void)FsIntegratorRegister(&right);
  PetscCall(CatchErrorsEnd());
  check_refused(&caught, "has the name of another scheme");
  wrong.name  = "program_third";
  wrong.order = 3;
  PetscCall(CatchErrorsBegin(&caught));
  (void)FsIntegratorRegister(&wrong);
  PetscCall(CatchErrorsEnd());
  check_refused(&caught, "is not of the order that it claims");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunTests(void)
{
  PetscFunctionBeginUser;
  PetscCall(TestNoTangent());
  PetscCall(TestNoLengths());
  PetscCall(TestParameters());
  PetscCall(TestRegister());
  PetscCall(TestStabilization("lms4", FS_STABILIZED_POSITION, FS_STABILIZED_VELOCITY,
                              "stabilization of the system"));
  PetscCall(TestStabilization("newmark", FS_STABILIZED_PROJECTION, FS_STABILIZED_PROJECTION,
                              "not a first-order scheme"));
  PetscCall(TestStabilization("ce4_1_4", FS_STABILIZED_POSITION, FS_STABILIZED_POSITION,
                              "cannot hold the constraints"));
  PetscCall(TestStabilization("energy_momentum", FS_STABILIZED_POSITION, FS_STABILIZED_POSITION,
                              "needs a model of fsolve"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, RunTests); }
