/* texts.c: writes texts and attributes into a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file_impl.h"

/* Sets path[size] to the path that an attribute has in memory. */
static void attribute_path(const char path[], const char name[], size_t size, char attribute[])
{
  snprintf(attribute, size, "%s@%s", path, name);
}

static PetscErrorCode WriteAttribute(File f, const char path[], const char name[], hid_t type,
                                     const void *value)
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    const hid_t object = H5Oopen(f->id, path, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    hid_t       attribute;

    attribute = H5Aexists(object, name) > 0
                  ? H5Aopen(object, name, H5P_DEFAULT)
                  : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bad       = (PetscBool)(attribute < 0 || H5Awrite(attribute, type, value) < 0);
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    if (object >= 0) H5Oclose(object);
  }
  PetscCall(FileCheck(f, bad, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteText(File f, const char path[], const char name[], const char text[])
{
  enum { MOST = 60000 }; /* bytes; the attributes of an object have at most 64 kB */
  hid_t     type;
  char      dataset[256];
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(dataset, sizeof dataset, "%s/%s", strcmp(path, "/") ? path : "", name));
  if (f->memory) {
    PetscCall(MemoryWriteText(f->memory, dataset, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(text) + 1);
  if (strlen(text) < MOST) PetscCall(WriteAttribute(f, path, name, type, text));
  if (f->rank == 0 && !f->failed) {
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t data =
      H5Dcreate2(f->id, dataset, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    bad = (PetscBool)(data < 0 || H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0);
    if (data >= 0) H5Dclose(data);
    H5Sclose(space);
  }
  H5Tclose(type);
  if (!f->failed) PetscCall(FileCheck(f, bad, dataset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSetAttributeText(File f, const char path[], const char name[], const char text[])
{
  const size_t size = PetscMax(strlen(text) + 1, STATUS_SIZE);
  char        *padded, key[256];
  hid_t        type;

  PetscFunctionBeginUser;
  if (f->memory) {
    attribute_path(path, name, sizeof key, key);
    PetscCall(MemoryWriteText(f->memory, key, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  type = H5Tcopy(H5T_C_S1);
  PetscCall(PetscCalloc1(size, &padded));
  PetscCall(PetscStrncpy(padded, text, size));
  H5Tset_size(type, size);
  if (f->rank == 0 && !f->failed && H5Aexists_by_name(f->id, path, name, H5P_DEFAULT) > 0)
    H5Adelete_by_name(f->id, path, name, H5P_DEFAULT); /* its length may be different */
  PetscCall(WriteAttribute(f, path, name, type, padded));
  PetscCall(PetscFree(padded));
  H5Tclose(type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets an attribute that is a number of a type. */
static PetscErrorCode WriteNumber(File f, const char path[], const char name[], FileType type,
                                  const void *value)
{
  char key[256];

  PetscFunctionBeginUser;
  attribute_path(path, name, sizeof key, key);
  if (f->memory) PetscCall(MemoryWriteRows(f->memory, key, type, 1, 0, 1, 0, value));
  else PetscCall(WriteAttribute(f, path, name, file_memory_type(type), value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSetAttributeInt(File f, const char path[], const char name[], PetscInt value)
{
  PetscFunctionBeginUser;
  PetscCall(WriteNumber(f, path, name, FILE_INT, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSetAttributeReal(File f, const char path[], const char name[], PetscReal value)
{
  PetscFunctionBeginUser;
  PetscCall(WriteNumber(f, path, name, FILE_REAL, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileGetAttributeInt(File f, const char name[], PetscInt *value)
{
  PetscFunctionBeginUser;
  if (f->rank == 0 && H5Aexists(f->id, name) > 0) {
    const hid_t attribute = H5Aopen(f->id, name, H5P_DEFAULT);

    H5Aread(attribute, file_memory_type(FILE_INT), value);
    H5Aclose(attribute);
  }
  PetscCallMPI(MPI_Bcast(value, 1, MPIU_INT, 0, f->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
