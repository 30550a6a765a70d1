/* provenance.c: writes which program made a file, from which options, when and on which host. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <hdf5.h>
#include <petsctime.h>
#include <slepcsys.h>
#include <time.h>
#include <unistd.h>
#include "provenance.h"
#include "base/error.h"
#include "input/given/option_plugins.h"

#ifndef FSOLVE_COMMIT /* commit of the sources, if CMake found a git repository */
#define FSOLVE_COMMIT ""
#endif

PetscErrorCode ChooseRunId(MPI_Comm comm, PetscInt *id)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&now));
  *id = (PetscInt)(((uint64_t)(1e9 * now) * 2654435761u + (uint64_t)getpid() * 40503u) >> 8 &
                   0x7fffffff);
  PetscCallMPI(MPI_Bcast(id, 1, MPIU_INT, 0, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the versions of the libraries at run time, such as "3.18.5". */
static PetscErrorCode WriteVersions(File file)
{
  PetscInt n[3];
  unsigned h[3];
  char     text[64];

  PetscFunctionBeginUser;
  PetscCall(PetscGetVersionNumber(&n[0], &n[1], &n[2], NULL));
  PetscCall(PetscSNPrintf(text, sizeof text, "%d.%d.%d", (int)n[0], (int)n[1], (int)n[2]));
  PetscCall(FileSetAttributeText(file, "/", "petsc_version", text));
  PetscCall(SlepcGetVersionNumber(&n[0], &n[1], &n[2], NULL));
  PetscCall(PetscSNPrintf(text, sizeof text, "%d.%d.%d", (int)n[0], (int)n[1], (int)n[2]));
  PetscCall(FileSetAttributeText(file, "/", "slepc_version", text));
  H5get_libversion(&h[0], &h[1], &h[2]);
  PetscCall(PetscSNPrintf(text, sizeof text, "%u.%u.%u", h[0], h[1], h[2]));
  PetscCall(FileSetAttributeText(file, "/", "hdf5_version", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileDescribeRun(File file, MPI_Comm comm, const char options[])
{
  const time_t now      = time(NULL);
  char         date[32] = "", host[256] = "";
  struct tm    utc;
  PetscMPIInt  size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(FileSetAttributeText(file, "/", "fsolve_version", FSOLVE_VERSION));
  if (FSOLVE_COMMIT[0]) PetscCall(FileSetAttributeText(file, "/", "commit", FSOLVE_COMMIT));
  PetscCall(WriteVersions(file));
  if (gmtime_r(&now, &utc)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  PetscCall(FileSetAttributeText(file, "/", "date", date));
  PetscCall(PetscGetHostName(host, sizeof host));
  PetscCall(FileSetAttributeText(file, "/", "host", host));
  PetscCall(FileWriteText(file, "/", "options", options));
  PetscCall(FileSetAttributeInt(file, "/", "ranks", size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileDescribeOptions(File file, FsOptions o)
{
  char *all;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecordWithDefaults(o, &all));
  PetscCall(FileWriteText(file, "/", "options_all", all));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileDescribePlugins(File file, FsOptions o)
{
  const char *const plugins = OptionsPlugins(o);

  PetscFunctionBeginUser;
  if (*plugins) PetscCall(FileSetAttributeText(file, "/", "plugins", plugins));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PluginsCompare(FsOptions o, MPI_Comm comm, const char option[], const char path[],
                              const char earlier[])
{
  const char *const all = OptionsPlugins(o), *now;
  char              before[256];

  PetscFunctionBeginUser;
  for (; *earlier; earlier += strcspn(earlier, ","), earlier += strspn(earlier, ", ")) {
    const int length = (int)strcspn(earlier, ","), name = (int)strcspn(earlier, " ");

    PetscCall(PetscSNPrintf(before, sizeof before, "%.*s", length, earlier));
    for (now = all; *now; now += strcspn(now, ","), now += strspn(now, ", "))
      if (!strncmp(now, before, (size_t)name + 1)) break; /* with the space after the name */
    PetscCheck(*now, comm, PETSC_ERR_USER_INPUT,
               "%s %s was written with the plug-in %s, which this run lacks; name its file by "
               "-plugin",
               option, path, before);
    PetscCall(WarnAllRanks(
      comm,
      (PetscBool)(strncmp(now, before, (size_t)length) || strcspn(now, ",") != (size_t)length),
      "%s %s was written with the plug-in %s, but this run has %.*s, which may compute something "
      "else\n",
      option, path, before, (int)strcspn(now, ","), now));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileDescribeModel(File file, Model model)
{
  PetscInt64 number[CHECKSUM_NUMBERS];
  char       sum[32];

  PetscFunctionBeginUser;
  PetscCall(ModelChecksum(model, number));
  PetscCall(FileSetAttributeInt(file, "/", "dofs", model->layout.nfree));
  PetscCall(FileSetAttributeInt(file, "/", "multipliers", (PetscInt)number[CHECKSUM_MULTIPLIERS]));
  PetscCall(FileSetAttributeInt(file, "/", "nodes", (PetscInt)number[CHECKSUM_NODES]));
  PetscCall(FileSetAttributeInt(file, "/", "cells", (PetscInt)number[CHECKSUM_CELLS]));
  PetscCall(PetscSNPrintf(sum, sizeof sum, "%016llx", (unsigned long long)number[CHECKSUM_MESH]));
  PetscCall(FileSetAttributeText(file, "/", "mesh_checksum", sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- model checksum -------------------------------------------------------------------------- */

/* Mixes the bits of a 64-bit word (Steele, Lea & Flood 2014, splitmix64). */
static uint64_t mix_bits(uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words)
{
  uint64_t sum = 0, word;

  for (PetscInt64 i = 0; i < n; i++) {
    memcpy(&word, (const char *)words + 8 * i, sizeof word);
    sum += mix_bits(word ^ mix_bits((uint64_t)(first + i)));
  }
  return sum;
}

PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS])
{
  const Geometry *g   = &model->mesh->g;
  uint64_t        sum = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i]) sum += words_checksum(3 * (PetscInt64)g->node_number[i], 3, g->x[i]);
  for (int c = 0; c < g->ncells; c++)
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      sum += mix_bits((uint64_t)g->node_number[g->conn[i]] ^
                      mix_bits(((uint64_t)g->cell_number[c] << 8) + (uint64_t)(i - g->offset[c])));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, model->comm));
  number[CHECKSUM_NODES]       = model->mesh->nnodes;
  number[CHECKSUM_CELLS]       = model->mesh->ncells;
  number[CHECKSUM_DOFS]        = model->layout.nfree - model->layout.nmultipliers;
  number[CHECKSUM_MULTIPLIERS] = model->layout.nmultipliers;
  number[CHECKSUM_MESH]        = (PetscInt64)sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}
