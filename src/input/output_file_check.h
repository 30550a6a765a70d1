/* output_file_check.h: files that a run writes: none that is there is replaced unasked, and none that the run reads at all. For the
   output, and for what PETSc's options write. */
#ifndef FS_INPUT_OUTPUT_FILE_CHECK_H
#define FS_INPUT_OUTPUT_FILE_CHECK_H

#include "option_list.h"

/* What is wrong with a path to write a file to, or NULL: it exists and overwrite is false; it is no file, or a symbolic link;
   its directory cannot be written. Not collective. */
const char *path_problem(const char path[], PetscBool overwrite);

/* 1 with the message: an option of PETSc names a file for which there is a problem, or which the run reads, or writes for another
   option. On one rank, of nranks. */
int CheckOutputFiles(OptionListBuilder *r, FsOptionList supplied, int nranks);

#endif
