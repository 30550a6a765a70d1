/* inner_work.c: computes the work of loads on what bends beams between their nodes.

   Some beams deflect between their nodes by an amount that depends on the loads: those that an
   axial force bends, and those whose section follows a law. This deflection is no dof. The product
   of the nodal forces and the path of the nodes therefore lacks the work of loads on the
   deflection. Let a load have the force f1 with its distribution at the start of a step, and f2
   with that at the end. The path of a distribution is the deflection, weighted with the
   distribution. Let it increase during the step by d1 and d2. The work is (f1 . d1 + f2 . d2)/2. It
   is exact if the load does not change, and otherwise of second order in the step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/growing_list.h"
#include "element/element.h"
#include "inner_work.h"
#include "model/fields/unstrained.h"
#include "model/loads/along/lateral_load.h"
#include "model/loads/line_load.h"
#include "model/loads/load.h"
#include "model/parts/block.h"

/* InnerWork - A force of a load on an element, of one of two states, and its path at both. */
typedef struct {
  double force[3], path[2][3];
} InnerWork;
typedef GROWING_LIST(InnerWork) InnerWorkList;

PetscBool HasInnerPath(const Block *block)
{
  return (PetscBool)(block->lateral && block->kernel->type->inner_path);
}

PetscErrorCode EvaluationBefore(const Evaluation *ev, PetscReal t, const NodeState nodes[],
                                FsState *s, Evaluation *before)
{
  const FsLoading *loading = ev->loading;

  PetscFunctionBeginUser;
  *s            = *ev->s;
  s->t          = t;
  *before       = *ev;
  before->s     = s;
  before->nodes = nodes;
  PetscCall(
    ModelGravity(ev->assembly->model, t, loading->factor, &loading->harmonic, before->gravity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the force and the path of a load on the element of a part at the state of an evaluation.
   point is the place of a concentrated force, or NULL. */
static void force_and_path(const Evaluation *ev, const LineLoad *load, const LineLoadPart *part,
                           const LineLoadPoint *point, const PetscReal vector[3], double force[3],
                           double path[3])
{
  const Model     model  = ev->assembly->model;
  const Block    *b      = &model->block[part->block];
  ElementLineLoad inside = {.kind = load->kind};
  PetscInt        element[LANES];
  ElementGroup    group;
  Lanes           f[3], u[3];

  memcpy(inside.vector, vector, sizeof inside.vector);
  for (int lane = 0; lane < LANES; lane++) {
    element[lane] = part->element;
    line_load_set_lane(load, part, lane, &inside);
    if (!point) continue;
    inside.at[lane]    = &point->at;
    inside.field[lane] = &point->factor;
  }
  BlockGatherElements(model, b, element, ev->nodes, ev->gravity, NULL, &group);
  b->kernel->type->inner_path(&group, &inside, f, u);
  for (int c = 0; c < 3; c++) {
    force[c] = f[c][0];
    path[c]  = u[c][0];
  }
}

/* Sets the path, at state number k, of all forces that a load has at the state of field. If own is
   PETSC_TRUE, this is state k, and the forces are set, too. */
static PetscErrorCode SetPaths(const LineLoad *load, const Evaluation *field, const Evaluation *ev,
                               int k, PetscBool own, InnerWorkList *list)
{
  const Model model = ev->assembly->model;
  PetscReal   factor, vector[3];

  PetscFunctionBeginUser;
  PetscCall(TermFactor(field, load->time, &load->harmonic, &factor));
  for (int c = 0; c < 3; c++) vector[c] = factor * load->vector[c];
  for (PetscInt i = 0; i < load->n; i++) {
    const LineLoadPart part = LineLoadPartAt(model, load, i, field->s->t);
    LineLoadPoint      point[LOAD_AXLES];
    int                n = 0;

    if (!HasInnerPath(&model->block[part.block])) continue;
    n = LineLoadPoints(model, load, &part, field->s->t, point);
    for (int p = load->concentrated || load->train ? 0 : -1; p < n; p++) {
      InnerWork *work;
      double     force[3];

      PetscCheck(GROWING_LIST_RESERVE(*list), PETSC_COMM_SELF, PETSC_ERR_MEM,
                 "no memory for the work of loads");
      work = &list->at[list->n++];
      force_and_path(ev, load, &part, p < 0 ? NULL : &point[p], vector, force, work->path[k]);
      if (own) memcpy(work->force, force, sizeof force);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Brings the model to the time of an evaluation. Elements also know the places that forces have at
   another time, so that the same points of an element follow the path at both times. */
static PetscErrorCode BringModel(const Evaluation *ev, PetscReal other)
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  PetscCall(ModelUnstrain(model, ev->s->t, ev->loading->factor));
  PetscCall(ModelLateralLoadsWithPlaces(model, ev->s->t, other, ev->loading->factor,
                                        &ev->loading->harmonic));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddInnerWork(const LineLoad *load, const Evaluation at[2], PetscReal *work)
{
  InnerWorkList list = {0};

  PetscFunctionBeginUser;
  for (int k = 1; k >= 0; k--) {
    PetscCall(BringModel(&at[k], at[1 - k].s->t));
    list.n = 0; /* entries follow each other in the same order */
    for (int field = 0; field < 2; field++)
      PetscCall(SetPaths(load, &at[field], &at[k], k, (PetscBool)(field == k), &list));
  }
  PetscCall(BringModel(&at[1], at[1].s->t));
  for (int64_t i = 0; i < list.n; i++)
    for (int c = 0; c < 3; c++)
      *work += list.at[i].force[c] * (list.at[i].path[1][c] - list.at[i].path[0][c]) / 2;
  free(list.at);
  PetscFunctionReturn(PETSC_SUCCESS);
}
