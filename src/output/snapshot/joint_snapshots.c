/* joint_snapshots.c: writes the cells of joints to the mesh and their results to snapshots. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_snapshots.h"
#include "output/distributed_table.h"
#include "output/joint_outputs.h"

PetscErrorCode JointsMeshWrite(File file, const Snapshots *s)
{
  const Model     model = s->model;
  const Geometry *g     = &model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];
    PetscInt(*nodes)[2];
    char path[256];

    if (j->ncells_all < 2 || !JointIsOfUser(j)) continue;
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
    if (s->model->joint[i].ncells_all > 1 && JointIsOfUser(&s->model->joint[i]))
      return fields_contain(s->fields, JOINTS_FIELD);
  return PETSC_FALSE;
}

PetscErrorCode JointsFrameWrite(File file, const Snapshots *s, const Evaluation *ev, PetscInt frame)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->model->njoints; i++) {
    const Joint *j = &s->model->joint[i];
    PetscReal   *values;

    if (j->ncells_all < 2 || !JointIsOfUser(j)) continue;
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
