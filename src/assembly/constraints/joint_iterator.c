/* joint_iterator.c: gathers the states and multipliers of all cells of joints. */
#include "joint_iterator.h"

PetscErrorCode JointIteratorOpen(const Evaluation *ev, JointIterator *it)
{
  PetscFunctionBeginUser;
  *it = (JointIterator){.cell = BeforeFirstJointCell(ev->assembly->model), .ev = ev};
  if (ev->s->a) PetscCall(VecGetArrayRead(ev->s->a, &it->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool JointIteratorNext(JointIterator *it)
{
  NextJointCell(&it->cell);
  if (!it->cell.joint) return PETSC_FALSE;
  JointGatherWithHistory(it->ev, it->cell.i, it->cell.e, &it->at);
  if (it->a) JointMultipliers(&it->cell.model->layout, &it->at, it->a, it->lambda);
  return PETSC_TRUE;
}

PetscErrorCode JointIteratorClose(JointIterator *it)
{
  PetscFunctionBeginUser;
  if (it->a) PetscCall(VecRestoreArrayRead(it->ev->s->a, &it->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
