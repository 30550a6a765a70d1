/* locking_doubt.c: warns of thin curved shells whose cells are too few for their shapes.

   Let forces do the work F u/2 on the exact displacements u. If an error needs the share e of this
   work, displacements become u (1 - e). There are four errors. The first makes shells stiff, and
   the others make them soft, so that the first does not add to the next two:

   - Triangles of different shapes stretch where the surface bends (membrane locking). Their
   membrane forces then differ from cell to cell, while those of the exact solution are smooth. The
   energy is that of the difference between the membrane forces of a cell and those of the
   polynomials through its neighbors (surface_patch.h). The polynomials follow a part of the
   differences, too.
   - The bending moments of the exact solution change within a cell, as along the lines of a saddle
   on which a disturbance moves. The energy is that of the difference of moments.
   - A surface with the curvature k and the thickness h bends and stretches at the same place in
   layers of the length sqrt(h/k) alone: outside of them, the energy of either bending b or
   stretching m is small. Cells of the length L that have both while a = L^2 k/h is large are larger
   than the layer. The energy is that of both in series, m b/(m + b), times a^2/(a^2 + LAYER^2).
   - The work of loads on the arcs of cells has an error of the order L^4 k^2 (arc_volume.h). If the
   sizes of cells differ by the part d, it does not cancel, but bends the surface without
   stretching. A membrane carries loads with (R/h)^2 times less displacement than bending does.
   The error is of the order (d a)^2 of the energy of the membrane, times the part of the load that
   the membrane carries: its part of all energy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "uneven_cells.h"
#include "assembly/results/surface_extremes.h"
#include "locking_doubt.h"
#include "model/parts/block.h"

/* ERROR: errors of displacements below this need no warning. STRETCH, BEND, LAYERS: errors over the
   energies above, divided by all energy. LAYER: a of a cell that is larger than the layer. LOADS:
   the error over the mean of (d a)^2 by membrane energy, without and with -linearize, because
   tension makes bending stiff. docs/measurements.md compares the errors of tanks, rings, pinched
   cylinders, saddles, hemispheres, twisted strips and roofs with these estimates. The test
   tests/element/shell_locking.py has cases that must be warned, and cases that must not. ENOUGH:
   the error with the number of cells that a warning names, if the error of loads decreases with
   the fourth power of their size, and the others with its square. CURVED: flatter cells have none
   of these errors. PART: a part with a smaller share of the energy of all shells may be nearly
   unloaded. */
static const double ERROR = 0.05, STRETCH = 5.5, BEND = 7.1, LAYERS = 2.3, LAYER = 4.7,
                    LOADS[2] = {0.15, 0.3}, ENOUGH = 0.02, CURVED = 0.5, PART = 0.1;

/* Energies of a part. All members are doubles. */
typedef struct {
  double apart;    /* of the differences of membrane forces */
  double quads;    /* the part of quadrilaterals in it */
  double bent;     /* of the differences of moments */
  double layers;   /* of stretching and bending in series, in cells larger than a layer */
  double loads;    /* of membrane forces, times (d a)^2 */
  double membrane; /* of membrane forces */
  double all;      /* of membrane forces and moments */
} PartEnergy;

/* Returns the part of the energy of the forces n that is due to their difference from smooth. */
static double apart_part(const double n[3], const double smooth[3])
{
  const double apart[3] = {n[0] - smooth[0], n[1] - smooth[1], n[2] - smooth[2]};

  return surface_product(n, n) > 0 ? surface_product(apart, apart) / surface_product(n, n) : 0;
}

/* Adds twice the energies of a cell. */
static void add_energies(const Evaluation *ev, const UnevenCells *cells, const Block *b, PetscInt e,
                         const ShellPlaces *p, PartEnergy *sum)
{
  const Geometry *g      = &cells->model->mesh->g;
  const double    curved = uneven_curving(cells, b, e);
  double          values[ELEMENT_MAX_RESULTS], smooth[ELEMENT_MAX_RESULTS];
  double          x[ELEMENT_MAX_NODES][3], area, membrane, bending, apart;

  if (!surface_extremes_stored(ev, b, e, values)) ElementResults(ev, b, e, RESULTS_PLAIN, values);
  geometry_cell_coordinates(g, (int)b->cells[e], x);
  area     = shape_size(b->kernel->shape, (const double(*)[3])x);
  membrane = area * surface_product(values + p->force, values + p->strain);
  bending  = area * surface_product(values + p->moment, values + p->curvature);
  sum->membrane += membrane;
  sum->all += membrane + bending;
  if (!(curved > CURVED)) return;
  sum->loads += membrane * PetscSqr(curved * uneven_cell(cells, b, e));
  if (membrane > 0 && bending > 0)
    sum->layers += membrane * bending / (membrane + bending) / (1 + PetscSqr(LAYER / curved));
  memcpy(smooth, values, sizeof smooth);
  if (!surface_extremes_middle(ev, b, e, smooth)) return;
  apart = membrane * apart_part(values + p->force, smooth + p->force);
  sum->apart += apart;
  if (b->kernel->shape == SHAPE_QUADRILATERAL) sum->quads += apart;
  sum->bent += bending * apart_part(values + p->moment, smooth + p->moment);
}

/* Computes the energies of all parts, part[nparts]. */
static PetscErrorCode FindEnergies(const Evaluation *ev, const UnevenCells *cells,
                                   PartEnergy part[])
{
  const Model model = cells->model;
  ShellPlaces p;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && shell_places(&model->block[k], &p); e++)
      add_energies(ev, cells, &model->block[k], e, &p, &part[k]);
  PetscCallMPI(MPIU_Allreduce(
    MPI_IN_PLACE, part, (PetscMPIInt)(model->nparts * (PetscInt)(sizeof *part / sizeof(double))),
    MPI_DOUBLE, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Errors of a part: those that stretch cells, those of bending that changes within them, and those
   of loads. */
typedef struct {
  double stretch, bend, loads;
} PartErrors;

/* Prints the warning of a part with these errors. */
static PetscErrorCode PrintWarning(Model model, PetscReal t, const Block *b, const PartErrors *is,
                                   PetscBool quads)
{
  const double    own   = PetscMax(is->stretch, is->bend);
  const double    cells = PetscSqrtReal(own / ENOUGH), finer = PetscSqrtReal(is->loads / ENOUGH);
  const PetscBool load = (PetscBool)(is->loads > own), bend = (PetscBool)(is->bend > is->stretch);

  PetscFunctionBeginUser;
  PetscCall(PetscFPrintf(
    model->comm, stderr,
    "fsolve: warning: part '%s': at t = %.6g its displacements or stresses are about %.0f %% off, "
    "because %s: give it %.0f times as many cells along each side%s\n",
    b->part, (double)t, 100 * PetscMin(own + is->loads, 0.99),
    load    ? "the load bends a thin curved surface of cells of different sizes"
    : bend  ? "the bending of a thin curved surface changes within its cells"
    : quads ? "thin curved quadrilaterals of different shapes stretch where the surface bends"
            : "thin curved triangles of different shapes stretch where the surface bends",
    ceil(PetscMax(cells, PetscSqrtReal(finer))),
    load || (quads && !bend) ? ", or a regular mesh"
    : bend                   ? ""
                             : ", quadrilaterals, or a regular mesh"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the warnings. */
static PetscErrorCode PrintWarnings(Model model, PetscReal t, const PartEnergy part[])
{
  PetscBool loaded = (PetscBool)(model->loads.on_shells || ModelHasGravity(model));
  double    all    = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &loaded, 1, MPIU_BOOL, MPI_LOR, model->comm));
  for (PetscInt k = 0; k < model->nparts; k++) all += part[k].all;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const PartEnergy *p  = &part[k];
    const PartErrors  is = {
       .stretch = STRETCH * p->apart / p->all,
       .bend    = PetscMax(BEND * p->bent, LAYERS * p->layers) / p->all,
       .loads = loaded ? LOADS[model->linearize] * p->loads / p->all * (p->membrane / p->all) : 0};

    if (!(PetscMax(is.stretch, is.bend) + is.loads > ERROR) || !(p->all > PART * all)) continue;
    PetscCall(PrintWarning(model, t, &model->block[k], &is, (PetscBool)(p->quads > p->apart / 2)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnLocking(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  const Model     model = AssemblyModel(AssemblyOf(sys));
  PetscBool       any   = PETSC_FALSE;
  SurfaceExtremes surfaces;
  PartEnergy     *part;
  Evaluation      ev;
  ShellPlaces     p;
  UnevenCells     cells;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    any = (PetscBool)(any || shell_places(&model->block[k], &p));
  if (!any || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(UnevenCellsCreate(model, CURVED, &cells, &any));
  if (any) {
    PetscCall(PetscCalloc1(model->nparts, &part));
    PetscCall(SurfaceExtremesCreate(model, -1, NULL, &surfaces));
    PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
    PetscCall(SurfaceExtremesPrepare(surfaces, &ev));
    PetscCall(FindEnergies(&ev, &cells, part));
    PetscCall(PrintWarnings(model, s->t, part));
    PetscCall(SurfaceExtremesDestroy(&surfaces));
    PetscCall(PetscFree(part));
  }
  PetscCall(UnevenCellsDestroy(&cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}
