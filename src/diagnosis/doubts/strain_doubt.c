/* strain_doubt.c: warns of strains that are too large for a linear law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "strain_doubt.h"
#include "unit_doubt.h"
#include "assembly/term.h"
#include "diagnosis/members/worst_cell.h"
#include "model/parts/block.h"
#include "element/element.h"

/* Metals yield at 0.1 to 1 %, and wood, concrete and composites break below 2 %. A Young's modulus
   in GPa beside lengths in m or mm yields 1000 times the strain. tests/relations/doubts.py has both
   sides. */
static const PetscReal MAX_STRAIN = 0.02;

/* Returns the place of the axial strain of bars and trusses with Young's modulus among their
   results, or -1. Cables may be of a soft material. */
static int find_axial_strain(const Block *b)
{
  const ElementType *type = b->kernel->type;

  if (!strcmp(b->kernel->name, "cable") || type->has_section) return -1;
  if (!type->results || strcmp(type->results->name, "strain") || type->results->count > 1)
    return -1;
  for (int k = 0; type->props[k].name; k++)
    if (!strcmp(type->props[k].name, "young") && !PetscIsNanReal(b->prop[k])) return 0;
  return -1;
}

/* Whether the strains of a part are known, and follow from Young's modulus and not from a law. */
static PetscBool is_watched(const Block *b)
{
  const ElementType *type = b->kernel->type;

  return (PetscBool)(!b->varying && !type->kinked &&
                     (type->young_strain || find_axial_strain(b) >= 0));
}

/* Finds the cell of this rank with the largest strain of a part, if it is beyond MAX_STRAIN. */
static void find_largest(const Evaluation *ev, const Block *b, WorstCell *worst)
{
  const int axial = find_axial_strain(b);
  double    values[ELEMENT_MAX_RESULTS];

  for (PetscInt e = 0; e < b->ncells; e++) {
    PetscReal strain;

    ElementResults(ev, b, e, RESULTS_PLAIN, values);
    strain = axial >= 0 ? PetscAbsReal(values[axial])
                        : b->kernel->type->young_strain(b->kernel, b->prop, values);
    if (strain > MAX_STRAIN)
      worst_cell_add(AssemblyModel(ev->assembly), b, e, strain / MAX_STRAIN,
                     (const PetscReal[WORST_VALUES]){strain}, worst);
  }
}

/* The part with the largest strain beyond MAX_STRAIN, or NULL, and its place. */
typedef struct {
  const Block *b;
  PetscReal    strain, x[3];
} WorstStrain;

static PetscErrorCode FindWorst(FsSystem sys, const FsState *s, const FsLoading *loading,
                                WorstStrain *worst)
{
  const Model model   = AssemblyModel(AssemblyOf(sys));
  PetscBool   watched = PETSC_FALSE;
  WorstCell  *cells;
  Evaluation  ev;

  PetscFunctionBeginUser;
  *worst = (WorstStrain){.strain = MAX_STRAIN};
  for (PetscInt k = 0; k < model->nparts; k++)
    watched = (PetscBool)(watched || is_watched(&model->block[k]));
  if (!watched) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(PetscCalloc1(model->nparts, &cells));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_watched(&model->block[k])) find_largest(&ev, &model->block[k], &cells[k]);
  PetscCall(WorstCellsReduce(model->comm, model->nparts, cells));
  for (PetscInt k = 0; k < model->nparts; k++) {
    if (!(cells[k].value[0] > worst->strain * (1 + 1e-9))) continue;
    worst->b      = &model->block[k];
    worst->strain = cells[k].value[0];
    PetscCall(PetscArraycpy(worst->x, cells[k].x, 3));
  }
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char UNITS[] =
  "are Young's modulus, the section, the loads and the lengths in one system of units?";

PetscErrorCode WarnLargeStrains(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  WorstStrain w;
  char        modulus[128] = "";

  PetscFunctionBeginUser;
  PetscCall(FindWorst(sys, s, loading, &w));
  if (w.b) name_modulus(w.b->young, sizeof modulus, modulus);
  if (w.b)
    PetscCall(PetscFPrintf(
      sys->comm, stderr,
      "fsolve: warning: part '%s': at t = %.6g the strain at (%.6g, %.6g, %.6g) is %.2g, but "
      "Young's modulus describes materials up to about %.2g: %s%s\n",
      w.b->part, (double)s->t, (double)w.x[0], (double)w.x[1], (double)w.x[2], (double)w.strain,
      (double)MAX_STRAIN, UNITS, modulus));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LargeStrainsExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          char text[], size_t size, PetscBool *found)
{
  WorstStrain w;
  size_t      length;
  char        modulus[128];

  PetscFunctionBeginUser;
  PetscCall(FindWorst(sys, s, loading, &w));
  *found = (PetscBool)(w.b != NULL);
  if (!w.b) PetscFunctionReturn(PETSC_SUCCESS);
  name_modulus(w.b->young, sizeof modulus, modulus);
  PetscCall(PetscStrlen(text, &length));
  PetscCall(PetscSNPrintf(text + length, size - length,
                          "; before, the strain of part '%s' at (%.6g, %.6g, %.6g) is %.2g: %s%s",
                          w.b->part, (double)w.x[0], (double)w.x[1], (double)w.x[2],
                          (double)w.strain, UNITS, modulus));
  PetscFunctionReturn(PETSC_SUCCESS);
}
