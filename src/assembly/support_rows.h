/* support_rows.h: computes the rows of M, C and K of constrained dofs.

   The matrices of a model leave these rows out. They are sums over the elements of this rank,
   without zeros. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SUPPORT_ROWS_H
#define FS_ASSEMBLY_SUPPORT_ROWS_H

#include "element_forces.h"

typedef struct {
  PetscInt column; /* component c of node i, as COMPONENTS i + c, whether free or not */
  double   K, C, M;
} SupportRowEntry;

typedef struct {
  PetscInt  n;
  PetscInt *dof; /* [n] dof of each row, in local vectors */
  /* [n + 1] the entries of row i are entry[offset[i]] to entry[offset[i + 1] - 1] */
  PetscInt        *offset;
  SupportRowEntry *entry;
} SupportRows;

/* SupportRowsCreate - Sums the rows of the linear parts of all elements. Not collective. */
PetscErrorCode SupportRowsCreate(Model model, SupportRows *rows);
PetscErrorCode SupportRowsDestroy(SupportRows *rows);

/* SupportRowsAdd - Adds M (a - g) + C v + K q at x to local[dof] of each row.

   Accelerations are against inertial space if the frame rotates (element_forces.h). Not
   collective. */
void SupportRowsAdd(const SupportRows *rows, const Evaluation *ev, const DofValues *x,
                    PetscScalar local[]);

#endif
