/* exact_buckling.h: finds load factors as critical points of a path (continuation.h).

   The path is that of the true equilibria, in both directions of the loads. Or its displacements
   are proportional to the loads, as in linear buckling. Then the stiffness is exact in these
   displacements, while that of the pencil is linear in them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_BUCKLING_EXACT_BUCKLING_H
#define FS_ANALYSIS_BUCKLING_EXACT_BUCKLING_H

#include "analysis/run/run.h"
#include "eigen/buckling/buckling_modes.h"

/* PathEnd - Why the equilibria of one direction end.
     PATH_REACHED   the path has reached the bound
     PATH_TURNS     at a limit point, which is the last factor
     PATH_BROKEN    the next equilibrium was not found, or needs too many steps */
typedef enum { PATH_REACHED, PATH_TURNS, PATH_BROKEN } PathEnd;

/* ExactFactors - Factors of both signs by ascending size, with their shapes.

   A guide is kept if the number of unstable directions changes near it (buckling_tolerance).
   certified is PETSC_TRUE if the factors explain the number of unstable
   directions of every equilibrium that was computed. Index 0 of the arrays is for negative factors,
   1 for positive ones. */
typedef struct {
  PetscInt   n, capacity;
  PetscReal *factor;   /* [n] */
  Vec       *x;        /* [n]; their rotations are spins in body axes */
  PetscBool *guide;    /* [n] the factor is that of a guide */
  PetscReal  reach[2]; /* size of the factor at which the path ends */
  PathEnd    end[2];
  PetscBool  certified;
  PetscInt   steps, factorizations; /* numbers in the search */
} ExactFactors;

/* Factors of linear buckling that differ by more than this share of the true factor are reported as
   replaced. It is what an engineer reads from a factor. Frames that are bent before they buckle,
   and plain columns that must not be reported, are in tests/analysis/buckling_exact.py. */
#define BUCKLING_DIFFERENT 0.01

/* buckling_tolerance - Returns by how much a factor of linear buckling may differ from a critical
   point, to be kept.

   Without joints it is 1 %. With joints these factors depend on how the rows of joints are written,
   and hardly any difference is allowed. */
static inline PetscReal buckling_tolerance(const BucklingFactors *linear)
{
  return linear->rows ? 1e-3 * BUCKLING_DIFFERENT : BUCKLING_DIFFERENT;
}

/* ExactBucklingFind - Finds the critical points of the path between the factors -bound and bound.

   If they are fewer than wanted, the search continues beyond the bound for a while.
   Input:
     run           its state is the equilibrium from which the loads change; it is the same on
                   return
     guide         factors of linear buckling, and their bound; they guide the steps
     proportional  the displacements are proportional to the loads (ContinuationMeasure)
   Collective. */
PetscErrorCode ExactBucklingFind(Run *run, const BucklingFactors *guide, PetscInt wanted,
                                 PetscBool proportional, ExactFactors *f);
PetscErrorCode ExactBucklingDestroy(ExactFactors *f);

#endif
