/* asked.h: inside of Options, for options.c and unused.c. */
#ifndef ASKED_H
#define ASKED_H

#include "options.h"

enum { NAME_RING = 16, NAME_SIZE = 256, MAX_SECTIONS = 32 };

struct _n_Options {
  MPI_Comm         comm;
  PetscInt         nsections;
  const char      *title[MAX_SECTIONS];
  const OptionDoc *doc[MAX_SECTIONS];
  PetscInt         nasked, capacity;
  char           **asked; /* names asked for, for suggestions */
  char             ring[NAME_RING][NAME_SIZE];
  int              next;
};

#endif
