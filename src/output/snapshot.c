/* snapshot.c: the mesh, and one group of datasets per frame. Nodes are in the order of Mesh.global, cells in the order
   of the ranks; each rank writes the rows of the nodes that it owns and of its cells. */
#include "parts.h"

static PetscErrorCode WriteNodes(File file, Mesh mesh)
{
  double(*x)[3];
  int64_t *id;
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->nowned, &x, mesh->nowned, &id));
  for (int i = 0; i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) {
      id[n] = mesh->g.id[i];
      PetscCall(PetscArraycpy(x[n++], mesh->g.x[i], 3));
    }
  PetscCall(FileWriteRows(file, "/mesh/nodes", FILE_REAL, mesh->nnodes, mesh->first, n, 3, x));
  PetscCall(FileWriteRows(file, "/mesh/node_id", FILE_INT64, mesh->nnodes, mesh->first, n, 0, id));
  PetscCall(PetscFree2(x, id));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteCells(File file, Model model, const Block *b)
{
  const Geometry *g  = &model->mesh->g;
  const int       nn = shape_nodes(b->kernel->shape);
  char            path[256];
  PetscInt        first = 0, total, *cells;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Exscan(&b->ncells, &first, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(MPIU_Allreduce(&b->ncells, &total, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscMalloc1((size_t)b->ncells * (size_t)nn, &cells));
  for (PetscInt e = 0, k = 0; e < b->ncells; e++)
    for (int i = g->offset[b->cells[e]]; i < g->offset[b->cells[e] + 1]; i++)
      cells[k++] = model->mesh->global[g->conn[i]];
  PetscCall(PetscSNPrintf(path, sizeof path, "/mesh/parts/%s/%s", b->part, shape_name(b->kernel->shape)));
  PetscCall(FileWriteRows(file, path, FILE_INT, total, first, b->ncells, nn, cells));
  PetscCall(FileAttributeText(file, path, "element", b->kernel->name));
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshWrite(File file, Model model)
{
  const Geometry *g = &model->mesh->g;
  char           *names;
  const size_t    size = (size_t)g->nsets * (SET_NAME_SIZE + 1) + 1;
  size_t          n    = 0;

  PetscFunctionBeginUser;
  PetscCall(WriteNodes(file, model->mesh));
  for (PetscInt b = 0; b < model->nparts; b++) PetscCall(WriteCells(file, model, &model->block[b]));
  PetscCall(PetscCalloc1(size, &names));
  for (int s = 0; s < g->nsets; s++) n += (size_t)snprintf(names + n, size - n, "%s%s", s ? "," : "", g->set_name[s]);
  PetscCall(FileText(file, "/mesh", "sets", names));
  PetscCall(PetscFree(names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One dataset for each result of the block's elements, with rows in the order of the cells of WriteCells. */
static PetscErrorCode WriteResults(File file, Model model, const Block *b, PetscInt frame, const NodeState nodes[])
{
  const ElementKernel *kernel = b->kernel;
  double(*values)[ELEMENT_MAX_RESULTS], *rows;
  PetscInt first = 0, total, at = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Exscan(&b->ncells, &first, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(MPIU_Allreduce(&b->ncells, &total, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscMalloc2(b->ncells, &values, ELEMENT_MAX_RESULTS * (size_t)b->ncells, &rows));
  for (PetscInt e = 0; e < b->ncells; e++) BlockResult(model, b, e, nodes, values[e]);
  for (const ElementResult *r = kernel->results; r->name; at += r->count, r++) {
    char path[256];

    for (PetscInt e = 0; e < b->ncells; e++)
      PetscCall(PetscArraycpy(rows + (ptrdiff_t)e * r->count, values[e] + at, r->count));
    PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/parts/%s/%s/%s", (int)frame, b->part,
                            shape_name(kernel->shape), r->name));
    PetscCall(FileWriteRows(file, path, FILE_REAL, total, first, b->ncells, r->count, rows));
  }
  PetscCall(PetscFree2(values, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool has_results(Model model)
{
  for (PetscInt b = 0; b < model->nparts; b++)
    if (model->block[b].kernel->result) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode SnapshotWrite(File file, Assembly assembly, PetscInt frame, const FsState *s, const FsLoading *loading)
{
  const Model model   = AssemblyModel(assembly);
  const Mesh  mesh    = model->mesh;
  const int   nfields = nodal_fields(model->layout.rotates);
  PetscReal  *values[NODAL_FIELDS];
  Evaluation  ev;

  PetscFunctionBeginUser;
  PetscCall(Evaluate(assembly, s, loading, has_results(model), &ev));
  for (int f = 0; f < nfields; f++)
    PetscCall(PetscMalloc1((size_t)nodal_kind[f].count * (size_t)mesh->nowned, &values[f]));
  PetscCall(NodalValues(&ev, nfields, values));
  for (int f = 0; f < nfields; f++) {
    char path[64];

    PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/%s", (int)frame, nodal_kind[f].name));
    PetscCall(
      FileWriteRows(file, path, FILE_REAL, mesh->nnodes, mesh->first, mesh->nowned, nodal_kind[f].count, values[f]));
    PetscCall(PetscFree(values[f]));
  }
  for (PetscInt b = 0; b < model->nparts; b++)
    if (model->block[b].kernel->result) PetscCall(WriteResults(file, model, &model->block[b], frame, ev.nodes));
  PetscCall(FileSeriesAppend(file, "/snapshots/time", FILE_REAL, 0, frame, 1, 0, &s->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
