/* tie_rope.c: creates ropes of constant length that run through rings or over small pulleys.

   A rope leads from its first node through rings at the nodes between to its last node. It slides
   through the rings without friction and has no mass, so that its tension T is the same in all
   pieces. The constraint equation and its multiplier are

     Phi = L - sum_k |x_k+1 - x_k| = 0,   T = lambda

   where L is the length of the rope. The equation is a coupling, the sum over the pieces, because
   no second derivative of a sum of distances couples two pieces. A rope therefore has any number of
   nodes, although each share in its equation has the dofs of two nodes. The rope cannot become
   slack: it pushes if T < 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "input/option_list.h"
#include "math/vector.h"
#include "tie_kind.h"

/* ---- options --------------------------------------------------------------------------------- */

/* Reads the names of the sets into tie->term[].set. */
static PetscErrorCode ReadNodes(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_through", tie->name), *text;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no nodes: give %s <set>,<set>,<set>..., a set with one node for the "
             "start of the rope, each ring, and the end",
             tie->name, option);
  for (const char *item; text; tie->nterms++) {
    size_t      length;
    char *const set = tie->term[PetscMin(tie->nterms, COUPLING_MAX_MEMBERS - 1)].set;

    PetscCheck(tie->nterms < COUPLING_MAX_MEMBERS, comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d nodes; split the rope at a ring that is fixed to it", option,
               COUPLING_MAX_MEMBERS);
    item   = text;
    length = option_item_next(&text);
    PetscCall(PetscStrncpy(set, item, PetscMin(length + 1, sizeof tie->term->set)));
  }
  PetscCheck(tie->nterms > 2, comm, PETSC_ERR_USER_INPUT,
             "%s: a rope has a start, one ring or more, and an end; between two nodes alone use a "
             "joint of -joint_<name>_type distance",
             option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadRope(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_length", tie->name);
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(ReadNodes(o, comm, tie));
  PetscCall(FsOptionsReal(o, option, &tie->value, &given));
  PetscCheck(!given || tie->value > 0, comm, PETSC_ERR_USER_INPUT,
             "%s %.12g: give the length of the whole rope, a positive number of metres", option,
             (double)tie->value);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Finds the number of the only node of a set. Input errors: there is no such set; the set does not
   have one node. */
static PetscErrorCode FindNode(MPI_Comm comm, DistributedMesh *d, const TieOptions *tie,
                               const char set[], int64_t *number)
{
  unsigned char *selected;
  char           option[256];
  int64_t        count, mine = -1;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_through", tie->name));
  PetscCall(PetscMalloc1(d->nodes.nnodes, &selected));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, option, set, selected, &count));
  PetscCheck(count == 1, comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has %lld nodes; a rope runs from node to node, so give sets with one "
             "node each",
             option, set, (long long)count);
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) mine = d->first[d->ranks->rank] + i;
  *number = ranks_max(d->ranks, mine);
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a line for each piece of the rope. Input error: a piece has the same node at both ends. */
static PetscErrorCode AddPieces(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d)
{
  int64_t node[COUPLING_MAX_MEMBERS], line[COUPLING_MAX_MEMBERS][2];
  int     n = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < tie->nterms; k++)
    PetscCall(FindNode(comm, d, tie, tie->term[k].set, &node[k]));
  for (PetscInt k = 1; k < tie->nterms; k++) {
    PetscCheck(node[k] != node[k - 1], comm, PETSC_ERR_USER_INPUT,
               "-tie_%s_through: '%s' and '%s' are the same node; take one of them out", tie->name,
               tie->term[k - 1].set, tie->term[k].set);
    line[n][0]   = node[k - 1];
    line[n++][1] = node[k];
  }
  PetscCall(TieJoinLines(d, tie, d->ranks->rank ? 0 : n, (const int64_t(*)[2])line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the constraint -------------------------------------------------------------------------- */

static const JointType piece_type = {"rope",        AXES_NONE, 1,
                                     {OF_DISTANCE}, 0,         {{ROW_DISTANCE, 0, 0, 0}}};

/* Sets the lengths of the pieces in the mesh, and their sum. Input error: the ends of a piece
   coincide, so that it has no direction. */
static PetscErrorCode MeasurePieces(Model model, Joint *j, PetscReal *sum)
{
  const Geometry *g    = &model->mesh->g;
  const double   *x    = NULL;
  double          zero = 0;
  PetscReal       size;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(ModelSize(model, &size));
  for (PetscInt e = 0; e < j->ncells; e++) {
    const int *node = g->conn + g->offset[j->cells[e]];

    j->length[e] = point_distance(g->x[node[0]], g->x[node[1]]);
    *sum += j->length[e];
    if (JointEndsCoincide(model, j, e, size)) x = g->x[node[0]];
  }
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(x != NULL),
                          "tie '%s': two nodes in sequence are both at (%.6g, %.6g, %.6g), so that "
                          "the rope has no direction between them; move one of them",
                          j->name, x ? x[0] : zero, x ? x[1] : zero, x ? x[2] : zero));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPIU_REAL, MPIU_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RopeCreate(Model model, const TieOptions *x, Tie *tie)
{
  Joint    *j = TieAddJoint(model, tie, &piece_type);
  Coupling *coupling;
  PetscReal length;

  PetscFunctionBeginUser;
  PetscCall(TieFindLines(model, tie, -1, j));
  PetscCall(MeasurePieces(model, j, &length));
  PetscCall(TieAddCoupling(model, tie, tie->first, JOINT_DISPLACEMENT, PETSC_TRUE, &coupling));
  coupling->member[0].factor = -1;
  coupling->offset           = x->value > 0 ? length - x->value : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TieKind rope_tie = {.name      = "rope",
                          .read      = ReadRope,
                          .add_lines = AddPieces,
                          .create    = RopeCreate,
                          .force     = TIE_FORCE_ALONG_TERM};
