/* manual.c: what -help prints. Modules keep the tables of their options beside the code that reads them. */
#include "asked.h"

PetscErrorCode FsOptionsDocument(FsOptions o, const char title[], const FsOptionDoc doc[])
{
  PetscFunctionBeginUser;
  PetscCheck(o->nsections < MAX_SECTIONS, o->comm, PETSC_ERR_PLIB, "the manual has more than %d sections",
             MAX_SECTIONS);
  o->title[o->nsections] = title;
  o->doc[o->nsections++] = doc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char fs_options_usage[] =
  "usage: fsolve -options_file case.opts [-key value ...]\n"
  "       mpirun -n 64 fsolve -options_file case.opts [-key value ...]\n"
  "Later keys override the file. Units are yours, consistently. -help lists the options.\n";

PetscErrorCode FsOptionsPrintManual(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(o->comm, "%s", fs_options_usage));
  for (PetscInt s = 0; s < o->nsections; s++) {
    PetscCall(PetscPrintf(o->comm, "\n%s\n", o->title[s]));
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++)
      PetscCall(PetscPrintf(o->comm, "  %-36s %-18s %s\n", d->name, d->value, d->help));
  }
  PetscCall(PetscPrintf(o->comm, "\nPETSc's own options (-ksp_*, -pc_*, -mat_*, -snes_*, -log_view, ...) work as its "
                                 "manual says; docs/options.md: which.\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
