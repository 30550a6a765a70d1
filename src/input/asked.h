/* asked.h: inside of Options, for the files of this folder: what was documented, and what was asked for. */
#ifndef ASKED_H
#define ASKED_H

#include <fs/options.h>

enum { NAME_RING = 16, NAME_SIZE = 256, MAX_SECTIONS = 32 }; /* of FsOptionName; of the manual */

struct _n_FsOptions {
  MPI_Comm           comm;
  PetscInt           nsections; /* of the manual */
  const char        *title[MAX_SECTIONS];
  const FsOptionDoc *doc[MAX_SECTIONS];
  PetscInt           nasked, capacity;
  char             **asked; /* [nasked] names asked for, given or not: what an unknown name may have meant */
  char               ring[NAME_RING][NAME_SIZE]; /* results of FsOptionName, and the next to be overwritten */
  int                next;
};

#endif
