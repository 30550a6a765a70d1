/* connectivity_check.c: what the user may have forgotten to connect: nodes of elements at one place that neither a cell nor a joint
   connects, and pieces of the model that hang together nowhere. Both may be meant, so they are told and not refused.
   Bodies and masses alone are no pieces: they often move freely. And whether joints close loops. */
#include "base/error.h"
#include "model.h"
#include "model/element_iterator.h"

enum {
  NODE_IN_ELEMENT = 1,
  NODE_IN_JOINT   = 2,
  NODE_SUPPORTED  = 4
}; /* bits of a node: of an element with a length, ... */

/* kind[nnodes] = bits of the nodes. */
static PetscErrorCode ClassifyNodes(Model model, unsigned char kind[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    const int has       = model->layout.components[i] & DISPLACEMENTS,
              supported = model->layout.supported[i] & DISPLACEMENTS;

    kind[i] = has == supported ? NODE_SUPPORTED : 0;
  }
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0;
         e < model->block[k].ncells && shape_dimension(model->block[k].kernel->shape); e++)
      for (int i = g->offset[model->block[k].cells[e]]; i < g->offset[model->block[k].cells[e] + 1];
           i++)
        kind[g->conn[i]] |= NODE_IN_ELEMENT;
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      for (int n = 0; n < 2; n++)
        if (node[n] >= 0) kind[node[n]] |= NODE_IN_JOINT;
    }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, kind, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes at one place ------------------------------------------------------------------------------------------ */

/* Ranks have a share of the places each, and count their nodes. */
static PetscErrorCode WarnCoincidentNodes(Model model, const unsigned char kind[])
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
    if (model->mesh->owned[i] && g->place[i] >= 0 && kind[i] == NODE_IN_ELEMENT) {
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
    "%" PetscInt_FMT " nodes lie on each other at %" PetscInt_FMT
    " places, the first at (%.6g, %.6g, %.6g), and neither a cell nor a joint connects them: a "
    "slit? Glue the mesh (Gmsh: Coherence, or BooleanFragments; Coherence Mesh), or join them",
    all[1], all[0], first < 0 ? 0 : g->x[first][0], first < 0 ? 0 : g->x[first][1],
    first < 0 ? 0 : g->x[first][2]));
  PetscCall(PetscSFDestroy(&sf));
  PetscCall(PetscLayoutDestroy(&layout));
  PetscCall(PetscFree3(node, place, count));
  PetscCall(PetscFree(place_count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

static PetscInt find_root(PetscInt parent[], PetscInt i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static void unite(PetscInt parent[], PetscInt i, PetscInt j)
{
  parent[find_root(parent, i)] = find_root(parent, j);
}

/* parent[nnodes + 1]: trees of the nodes that this rank's elements and joints connect; the last entry is the ground. */
static void unite_cells(Model model, PetscInt parent[])
{
  const Geometry *g = &model->mesh->g;

  for (PetscInt i = 0; i <= g->nnodes; i++) parent[i] = i;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 1; i < shape_nodes(it.block->kernel->shape); i++)
      unite(parent, it.node[0], it.node[i]);
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      unite(parent, node[0] < 0 ? g->nnodes : node[0], node[1]);
    }
}

/* label[nnodes + 1] = the least label of each piece, by steps from rank to rank: as many as a piece has ranks in a row. */
static PetscErrorCode PropagateLabels(Model model, PetscInt parent[], PetscInt label[])
{
  const PetscInt n       = model->mesh->g.nnodes;
  PetscBool      changed = PETSC_TRUE;

  PetscFunctionBeginUser;
  while (changed) {
    PetscInt ground = label[n];

    changed = PETSC_FALSE;
    for (PetscInt i = 0; i <= n; i++)
      label[find_root(parent, i)] = PetscMin(label[find_root(parent, i)], label[i]);
    for (PetscInt i = 0; i <= n; i++) {
      if (label[i] != label[find_root(parent, i)]) changed = PETSC_TRUE;
      label[i] = label[find_root(parent, i)];
    }
    PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, label, MPI_MIN));
    ground = PetscMin(ground, label[n]);
    PetscCallMPI(MPIU_Allreduce(&ground, &label[n], 1, MPIU_INT, MPI_MIN, model->comm));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &changed, 1, FS_MPI_BOOL, MPI_LOR, model->comm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The label of a piece is the lowest number of its nodes of elements; of bodies alone it is beyond all numbers. */
static PetscErrorCode WarnDisconnected(Model model, const unsigned char kind[])
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *parent, *label, least = PETSC_MAX_INT, ncomponents = 0;
  int             first = -1;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->nnodes + 1, &parent, g->nnodes + 1, &label));
  unite_cells(model, parent);
  for (PetscInt i = 0; i < g->nnodes; i++)
    label[i] = kind[i] & NODE_IN_ELEMENT ? (PetscInt)g->node_number[i] : PETSC_MAX_INT;
  label[g->nnodes] = PETSC_MAX_INT;
  PetscCall(PropagateLabels(model, parent, label));
  for (PetscInt i = 0; i < g->nnodes; i++) least = PetscMin(least, label[i]);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &least, 1, MPIU_INT, MPI_MIN, model->comm));
  for (PetscInt i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || label[i] != g->node_number[i]) continue;
    ncomponents++;
    if (first < 0 && label[i] != least) first = (int)i;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &ncomponents, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(first >= 0),
    "the model is %" PetscInt_FMT " pieces that hang together nowhere, one of them at (%.6g, %.6g, "
    "%.6g): no cell and no joint connects them; glue the mesh (Gmsh: Coherence, or "
    "BooleanFragments) or join them if that is not meant",
    ncomponents, first < 0 ? 0 : g->x[first][0], first < 0 ? 0 : g->x[first][1],
    first < 0 ? 0 : g->x[first][2]));
  PetscCall(PetscFree2(parent, label));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnUnconnected(Model model)
{
  unsigned char *kind;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &kind));
  PetscCall(ClassifyNodes(model, kind));
  PetscCall(WarnCoincidentNodes(model, kind));
  PetscCall(WarnDisconnected(model, kind));
  PetscCall(PetscFree(kind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* Connect the nodes of this rank's joints that hold something, and what is held to the ground; *edges: how many that are. */
static void unite_constraints(Model model, PetscInt parent[], PetscInt *edges)
{
  const Geometry *g = &model->mesh->g;

  *edges = 0;
  for (PetscInt i = 0; i <= g->nnodes; i++) parent[i] = i;
  for (PetscInt i = 0; i < g->nnodes; i++) {
    if (!model->layout.supported[i]) continue;
    unite(parent, g->nnodes, i);
    *edges += model->mesh->owned[i] ? 1 : 0;
  }
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells && model->joint[k].nrows; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      unite(parent, node[0] < 0 ? g->nnodes : node[0], node[1]);
      ++*edges;
    }
}

/* In a forest each edge connects a node to those before: that is not the one by which its tree is labelled. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops)
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *parent, *label, surplus;

  PetscFunctionBeginUser;
  *has_loops = PETSC_TRUE;
  if (model->couplings || model->sliders) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(g->nnodes + 1, &parent, g->nnodes + 1, &label));
  unite_constraints(model, parent, &surplus);
  for (PetscInt i = 0; i < g->nnodes; i++) label[i] = (PetscInt)g->node_number[i];
  label[g->nnodes] = -1;
  PetscCall(PropagateLabels(model, parent, label));
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && label[i] != (PetscInt)g->node_number[i]) surplus--;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &surplus, 1, MPIU_INT, MPI_SUM, model->comm));
  *has_loops = (PetscBool)(surplus > 0);
  PetscCall(PetscFree2(parent, label));
  PetscFunctionReturn(PETSC_SUCCESS);
}
