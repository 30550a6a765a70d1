/* connectivity_check.c: warns about nodes and parts without connection.

   Coincident nodes of elements may be left unconnected on purpose, and so may components of the
   model. Therefore they give warnings and no errors. Bodies and masses alone do not count as
   components, because they often move freely. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "connectivity_check.h"
#include "base/error.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/node_groups.h"
#include "model/parts/element_iterator.h"

/* ---- coincident nodes ------------------------------------------------------------------------ */

/* Returns whether elements alone have the node, and the user has not set it apart. */
static PetscBool is_loose(unsigned char marks)
{
  const int others = NODE_IN_JOINT | NODE_SUPPORTED | NODE_APART;

  return (PetscBool)((marks & NODE_IN_ELEMENT) && !(marks & others));
}

/* Each rank has a share of the places and counts their nodes. */
static PetscErrorCode WarnCoincidentNodes(Model model, const unsigned char marks[])
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *node, *place, *count, *place_count, n = 0, found[2] = {0, 0}, all[2],
                                                places = (PetscInt)g->nplaces;
  int         first                                    = -1;
  PetscLayout layout;
  PetscSF     sf;

  PetscFunctionBeginUser;
  if (!places) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscLayoutCreateFromSizes(model->comm, PETSC_DECIDE, places, 1, &layout));
  PetscCall(PetscLayoutGetLocalSize(layout, &places));
  PetscCall(PetscMalloc3(g->nnodes, &node, g->nnodes, &place, g->nnodes, &count));
  PetscCall(PetscCalloc1(places, &place_count));
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && g->place[i] >= 0 && is_loose(marks[i])) {
      node[n]    = i;
      count[n]   = 1;
      place[n++] = (PetscInt)g->place[i];
    }
  PetscCall(PetscSFCreate(model->comm, &sf));
  PetscCall(PetscSFSetGraphLayout(sf, layout, n, NULL, PETSC_COPY_VALUES, place));
  PetscCall(PetscSFReduceBegin(sf, MPIU_INT, count, place_count, MPI_SUM));
  PetscCall(PetscSFReduceEnd(sf, MPIU_INT, count, place_count, MPI_SUM));
  PetscCall(PetscSFBcastBegin(sf, MPIU_INT, place_count, count, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, MPIU_INT, place_count, count, MPI_REPLACE));
  for (PetscInt k = 0; k < places; k++) found[0] += place_count[k] > 1;
  for (PetscInt k = 0; k < n; k++) {
    if (count[k] < 2) continue;
    found[1]++;
    if (first < 0) first = (int)node[k];
  }
  PetscCallMPI(MPIU_Allreduce(found, all, 2, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(first >= 0),
    "%" PetscInt_FMT " nodes coincide at %" PetscInt_FMT
    " places, the first at (%.6g, %.6g, %.6g), and neither a cell nor a joint connects them. Merge "
    "the nodes of the mesh (-mesh_join 1e-6; Gmsh: Coherence, or BooleanFragments; Coherence Mesh; "
    "of a generated mesh: -mesh_closed), join them, or name sets that are apart on purpose in "
    "-mesh_unjoined",
    all[1], all[0], first < 0 ? 0 : g->x[first][0], first < 0 ? 0 : g->x[first][1],
    first < 0 ? 0 : g->x[first][2]));
  PetscCall(PetscSFDestroy(&sf));
  PetscCall(PetscLayoutDestroy(&layout));
  PetscCall(PetscFree3(node, place, count));
  PetscCall(PetscFree(place_count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- connected components -------------------------------------------------------------------- */

/* Sets parent[nnodes + 1], trees of the nodes that elements and joints of this rank connect. The
   last entry is ground. */
static void unite_cells(Model model, PetscInt parent[])
{
  const Geometry *g = &model->mesh->g;

  for (PetscInt i = 0; i <= g->nnodes; i++) parent[i] = i;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 1; i < shape_nodes(it.block->kernel->shape); i++)
      node_groups_unite(parent, it.node[0], it.node[i]);
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    JointCellNodes(&c, node);
    node_groups_unite(parent, node[0] < 0 ? g->nnodes : node[0], node[1]);
  }
}

/* The label of a component is the lowest number of its nodes that belong to elements. A component
   of bodies alone has a label beyond all numbers. */
static PetscErrorCode WarnDisconnected(Model model, const unsigned char marks[],
                                       PetscBool any_apart)
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *parent, *label, least = PETSC_MAX_INT, ncomponents = 0;
  int             first = -1;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->nnodes + 1, &parent, g->nnodes + 1, &label));
  unite_cells(model, parent);
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (marks[i] & NODE_APART) node_groups_unite(parent, g->nnodes, i);
  for (PetscInt i = 0; i < g->nnodes; i++)
    label[i] = !(marks[i] & NODE_IN_ELEMENT) ? PETSC_MAX_INT : (PetscInt)g->node_number[i];
  /* ground joins what is apart on purpose, with a label that no node has */
  label[g->nnodes] = any_apart ? -1 : PETSC_MAX_INT;
  PetscCall(NodeGroupsLabel(model, parent, label));
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (label[i] >= 0) least = PetscMin(least, label[i]);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &least, 1, MPIU_INT, MPI_MIN, model->comm));
  for (PetscInt i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || label[i] != g->node_number[i]) continue;
    ncomponents++;
    if (first < 0 && label[i] != least) first = (int)i;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &ncomponents, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(first >= 0),
    "the model has %" PetscInt_FMT " disconnected pieces, one of them, of '%s', at (%.6g, %.6g, "
    "%.6g): neither a cell nor a joint connects them; if this is not intended, merge the nodes of "
    "the mesh (Gmsh: Coherence, or BooleanFragments) or join them",
    ncomponents, first < 0 ? "" : node_name(model, first), first < 0 ? 0 : g->x[first][0],
    first < 0 ? 0 : g->x[first][1], first < 0 ? 0 : g->x[first][2]));
  PetscCall(PetscFree2(parent, label));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnUnconnected(Model model)
{
  const Mesh     mesh = model->mesh;
  unsigned char *marks;
  NamedSets      apart, unused;

  PetscFunctionBeginUser;
  PetscCall(NamedSetsFind(mesh, "-mesh_unjoined", mesh->unjoined, &apart));
  PetscCall(NamedSetsFind(mesh, "-mesh_unused", mesh->unused, &unused));
  PetscCall(PetscMalloc1(mesh->g.nnodes, &marks));
  PetscCall(NodeMarksFind(model, &apart, marks));
  PetscCall(WarnCoincidentNodes(model, marks));
  PetscCall(WarnDisconnected(model, marks, (PetscBool)(apart.n > 0)));
  PetscCall(WarnTouchingNodes(model, marks, &apart));
  PetscCall(WarnUnusedCells(model, marks, &unused));
  PetscCall(WarnRepeatedCells(model));
  PetscCall(PetscFree(marks));
  PetscCall(PetscFree(apart.set));
  PetscCall(PetscFree(unused.set));
  PetscFunctionReturn(PETSC_SUCCESS);
}
