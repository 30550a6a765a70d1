/* ties.c: creates ties: rigid couplings, diaphragms and periodic sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "math/vector.h"
#include "ties.h"

const FsOptionDoc tie_options[] = {
  {"-ties",                    "<name>,...",
   "names of ties between nodes that no cell connects, each described by -tie_<name>_..."        },
  {"-tie_<name>_type",         "required",
   "rigid: all nodes move as one rigid body; diaphragm: only in a plane; distributed: a master "
   "follows the mean motion of the nodes; periodic: nodes of two sets move alike; equation: a "
   "linear equation of displacements"                                                            },
  {"-tie_<name>_set",          "<name>,...",
   "sets of its nodes, also by _box, _sphere, _plane, _where; of a periodic tie: the first set"  },
  {"-tie_<name>_master",       "<set>",
   "set with the one node whose rotation is that of the tie; default for rigid and diaphragm: the "
   "node of the tie that is nearest to the mean place of all"                                    },
  {"-tie_<name>_axis",         "0,0,1",      "of a diaphragm: normal of its plane"               },
  {"-tie_<name>_weight",       "1",
   "of a distributed tie: weight of each node, a formula of x, y, z, such as an area"            },
  {"-tie_<name>_to",           "<set>",      "of a periodic tie: the set of the opposite nodes"  },
  {"-tie_<name>_translation",  "<x,y,z>",
   "of a periodic tie: from the first set to the second; default: between their mean places"     },
  {"-tie_<name>_jump_x",       "0",
   "of a periodic tie: displacement of the second set less that of the first, a formula of t [m]; "
   "also _y, _z"                                                                                 },
  {"-tie_<name>_of",           "required",
   "of an equation: <set>.<component>,...: the components are x, y, z, and with -linearize also "
   "rotation_x, rotation_y, rotation_z; a set of several nodes stands for the sum over them"     },
  {"-tie_<name>_coefficients", "required",
   "of an equation: <c1,c2,...>, a number for each term: c1 u1 + c2 u2 + ... = value"            },
  {"-tie_<name>_value",        "0",          "of an equation: its right side [m or rad, times c]"},
  {"-ties_solve",              "eliminate",
   "eliminate: the solver of Newton's method eliminates the constraints of ties in models of more "
   "than 500 dofs; multipliers: it solves for their forces"                                      },
  {NULL,                       NULL,         NULL                                                }
};

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
/* displacements, and the three rows of a weld that keep directions parallel */
static const JointType periodic_type = {"periodic", AXES_NONE, 1, {ALONG_FIXED_AXIS}, 0, {{ROW_DISTANCE, 0, 0, 0}}};
static const JointType parallel_type = {"periodic", AXES_NONE, 1, {NOT_FREE}, 3,
  {{ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}};
/* clang-format on */

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Checks the nodes of the tie's lines. Input errors: a node belongs to no part; the master does not
   rotate, although it must. */
static PetscErrorCode CheckLines(Model model, const Tie *tie)
{
  const Geometry *g         = &model->mesh->g;
  const PetscBool turns     = (PetscBool)(tie->kind == TIE_RIGID || tie->kind == TIE_DIAPHRAGM);
  const double    origin[3] = {0, 0, 0}, *x = origin;
  char            set[SET_NAME_SIZE];
  int             lacks[2] = {0, 0}, in;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  in = geometry_find_set(g, set);
  for (int c = 0; c < g->ncells; c++)
    for (int k = 0; k < 2 && geometry_cell_in_set(g, c, in) && !lacks[0] && !lacks[1]; k++) {
      const int node = g->conn[g->offset[c] + k], has = model->layout.components[node];

      lacks[0] = !has;
      lacks[1] = has && turns && !k && !(has & ROTATIONS);
      if (lacks[0] || lacks[1]) x = g->x[node];
    }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[0],
    "tie '%s': the node at (%.6g, %.6g, %.6g) belongs to no part; make it a body, whose mass may "
    "be 0 (-part_<name>_element body), or take it out of the set",
    tie->name, x[0], x[1], x[2]));
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[1],
    "tie '%s': its master at (%.6g, %.6g, %.6g) does not rotate; give a node of a beam or body by "
    "-tie_%s_master",
    tie->name, x[0], x[1], x[2], tie->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rigid ties and diaphragms --------------------------------------------------------------- */

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
  static const JointType *const types[2][2] = {
    {&rigid_point_type,     &rigid_type    },
    {&diaphragm_point_type, &diaphragm_type}
  };
  double normal[3] = {x->normal[0], x->normal[1], x->normal[2]};

  PetscFunctionBeginUser;
  normalize(normal);
  PetscCall(AddRigidJoints(model, tie, normal, types[tie->kind == TIE_DIAPHRAGM]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- periodic sets --------------------------------------------------------------------------- */

/* Returns the components that both nodes of some line have, on all ranks. */
static PetscErrorCode CommonComponents(Model model, const Joint *j, int *common)
{
  PetscFunctionBeginUser;
  *common = 0;
  for (PetscInt e = 0; e < j->ncells; e++) {
    PetscInt node[2];

    JointNodes(model, j, e, node);
    *common |= model->layout.components[node[0]] & model->layout.components[node[1]];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, common, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes joint j prescribe the jump along axis c.

   Collective. Input error: the nodes lack displacements along c. */
static PetscErrorCode AddJump(Model model, const TieOptions *x, int common, int c, Joint *j)
{
  const Geometry *g = &model->mesh->g;
  char            option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_jump_%c", x->name, 'x' + c));
  PetscCheck(common & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
             "%s: the nodes of tie '%s' have no displacements along %c (-directions); remove it",
             option, x->name, 'x' + c);
  PetscCall(JointDriverCreate(model->symbols, option, x->jump[c], DRIVER_VALUE, x->times, model->dt,
                              &j->driver[JOINT_DISPLACEMENT]));
  for (PetscInt e = 0; e < j->ncells; e++) {
    const int *node = g->conn + g->offset[j->cells[e]];

    j->length[e] = g->x[node[1]][c] - g->x[node[0]][c];
  }
  PetscCall(JointSetUpRows(model, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PeriodicCreate(Model model, const TieOptions *x, Tie *tie)
{
  int common = DISPLACEMENTS;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    Coupling *coupling;
    Joint    *j = TieAddJoint(model, tie, &periodic_type);

    PetscCall(TieFindLines(model, tie, -1, j));
    PetscCall(CommonComponents(model, j, &common));
    for (int k = 0; k < 3; k++) j->first.frame[2][k] = k == c;
    if (x->jump[c]) PetscCall(AddJump(model, x, common, c, j));
    if (x->jump[c] || !(common & 1 << c)) continue;
    PetscCall(TieAddCoupling(model, tie, (PetscInt)(j - model->joint), JOINT_DISPLACEMENT,
                             PETSC_FALSE, &coupling));
  }
  if (common & ROTATIONS) {
    Joint *j = TieAddJoint(model, tie, &parallel_type);

    PetscCall(TieFindLines(model, tie, 1, j));
    PetscCall(JointSetUpRows(model, j));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all ties -------------------------------------------------------------------------------- */

PetscErrorCode TiesCreate(Model model, const TiesOptions *ties)
{
  PetscFunctionBeginUser;
  if (!ties->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&model->ties));
  PetscCall(PetscCalloc1(ties->n, &model->ties->tie));
  model->ties->eliminate = ties->eliminate;
  for (PetscInt i = 0; i < ties->n; i++) {
    const TieOptions *x   = &ties->tie[i];
    Tie              *tie = &model->ties->tie[model->ties->n++];

    PetscCall(PetscStrallocpy(x->name, &tie->name));
    PetscCall(JointsCheckName(model, "tie", tie->name));
    tie->kind = x->kind;
    if (tie->kind == TIE_EQUATION) {
      PetscCall(TieEquationCreate(model, x, tie));
      continue;
    }
    PetscCall(CheckLines(model, tie));
    if (tie->kind == TIE_PERIODIC) PetscCall(PeriodicCreate(model, x, tie));
    else if (tie->kind == TIE_DISTRIBUTED) PetscCall(TieDistributedCreate(model, x, tie));
    else PetscCall(RigidCreate(model, x, tie));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt TiesCountCouplings(Model model)
{
  PetscInt n = 0;

  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) n += model->ties->tie[i].ncouplings;
  return n;
}

PetscErrorCode TiesAddCouplings(Model model)
{
  Couplings all = model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) {
    Tie *tie = &model->ties->tie[i];

    tie->first_coupling = all->n;
    for (PetscInt k = 0; k < tie->ncouplings; k++) {
      const Coupling *c = &tie->coupling[k];

      for (PetscInt m = 0; m < c->nmembers; m++)
        all->nshares += model->joint[c->member[m].joint].ncells;
      all->coupling[all->n++] = *c;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool TiesMayBeEliminated(Model model)
{
  return (PetscBool)(model->ties && model->ties->eliminate);
}

PetscInt TieCountRows(Model model, const Tie *tie)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < tie->njoints; k++)
    n += model->joint[tie->first + k].nrows * model->joint[tie->first + k].ncells_all;
  for (PetscInt k = 0; k < tie->ncouplings; k++) n += tie->coupling[k].ncells_all;
  return n;
}

PetscErrorCode TiesDestroy(Model model)
{
  PetscFunctionBeginUser;
  if (!model->ties) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < model->ties->n; i++) PetscCall(PetscFree(model->ties->tie[i].name));
  PetscCall(PetscFree(model->ties->tie));
  PetscCall(PetscFree(model->ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}
