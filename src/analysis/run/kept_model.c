/* kept_model.c: gives the model of a run to the next run, with the values of other loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kept_model.h"
#include "model/model_options.h"

PetscErrorCode KeptModelDestroy(KeptModel *kept)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemDestroy(&kept->sys));
  PetscCall(ModelDestroy(&kept->model));
  PetscCall(MemoryArchiveDestroy(&kept->start));
  *kept = (KeptModel){.remembers = kept->remembers};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the system of kept->model, and notes what it remembers. */
static PetscErrorCode CreateSystem(const AssemblyOptions *assembly, const RunKind *kind,
                                   KeptModel *kept)
{
  struct _n_FsArchive a = MemoryArchiveWrite(&kept->start, kept->model);

  PetscFunctionBeginUser;
  PetscCall(FsSystemDestroy(&kept->sys));
  PetscCall(AssemblyCreateSystem(assembly, kept->model, kind->stabilization, &kept->sys));
  if (kept->remembers) PetscCall(AssemblyArchive(AssemblyOf(kept->sys), &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gives the system the loads of its model, and what it remembered at first. same: becomes
   PETSC_FALSE if the system of a new model would be another one */
static PetscErrorCode RenewSystem(KeptModel *kept, PetscBool *same)
{
  const Assembly      assembly = AssemblyOf(kept->sys);
  struct _n_FsArchive a        = MemoryArchiveRead(&kept->start, kept->model);

  PetscFunctionBeginUser;
  PetscCall(AssemblyRenewLoads(assembly, same));
  if (!*same) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblySetModalDamping(kept->sys, NULL));
  PetscCall(AssemblyArchive(assembly, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KeptModelPrepare(ModelOptions *options, const AssemblyOptions *assembly,
                                const RunKind *kind, MPI_Comm comm, KeptModel *kept)
{
  PetscBool same = (PetscBool)(kept->model && kept->reusable);

  PetscFunctionBeginUser;
  kept->reusable = PETSC_FALSE;
  /* rows of constraints that were dropped, and friction, depend on the motion before */
  if (same) same = (PetscBool)(!kept->sys->redundancy && !kept->sys->traits.friction);
  if (same) PetscCall(ModelRenewLoads(options, kept->model, &same));
  if (same && (kept->damped || kept->sys_damped)) {
    PetscCall(CreateSystem(assembly, kind, kept));
    kept->sys_damped = kept->damped;
  } else if (same) PetscCall(RenewSystem(kept, &same));
  if (!same) {
    PetscCall(KeptModelDestroy(kept));
    PetscCall(ModelCreate(options, comm, kind->dt, kind->load_time, &kept->model));
    PetscCall(CreateSystem(assembly, kind, kept));
  }
  kept->used = same;
  PetscFunctionReturn(PETSC_SUCCESS);
}
