/* orientation.c: whether surfaces that share a side run around it consistently, so that their normals point to the same
   side of the surface. Two cells that do run along their common side in opposite directions. Each side is judged by the
   owner of that of its nodes which has the lower number; the others send it theirs. */
#include <stdlib.h>
#include "base/error.h"
#include "mesh.h"
#include "hash_index.h"
#include "mesh/distributed/sparse_exchange.h"

/* A side, and the cells of the set that have it. */
typedef struct {
  PetscInt  least, most; /* its nodes, global numbers */
  int       count, sum;  /* cells; those that run from least to most, minus those that run back */
  int       judge;       /* rank that owns the first node */
  PetscReal x[3];        /* middle of one of the cells [m] */
} Side;

/* An array of different sides, found by their nodes. */
typedef struct {
  Side  *at;
  int    n;
  size_t room;
  Index  index;
} Sides;

typedef struct {
  const Sides *sides;
  const Side  *side;
} Wanted;

static int same_side(const void *what, int k)
{
  const Wanted *wanted = what;

  return wanted->sides->at[k].least == wanted->side->least && wanted->sides->at[k].most == wanted->side->most;
}

static PetscErrorCode AddSide(Sides *sides, const Side *side)
{
  const PetscInt nodes[2] = {side->least, side->most};
  const uint64_t hash     = index_hash(0, nodes, sizeof nodes);
  const Wanted   what     = {sides, side};
  const int      known    = index_find(&sides->index, hash, same_side, &what);

  PetscFunctionBeginUser;
  if (known >= 0) {
    sides->at[known].count += side->count;
    sides->at[known].sum += side->sum;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if ((size_t)sides->n == sides->room) {
    sides->room = 2 * sides->room + 64;
    PetscCall(PetscRealloc(sides->room * sizeof *sides->at, &sides->at));
  }
  PetscCheck(!index_add(&sides->index, hash, sides->n), PETSC_COMM_SELF, PETSC_ERR_MEM, "sides of surfaces");
  sides->at[sides->n++] = *side;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SidesDestroy(Sides *sides)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(sides->at));
  index_free(&sides->index);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* owner[g.nnodes] = rank that owns a node. */
static PetscErrorCode Owners(Mesh mesh, PetscMPIInt owner[])
{
  PetscMPIInt        rank;
  PetscInt           n;
  const PetscInt    *leaves;
  const PetscSFNode *roots;
  PetscSF            sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  for (int i = 0; i < mesh->g.nnodes; i++) owner[i] = rank;
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFGetGraph(sf, NULL, &n, &leaves, &roots));
  for (PetscInt k = 0; k < n; k++) owner[leaves ? leaves[k] : k] = (PetscMPIInt)roots[k].rank;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the sides of a cell to those of this rank, mine, or to those that other ranks judge, theirs. */
static PetscErrorCode AddCell(Mesh mesh, int cell, const PetscMPIInt owner[], Sides *mine, Sides *theirs)
{
  const Geometry *g  = &mesh->g;
  const int       nn = geometry_cell_size(g, cell), *node = g->conn + g->offset[cell];
  Side            side = {.count = 1};
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) side.x[c] += g->x[node[i]][c] / nn;
  for (int i = 0; i < nn; i++) {
    const int a = node[i], b = node[(i + 1) % nn], forward = mesh->g.node_number[a] < mesh->g.node_number[b];

    side.least = (PetscInt)mesh->g.node_number[forward ? a : b];
    side.most  = (PetscInt)mesh->g.node_number[forward ? b : a];
    side.sum   = forward ? 1 : -1;
    side.judge = owner[forward ? a : b];
    PetscCall(AddSide(side.judge == rank ? mine : theirs, &side));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_judges(const void *a, const void *b)
{
  const Side *p = a, *q = b;

  return (p->judge > q->judge) - (p->judge < q->judge);
}

/* Send the sides of theirs to their judges, who add them to mine. theirs is in another order afterwards. Collective. */
static PetscErrorCode SendSides(Mesh mesh, Sides *theirs, Sides *mine)
{
  PetscMPIInt  nto = 0, *to;
  PetscInt     n, *first; /* [nto + 1] of theirs */
  Side        *side;
  MPI_Datatype type;

  PetscFunctionBeginUser;
  if (theirs->n) qsort(theirs->at, (size_t)theirs->n, sizeof *theirs->at, compare_judges);
  PetscCall(PetscMalloc2(theirs->n, &to, theirs->n + 1, &first));
  for (int k = 0; k < theirs->n; k++)
    if (!k || theirs->at[k].judge != theirs->at[k - 1].judge) {
      to[nto]      = theirs->at[k].judge;
      first[nto++] = k;
    }
  first[nto] = theirs->n;
  PetscCallMPI(MPI_Type_contiguous(sizeof *side, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(Post(mesh->comm, type, nto, to, first, theirs->at, &n, &side));
  PetscCallMPI(MPI_Type_free(&type));
  for (PetscInt k = 0; k < n; k++) PetscCall(AddSide(mine, &side[k]));
  PetscCall(PetscFree(side));
  PetscCall(PetscFree2(to, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set)
{
  const Geometry *g    = &mesh->g;
  Sides           mine = {.n = 0}, theirs = {.n = 0};
  const Side     *bad  = NULL;
  PetscReal       x[3] = {0, 0, 0};
  PetscMPIInt    *owner;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->nnodes, &owner));
  PetscCall(Owners(mesh, owner));
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) == 2 && geometry_cell_in(g, c, (int)set))
      PetscCall(AddCell(mesh, c, owner, &mine, &theirs));
  PetscCall(SendSides(mesh, &theirs, &mine));
  for (int k = 0; k < mine.n && !bad; k++)
    if (mine.at[k].count == 2 && mine.at[k].sum != 0) bad = &mine.at[k];
  if (bad) PetscCall(PetscArraycpy(x, bad->x, 3));
  PetscCall(PetscFree(owner));
  PetscCall(SidesDestroy(&mine));
  PetscCall(SidesDestroy(&theirs));
  PetscCall(
    CheckAllRanks(mesh->comm, (PetscBool)(bad != NULL),
                  "%s: in set '%s' the cell about (%.6g, %.6g, %.6g) and a neighbour run around their common side "
                  "the same way, so that their normals point to opposite sides; turn one of the surfaces round "
                  "in the mesh (Gmsh: Physical Surface(\"%s\") = {1, -2}; or ReverseMesh), or take two sets",
                  option, g->set_name[set], (double)x[0], (double)x[1], (double)x[2], g->set_name[set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
