/* property_table.h: reads a property that is a table in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PROPERTY_TABLE_H
#define FS_MODEL_PARTS_PROPERTY_TABLE_H

#include "element/element.h"
#include <fs/options.h>

/* PropertyTableRead - Reads the file of a PROP_TABLE, if the user gives the option.

   Output:
     value  [p->count] the rows of the table, with NAN for columns that the file does not have
     given  whether the option is given
   Collective. Input errors: the table does not read, has an unknown column, or has too many rows.
 */
PetscErrorCode PropertyTableRead(FsOptions o, MPI_Comm comm, const char option[],
                                 const ElementProp *p, double value[], PetscBool *given);

#endif
