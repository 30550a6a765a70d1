/* arc_patches.c: finds how much quadrilaterals stiffen because their sides are chords. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "arc_patches.h"
#include "assembly/results/surface_extremes.h"
#include "element/shell/arcs/arc_strain.h"
#include "math/vector.h"
#include "model/parts/block.h"

/* The arc strain is a tensor in the surface. */
static const RecoveredResult tensor[] = {
  {0, 3, 0},
  {0, 0, 0}
};

/* Returns the place of a result among the values of an element, or -1. */
static int find_result(const ElementType *type, const char name[])
{
  int at = 0;

  for (const ElementResult *r = type->results; r && r->name; at += r++->count)
    if (!strcmp(r->name, name)) return at;
  return -1;
}

PetscBool shell_places(const Block *b, ShellPlaces *p)
{
  const ElementType *type = b->kernel->type;

  if (!type->recovered) return PETSC_FALSE;
  *p = (ShellPlaces){find_result(type, "membrane_force"), find_result(type, "bending_moment"),
                     find_result(type, "strain"), find_result(type, "curvature")};
  return (PetscBool)(p->force >= 0 && p->moment >= 0 && p->strain >= 0 && p->curvature >= 0);
}

double surface_product(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + 2 * a[2] * b[2];
}

/* Returns the thickness of a shell element. */
static double thickness(const ArcPatches *x, const Block *b, PetscInt element)
{
  double middle[ELEMENT_MAX_PROPS];

  return b->kernel->type->smooth_length(BlockDerivedProp(x->model, b, element, middle));
}

double arc_patches_curving(const ArcPatches *x, const Block *b, PetscInt element)
{
  double      most = 0;
  SurfaceCell c;

  if (!surface_cell(x->model, b, element, &c)) return 0;
  for (int i = 0; i < c.nn; i++) {
    const int        j = (i + 1) % c.nn;
    const PatchNode *a = &x->node[c.node[i]], *d = &x->node[c.node[j]];

    if (a->smooth && d->smooth)
      most = fmax(most, distance_between(a->normal, d->normal) * distance_between(c.x[i], c.x[j]));
  }
  return most / thickness(x, b, element);
}

/* Computes the arc strain of an element. */
static void find_arc(const ArcPatches *x, const Block *b, PetscInt element,
                     const double curvature[], SurfaceCell *c, ArcStrain *arc)
{
  double normal[ELEMENT_MAX_NODES][3];

  surface_cell(x->model, b, element, c);
  for (int i = 0; i < c->nn; i++) {
    const PatchNode *node = &x->node[c->node[i]];

    memcpy(normal[i], node->smooth ? node->normal : c->normal, sizeof normal[i]);
  }
  arc_strain((const double(*)[3])c->x, (const double(*)[3])normal, (const double(*)[3])c->axes,
             thickness(x, b, element), curvature, arc);
}

/* How node i of an element sees the element. */
typedef struct {
  double place[2]; /* of the middle of the element in the tangent plane of the node [m] */
  double turn[2];  /* from the tangents of the node to the axes of the element */
} PatchView;

static PatchView view_from(const PatchNode *node, const SurfaceCell *c, int i)
{
  double    tangents[2][3];
  PatchView v;

  patch_tangents(node->normal, tangents);
  tangent_place((const double(*)[3])tangents, c->x[i], c->middle, v.place);
  patch_turn(node->normal, (const double(*)[3])tangents, (const double(*)[3])c->axes, v.turn);
  return v;
}

/* Adds the arc strain of an element to the sums of its nodes. */
static void add_arc(const ArcPatches *x, const SurfaceCell *c, const ArcStrain *arc)
{
  for (int i = 0; i < c->nn; i++) {
    const PatchNode *node = &x->node[c->node[i]];
    const PatchView  v    = view_from(node, c, i);
    double           own[3];

    if (!node->smooth) continue;
    memcpy(own, arc->strain, sizeof own);
    patch_turn_results(tensor, v.turn, 1, own);
    patch_add_value(3, v.place, own, &x->sums[c->node[i]]);
  }
}

/* Subtracts the mean of the polynomials of the nodes of an element from its arc strain. The strain
   becomes 0 if no node has a polynomial. */
static void subtract_smooth(const ArcPatches *x, const SurfaceCell *c, ArcStrain *arc)
{
  double smooth[3] = {0, 0, 0};
  int    n         = 0;

  for (int i = 0; i < c->nn; i++) {
    const PatchNode *node = &x->node[c->node[i]];
    const PatchView  v    = view_from(node, c, i);
    double           own[3];

    if (!node->smooth || !node->fit.whole) continue;
    patch_value(3, &node->fit, &x->sums[c->node[i]], v.place, own);
    patch_turn_results(tensor, v.turn, -1, own);
    for (int k = 0; k < 3; k++) smooth[k] += own[k];
    n++;
  }
  for (int k = 0; k < 3; k++) arc->strain[k] = n ? arc->strain[k] - smooth[k] / n : 0;
}

PetscErrorCode ArcPatchesCreate(Model model, double least, ArcPatches *x, PetscBool *curved)
{
  ShellPlaces p;

  PetscFunctionBeginUser;
  x->model = model;
  PetscCall(PatchNodesCreate(model, &x->node));
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &x->sums));
  *curved = PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && shell_places(&model->block[k], &p); e++)
      if (!*curved) *curved = (PetscBool)(arc_patches_curving(x, &model->block[k], e) > least);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, curved, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ArcPatchesSum(const Evaluation *ev, ArcPatches *x)
{
  double      values[ELEMENT_MAX_RESULTS];
  ShellPlaces p;
  SurfaceCell c;
  ArcStrain   arc;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < x->model->nparts; k++) {
    const Block *b = &x->model->block[k];

    if (b->kernel->shape != SHAPE_QUADRILATERAL || !shell_places(b, &p)) continue;
    for (PetscInt e = 0; e < b->ncells; e++) {
      if (!surface_extremes_stored(ev, b, e, values))
        ElementResults(ev, b, e, RESULTS_PLAIN, values);
      find_arc(x, b, e, values + p.curvature, &c, &arc);
      add_arc(x, &c, &arc);
    }
  }
  PetscCall(CombineNodes(x->model, sizeof(PatchSums) / sizeof(double), x->sums, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ArcPatchesDestroy(ArcPatches *x)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(x->node));
  PetscCall(PetscFree(x->sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The rough strain r needs the membrane energy 12/h^2 (r/c)^2 relative to that of bending by the
   curvature c. If this is much, the nodes move along the normal instead, so that the chords have
   their strain. This bends the element by about r/(L^2 k), which needs a^2/12 times less energy.
   The larger the part of the arcs in an element is, the better it follows: the factor missing^2 is
   not derived, but with it the error is known within a factor of three for a from 2 to 400. */
double arc_patches_share(const ArcPatches *x, const Block *b, PetscInt element,
                         const double curvature[], double *steep)
{
  const double square = surface_product(curvature, curvature), h = thickness(x, b, element);
  SurfaceCell  c;
  ArcStrain    arc;

  *steep = 0;
  if (!(square > 0)) return 0;
  find_arc(x, b, element, curvature, &c, &arc);
  subtract_smooth(x, &c, &arc);
  *steep = arc.steep;
  return 12 / (h * h) * surface_product(arc.strain, arc.strain) / square * arc.missing *
         arc.missing / (1 + arc.steep * arc.steep / 12);
}
