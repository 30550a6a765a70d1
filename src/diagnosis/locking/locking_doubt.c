/* locking_doubt.c: warns of thin curved shells whose cells are too few for their shapes.

   Let forces do the work F u/2 on the exact displacements u. If an error needs the share e of this
   work, displacements become u (1 - e). There are two errors:

   - Triangles of different shapes stretch where the surface bends (membrane locking). Their
   membrane forces then differ from cell to cell, while those of the exact solution are smooth. The
   energy is that of the difference between the membrane forces of a cell and those of the
   polynomials through its neighbors (surface_patch.h). The polynomials follow a part of the
   differences, too.
   - The work of loads on the arcs of cells has an error of the order L^4 k^2 (arc_volume.h). If the
     sizes of cells differ by the part d, it does not cancel, but bends the surface without
   stretching. A membrane carries loads with (R/h)^2 times less displacement than bending does.
   If a membrane carries them, the error is of the order (d a)^2, a = L^2 k/h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "uneven_cells.h"
#include "assembly/results/surface_extremes.h"
#include "locking_doubt.h"
#include "model/parts/block.h"

/* ERROR: errors of displacements below this need no warning. WHOLE: the energy of all differences,
   divided by the energy of the differences from polynomials. Twisted strips, rings, pinched
   cylinders and hemispheres of triangles have 3 to 7. LOADS: the error over the mean of (d a)^2 by
   membrane energy, without and with -linearize: in tanks of quadrilaterals under pressure with R/h
   from 100 to 1000, nodes shifted by 0.1 to 0.3 cells and errors near 0.05 it is 0.06 to 0.4, and
   0.2 to 0.5; tension makes bending stiff. The test tests/element/shell_locking.py has cases that
   must be warned, and cases that must not. ENOUGH: the error with the number of cells that a
   warning names, if the error of stretching decreases with the square of their size and that of
   loads with its fourth power. CURVED: flatter cells have neither error. PART: a part with a
   smaller share of the energy of all shells may be nearly unloaded. */
static const double ERROR = 0.05, WHOLE = 3.5, LOADS[2] = {0.15, 0.3}, ENOUGH = 0.02, CURVED = 0.5,
                    PART = 0.1;

/* Energies of a part. All members are doubles. */
typedef struct {
  double apart; /* of the differences of membrane forces */
  double quads; /* the part of quadrilaterals in it */
  double loads; /* of membrane forces, times (d a)^2 */
  double all;   /* of membrane forces and moments */
} PartEnergy;

/* Adds twice the energies of a cell. */
static void add_energies(const Evaluation *ev, const UnevenCells *cells, const Block *b, PetscInt e,
                         const ShellPlaces *p, PartEnergy *sum)
{
  const Geometry *g      = &cells->model->mesh->g;
  const double    curved = uneven_curving(cells, b, e);
  double          values[ELEMENT_MAX_RESULTS], smooth[ELEMENT_MAX_RESULTS], apart[3];
  double          x[ELEMENT_MAX_NODES][3], area, membrane, energy;
  const double   *n = values + p->force;

  if (!surface_extremes_stored(ev, b, e, values)) ElementResults(ev, b, e, RESULTS_PLAIN, values);
  geometry_cell_coordinates(g, (int)b->cells[e], x);
  area     = shape_size(b->kernel->shape, (const double(*)[3])x);
  membrane = area * surface_product(n, values + p->strain);
  sum->all += membrane + area * surface_product(values + p->moment, values + p->curvature);
  if (!(curved > CURVED)) return;
  sum->loads += membrane * PetscSqr(curved * uneven_cell(cells, b, e));
  memcpy(smooth, values, sizeof smooth);
  if (!(surface_product(n, n) > 0) || !surface_extremes_middle(ev, b, e, smooth)) return;
  for (int k = 0; k < 3; k++) apart[k] = n[k] - smooth[p->force + k];
  energy = membrane * surface_product(apart, apart) / surface_product(n, n);
  sum->apart += energy;
  if (b->kernel->shape == SHAPE_QUADRILATERAL) sum->quads += energy;
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

/* Prints the warning of a part with these errors of the two kinds. */
static PetscErrorCode PrintWarning(Model model, PetscReal t, const Block *b, double apart,
                                   double loads, PetscBool quads)
{
  const double cells = PetscSqrtReal(apart / ENOUGH), finer = PetscSqrtReal(loads / ENOUGH);

  PetscFunctionBeginUser;
  PetscCall(PetscFPrintf(
    model->comm, stderr,
    "fsolve: warning: part '%s': at t = %.6g its displacements or stresses are about %.0f %% off, "
    "because %s: give it %.0f times as many cells along each side%s, or a regular mesh\n",
    b->part, (double)t, 100 * PetscMin(apart + loads, 0.99),
    loads > apart ? "the load bends a thin curved surface of cells of different sizes"
    : quads       ? "thin curved quadrilaterals of different shapes stretch where the surface bends"
                  : "thin curved triangles of different shapes stretch where the surface bends",
    ceil(PetscMax(cells, PetscSqrtReal(finer))), loads > apart || quads ? "" : ", quadrilaterals"));
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
    const double apart = WHOLE * part[k].apart / part[k].all,
                 loads = loaded ? LOADS[model->linearize] * part[k].loads / part[k].all : 0;

    if (!(apart + loads > ERROR) || !(part[k].all > PART * all)) continue;
    PetscCall(PrintWarning(model, t, &model->block[k], apart, loads,
                           (PetscBool)(part[k].quads > part[k].apart / 2)));
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
