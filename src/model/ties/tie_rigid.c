/* tie_rigid.c: rigid ties, whose nodes move as one rigid body, and diaphragms, which are rigid in a
   plane. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/vector.h"
#include "tie_kind.h"

/* clang-format off */
static const JointType rigid_type = {"rigid", AXES_NONE, 1, {NOT_FREE}, 6,
  {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}};
static const JointType rigid_point_type = {"rigid", AXES_NONE, 1, {NOT_FREE}, 3,
  {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}}};
/* The row of rotation is the twist of the slave against the master about the normal. A ROW_ANGLE
   between two directions of the plane is no substitute: where the slave tilts against the master,
   its value depends on the choice of these directions. */
static const JointType diaphragm_type = {"diaphragm", AXES_ONE, 1, {NOT_FREE}, 3,
  {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}, {ROW_TWIST, 0, 0, 0}}};
static const JointType diaphragm_point_type = {"diaphragm", AXES_ONE, 1, {NOT_FREE}, 2,
  {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}}};
/* clang-format on */

/* Adds the joints of a type to the nodes that rotate, and of another type to those that do not. */
static PetscErrorCode AddRigidJoints(Model model, Tie *tie, const double normal[3],
                                     const JointType *const types[2])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int rotates = 1; rotates >= 0; rotates--) {
    Joint *j = TieAddJoint(model, tie, types[rotates]);

    PetscCall(TieFindLines(model, tie, rotates, j));
    if (!j->ncells_all) {
      PetscCall(PetscFree(j->name));
      PetscCall(PetscFree(j->cells));
      PetscCall(PetscFree2(j->offset, j->length));
      *j = (Joint){0};
      model->njoints--;
      tie->njoints--;
      continue;
    }
    for (int c = 0; c < 3; c++) j->first.frame[2][c] = normal[c];
    joint_complete_frame(j->first.frame);
    PetscCall(PetscArraycpy((double *)j->first.other, (double *)j->first.frame, 9));
    for (PetscInt e = 0; e < j->ncells; e++) { /* the points of the joint are at the second node */
      const int *node = g->conn + g->offset[j->cells[e]];

      for (int c = 0; c < 3; c++) j->offset[e][0][c] = g->x[node[1]][c] - g->x[node[0]][c];
    }
    PetscCall(JointSetUpRows(model, j));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RigidCreate(Model model, const TieOptions *x, Tie *tie)
{
  static const JointType *const types[] = {&rigid_point_type, &rigid_type};

  PetscFunctionBeginUser;
  PetscCall(AddRigidJoints(model, tie, x->normal, types));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadDiaphragm(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *axis  = FsOptionName(o, "-tie_%s_axis", tie->name);
  PetscInt    three = 3;

  PetscFunctionBeginUser;
  PetscCall(TieReadStar(o, comm, tie));
  PetscCall(FsOptionsReals(o, axis, 3, &three, tie->normal, NULL));
  PetscCheck(norm(tie->normal) > 0, comm, PETSC_ERR_USER_INPUT,
             "%s: the normal has no direction; give numbers that are not all 0", axis);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DiaphragmCreate(Model model, const TieOptions *x, Tie *tie)
{
  static const JointType *const types[]   = {&diaphragm_point_type, &diaphragm_type};
  double                        normal[3] = {x->normal[0], x->normal[1], x->normal[2]};

  PetscFunctionBeginUser;
  normalize(normal);
  PetscCall(AddRigidJoints(model, tie, normal, types));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TieKind rigid_tie     = {.name         = "rigid",
                               .read         = TieReadStar,
                               .add_lines    = TieAddStar,
                               .turns_master = PETSC_TRUE,
                               .create       = RigidCreate,
                               .force        = TIE_FORCE_ON_MASTER};
const TieKind diaphragm_tie = {.name         = "diaphragm",
                               .read         = ReadDiaphragm,
                               .add_lines    = TieAddStar,
                               .turns_master = PETSC_TRUE,
                               .create       = DiaphragmCreate,
                               .force        = TIE_FORCE_ON_MASTER};
