/* plane_sections.c: fills in the stiffnesses of beams' sections that plane models do not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/beam/plane_section.h"
#include "math/vector.h"
#include "plane_sections.h"

/* Returns the chord of a cell; if its middle is out of the plane, a vector out of the plane. */
static void plane_chord(const Geometry *g, int cell, const double normal[3], double chord[3])
{
  /* Distance of the middle from the plane, relative to the length of the chord. Coordinates have a
     round-off of 1e-16, to which arcs of frames add a few digits. tests/element/beam_axes.py has
     beams in the plane, and one out of the plane. */
  const double  flat = 1e-12;
  const double *rise = geometry_cell_rise(g, cell);
  double        x[ELEMENT_MAX_NODES][3], middle[3];

  geometry_cell_coordinates(g, cell, x);
  for (int c = 0; c < 3; c++) {
    chord[c]  = x[1][c] - x[0][c];
    middle[c] = (geometry_cell_size(g, cell) > 2 ? x[2][c] - x[0][c] : 0) + (rise ? rise[c] : 0);
  }
  if (fabs(dot(middle, normal)) > flat * norm(chord))
    for (int c = 0; c < 3; c++) chord[c] = middle[c];
}

/* Returns the axes of the sections of all cells on all ranks. */
static PetscErrorCode FindAxes(Model model, const ElementKernel *kernel, PetscInt set,
                               const double given[], const double normal[3], int *axes)
{
  const Geometry *g = &model->mesh->g;
  double(*turn)[9];
  PetscInt *cells;
  int       n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->ncells, &cells));
  for (int cell = 0; cell < g->ncells; cell++)
    if (g->shape[cell] == kernel->shape && geometry_cell_in_set(g, cell, (int)set))
      cells[n++] = cell;
  PetscCall(PatternCopiesTurns(model->mesh->copies, model->comm, g, n, cells, &turn));
  *axes = 0;
  for (int i = 0; i < n; i++) {
    double chord[3];

    plane_chord(g, (int)cells[i], normal, chord);
    *axes |= plane_section_axis(given, chord, turn ? turn[i] : NULL, normal);
  }
  PetscCall(PetscFree(turn));
  PetscCall(PetscFree(cells));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, axes, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlaneSectionFill(Model model, const PartOptions *part, const ElementKernel *kernel,
                                PetscInt set, int directions, Varying varying, double given[])
{
  const double normal[3] = {!(directions & 1), !(directions & 2), !(directions & 4)};
  int          axes;

  PetscFunctionBeginUser;
  if (!kernel->type->has_section || !plane_section_lacks(given) ||
      __builtin_popcount((unsigned)(directions & DISPLACEMENTS)) != 2)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (part_property(part, "twist")->given || (varying && varying->twist) ||
      VaryingHasDirection(varying))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindAxes(model, kernel, set, given, normal, &axes));
  if (axes == SECTION_Y_IS_NORMAL || axes == SECTION_Z_IS_NORMAL) plane_section_fill(axes, given);
  PetscFunctionReturn(PETSC_SUCCESS);
}
