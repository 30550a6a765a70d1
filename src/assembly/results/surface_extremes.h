/* surface_extremes.h: the results of surfaces at the nodes of their elements, for extremes.

   The results of shells and finite membranes are those of the middles of elements, but the largest
   stresses often are at edges. This file continues the results to the nodes by the polynomials of
   surface_patch.h, and raises results that are extremes, such as stress_max, to those at the nodes.
   A node has a polynomial if it has a patch (patch_nodes.h). Results may jump or
   have a kink at other nodes. There each element has the mean of the polynomials of its other
   nodes.

   Functions are collective unless their comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RESULTS_SURFACE_EXTREMES_H
#define FS_ASSEMBLY_RESULTS_SURFACE_EXTREMES_H

#include "assembly/term.h"

/* surface_raises - Returns whether a result of a block, which begins at the value number at of an
   element, may be an extreme that the nodes of surfaces raise. Not collective. */
PetscBool surface_raises(const Block *b, PetscInt at);

/* SurfaceExtremesCreate - Finds the patches of the nodes of surfaces.

   Input:
     n      number of cells of this rank whose results will be raised, or -1 for all cells
     cells  [n] indices of these cells in the mesh, of types with a list ElementType.recovered
   Output:
     x  the caller destroys it by SurfaceExtremesDestroy(); NULL if no rank has such cells */
PetscErrorCode SurfaceExtremesCreate(Model model, PetscInt n, const PetscInt cells[],
                                     SurfaceExtremes *x);
PetscErrorCode SurfaceExtremesDestroy(SurfaceExtremes *x);

/* SurfaceExtremesPrepare - Computes the polynomials at the state of ev, and makes ElementResults()
   raise the extremes of the cells of x by setting ev->surfaces; does nothing if x is NULL. It calls
   EvaluationPrepareResults(). The polynomials are valid until the next call with the same x. */
PetscErrorCode SurfaceExtremesPrepare(SurfaceExtremes x, Evaluation *ev);

/* surface_extremes_stored - Writes the results of an element with a list ElementType.recovered, and
   those derived from them in its middle, as SurfaceExtremesPrepare() has computed them. Returns
   PETSC_FALSE if they are not stored. Not collective. */
PetscBool surface_extremes_stored(const Evaluation *ev, const Block *b, PetscInt element,
                                  double values[]);

/* surface_extremes_middle - Computes the results with a list ElementType.recovered in the middle of
   an element by the polynomials of its nodes, the mean of those whose patches are whole.

   Input:
     values  the results of the element, of which those of the list are replaced
   Returns whether a node of the element has such a polynomial; if not, values stay. Not
   collective. */
PetscBool surface_extremes_middle(const Evaluation *ev, const Block *b, PetscInt element,
                                  double values[]);

/* surface_extremes_raise - Raises the extremes among the results of an element, values, to those at
   its nodes. Not collective. */
void surface_extremes_raise(const Evaluation *ev, const Block *b, PetscInt element,
                            double values[]);

/* surface_extremes_place - Finds where an extreme of an element occurs: the first node that has it,
   or the middle.

   Input:
     at    place of the result among the values of the element, of which surface_raises() is true
     tie   values that differ by less, relative to the extreme, are equal
   Output:
     place  in the mesh [m]
   Not collective. */
void surface_extremes_place(const Evaluation *ev, const Block *b, PetscInt element, PetscInt at,
                            double tie, double place[3]);

#endif
