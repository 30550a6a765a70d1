/* profile.c: registers the phases and events of -log_view with PETSc.

   To add one, add an entry to the enum in profile.h and its name at the same position here. The
   variables are static, because PETSc numbers phases and events once for the process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile.h"

static const char *const phase_names[PHASES] = {"Setup", "Stepping", "Output"};
static const char *const event_names[EVENTS] = {
  "Mesh",       "Pattern", "Matrices", "History",  "StageSolve", "ElementForces", "ElementTangents",
  "NodeStates", "Energy",  "Series",   "Snapshot", "Checkpoint"};
static PetscLogStage phases[PHASES];
static PetscLogEvent events[EVENTS];
static PetscClassId  fsolve;
static int           depth; /* phases that have begun and not ended */

static PetscErrorCode Register(void)
{
  static PetscBool registered = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (registered) PetscFunctionReturn(PETSC_SUCCESS);
  registered = PETSC_TRUE;
  PetscCall(PetscClassIdRegister("fsolve", &fsolve));
  for (int k = 0; k < PHASES; k++) PetscCall(PetscLogStageRegister(phase_names[k], &phases[k]));
  for (int k = 0; k < EVENTS; k++)
    PetscCall(PetscLogEventRegister(event_names[k], fsolve, &events[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PhaseBegin(Phase phase)
{
  PetscFunctionBeginUser;
  PetscCall(Register());
  PetscCall(PetscLogStagePush(phases[phase]));
  depth++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PhaseEnd(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscLogStagePop());
  depth--;
  PetscFunctionReturn(PETSC_SUCCESS);
}

int phase_depth(void) { return depth; }

PetscErrorCode PhaseEndAll(int kept)
{
  PetscFunctionBeginUser;
  while (depth > kept) PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EventBegin(Event event)
{
  PetscFunctionBeginUser;
  PetscCall(Register());
  PetscCall(PetscLogEventBegin(events[event], 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EventEnd(Event event) { return PetscLogEventEnd(events[event], 0, 0, 0, 0); }

PetscErrorCode EventRegister(const char kind[], const char name[], PetscLogEvent *event)
{
  char text[64];

  PetscFunctionBeginUser;
  PetscCall(Register());
  PetscCall(PetscSNPrintf(text, sizeof text, "%s %s", kind, name));
  PetscCall(PetscLogEventRegister(text, fsolve, event));
  PetscFunctionReturn(PETSC_SUCCESS);
}
