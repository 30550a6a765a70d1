/* hinge_load.c: warns of moments at hinges, which load one of two members alone.

   A member with a release ends at a further node beside its point (model/ends). If two members meet
   at a point and one of them has the hinge, the node of the point belongs to the other one, and so
   does a moment at the point. A user who thinks of the hinge as a node between both members may
   mean the member that has the release. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "math/vector.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/loads/nodes/hinge_load.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* Sums over the cells at a node: ends of beams, other elements that rotate with it, joints, hinges
   that transfer nothing of the moment, and the numbers of these hinges in the model. */
enum { BEAMS, OTHERS, JOINTS, HINGES, NUMBERS, NODE_SUMS };

/* Returns the part of a moment that a joint at the end of a member does not transfer. Its axis, the
   third one of its frame, is the only one that is released, or the only one that is not. */
static double released_part(const JointCell *c, const double moment[3])
{
  const JointType *type  = c->joint->own_type;
  const double    *axis  = JointAxesAt(c->joint, c->e)->frame[2];
  const double     about = dot(axis, moment), all = norm(moment);
  int              angles = 0, twists = 0;

  for (int k = 0; k < type->nrows; k++) {
    angles += type->row[k].kind == ROW_ANGLE;
    twists += type->row[k].kind == ROW_TWIST;
  }
  if (angles == 3) return 0;
  if (angles == 2) return fabs(about);
  return twists ? sqrt(fmax(0, all * all - about * about)) : all;
}

/* Adds the cells at the nodes of this rank to sum[nnodes][NODE_SUMS]. */
static void add_cells(Model model, const double moment[3], double sum[])
{
  const double round_off = 1e-6; /* of the moment: axes are exact to 1e-16 */

  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape) && it.block->kernel->nc == 6; i++)
      sum[NODE_SUMS * it.node[i] + (it.block->kernel->type->has_section ? BEAMS : OTHERS)]++;
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) sum[NODE_SUMS * node[k] + JOINTS]++;
    if (!c.joint->own_type || !(released_part(&c, moment) > round_off * norm(moment))) continue;
    sum[NODE_SUMS * node[1] + HINGES]++;
    sum[NODE_SUMS * node[1] + NUMBERS] += (double)c.i;
  }
}

/* Returns the node of this rank with the lowest number that has the load and is a hinge between two
   members, or -1. */
static int loaded_hinge(Model model, PetscInt set, const double sum[])
{
  const Geometry *g     = &model->mesh->g;
  int             found = -1;

  for (int i = 0; i < g->nnodes; i++) {
    const double *s = sum + NODE_SUMS * i;

    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)set)) continue;
    if (s[BEAMS] != 1 || s[OTHERS] != 0 || s[JOINTS] != 1 || s[HINGES] != 1) continue;
    if (model->layout.supported[i] & ROTATIONS) continue;
    if (found < 0 || g->node_number[i] < g->node_number[found]) found = i;
  }
  return found;
}

PetscErrorCode HingeLoadDoubt(Model model, const LoadOptions *options, PetscInt set, int dimension)
{
  const Geometry *g    = &model->mesh->g;
  double          x[3] = {0}, *sum;
  int             node, hinge = 0;
  MPI_Datatype    unit;

  PetscFunctionBeginUser;
  if (options->kind != LOAD_MOMENT || options->cells || options->nodes.where || dimension ||
      !model->njoints)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1((size_t)NODE_SUMS * (size_t)(g->nnodes + 1), &sum));
  add_cells(model, options->value, sum);
  PetscCallMPI(MPI_Type_contiguous(NODE_SUMS, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sum, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  node = loaded_hinge(model, set, sum);
  if (node >= 0) {
    PetscCall(PetscArraycpy(x, g->x[node], 3));
    hinge = (int)sum[NODE_SUMS * node + NUMBERS];
  }
  PetscCall(PetscFree(sum));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(node >= 0),
    "-load_%s_moment acts at the hinge '%s' at (%.6g, %.6g, %.6g), and therefore on the member "
    "without the release alone. If the other member is meant, give the release to the member that "
    "has none instead; if not, -load_%s_where 1 says so",
    options->name, model->joint[hinge].name, x[0], x[1], x[2], options->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}
