/* exact_buckling.h: finds buckling loads as critical points of a path of states (continuation.h).
   At a critical point the stiffness matrix is singular.

   There are two kinds of paths. The first consists of the equilibria of the nonlinear model, for
   loads that grow in both directions from their present value. In the second, the proportional
   path, displacements are proportional to the loads, as in linear buckling. The stiffness matrix is
   then the exact one at these displacements. In contrast, the stiffness K + p K' of the eigenvalue
   problem of linear buckling is linear in the load factor p. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_BUCKLING_EXACT_BUCKLING_H
#define FS_ANALYSIS_BUCKLING_EXACT_BUCKLING_H

#include "analysis/run/run.h"
#include "eigen/buckling/buckling_modes.h"

/* PathEnd - Why the search for buckling loads ends in one direction of the loads, along a path of
   states.
     PATH_REACHED  the path has reached the largest load factor that was wanted
     PATH_TURNS    at a limit point, which is the last factor
     PATH_BROKEN   the next equilibrium was not found, or needs too many steps */
typedef enum { PATH_REACHED, PATH_TURNS, PATH_BROKEN } PathEnd;

/* ExactFactors - The load factors of critical points, of both signs and by ascending size, with
   their shapes.

   A load factor of linear buckling is called a guide here. It is taken as the load factor of a
   critical point if the number of unstable directions changes near the guide, within
   buckling_tolerance. The number of unstable directions is the number of negative eigenvalues of
   the stiffness matrix. In reach and end the index 0 is for negative load factors, 1 for positive
   ones. */
typedef struct {
  PetscInt   n, capacity;
  PetscReal *factor;   /* [n] the load factors */
  Vec       *x;        /* [n] the shapes; rotations are spins in body axes */
  PetscBool *guide;    /* [n] whether linear buckling gave the load factor (a guide) */
  PetscReal  reach[2]; /* size of the load factor at which the path ends, for both signs */
  PathEnd    end[2];
  /* whether the load factors explain every change of the number of unstable directions between the
     states of the path */
  PetscBool certified;
  PetscInt  steps, factorizations; /* the numbers of steps and factorizations of the search */
} ExactFactors;

/* If a load factor of linear buckling and the load factor of the nonlinear model that replaces it
   differ by more than this part, the program reports it. An engineer would notice such a
   difference. Frames that are bent before they buckle, and plain columns that must not be reported,
   are in tests/analysis/buckling_exact.py. */
#define BUCKLING_DIFFERENT 0.01

/* buckling_tolerance - Returns the relative difference from a critical point up to which a load
   factor of linear buckling is taken as that of the critical point.

   It is 1 % for a model without joints. In a model with joints, linear buckling depends on the form
   in which the constraint equations of joints are written, so the result is 0.001 %. The result is
   also 0.001 % in a model of beams with bows, whose critical points are more exact than linear
   buckling. */
static inline PetscReal buckling_tolerance(const BucklingFactors *linear)
{
  return linear->rows || linear->bows ? 1e-3 * BUCKLING_DIFFERENT : BUCKLING_DIFFERENT;
}

/* ExactBucklingFind - Finds buckling loads: critical points, where the stiffness is singular, of a
   path of states between the load factors -guide->bound and guide->bound.

   If fewer than wanted critical points are found, the search continues a limited distance beyond
   the bound.
   Input:
     run           its state run->s is the equilibrium from which the loads change. The state has
                   the same values on return
     guide         the load factors of linear buckling; steps are chosen so that they end just
                   before and just behind these load factors
     wanted        the number of load factors
     near          PETSC_TRUE if the stiffness is nearly linear in the load factor. Each guide is
                   then corrected by Newton's method. If this does not find all critical points, or
                   if near is PETSC_FALSE, the function follows the path in steps
     proportional  PETSC_TRUE for the path whose displacements are proportional to the loads
   Output:
     f             the load factors, which the caller destroys by ExactBucklingDestroy
   Collective. */
PetscErrorCode ExactBucklingFind(Run *run, const BucklingFactors *guide, PetscInt wanted,
                                 PetscBool near, PetscBool proportional, ExactFactors *f);
PetscErrorCode ExactBucklingDestroy(ExactFactors *f);

#endif
