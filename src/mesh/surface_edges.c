/* surface_edges.c: finds which surfaces and lines of a distributed mesh share an edge, and checks
   that surfaces have normals to the same side.

   The rank that owns the edge's node with the lower number counts its cells; other ranks send their
   cells' edges to it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "mesh/distributed/sparse_exchange.h"
#include "surface_edges.h"
#include "base/error.h"

typedef struct {
  const SurfaceEdgeList *edges;
  const SurfaceEdge     *edge;
} EdgeQuery;

static int same_edge(const void *context, int k)
{
  const EdgeQuery *query = context;

  return query->edges->at[k].low_node == query->edge->low_node &&
         query->edges->at[k].high_node == query->edge->high_node;
}

static PetscErrorCode AddSurfaceEdge(SurfaceEdgeList *edges, const SurfaceEdge *edge)
{
  const PetscInt  nodes[2] = {edge->low_node, edge->high_node};
  const uint64_t  hash     = hash_bytes(0, nodes, sizeof nodes);
  const EdgeQuery context  = {edges, edge};
  const int       known    = hash_index_find(&edges->index, hash, same_edge, &context);

  PetscFunctionBeginUser;
  if (known >= 0) {
    for (int k = 0; k < EDGE_KINDS; k++) edges->at[known].count[k] += edge->count[k];
    edges->at[known].sum += edge->sum;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if ((size_t)edges->n == edges->capacity) {
    edges->capacity = 2 * edges->capacity + 64;
    PetscCall(PetscRealloc(edges->capacity * sizeof *edges->at, &edges->at));
  }
  PetscCheck(!hash_index_add(&edges->index, hash, edges->n), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "edges of surfaces");
  edges->at[edges->n++] = *edge;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SurfaceEdgesDestroy(SurfaceEdgeList *edges)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(edges->at));
  hash_index_free(&edges->index);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets owner[g.nnodes], the rank that owns each node. */
static PetscErrorCode GetNodeOwners(Mesh mesh, PetscMPIInt owner[])
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

/* Adds the edges of a cell to those that this rank counts, or to the foreign ones. */
static PetscErrorCode AddEdgesOfCell(Mesh mesh, int cell, EdgeKind kind, const PetscMPIInt owner[],
                                     SurfaceEdgeList *owned, SurfaceEdgeList *foreign)
{
  const Geometry *g  = &mesh->g;
  const int       nn = geometry_cell_size(g, cell), *node = g->conn + g->offset[cell];
  SurfaceEdge     edge = {.sum = 0};
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  edge.count[kind] = 1;
  for (int i = 0; i < (nn == 2 ? 1 : nn); i++) {
    const int a = node[i], b = node[(i + 1) % nn],
              forward = mesh->g.node_number[a] < mesh->g.node_number[b];

    edge.low_node   = (PetscInt)mesh->g.node_number[forward ? a : b];
    edge.high_node  = (PetscInt)mesh->g.node_number[forward ? b : a];
    edge.sum        = forward ? 1 : -1;
    edge.edge_owner = owner[forward ? a : b];
    for (int c = 0; c < 3; c++) edge.x[c] = (g->x[a][c] + g->x[b][c]) / 2;
    PetscCall(AddSurfaceEdge(edge.edge_owner == rank ? owned : foreign, &edge));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_edge_owners(const void *a, const void *b)
{
  const SurfaceEdge *p = a, *q = b;

  return (p->edge_owner > q->edge_owner) - (p->edge_owner < q->edge_owner);
}

/* Sends the foreign edges to the ranks that count them, which add them to owned; sorts foreign.

   Collective. */
static PetscErrorCode SendSurfaceEdges(Mesh mesh, SurfaceEdgeList *foreign, SurfaceEdgeList *owned)
{
  PetscMPIInt  nto = 0, *to;
  PetscInt     n, *first; /* [nto + 1] first foreign edge for each rank */
  SurfaceEdge *edge;
  MPI_Datatype type;

  PetscFunctionBeginUser;
  if (foreign->n) qsort(foreign->at, (size_t)foreign->n, sizeof *foreign->at, compare_edge_owners);
  PetscCall(PetscMalloc2(foreign->n, &to, foreign->n + 1, &first));
  for (int k = 0; k < foreign->n; k++)
    if (!k || foreign->at[k].edge_owner != foreign->at[k - 1].edge_owner) {
      to[nto]      = foreign->at[k].edge_owner;
      first[nto++] = k;
    }
  first[nto] = foreign->n;
  PetscCallMPI(MPI_Type_contiguous(sizeof *edge, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(SparseExchange(mesh->comm, type, nto, to, first, foreign->at, &n, &edge));
  PetscCallMPI(MPI_Type_free(&type));
  for (PetscInt k = 0; k < n; k++) PetscCall(AddSurfaceEdge(owned, &edge[k]));
  PetscCall(PetscFree(edge));
  PetscCall(PetscFree2(to, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SurfaceEdgesFind(Mesh mesh, const EdgeKind kind[], SurfaceEdgeList *edges)
{
  const Geometry *g       = &mesh->g;
  SurfaceEdgeList foreign = {.n = 0};
  PetscMPIInt    *owner;

  PetscFunctionBeginUser;
  *edges = (SurfaceEdgeList){.n = 0};
  PetscCall(PetscMalloc1(g->nnodes, &owner));
  PetscCall(GetNodeOwners(mesh, owner));
  for (int c = 0; c < g->ncells; c++)
    if (kind[c] != EDGE_NONE) PetscCall(AddEdgesOfCell(mesh, c, kind[c], owner, edges, &foreign));
  PetscCall(SendSurfaceEdges(mesh, &foreign, edges));
  PetscCall(PetscFree(owner));
  PetscCall(SurfaceEdgesDestroy(&foreign));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- normals --------------------------------------------------------------------------------- */

/* Two cells with normals to the same side pass their common edge in opposite directions. */

PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set)
{
  const Geometry    *g    = &mesh->g;
  const SurfaceEdge *bad  = NULL;
  PetscReal          x[3] = {0, 0, 0};
  SurfaceEdgeList    edges;
  EdgeKind          *kind;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->ncells, &kind));
  for (int c = 0; c < g->ncells; c++) {
    kind[c] = EDGE_NONE;
    if (shape_dimension((Shape)g->shape[c]) == 2 && geometry_cell_in_set(g, c, (int)set))
      kind[c] = EDGE_SURFACE;
  }
  PetscCall(SurfaceEdgesFind(mesh, kind, &edges));
  PetscCall(PetscFree(kind));
  for (int k = 0; k < edges.n && !bad; k++)
    if (edges.at[k].count[EDGE_SURFACE] == 2 && edges.at[k].sum != 0) bad = &edges.at[k];
  if (bad) PetscCall(PetscArraycpy(x, bad->x, 3));
  PetscCall(SurfaceEdgesDestroy(&edges));
  PetscCall(CheckAllRanks(
    mesh->comm, (PetscBool)(bad != NULL),
    "%s: in set '%s' the normals of the two cells at the edge about (%.6g, %.6g, %.6g) point to "
    "opposite sides; reverse one of the surfaces in the mesh (Gmsh: "
    "Physical Surface(\"%s\") = {1, -2}; or ReverseMesh), or use two sets",
    option, g->set_name[set], (double)x[0], (double)x[1], (double)x[2], g->set_name[set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
