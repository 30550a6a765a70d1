/* beam_varying_mass.h: the inner shapes at rest of beams whose section varies; see
   beam_varying_mass.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_VARYING_BEAM_VARYING_MASS_H
#define FS_ELEMENT_BEAM_VARYING_BEAM_VARYING_MASS_H

#include "element/beam/finite/beam_curve.h"
#include "element/beam/section_points.h"

enum { BEAM_SHAPES_DOFS = 12 };

/* The displacement of the mass center of a section and its spin by the dofs of the nodes, less the
   linear shapes of the displacements, spins and centers of the nodes. */
typedef struct {
  double center[3][BEAM_SHAPES_DOFS], spin[3][BEAM_SHAPES_DOFS];
} BeamSectionShapes;

/* beam_varying_shapes - Computes the shapes at the points of element_sections().

   data has all members that the load needs; x is the element at rest, with slopes. */
void beam_varying_shapes(const ElementReference *ref, const BeamVarying *data, const LoadedBeam *x,
                         BeamSectionShapes shapes[ELEMENT_SECTIONS]);

#endif
