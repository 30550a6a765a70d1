/* run_files.c: the names of the files that a run writes beside its output and its checkpoint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "file_place.h"
#include "run_files.h"

enum { MAX_PATH = 4096 };

void xdmf_path(const char output[], char path[], size_t size)
{
  const char *const end  = strrchr(output, '.');
  const PetscBool   ends = (PetscBool)(end && !strchr(end, '/') && end != output);

  snprintf(path, size, "%.*s.xdmf", (int)(ends ? (size_t)(end - output) : strlen(output)), output);
}

/* Returns whether path leads to stem, or to a file whose name is stem with one of the endings,
   which a NULL closes. */
static PetscBool leads_to_one_of(const char path[], const char stem[], const char *const endings[])
{
  char other[MAX_PATH + 16];

  for (int k = 0; endings[k]; k++) {
    snprintf(other, sizeof other, "%s%s", stem, endings[k]);
    if (same_path(path, other)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool belongs_to_output(const char output[], const char path[])
{
  static const char *const endings[] = {"", ".journal", ".stop", NULL};
  char                     xdmf[MAX_PATH + 16];

  xdmf_path(output, xdmf, sizeof xdmf);
  return (PetscBool)(same_path(path, xdmf) || leads_to_one_of(path, output, endings));
}

PetscBool belongs_to_checkpoint(const char checkpoint[], const char path[])
{
  static const char *const endings[] = {"", ".1", NULL};

  return leads_to_one_of(path, checkpoint, endings);
}
