/* participant_options.c: reads the options of a run that is a participant of preCICE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "participant.h"

/* clang-format off */
const FsOptionDoc participant_options[] = {
  {"-precice", "<config.xml>",
   "couples the run with other programs by preCICE, version 3 (docs/coupling.md). The loads "
   "-load_<name>_given get their forces from it"},
  {"-precice_participant", "", "name of this run in the configuration; needed",
   FS_TEXT(ParticipantOptions, name)},
  {"-precice_library", "libprecice.so.3", "the library, if the system does not find it",
   FS_TEXT(ParticipantOptions, library)},
  {"-load_<name>_precice_mesh", "<name>", "mesh of preCICE that has the load's nodes",
   FS_TEXT(CoupledLoadOptions, mesh)},
  {"-load_<name>_precice_force", "Force",
   "data that give the force on each node [N]; none: the forces stay zero",
   FS_TEXT(CoupledLoadOptions, force)},
  {"-load_<name>_precice_displacement", "Displacement",
   "data that get the displacement of each node from the mesh [m]; or none",
   FS_TEXT(CoupledLoadOptions, written[LOAD_DISPLACEMENT])},
  {"-load_<name>_precice_velocity", "none", "data that get the velocity of each node [m/s]",
   FS_TEXT(CoupledLoadOptions, written[LOAD_VELOCITY])},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the options of the load load->name. */
static PetscErrorCode ReadLoad(FsOptions o, CoupledLoadOptions *load)
{
  const char **const data[] = {&load->force, &load->written[LOAD_DISPLACEMENT],
                               &load->written[LOAD_VELOCITY]};

  PetscFunctionBeginUser;
  load->mesh = load->name;
  PetscCall(FsOptionsReadRows(o, participant_options, load->name, load));
  if (load->mesh == load->name) load->mesh = NULL;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(data); k++)
    if (!strcmp(*data[k], "none")) *data[k] = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds each load whose forces are given. */
static PetscErrorCode ReadLoads(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscCalloc1(n, &options->load));
  for (PetscInt i = 0; i < n; i++) {
    CoupledLoadOptions *load  = &options->load[options->nloads];
    PetscBool           given = PETSC_FALSE;

    PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_given", names[i]), &given, NULL));
    if (!given) continue;
    load->number = i;
    PetscCall(PetscStrallocpy(names[i], &load->name));
    PetscCall(ReadLoad(o, load));
    options->nloads++;
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCheck(options->nloads, comm, PETSC_ERR_USER_INPUT,
             "-precice: no load gets its forces from other programs; give -load_<name>_given true");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: rank 0 cannot read the configuration. */
static PetscErrorCode CheckConfiguration(MPI_Comm comm, const char config[])
{
  PetscMPIInt rank;
  FILE       *file = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) file = fopen(config, "r");
  PetscCall(CheckAllRanks(comm, (PetscBool)(rank == 0 && !file),
                          "-precice %s: the file cannot be read", config));
  if (file) fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  const char *config = NULL;

  PetscFunctionBeginUser;
  *options = (ParticipantOptions){.nloads = 0};
  PetscCall(FsOptionsText(o, "-precice", &config, NULL));
  if (!config) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsReadRows(o, participant_options, NULL, options));
  PetscCheck(options->name, comm, PETSC_ERR_USER_INPUT,
             "-precice: give -precice_participant, the name of this run in %s", config);
  PetscCall(ReadLoads(o, comm, options));
  PetscCall(FsOptionsFindFile(o, config, options->config, sizeof options->config));
  PetscCall(CheckConfiguration(comm, options->config));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < options->nloads; i++) PetscCall(PetscFree(options->load[i].name));
  PetscCall(PetscFree(options->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}
