/* participant_options.c: reads the options of a run that is a participant of preCICE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "participant.h"

const FsOptionDoc participant_options[] = {
  {"-precice",                          "<config.xml>",
   "couples the run with other programs by preCICE, version 3 (docs/coupling.md). The loads "
   "-load_<name>_given get their forces from it"                                                          },
  {"-precice_participant",              "",                "name of this run in the configuration; needed"},
  {"-precice_library",                  "libprecice.so.3", "the library, if the system does not find it"  },
  {"-load_<name>_precice_mesh",         "<name>",          "mesh of preCICE that has the load's nodes"    },
  {"-load_<name>_precice_force",        "Force",
   "data that give the force on each node [N]; none: the forces stay zero"                                },
  {"-load_<name>_precice_displacement", "Displacement",
   "data that get the displacement of each node from the mesh [m]; or none"                               },
  {"-load_<name>_precice_velocity",     "none",            "data that get the velocity of each node [m/s]"},
  {NULL,                                NULL,              NULL                                           }
};

/* Reads the name of data. NULL stands for "none". */
static PetscErrorCode ReadDataName(FsOptions o, const char option[], const char **data)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, data, NULL));
  if (*data && !strcmp(*data, "none")) *data = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options of the load load->name. */
static PetscErrorCode ReadLoad(FsOptions o, CoupledLoadOptions *load)
{
  const char *name = load->name, *mesh = name;

  PetscFunctionBeginUser;
  load->force                      = "Force";
  load->written[LOAD_DISPLACEMENT] = "Displacement";
  PetscCall(FsOptionsText(o, FsOptionName(o, "-load_%s_precice_mesh", name), &mesh, NULL));
  load->mesh = mesh == name ? NULL : mesh;
  PetscCall(ReadDataName(o, FsOptionName(o, "-load_%s_precice_force", name), &load->force));
  PetscCall(ReadDataName(o, FsOptionName(o, "-load_%s_precice_displacement", name),
                         &load->written[LOAD_DISPLACEMENT]));
  PetscCall(ReadDataName(o, FsOptionName(o, "-load_%s_precice_velocity", name),
                         &load->written[LOAD_VELOCITY]));
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
  PetscCall(FsOptionsText(o, "-precice_participant", &options->name, NULL));
  PetscCall(FsOptionsText(o, "-precice_library", &options->library, NULL));
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
