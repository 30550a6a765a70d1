/* xdmf.c: writes the XDMF file through which ParaView reads the snapshots of the HDF5 file. The
   format is XDMF 3, for all XDMF readers of ParaView 5.11. Each snapshot refers to the mesh again.
   The file is written under another name and then renamed, so that readers see a whole file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* O_NOFOLLOW */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/c_locale.h"
#include "node_fields.h"
#include "file/leftovers.h"
#include "input/file_place.h"
#include "output/output_path.h"
#include "model/parts/block.h"
#include "xdmf.h"

/* The start of every XDMF file of fsolve, which no other program writes. */
static const char SIGNATURE[] = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n"
                                "    <Grid Name=\"fsolve\" ";

/* Returns whether a file exists, and is no link, that fsolve has written. */
static PetscBool is_own_xdmf(const char path[])
{
  const int   fd                      = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  char        start[sizeof SIGNATURE] = "";
  struct stat status;
  PetscBool   own;

  if (fd < 0) return PETSC_FALSE;
  own = (PetscBool)(!fstat(fd, &status) && S_ISREG(status.st_mode) &&
                    read(fd, start, sizeof SIGNATURE - 1) == sizeof SIGNATURE - 1 &&
                    !strcmp(start, SIGNATURE));
  close(fd);
  return own;
}

/* Returns whether a file of another program has appeared during the run. */
static PetscBool is_foreign(const char path[])
{
  struct stat status;

  return (PetscBool)(!lstat(path, &status) && !is_own_xdmf(path));
}

PetscErrorCode XdmfCheckPath(FsOptions o, MPI_Comm comm, const char hdf5_path[],
                             PetscBool overwrite)
{
  char        path[PETSC_MAX_PATH_LEN];
  PetscMPIInt rank;
  PetscBool   own = PETSC_FALSE;

  PetscFunctionBeginUser;
  xdmf_path(hdf5_path, path, sizeof path);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) own = is_own_xdmf(path);
  PetscCall(OutputPathCheckCompanion(o, comm, hdf5_path, path, own, overwrite));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode XdmfRemoveLeftovers(MPI_Comm comm, const char hdf5_path[])
{
  char        path[PETSC_MAX_PATH_LEN];
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  xdmf_path(hdf5_path, path, sizeof path);
  if (rank == 0) RemoveLeftovers(path, is_own_xdmf);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* xml[size] = text with &, < and > escaped. */
static void escape(const char text[], char xml[], size_t size)
{
  size_t n = 0;

  for (; *text && n + 7 < size; text++) {
    const char *entity = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                                        : NULL;

    if (entity) n += (size_t)snprintf(xml + n, size - n, "%s", entity);
    else xml[n++] = *text;
  }
  xml[n] = 0;
}

/* XDMF types of results. Readers leave the numbers of a Matrix as they are, but may rotate a Vector
   or draw it as an arrow. */
static const char *const xdmf_type[] = {
  [RESULT_SCALAR] = "Scalar", [RESULT_LOCAL] = "Matrix", [RESULT_GLOBAL] = "Vector"};

/* Writes the entry of a field [rows][count] at path in the HDF5 file, at each "Node" or "Cell". */
static void write_attribute(FILE *out, const char h5[], const char name[], const char center[],
                            ResultKind kind, FileType type, PetscInt rows, int count,
                            const char path[])
{
  fprintf(out, "        <Attribute Name=\"%s\" AttributeType=\"%s\" Center=\"%s\">\n", name,
          xdmf_type[kind], center);
  fprintf(out,
          "          <DataItem Dimensions=\"%d %d\" NumberType=\"Float\" Precision=\"%d\" "
          "Format=\"HDF\">%s:%s</DataItem>\n",
          (int)rows, count, (int)FileTypeSize(type), h5, path);
  fprintf(out, "        </Attribute>\n");
}

static void write_fields(FILE *out, const char h5[], const Snapshots *s, const Block *b,
                         PetscInt ncells, PetscInt frame)
{
  const Model    model = s->model;
  const PetscInt nodes = frame_nodes(s)->total;

  for (int f = 0; f < nodal_fields(model->layout.rotates); f++) {
    char where[256];

    if (!fields_contain(s->fields, nodal_field_info[f].name)) continue;
    snprintf(where, sizeof where, "/snapshots/%06d/%s", (int)frame, nodal_field_info[f].name);
    write_attribute(out, h5, nodal_field_info[f].name, "Node", nodal_field_info[f].kind, s->type,
                    nodes, nodal_field_info[f].count, where);
  }
  for (int f = 0; f < (model->layout.rotates ? 2 : 1) && s->reactions; f++) {
    char where[256];

    snprintf(where, sizeof where, "/snapshots/%06d/%s", (int)frame, reaction_fields[f]);
    write_attribute(out, h5, reaction_fields[f], "Node", RESULT_GLOBAL, s->type, nodes, 3, where);
  }
  for (const ElementResult *r = b->results; r->name; r++) {
    char where[256];

    if (!fields_contain_result(s->fields, b, r)) continue;
    snprintf(where, sizeof where, "/snapshots/%06d/parts/%s/%s/%s", (int)frame, b->part,
             shape_name(b->kernel->shape), r->name);
    write_attribute(out, h5, r->name, "Cell", r->kind, s->type, ncells, r->count, where);
  }
}

static void write_time(FILE *out, const char indent[], PetscReal time)
{
  const locale_t before = c_locale_enter();

  fprintf(out, "%s<Time Value=\"%.17g\"/>\n", indent, (double)time);
  c_locale_leave(before);
}

/* Writes the grid of one block in one snapshot, with its fields and results or a mode shape. */
static void write_part(FILE *out, const char h5[], const Snapshots *s, const Block *b,
                       PetscInt ncells, PetscInt frame, PetscReal time, const ModeShapes *shapes)
{
  static const char *const topology[SHAPES] = {"Polyvertex", "Polyline", "Edge_3", "Triangle",
                                               "Quadrilateral"};
  const Shape              shape            = b->kernel->shape;
  const int                nn               = shape_nodes(shape);
  /* Selected nodes and cells have a mesh of their own, without shapes. */
  const PetscBool selected = (PetscBool)(s->selection.n && !shapes);
  const PetscInt  nodes    = selected ? frame_nodes(s)->total : s->model->mesh->nnodes;

  fprintf(out, "      <Grid Name=\"%s_%s\">\n", b->part, shape_name(shape));
  write_time(out, "        ", time);
  fprintf(out,
          "        <Topology TopologyType=\"%s\" NumberOfElements=\"%d\" NodesPerElement=\"%d\">\n",
          topology[shape], (int)ncells, nn);
  fprintf(out,
          "          <DataItem Dimensions=\"%d %d\" NumberType=\"Int\" Precision=\"%d\" "
          "Format=\"HDF\">%s:/mesh/%sparts/%s/%s%s</DataItem>\n",
          (int)ncells, nn, (int)sizeof(PetscInt), h5, selected ? "frames/" : "", b->part,
          shape_name(shape), selected ? "/cells" : "");
  fprintf(out, "        </Topology>\n        <Geometry GeometryType=\"XYZ\">\n");
  fprintf(out,
          "          <DataItem Dimensions=\"%d 3\" NumberType=\"Float\" Precision=\"8\" "
          "Format=\"HDF\">%s:/mesh/%snodes</DataItem>\n",
          (int)nodes, h5, selected ? "frames/" : "");
  fprintf(out, "        </Geometry>\n");
  if (!shapes) write_fields(out, h5, s, b, ncells, frame);
  else {
    char where[256];

    snprintf(where, sizeof where, "%s/frames/%06d/displacement", shapes->group, (int)frame + 1);
    write_attribute(out, h5, "displacement", "Node", RESULT_GLOBAL, FILE_REAL, nodes, 3, where);
  }
  fprintf(out, "      </Grid>\n");
}

PetscErrorCode XdmfWrite(const Snapshots *s, const char hdf5_path[], PetscInt id,
                         PetscBool overwrite, PetscInt nframes, const PetscReal times[],
                         const ModeShapes *shapes, PetscBool *write_failed, PetscBool *foreign)
{
  const Model model = s->model;
  char        path[PETSC_MAX_PATH_LEN], temporary[PETSC_MAX_PATH_LEN];
  char        h5[PETSC_MAX_PATH_LEN];
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  *write_failed = *foreign = PETSC_FALSE;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  xdmf_path(hdf5_path, path, sizeof path);
  unfinished_path(path, id, temporary, sizeof temporary);
  escape(strrchr(hdf5_path, '/') ? strrchr(hdf5_path, '/') + 1 : hdf5_path, h5, sizeof h5);
  if (rank == 0) {
    const int fd     = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    const int locked = fd < 0 ? -1 : dup(fd); /* keeps the lock after fclose, until the rename */
    FILE     *out    = fd < 0 ? NULL : fdopen(fd, "w");

    if (out) {
      flock(fd, LOCK_EX); /* RemoveLeftovers of another run lets it alone */
      fprintf(out, "%sGridType=\"Collection\" CollectionType=\"Temporal\">\n", SIGNATURE);
      for (PetscInt k = 0; k < (shapes ? shapes->n : nframes); k++) {
        const PetscReal time = shapes ? (PetscReal)(k + 1) : times[k];

        if (model->nparts > 1) {
          fprintf(out,
                  "    <Grid Name=\"frame\" GridType=\"Collection\" CollectionType=\"Spatial\">\n");
          write_time(out, "      ", time);
        }
        for (PetscInt b = 0; b < model->nparts; b++) {
          const PetscInt ncells = shapes ? s->part[b].total : frame_part(s, b)->total;

          if (ncells) write_part(out, h5, s, &model->block[b], ncells, k, time, shapes);
        }
        if (model->nparts > 1) fprintf(out, "    </Grid>\n");
      }
      fprintf(out, "    </Grid>\n  </Domain>\n</Xdmf>\n");
    }
    *write_failed = (PetscBool)(!out || ferror(out));
    if (out && fclose(out)) *write_failed = PETSC_TRUE;
    *foreign = (PetscBool)(!overwrite && is_foreign(path));
    if (!*write_failed && !*foreign && rename(temporary, path)) *write_failed = PETSC_TRUE;
    if ((*write_failed || *foreign) && fd >= 0) remove(temporary);
    if (locked >= 0) close(locked);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
