/* joint_cell_iterator.h: visits the cells of all joints of a model on this rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_CELL_ITERATOR_H
#define FS_MODEL_JOINTS_JOINT_CELL_ITERATOR_H

#include "model/model.h"
#include "model/joints/joints.h"
#include "element/joint/joint.h"

/* JointCell - One cell of a joint. This loop visits every cell of this rank once:

     for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) ...

   The joints come in the order of the model, the cells of a joint in the order of Joint.cells. */
typedef struct {
  Model        model; /* borrowed */
  const Joint *joint; /* NULL after the last cell */
  PetscInt     i;     /* index of the joint in the model */
  PetscInt     e;     /* index of the cell in the arrays of the joint */
} JointCell;

/* NextJointCell - Moves c to the next joint cell of this rank; sets c->joint to NULL after the last
   cell.

   Not collective. */
static inline void NextJointCell(JointCell *c)
{
  c->e++;
  while (c->i < c->model->njoints && c->e >= c->model->joint[c->i].ncells) c->i++, c->e = 0;
  c->joint = c->i < c->model->njoints ? &c->model->joint[c->i] : NULL;
}

/* BeforeFirstJointCell - Returns the start of a loop over this rank's joint cells: NextJointCell()
   moves it to the first.

   Not collective. */
static inline JointCell BeforeFirstJointCell(Model model)
{
  return (JointCell){.model = model, .e = -1};
}

/* FirstJointCell - Returns this rank's first joint cell; its member joint is NULL if this rank has
   none.

   Not collective. */
static inline JointCell FirstJointCell(Model model)
{
  JointCell c = BeforeFirstJointCell(model);

  NextJointCell(&c);
  return c;
}

/* JointCellNodes - Gets the indices of the two nodes of a joint cell; node[0] is -1 if the joint
   connects its second node to ground. */
static inline void JointCellNodes(const JointCell *c, PetscInt node[2])
{
  JointNodes(c->model, c->joint, c->e, node);
}

/* JointCellDofs - Returns the indices, in local vectors, of the dofs of a joint cell: a part of
   Joint.dofs.

   The first JOINT_DOFS indices are the dofs of the two connected nodes; an index is -1 if the node
   does not have this dof, for example a rotation. The next nrows indices are the dofs of the
   multipliers, one for each constraint row of the joint. */
static inline PetscInt *JointCellDofs(const JointCell *c)
{
  return c->joint->dofs + (ptrdiff_t)c->e * (JOINT_DOFS + c->joint->nrows);
}

#endif
