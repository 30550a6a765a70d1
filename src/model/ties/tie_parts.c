/* tie_parts.c: makes what ties consist of: lines between their nodes, joints and couplings, and
   the names and axes of these joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <strings.h>
#include "math/vector.h"
#include "ties.h"
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "mesh/distributed/point_locator.h"
#include "mesh/mesh.h"
#include "tie_kind.h"

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

/* ---- tie cells ------------------------------------------------------------------------------- */

/* ---- sets ------------------------------------------------------------------------------------ */

PetscErrorCode TieMeanPlace(MPI_Comm comm, const DistributedMesh *d, const unsigned char selected[],
                            double mean[3])
{
  double sum[4] = {0, 0, 0, 0};

  PetscFunctionBeginUser;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    for (int c = 0; c < 3 && selected[i]; c++) sum[c] += d->nodes.x[i][c];
    sum[3] += selected[i];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 4, MPI_DOUBLE, MPI_SUM, comm));
  for (int c = 0; c < 3; c++) mean[c] = sum[c] / sum[3];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieJoinLines(DistributedMesh *d, const TieOptions *tie, int n,
                            const int64_t line[][2])
{
  char set[SET_NAME_SIZE];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  join_lines(d, n, line, set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- lines from a master --------------------------------------------------------------------- */

/* Finds the number of the selected node that is nearest to the mean place of all selected nodes.
   The first counts if several are equally near, up to round-off. */
static PetscErrorCode CentralNode(MPI_Comm comm, const DistributedMesh *d,
                                  const unsigned char selected[], int64_t *number)
{
  /* Relative to the distance from the mean place and its distance from the origin. The mean of many
     coordinates has a round-off of 1e-16 times their number, and depends on the order of the sum,
     which must not decide which node is the master. */
  const double round_off = 1e-9;
  double       mean[3], least = HUGE_VAL;
  int64_t      first = INT64_MAX;

  PetscFunctionBeginUser;
  PetscCall(TieMeanPlace(comm, d, selected, mean));
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) least = fmin(least, point_distance(d->nodes.x[i], mean));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, comm));
  for (int i = d->nodes.nnodes - 1; i >= 0; i--)
    if (selected[i] && point_distance(d->nodes.x[i], mean) <=
                         least + round_off * (least + point_distance(mean, (double[3]){0, 0, 0})))
      first = d->first[d->ranks->rank] + i;
  PetscCallMPI(MPI_Allreduce(&first, number, 1, MPI_INT64_T, MPI_MIN, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the number of the master: the node of its set, or else a selected node. */
static PetscErrorCode FindMaster(MPI_Comm comm, DistributedMesh *d, const TieOptions *tie,
                                 const unsigned char selected[], int64_t *number)
{
  char           option[256];
  unsigned char *is_master;
  int64_t        count, mine = -1;

  PetscFunctionBeginUser;
  if (!tie->master) {
    PetscCall(CentralNode(comm, d, selected, number));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_master", tie->name));
  PetscCall(PetscMalloc1(d->nodes.nnodes, &is_master));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, option, tie->master, is_master, &count));
  PetscCheck(count == 1, comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has %lld nodes; a tie has one master", option, tie->master,
             (long long)count);
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (is_master[i]) mine = d->first[d->ranks->rank] + i;
  *number = ranks_max(d->ranks, mine);
  PetscCall(PetscFree(is_master));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieAddStar(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d)
{
  const int      nnodes = d->nodes.nnodes;
  unsigned char *selected;
  int64_t        count, master, (*line)[2];
  int            n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nnodes, &selected));
  PetscCall(PetscMalloc1((size_t)nnodes + 1, &line));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, NULL, NULL, selected, &count));
  PetscCall(FindMaster(comm, d, tie, selected, &master));
  for (int i = 0; i < nnodes; i++) {
    const int64_t number = d->first[d->ranks->rank] + i;

    if (!selected[i] || number == master) continue;
    line[n][0]   = master;
    line[n++][1] = number;
  }
  PetscCheck(ranks_sum(d->ranks, n), comm, PETSC_ERR_USER_INPUT,
             "tie '%s' ties nothing: its set has no node besides the master; give a set with more "
             "nodes by -tie_%s_set",
             tie->name, tie->name);
  PetscCall(TieJoinLines(d, tie, n, (const int64_t(*)[2])line));
  PetscCall(PetscFree(line));
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieReadStar(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  PetscFunctionBeginUser;
  PetscCall(MeshSelectionFromOptions(o, comm, "tie", SELECT_ANY, tie->name, &tie->nodes));
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_master", tie->name), &tie->master, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
