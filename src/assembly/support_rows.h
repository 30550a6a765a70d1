/* support_rows.h: the rows of M, C and K that belong to dofs which supports hold or move: the matrices of a model leave them out, since
   nothing is unknown there. Sums over the elements of this rank, each entry once, without those that are zero. */
#ifndef FS_ASSEMBLY_SUPPORT_ROWS_H
#define FS_ASSEMBLY_SUPPORT_ROWS_H

#include "element_forces.h"

typedef struct {
  PetscInt column; /* component c of node i, as COMPONENTS i + c; held, moved or free */
  double   K, C, M;
} SupportRowEntry;

typedef struct {
  PetscInt  n;
  PetscInt *dof; /* [n] of the rows, in local vectors */
  PetscInt
    *offset; /* [n + 1] the entries of row i are entry[offset[i]] to entry[offset[i + 1] - 1] */
  SupportRowEntry *entry;
} SupportRows;

/* Of the linear parts of all elements. Not collective. */
PetscErrorCode SupportRowsCreate(Model model, SupportRows *rows);
PetscErrorCode SupportRowsDestroy(SupportRows *rows);

/* local[dof] += M (a - g) + C v + K q at x, in inertial space where the frame turns (element_forces.h). Not collective. */
void SupportRowsAdd(const SupportRows *rows, const Evaluation *ev, const DofValues *x,
                    PetscScalar local[]);

#endif
