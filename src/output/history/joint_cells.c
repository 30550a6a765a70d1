/* joint_cells.c: what joints tell of each of their cells; and joints of several cells in the mesh and in frames, cells in the order of the
   whole mesh. */
#include "output/output_impl.h"
#include "assembly/constraints/joint_results.h"

static const char *const friction_names[JOINT_COORDINATES] = {
  "displacement_friction", "angle_friction", "second_displacement_friction",
  "second_angle_friction"};

static PetscBool has_power(const Joint *joint)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (joint->driver[k] || joint->law[k].motor) return PETSC_TRUE;
  return PETSC_FALSE;
}

JointResult joint_result(const Joint *joint, int k)
{
  if (k == 0) return (JointResult){"reaction", COMPONENTS};
  if (k >= JOINT_FRICTION)
    return (JointResult){friction_acts(&joint->law[k - JOINT_FRICTION].friction)
                           ? friction_names[k - JOINT_FRICTION]
                           : NULL,
                         1};
  if (k == JOINT_POWER) return (JointResult){has_power(joint) ? "motor_power" : NULL, 1};
  return (JointResult){joint->type->free[k - 1] ? joint_coordinate_names[k - 1] : NULL, 1};
}

PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[])
{
  PetscFunctionBeginUser;
  if (k == 0) PetscCall(JointReaction(ev, joint, e, value));
  else if (k >= JOINT_FRICTION)
    PetscCall(JointFrictionValue(ev, joint, e, (JointCoordinateKind)(k - JOINT_FRICTION), value));
  else if (k == JOINT_POWER) PetscCall(JointPower(ev, joint, e, value));
  else value[0] = JointCoordinateValue(ev, joint, e, (JointCoordinateKind)(k - 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsMeshWrite(File file, const Snapshots *s)
{
  const Model     model = s->model;
  const Geometry *g     = &model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];
    PetscInt(*nodes)[2];
    char path[256];

    if (j->ncells_all < 2) continue;
    PetscCall(PetscMalloc1(j->ncells, &nodes));
    for (PetscInt e = 0; e < j->ncells; e++) {
      PetscInt node[2];

      JointNodes(model, j, e, node);
      for (int k = 0; k < 2; k++)
        nodes[e][k] = node[k] < 0 ? -1 : (PetscInt)g->node_number[node[k]];
    }
    PetscCall(PetscSNPrintf(path, sizeof path, "/mesh/joints/%s", j->name));
    PetscCall(FileWriteTable(file, path, FILE_INT, &s->joint[i], 2, nodes));
    PetscCall(FileSetAttributeText(file, path, "type", j->type->name));
    PetscCall(PetscFree(nodes));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool joints_in_frames(const Snapshots *s)
{
  for (PetscInt i = 0; i < s->model->njoints; i++)
    if (s->model->joint[i].ncells_all > 1) return fields_contain(s->fields, JOINTS_FIELD);
  return PETSC_FALSE;
}

PetscErrorCode JointsFrameWrite(File file, const Snapshots *s, const Evaluation *ev, PetscInt frame)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->model->njoints; i++) {
    const Joint *j = &s->model->joint[i];
    PetscReal   *values;

    if (j->ncells_all < 2) continue;
    PetscCall(PetscMalloc1((size_t)j->ncells * COMPONENTS, &values));
    for (int k = 0; k < JOINT_RESULTS; k++) {
      const JointResult result = joint_result(j, k);
      char              path[256];

      if (!result.name) continue;
      for (PetscInt e = 0; e < j->ncells; e++)
        PetscCall(JointResultValue(ev, i, e, k, values + e * result.columns));
      PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/joints/%s/%s", (int)frame,
                              j->name, result.name));
      PetscCall(FileWriteTable(file, path, s->type, &s->joint[i], result.columns, values));
    }
    PetscCall(PetscFree(values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
