/* case_motion.c: takes motions of supports from the program that runs a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "case_impl.h"
#include "input/formula/given.h"

static PetscErrorCode SetMotion(FsCase c, const char support[], PetscInt component,
                                const PetscReal given[3])
{
  const PetscBool rotation = (PetscBool)(component >= 3);
  GivenMotion    *motion;
  PetscReal       qva[3];
  char            option[256];
  Run            *run;

  PetscFunctionBeginUser;
  PetscCall(CaseRunOf(c, "FsCaseSetMotion", &run));
  PetscCheck(component >= 0 && component < COMPONENTS, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseSetMotion: component %" PetscInt_FMT " is not 0 to 5", component);
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%.150s_%s_%c", support,
                          rotation ? "rotation" : "motion", (char)('x' + component % 3)));
  motion = given_motion_find(run->model->symbols, option);
  PetscCheck(motion, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseSetMotion: there is no '%s given'; set this option before the set-up", option);
  for (int k = 0; k < 3; k++) qva[k] = given[k];
  PetscCallMPI(MPI_Bcast(qva, 3, MPIU_REAL, 0, c->comm)); /* the same bits on all ranks */
  for (int k = 0; k < 3; k++)
    PetscCheck(isfinite(qva[k]), c->comm, PETSC_ERR_USER_INPUT,
               "FsCaseSetMotion: the motion of '%s' is not finite: value %.6g, velocity %.6g, "
               "acceleration %.6g",
               option, (double)qva[0], (double)qva[1], (double)qva[2]);
  PetscCall(PetscArraycpy(motion->next, qva, 3));
  motion->fresh = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMotion(FsCase c, const char support[], PetscInt component, PetscReal value,
                               PetscReal velocity, PetscReal acceleration)
{
  CASE_NEEDS(support);
  const PetscReal given[3] = {value, velocity, acceleration};

  CASE_CALL(c, SetMotion(c, support, component, given));
}
