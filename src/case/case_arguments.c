/* case_arguments.c: compares the arguments of calls on all ranks, and checks that somebody gives
   the forces and motions that a case expects. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "base/hash_index.h"
#include "case_impl.h"
#include "input/formula/given.h"
#include "model/loads/nodes/given_load.h"

PetscErrorCode CaseCheckSame(FsCase c, const char function[], const char argument[],
                             const void *pointer, size_t size, const void *value)
{
  const int64_t hash = size && value ? (int64_t)hash_bytes(0, value, size) : 0;
  /* whether a rank has no pointer, and the greatest hash and the greatest of their complements */
  int64_t     all[3] = {pointer == NULL, hash, ~hash};
  PetscMPIInt ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(c->comm, &ranks));
  if (ranks > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, all, 3, MPI_INT64_T, MPI_MAX, c->comm));
  PetscCheck(!all[0], c->comm, PETSC_ERR_USER_INPUT, "%s: the argument %s is NULL%s", function,
             argument, ranks > 1 ? ", perhaps only on one rank" : "");
  PetscCheck(all[1] == ~all[2], c->comm, PETSC_ERR_USER_INPUT,
             "%s: the arguments differ between ranks; all ranks make the same calls", function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseCheckGivers(FsCase c)
{
  GivenMotion *const *motion;
  Model               model;
  const char         *load;

  PetscFunctionBeginUser;
  if (!c->run || !ModelRunIsByTime(c->run)) PetscFunctionReturn(PETSC_SUCCESS);
  model = ModelRunGet(c->run)->model;
  load  = c->participant ? NULL : given_loads_wait(model);
  PetscCheck(!load, c->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_given: nobody gives the forces of load '%s'; a program does by "
             "FsCaseSetNodalForce between FsCaseSetUp and FsCaseRun, or preCICE does (-precice)",
             load, load);
  PetscCheck(!given_motions(model->symbols, &motion), c->comm, PETSC_ERR_USER_INPUT,
             "%s given: nobody gives the motion; a program does by FsCaseSetMotion between "
             "FsCaseSetUp and FsCaseRun; otherwise write a formula",
             motion[0]->option);
  PetscFunctionReturn(PETSC_SUCCESS);
}
