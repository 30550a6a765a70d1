/* line_load.h: loads along the lines of beams, per length or at a place, and their parts on each
   beam.

   Such a load acts on the nodes by its consistent nodal forces, which another load of the model
   has. In elements whose inside has displacements of its own (inner shapes), the load between the
   nodes causes further forces. The functions of this header compute the data for these. Functions
   are not collective unless their comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LINE_LOAD_H
#define FS_MODEL_LOADS_LINE_LOAD_H

#include "model/loads/along/load_pieces.h"
#include "model/loads/along/load_segment.h"
#include "model/loads/along/train.h"
#include "element/line_load.h"

enum { LINE_LOAD_POINTS = 4, LINE_LOAD_NODES = 3 };

/* LineLoadPart - The part of a load along beams that acts on one element. */
typedef struct {
  PetscInt    block, element; /* index of the block; of the element in the block */
  PetscReal   at;      /* place of a concentrated load: the parent coordinate, from -1 to 1 */
  LoadSegment segment; /* where another load acts, if it does not act on the whole element */
  /* factor of the load besides its field, at the points of load_segment_points() */
  PetscReal share[LINE_LOAD_POINTS];
  /* this factor times the field; of a concentrated load, field[0] is the field at its place */
  PetscReal field[LINE_LOAD_POINTS];
  /* integral of the load's factor times each shape function [m]; for a concentrated load, the
     factor times the shape functions at its place */
  PetscReal N[LINE_LOAD_NODES];
  /* pieces in which a load that does not move is a polynomial, in place of field; npieces is 0 if
     field is enough; owned */
  int        npieces;
  LoadPiece *piece;
  LoadFit    fitted; /* how well the pieces describe a load that does not move */
} LineLoadPart;

/* LineLoad - A load on beams: vector times the factor of a part times g(t). */
typedef struct _n_LineLoad {
  char         *name;
  LineLoadKind  kind;         /* whether vector is a force or a moment, and in which axes */
  PetscBool     concentrated; /* whether the load is at a place of one beam */
  PetscBool     partial;      /* whether it acts on segments of its elements */
  PetscReal     vector[3];    /* force or moment, per length unless it is concentrated */
  Expression    time;         /* g(t) */
  Harmonic      harmonic;     /* harmonic part of the factor g(t) */
  const Train  *train;        /* axles whose place is the formula moving; borrowed; or NULL */
  Expression    moving; /* formula of x, y, z, t, instead of LineLoadPart.field and N; or NULL */
  PetscInt      n;      /* number of elements of this rank */
  LineLoadPart *part;   /* [n] in the order of blocks and elements */
} LineLoad;
typedef struct PlacedLoad PlacedLoad;
typedef struct _n_Block   Block; /* model/parts/block.h */

/* line_load_set_lane - Copies the part of a load on one beam into one lane of the description that
   kernels get, which has LANES beams. The description borrows arrays of the part. */
static inline void line_load_set_lane(const LineLoad *load, const LineLoadPart *part, int lane,
                                      ElementLineLoad *to)
{
  to->field[lane]   = part->field;
  to->at[lane]      = load->concentrated ? &part->at : NULL;
  to->between[lane] = load->partial ? part->segment.at : NULL;
}

/* LineLoadAdd - Adds a load to Model.loads.line if it acts on lines of beams, per length or at one
   place. Collective. */
PetscErrorCode LineLoadAdd(Model model, const PlacedLoad *placed);
PetscErrorCode LineLoadDestroy(LineLoad *load);

/* LineLoadPartAt - Returns part number k of a load, that on one beam, with the values of a moving
   field at the time t [s]. Values that are not finite are replaced by 0, because another load of
   the model reports them. */
LineLoadPart LineLoadPartAt(Model model, const LineLoad *load, PetscInt k, PetscReal t);

/* LineLoadPoint - A place of an element, from -1 to 1, and the factor of the load there. */
typedef struct {
  double at, factor;
} LineLoadPoint;

/* LineLoadPoints - Lists the places between the nodes of an element at which forces of a load act
   at the time t [s], which are the place of a concentrated load or the places of the axles of a
   train. Returns the number of places.

   Input:
     part   the part of the load on the element, at this time
   Output:
     point  [LOAD_AXLES] the places */
int LineLoadPoints(Model model, const LineLoad *load, const LineLoadPart *part, PetscReal t,
                   LineLoadPoint point[]);

/* LineLoadHasInside - Returns whether loads between the nodes of a block's elements cause forces
   besides the consistent nodal ones. */
PetscBool LineLoadHasInside(const Block *block);

/* LineLoadHasInsideWeight - Returns whether the block's elements are linear and their weight
   between the nodes causes forces that are not in the product of mass matrix and gravity. */
PetscBool LineLoadHasInsideWeight(Model model, const Block *block);

/* LineLoadAtRest - Computes the further forces, of a load between the nodes, on the nodes of an
   element at rest.

   Input:
     element  index of the element in the block
     load     the load, in which all LANES lanes are this element
   Changed:
     f        [nd] the forces on the dofs of the element are added */
void LineLoadAtRest(Model model, const Block *block, PetscInt element, const ElementLineLoad *load,
                    double f[]);

/* ---- along/load_pieces.c --------------------------------------------------------------------- */

/* LineLoadPieces - Lists pieces of an element with polynomials of the load along them at the time t
   [s], and returns their number; 0 if the load acts at places alone.

   Pieces end where the formula of the load jumps or has a corner. They are halved until the shear
   force of the load is right to 1e-6 of the integral of the absolute load, or until there are
   LOAD_PIECES pieces.
   Input:
     part      the part of the load on the element, at this time
     strength  forces in the element, divided by its length and by the vector of the load: a load
               that is much smaller gets no pieces
     most      if there were more pieces, the whole part is one with the polynomial part->field
   Output:
     piece     [LOAD_PIECES] the pieces, from the first node on
     fitted    how well they describe the load */
int LineLoadPieces(Model model, const LineLoad *load, const LineLoadPart *part, PetscReal t,
                   double strength, int most, LoadPiece piece[], LoadFit *fitted);

/* LineLoadSetPieces - Sets the pieces of the parts of a load that does not move.

   Input:
     formula  of x, y, z and t; NULL stands for 1, which needs no pieces
   Collective. */
PetscErrorCode LineLoadSetPieces(Model model, Expression formula, LineLoad *load);

#endif
