/* tie_periodic.c: periodic ties, in which the nodes of two sets move alike.

   Each node of the first set is joined by a line to its partner in the second one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "base/error.h"
#include "mesh/distributed/point_locator.h"
#include "tie_kind.h"

/* ---- options --------------------------------------------------------------------------------- */

/* Reads the second side of a periodic tie. */
static PetscErrorCode ReadOppositeSide(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *const option = FsOptionName(o, "-tie_%s_to", tie->name);
  PetscInt          three  = 3;
  PetscBool         given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &tie->to, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has one set only: give %s, the set of the opposite nodes", tie->name,
             option);
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-tie_%s_translation", tie->name), 3, &three,
                           tie->translation, &tie->has_translation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadJumps(FsOptions o, TieOptions *tie)
{
  PetscBool any = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscBool set;

    PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_jump_%c", tie->name, 'x' + c),
                            &tie->jump[c], &set));
    if (set) any = PETSC_TRUE;
  }
  if (any) PetscCall(DriverTimesFromOptions(o, &tie->times));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPeriodic(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  PetscFunctionBeginUser;
  PetscCall(MeshSelectionFromOptions(o, comm, "tie", SELECT_ANY, tie->name, &tie->nodes));
  PetscCall(ReadOppositeSide(o, comm, tie));
  PetscCall(ReadJumps(o, tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- lines between pairs --------------------------------------------------------------------- */

/* The two sets of a periodic tie, and the translation from the first to the second. */
typedef struct {
  const char    *name;  /* of the tie */
  unsigned char *in[2]; /* [nodes.nnodes] */
  double         translation[3];
} PeriodicSets;

static PetscErrorCode FindPeriodicSets(MPI_Comm comm, DistributedMesh *d, const TieOptions *tie,
                                       PeriodicSets *sets)
{
  char    option[256];
  double  mean[2][3];
  int64_t count;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_to", tie->name));
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscMalloc1(d->nodes.nnodes, &sets->in[k]));
    PetscCall(
      MeshEditSelectNodes(comm, d, &tie->nodes, option, k ? tie->to : NULL, sets->in[k], &count));
    PetscCall(TieMeanPlace(comm, d, sets->in[k], mean[k]));
  }
  for (int c = 0; c < 3; c++)
    sets->translation[c] = tie->has_translation ? tie->translation[c] : mean[1][c] - mean[0][c];
  PetscCheck(point_distance(sets->translation, (double[3]){0, 0, 0}) > 0, comm,
             PETSC_ERR_USER_INPUT,
             "-tie_%s_translation: the translation from the first set to the second is 0; a tie of "
             "coincident nodes is rigid",
             tie->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a node of a set has no partner.

   Input:
     partner   [nodes.nnodes] number of the partner of each node of the set, or -1
     k         which set */
static PetscErrorCode CheckPartners(MPI_Comm comm, const DistributedMesh *d,
                                    const PeriodicSets *sets, const int64_t partner[], int k)
{
  const double sign = k ? -1 : 1, *t = sets->translation, zero[3] = {0, 0, 0};
  int          lonely = -1;

  PetscFunctionBeginUser;
  for (int i = d->nodes.nnodes - 1; i >= 0; i--)
    if (sets->in[k][i] && partner[i] < 0) lonely = i;
  {
    const double *x = lonely < 0 ? zero : (const double *)d->nodes.x[lonely];

    PetscCall(CheckAllRanks(
      comm, (PetscBool)(lonely >= 0),
      "tie '%s': the node at (%.6g, %.6g, %.6g) has no partner at (%.6g, %.6g, %.6g); make the "
      "meshes of both sides alike, or give -tie_%s_translation",
      sets->name, x[0], x[1], x[2], x[0] + sign * t[0], x[1] + sign * t[1], x[2] + sign * t[2],
      sets->name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the partners in set 1 - k of the nodes of set k; the caller frees them. */
static int64_t *find_partners(const DistributedMesh *d, const PeriodicSets *sets, int k)
{
  /* Relative to the diagonal of the bounding box of the mesh: files give coordinates with about
     seven digits. The test tests/model/ties.py has a partner that is 1e-7 m off its place in a mesh
     of 3 m, and nodes without partners. */
  const double    tolerance = 1e-6;
  double          corner[3], size[3];
  const double    near  = tolerance * distributed_mesh_bounding_box(d, corner, size);
  DistributedMesh moved = *d;
  int64_t        *partner;

  moved.nodes.x = ranks_malloc(d->ranks, d->nodes.nnodes, sizeof *moved.nodes.x);
  for (int i = 0; i < d->nodes.nnodes; i++)
    for (int c = 0; c < 3; c++)
      moved.nodes.x[i][c] = d->nodes.x[i][c] + (k ? -1 : 1) * sets->translation[c];
  partner = match_nodes(d, sets->in[1 - k], &moved, sets->in[k], near);
  free(moved.nodes.x);
  return partner;
}

/* Adds a line from each node of the first set to its partner. */
static PetscErrorCode AddPairs(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d)
{
  PeriodicSets sets = {.name = tie->name};
  int64_t     *partner[2];
  int64_t(*line)[2];
  int n = 0;

  PetscFunctionBeginUser;
  PetscCall(FindPeriodicSets(comm, d, tie, &sets));
  for (int k = 0; k < 2; k++) partner[k] = find_partners(d, &sets, k);
  for (int k = 0; k < 2; k++) PetscCall(CheckPartners(comm, d, &sets, partner[k], k));
  PetscCall(PetscMalloc1((size_t)d->nodes.nnodes + 1, &line));
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (sets.in[0][i]) {
      line[n][0]   = d->first[d->ranks->rank] + i;
      line[n++][1] = partner[0][i];
    }
  PetscCall(TieJoinLines(d, tie, n, (const int64_t(*)[2])line));
  for (int k = 0; k < 2; k++) {
    free(partner[k]);
    PetscCall(PetscFree(sets.in[k]));
  }
  PetscCall(PetscFree(line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- joints and couplings -------------------------------------------------------------------- */

/* clang-format off */
/* displacements, and the three rows of a weld that keep directions parallel */
static const JointType periodic_type = {"periodic", AXES_NONE, 1, {ALONG_FIXED_AXIS}, 0, {{ROW_DISTANCE, 0, 0, 0}}};
static const JointType parallel_type = {"periodic", AXES_NONE, 1, {NOT_FREE}, 3,
  {{ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}};
/* clang-format on */

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

const TieKind periodic_tie = {.name      = "periodic",
                              .read      = ReadPeriodic,
                              .add_lines = AddPairs,
                              .create    = PeriodicCreate,
                              .force     = TIE_FORCE_ON_SECOND};
