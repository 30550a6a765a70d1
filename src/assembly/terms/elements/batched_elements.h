/* batched_elements.h: computes residuals and tangents of several elements at once.

   It serves element kernels that have the function group_forces (element/element.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_ELEMENTS_BATCHED_ELEMENTS_H
#define FS_ASSEMBLY_TERMS_ELEMENTS_BATCHED_ELEMENTS_H

#include "assembly/term.h"

struct ElementTraits; /* element/element.h */

/* add_group_forces - Adds the forces of all elements of a block (equal elements of one part),
   several at a time, to the array local[nlocal] of a local vector.

   The elements are added in their order. A collapsed element adds NaN. Newton's method then fails
   on all ranks.
   Input:
     ev      a state of the model in which ev->inertial is not NULL
     strain  strains of the elements, as in AddGroupTangents()
   Not collective. */
void add_group_forces(Model model, const Block *b, const Evaluation *ev, const double strain[],
                      PetscScalar local[]);

/* add_block_forces - Adds the forces of all elements of a block, in groups or one by one, to the
   array local[nlocal] of a local vector.

   Input:
     ev      a state of the model in which ev->inertial is not NULL
     factor  the factor of a load
     strain  strains of the elements, as in AddGroupTangents()
   Not collective. */
void add_block_forces(Model model, const Block *b, const Evaluation *ev, PetscReal factor,
                      const double strain[], PetscScalar local[]);

/* group_energy - Returns the strain energy [J] of this rank's elements of a block (equal elements
   of one part).

   The kernel of the block must have the function group_energy. ev->nodes must not be NULL. */
double group_energy(Model model, const Block *b, const Evaluation *ev);

/* group_weight_path - Adds to path[3] the path along which the weight between the nodes of this
   rank's elements of a block does work. The potential of this weight is -gravity . path [J].
   ev->nodes must not be NULL. */
void group_weight_path(Model model, const Block *b, const Evaluation *ev, PetscReal path[]);

/* TangentContext - The arguments of TermKind.tangent(), which adds tangents of elements to the
   matrix A, that are the same for all blocks of elements. */
typedef struct {
  Model               model;
  const Evaluation   *ev;
  const ChartColumns *columns;
  FsShift             shift;
  const OpenMatrix   *A;
} TangentContext;

/* AddGroupTangents - Adds the tangents of the elements of a block (equal elements of one part),
   several at a time, to the sparse matrix t->A.

   The frame of the model must not rotate.
   Input:
     strain    strains of the elements from BlockStrains(), which replace those of the state; NULL
               for the strains of the state
     location  positions of the elements of the block in t->A
   Not collective. */
PetscErrorCode AddGroupTangents(const TangentContext *t, const Block *b, const double strain[],
                                Location location);

/* ---- memory of elements ---------------------------------------------------------------------- */

/* ElementMemoryCheck - Checks that elements of a block say that they remember (the trait remembers)
   if, and only if, they have numbers to remember, which must fit ELEMENT_MAX_MEMORY. Internal error
   if not. */
PetscErrorCode ElementMemoryCheck(MPI_Comm comm, const Block *b,
                                  const struct ElementTraits *traits);

/* ElementMemoryAccept - Updates what all elements remember at an accepted state of the model, which
   has positions and velocities. TermKind.accept of the term of elements. */
PetscErrorCode ElementMemoryAccept(Term term, const Evaluation *ev);

/* ElementMemoryArchive - Writes what elements remember to an archive, or reads it, one table for
   each block, in the order of the cells of the mesh. TermKind.archive of the term of elements.
   Collective. */
PetscErrorCode ElementMemoryArchive(Term term, FsArchive a);

/* ---- kinks of laws --------------------------------------------------------------------------- */

/* BlockHasKinks - Returns whether the elements of a block follow laws with kinks that steps can
   locate. */
PetscBool BlockHasKinks(const Block *b);

/* ElementKinkMargin - TermKind.kink_margin of the term of elements. */
PetscErrorCode ElementKinkMargin(Term term, const Evaluation *ev, PetscReal *margin);

/* ---- displacement residual ------------------------------------------------------------------- */

/* Computes residuals that depend on displacements only.

   It serves assemblies whose displacements_only is PETSC_TRUE (term.h). Several elements are
   computed at once (math/lanes.h). */

/* Arrays of the nodes of this rank, for residuals that depend on displacements alone. The functions
   of this file create the object if *residual is NULL. */
typedef struct _n_DisplacementResidual *DisplacementResidual;

/* DisplacementResidualAdd - Adds the forces of all nonlinear elements of this rank at the
   displacements ev->displacements, for models in which forces depend on displacements alone.

   Elements are added in their order, so that results are reproducible.
   Output:
     local  [nlocal] += the forces; NULL on one rank only
     r      global vector, += the forces on free dofs if local is NULL
   Collective. Input error if the formula of a load has no finite value. */
PetscErrorCode DisplacementResidualAdd(DisplacementResidual *residual, const Evaluation *ev, Vec r,
                                       PetscScalar local[]);
/* %DisplacementResidualBalance - Adds this rank's strain energy [J] to *strain, and the forces of
   loads to applied[nlocal], for models in which forces depend on displacements alone.

   No support may move, and the nonlinear part of the elements must have no mass. Collective. Input
   error if the formula of a load has no finite value. */
PetscErrorCode DisplacementResidualBalance(DisplacementResidual *residual, const Evaluation *ev,
                                           PetscReal *strain, PetscScalar applied[]);
PetscErrorCode DisplacementResidualDestroy(DisplacementResidual *residual);

#endif
