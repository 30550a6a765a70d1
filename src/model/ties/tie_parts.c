/* tie_parts.c: makes the joints and couplings of ties, and the names and axes of these joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <strings.h>
#include "math/vector.h"
#include "ties.h"

/* frame[0] is also orthogonal to the coordinate axis that is farthest from frame[2]. If several
   axes are equally far, it is the last one. Components that differ by round-off count as equal:
   otherwise the round-off of an axis would turn the frame by a right angle. */
void joint_complete_frame(double frame[3][3])
{
  /* Components of a unit vector: far above the round-off of an axis that was turned, 1e-16, and of
     an axis that a user wrote with ten digits. tests/model/turned.py has axes with a round-off of
     1e-14. */
  const double round_off = 1e-9;
  int          least     = 0;
  double       other[3]  = {0, 0, 0}, smallest;

  smallest = fmin(fabs(frame[2][0]), fmin(fabs(frame[2][1]), fabs(frame[2][2])));
  for (int c = 0; c < 3; c++)
    if (fabs(frame[2][c]) <= smallest + round_off) least = c;
  other[least] = 1;
  cross(other, frame[2], frame[0]);
  normalize(frame[0]);
  cross(frame[2], frame[0], frame[1]);
}

PetscErrorCode JointsCheckName(Model model, const char kind[], const char name[])
{
  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < model->njoints; j++)
    PetscCheck(!JointIsOfUser(&model->joint[j]) || strcasecmp(model->joint[j].name, name),
               model->comm, PETSC_ERR_USER_INPUT, "%s '%s' and a joint have one name: rename one",
               kind, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

Joint *TieAddJoint(Model model, Tie *tie, const JointType *type)
{
  Joint *j = &model->joint[model->njoints++];

  if (!tie->njoints++) tie->first = model->njoints - 1;
  j->type    = type;
  j->support = -1;
  j->of_tie  = (PetscInt)(tie - model->ties->tie) + 1;
  for (int k = 0; k < JOINT_COORDINATES; k++) j->law[k] = coordinate_law_without_forces();
  for (int k = 0; k < 3; k++) j->first.frame[k][k] = j->first.other[k][k] = 1;
  return j;
}

PetscErrorCode TieFindLines(Model model, const Tie *tie, int rotates, Joint *j)
{
  const Geometry *g = &model->mesh->g;
  char            set[SET_NAME_SIZE];

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(tie->name, &j->name));
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  j->set = geometry_find_set(g, set);
  for (int pass = 0; pass < 2; pass++) {
    j->ncells = 0;
    for (int c = 0; c < g->ncells; c++) {
      const int slave = g->conn[g->offset[c + 1] - 1];

      if (!geometry_cell_in_set(g, c, (int)j->set)) continue;
      if (rotates >= 0 && rotates != !!(model->layout.components[slave] & ROTATIONS)) continue;
      if (pass) j->cells[j->ncells] = c;
      j->ncells++;
    }
    if (!pass) PetscCall(PetscMalloc1(j->ncells, &j->cells));
  }
  PetscCallMPI(MPIU_Allreduce(&j->ncells, &j->ncells_all, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscCalloc2(j->ncells, &j->offset, j->ncells, &j->length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieAddCoupling(Model model, Tie *tie, PetscInt joint, JointCoordinateKind kind,
                              PetscBool sum, Coupling **coupling)
{
  const Joint *j = &model->joint[joint];
  Coupling    *c = &tie->coupling[tie->ncouplings++];
  PetscInt    *number;

  PetscFunctionBeginUser;
  c->type       = tie->kind->name;
  c->of_tie     = (PetscInt)(tie - model->ties->tie) + 1;
  c->sum        = sum;
  c->ncells_all = sum ? 1 : j->ncells_all;
  c->nmembers   = 1;
  c->member[0]  = (CouplingMember){.joint = joint, .kind = kind, .factor = 1};
  PetscCall(PetscStrallocpy(tie->name, &c->name));
  *coupling = c;
  if (!sum) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(j->ncells, &number));
  PetscCall(PetscMalloc1(1, &c->sum_cell));
  PetscCall(JointCellNumbers(model, j, number));
  for (PetscInt e = 0; e < j->ncells; e++)
    if (!number[e]) c->sum_cell[c->nsums++] = e;
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}
