/* imperfection_shape.c: reads the displacements of imperfections that are shapes of an earlier run.

   The shapes are buckling shapes, modes or displacements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "file/reader.h"
#include "imperfection.h"
#include "mesh/mesh.h"
#include "mesh/mesh_table.h"

/* A field of a file, and a table of all nodes of this rank, with ghosts. */
typedef struct {
  const char *text;      /* as given */
  char        path[256]; /* of the dataset */
  PetscInt    layer, columns;
  MeshTable   nodes;
  Reader      reader;
} ImperfectionField;

/* Finds the dataset and layer. Input error: there is no dataset with a row for each node. */
static PetscErrorCode FindDataset(Mesh mesh, ImperfectionField *f)
{
  PetscInt rank, size[3];
  char    *last = strrchr(f->path, '/'), *end;
  long     number;

  PetscFunctionBeginUser;
  PetscCall(ReaderSizes(f->reader, f->path, &rank, size));
  f->layer   = 0;
  f->columns = size[1];
  if (rank != 2 && last) {
    number = strtol(last + 1, &end, 10);
    if (end > last + 1 && !*end) *last = 0;
    PetscCall(ReaderSizes(f->reader, f->path, &rank, size));
    PetscCheck(rank != 3 || (number >= 1 && number <= size[0]), mesh->comm, PETSC_ERR_USER_INPUT,
               "-imperfection %s: there are %" PetscInt_FMT " shapes, counted from 1", f->text,
               size[0]);
    f->layer   = (PetscInt)number - 1;
    f->columns = size[2];
    size[0]    = rank == 3 ? size[1] : -1;
  }
  PetscCheck(size[0] == mesh->nnodes && (f->columns == 3 || f->columns == 6), mesh->comm,
             PETSC_ERR_USER_INPUT,
             "-imperfection %s: the file has no such field of %" PetscInt_FMT
             " nodes: it has another mesh, or the name is wrong",
             f->text, mesh->nnodes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads local[g.nnodes][columns] from rows of the whole mesh. */
static PetscErrorCode ReadNodes(Mesh mesh, ImperfectionField *f, const char path[], PetscInt layer,
                                PetscInt columns, PetscReal local[])
{
  PetscReal *rows;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)columns * (size_t)f->nodes.n, &rows));
  PetscCall(
    ReaderLayer(f->reader, path, layer, mesh->nnodes, columns, f->nodes.first, f->nodes.n, rows));
  PetscCall(MeshTableScatter(&f->nodes, MPIU_REAL, columns, rows, local));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the coordinates of the nodes in the file, without an imperfection that its run had. */
static PetscErrorCode ReadCoordinates(Mesh mesh, ImperfectionField *f, PetscReal x[])
{
  PetscReal *moved;
  PetscInt   rank, size[3];

  PetscFunctionBeginUser;
  PetscCall(ReadNodes(mesh, f, "/mesh/nodes", 0, 3, x));
  PetscCall(ReaderSizes(f->reader, "/mesh/imperfection", &rank, size));
  if (rank != 2) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(3 * (size_t)mesh->g.nnodes, &moved));
  PetscCall(ReadNodes(mesh, f, "/mesh/imperfection", 0, 3, moved));
  for (int i = 0; i < 3 * mesh->g.nnodes; i++) x[i] -= moved[i];
  PetscCall(PetscFree(moved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: nodes of the file have other coordinates.

   Input:
     x  coordinates of this mesh without imperfections */
static PetscErrorCode CheckSameMesh(Mesh mesh, ImperfectionField *f, double (*x)[3],
                                    PetscReal scratch[])
{
  /* Difference of coordinates, relative to the largest coordinate. The file has coordinates of
     another run in double precision, so that 1e-9 is far above their round-off and far below the
     distance of nodes. The test tests/analysis/buckling.py has a file of the same mesh and one of
     another.
   */
  const PetscReal tolerance = 1e-9;
  PetscReal       local_max = 0, size = 0;
  PetscReal       global_max[2];

  PetscFunctionBeginUser;
  PetscCall(ReadCoordinates(mesh, f, scratch));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3; c++) {
      local_max = PetscMax(local_max, PetscAbsReal(scratch[3 * i + c] - x[i][c]));
      size      = PetscMax(size, PetscAbsReal(x[i][c]));
    }
  global_max[0] = local_max, global_max[1] = size;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, global_max, 2, MPIU_REAL, MPIU_MAX, mesh->comm));
  PetscCheck(global_max[0] <= tolerance * global_max[1], mesh->comm, PETSC_ERR_USER_INPUT,
             "-imperfection %s: nodes of the file differ by up to %.3g: the file has another mesh",
             f->text, (double)global_max[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the shape of the file that f->reader has opened to mesh->imperfection. */
static PetscErrorCode AddShape(Mesh mesh, const ImperfectionShape *shape, ImperfectionField *f,
                               PetscReal scratch[])
{
  const PetscReal amplitude = shape->amplitude;
  PetscInt        rank, size[3];
  PetscReal       local_max = 0, largest, factor;

  PetscFunctionBeginUser;
  PetscCall(ReaderSizes(f->reader, "/mesh/nodes", &rank, size));
  PetscCheck(rank == 2 && size[0] == mesh->nnodes && size[1] == 3, mesh->comm, PETSC_ERR_USER_INPUT,
             "-imperfection %s: the file has another mesh", f->text);
  PetscCall(FindDataset(mesh, f));
  PetscCall(CheckSameMesh(mesh, f, mesh->g.x, scratch));
  PetscCall(ReadNodes(mesh, f, f->path, f->layer, f->columns, scratch));
  for (int i = 0; i < mesh->g.nnodes; i++)
    local_max =
      PetscMax(local_max, hypot(hypot(scratch[f->columns * i], scratch[f->columns * i + 1]),
                                scratch[f->columns * i + 2]));
  PetscCallMPI(MPIU_Allreduce(&local_max, &largest, 1, MPIU_REAL, MPIU_MAX, mesh->comm));
  PetscCheck(largest > 0 && !PetscIsInfOrNanReal(largest), mesh->comm, PETSC_ERR_USER_INPUT,
             "-imperfection %s: the field is zero or not finite", f->text);
  factor = amplitude == 0 ? 1 : amplitude / largest;
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3; c++)
      mesh->imperfection[3 * i + c] += factor * scratch[f->columns * i + c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a shape to mesh->imperfection. The file is closed also if it is refused. */
static PetscErrorCode AddImperfection(Mesh mesh, const ImperfectionShape *shape,
                                      ImperfectionField *f, PetscReal scratch[])
{
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(f->path, shape->path, sizeof f->path));
  PetscCall(ReaderOpen(mesh->comm, "-imperfection", shape->file, &f->reader));
  ierr = AddShape(mesh, shape, f, scratch);
  PetscCall(ReaderClose(&f->reader));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates a table with all nodes of this rank. */
static PetscErrorCode CreateNodeTable(Mesh mesh, MeshTable *nodes)
{
  PetscInt *one;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &one));
  for (int i = 0; i < mesh->g.nnodes; i++) one[i] = 1;
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, one, NULL, nodes));
  PetscCall(PetscFree(one));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ImperfectionShapesAdd(Mesh mesh, PetscInt n, const ImperfectionShape shape[])
{
  PetscReal *scratch;
  MeshTable  nodes;

  PetscFunctionBeginUser;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CreateNodeTable(mesh, &nodes));
  PetscCall(PetscMalloc1(6 * (size_t)mesh->g.nnodes, &scratch));
  for (PetscInt k = 0; k < n; k++) {
    ImperfectionField f = {.text = shape[k].text, .nodes = nodes};

    PetscCall(AddImperfection(mesh, &shape[k], &f, scratch));
  }
  PetscCall(PetscFree(scratch));
  PetscCall(MeshTableDestroy(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}
