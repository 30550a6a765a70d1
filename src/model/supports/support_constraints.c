/* support_constraints.c: creates rows of constraints for components that supports fix or move.

   Such a row is a joint between ground and a node. A row of displacement along the unit vector e
   is e . u - f(t) = 0. Two rotations are fixed as in a revolute joint. One rotation alone is fixed
   by e . (axis of R - R^T) = 0: the rotation vector of the node has no component along e. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "math/vector.h"
#include "model/model.h"
#include "model/supports/support.h"
#include "model/joints/joints.h"
#include "element/joint/joint.h"

static const JointType support_type  = {"support", AXES_NONE, 1, {NOT_FREE}, JOINT_ROWS, {{0}}};
static const JointType one_rotation  = {"support",  AXES_NONE, 1,
                                        {NOT_FREE}, 1,         {{ROW_TWIST, 0, 0, 0}}};
static const JointType two_rotations = {
  "support", AXES_NONE, 1, {NOT_FREE             },
     2, { {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}
};

static int count_bits(int bits) { return __builtin_popcount((unsigned)bits); }

/* ---- which rows a node has ------------------------------------------------------------------- */

/* Returns the bits of rotations that supports fix at a node, except by rows. */
static int eliminated_rotations(Model model, PetscInt node)
{
  int fixed = 0;

  for (PetscInt s = 0; s < model->nsupports; s++)
    if (geometry_node_in_set(&model->mesh->g, (int)node, (int)model->support[s].set))
      fixed |= model->support[s].fixed & ~model->support[s].rows;
  return fixed & ROTATIONS;
}

/* Returns the bit of the rotation that a support alone fixes at a node, or 0. With -linearize
   rotations are no different from displacements, and need no row. */
static int lone_rotation(Model model, const Support *support, PetscInt node)
{
  const int bit = support->fixed & ~support->rows & ROTATIONS;

  if (model->linearize || support->has_axes || count_bits(bit) != 1) return 0;
  for (int c = 3; c < COMPONENTS; c++)
    if (support->motion[c]) return 0;
  return (model->layout.components[node] & ROTATIONS) == ROTATIONS &&
             eliminated_rotations(model, node) == bit
           ? bit
           : 0;
}

int SupportRowsAt(Model model, PetscInt s, PetscInt node)
{
  const Support *support = &model->support[s];
  const int      has     = model->layout.components[node];
  int            rows    = support->rows;

  if (!geometry_node_in_set(&model->mesh->g, (int)node, (int)support->set) || !has) return 0;
  if (!support->has_axes) rows &= has;
  return rows | lone_rotation(model, support, node);
}

/* ---- the joints ------------------------------------------------------------------------------ */

PetscInt SupportConstraintsCount(Model model) { return 2 * model->nsupports; }

/* Lists the nodes of rows. */
static PetscErrorCode FindRowNodes(Model model, PetscInt s, int mask, Joint *j)
{
  unsigned char *wanted;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &wanted));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    wanted[i] = (SupportRowsAt(model, s, i) & mask) != 0;
  PetscCall(JointSetGroundedNodes(model, wanted, j));
  PetscCall(PetscFree(wanted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets all rows of a support in mask, and returns their number. */
static int set_rows(const Support *s, int mask, Joint *j)
{
  const int rotations = mask >> 3, n = count_bits(rotations);
  /* about the fixed one of three axes, or about the free one */
  const int axis = n == 1 ? rotations / 2 : (7 & ~rotations) / 2;
  double    frame[3][3];

  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) frame[k][c] = s->axes[(axis + 1 + k) % 3][c];
  for (int c = 0; c < 3; c++) {
    JointRow row = {.kind = ROW_POSITION, .global = 1, .driver = j->driver[c] ? c : -1};

    if (!(mask & 1 << c)) continue;
    PetscArraycpy(row.a, s->axes[c], 3);
    j->first.row[j->nrows++] = row;
  }
  if (n)
    j->nrows += joint_type_rows(n == 1 ? &one_rotation : &two_rotations, (const double(*)[3])frame,
                                (const double(*)[3])frame, j->first.row + j->nrows);
  return j->nrows;
}

/* Leaves out rows that no node can violate. Input errors: no row remains; a support moves a
   component that its nodes lack, or fixes one that only some of them have. */
static PetscErrorCode CheckRows(Model model, Joint *j)
{
  const char *const set = model->mesh->g.set_name[j->set];
  int               all = 0, n = 0;
  PetscInt          lacking = -1;

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < j->ncells; e++) all |= model->layout.components[j->node[e]];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_BOR, model->comm));
  for (int k = 0; k < j->nrows; k++) {
    const JointRow row = j->first.row[k];

    if (joint_row_is_effective(&row, all)) {
      j->first.row[n++] = row;
      continue;
    }
    PetscCheck(row.driver < 0, model->comm, PETSC_ERR_USER_INPUT,
               "support '%s' moves its axis %c, along which no node of set '%s' has displacements "
               "(-directions)",
               j->name, 'x' + row.driver, set);
    PetscCheck(row.kind == ROW_POSITION || all & ROTATIONS, model->comm, PETSC_ERR_USER_INPUT,
               "support '%s' fixes rotations, but no node of set '%s' rotates: nodes of beams and "
               "bodies do; remove -support_%s_fix_rotation",
               j->name, set, j->name);
  }
  j->nrows = n;
  PetscCheck(n, model->comm, PETSC_ERR_USER_INPUT,
             "support '%s' fixes nothing: no node of set '%s' belongs to a part and has "
             "displacements along its axes",
             j->name, set);
  for (PetscInt e = 0; e < j->ncells && lacking < 0; e++)
    for (int k = 0; k < n; k++)
      if (!joint_row_is_effective(&j->first.row[k], model->layout.components[j->node[e]]))
        lacking = e;
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(lacking >= 0),
    "support '%s' fixes components that only some nodes of set '%s' have: the node at (%.6g, %.6g, "
    "%.6g) lacks one, as nodes without beams or bodies lack rotations; give it a support of its "
    "own",
    j->name, set, lacking >= 0 ? j->offset[lacking][0][0] : 0.,
    lacking >= 0 ? j->offset[lacking][0][1] : 0., lacking >= 0 ? j->offset[lacking][0][2] : 0.));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a joint with the rows in mask of support s. */
static PetscErrorCode AddRows(Model model, PetscInt s, int mask)
{
  Support *support = &model->support[s];
  Joint   *j       = &model->joint[model->njoints++];

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(support->name, &j->name));
  j->type    = &support_type;
  j->set     = support->set;
  j->support = s;
  for (int k = 0; k < JOINT_COORDINATES; k++) j->law[k] = coordinate_law_without_forces();
  PetscCall(FindRowNodes(model, s, mask, j));
  for (int c = 0; c < 3; c++)
    if (mask & 1 << c) {
      j->driver[c]       = support->driver[c];
      support->driver[c] = NULL;
    }
  set_rows(support, mask, j);
  PetscCall(CheckRows(model, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportConstraintsCreate(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++) {
    int lone = 0;

    if (model->support[s].rows) PetscCall(AddRows(model, s, model->support[s].rows));
    for (int i = 0; i < model->mesh->g.nnodes; i++)
      lone |= SupportRowsAt(model, s, i) & ~model->support[s].rows;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &lone, 1, MPI_INT, MPI_BOR, model->comm));
    if (lone) PetscCall(AddRows(model, s, lone));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
