/* beam_varying_mass.h: the inner shapes at rest of beams whose section varies; see
   beam_varying_mass.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_BEAM_VARYING_MASS_H
#define FS_ELEMENT_BEAM_BEAM_VARYING_MASS_H

#include "beam_curve.h"

enum { BEAM_SHAPES_DOFS = 12 };

/* A section, and the displacement of its mass center and its spin by the dofs of the nodes. */
typedef struct {
  double place, weight; /* of element_sections() */
  double R[9];          /* from the section's axes to the global axes */
  double center[3][BEAM_SHAPES_DOFS], spin[3][BEAM_SHAPES_DOFS];
} BeamSectionShapes;

/* beam_varying_shapes - Computes the shapes at the points of element_sections().

   length is that of the element, x its state at rest with slopes. */
void beam_varying_shapes(const ElementReference *ref, double length, const LoadedBeam *x,
                         BeamSectionShapes shapes[ELEMENT_SECTIONS]);

#endif
