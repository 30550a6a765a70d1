/* mesh_options.c: reads the description of a mesh from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/given/given_mesh.h"
#include "mesh_options.h"
#include "mesh_selection.h"
#include "input/formula/expression.h"

/* clang-format off */
const FsOptionDoc mesh_options[] = {
  {"-mesh", "<file.msh>",
   "Gmsh file (2.2 or 4.1; also searched for beside the options file), or frame, line, rectangle, "
   "arrays (FsCaseSetMesh); or several"},
  {"-mesh_n", "1,1", "cells per direction of a generated mesh"},
  {"-mesh_lower", "0,0,0", "its lower left corner, or start [m]"},
  {"-mesh_upper", "1,1,0", "its upper right corner, or end [m]"},
  {"-mesh_cell", "quadrilateral", "cells of a rectangle: quadrilateral, triangle"},
  {"-mesh_order", "1", "1, or 2: a line of 3-node cells, -mesh_n of them"},
  {"-mesh_closed", "none",
   "joins the last nodes of a line or rectangle to the first ones, along u (to the right), v "
   "(upwards) or both: none, u, v, both"},
  {"-mesh_map", "<x,y,z>",
   "formulas of x, y and z that map a line or rectangle; u and v are its x and y [m]"},
  {"-mesh_scale", "1",
   "factor of the coordinates, such as 1e-3 for a mesh in mm; one for each mesh, or one for all"},
  {"-mesh_rotate", "0,0,0",
   "then turns it about the origin by this rotation vector [degrees]; for each mesh, or for all"},
  {"-mesh_translate", "0,0,0", "then moves it by this vector [m]; for each mesh, or for all"},
  {"-mesh_join", "0",
   "joins nodes of several meshes, or of one file or frame, that are not farther apart [m]; 0: none",
   FS_NONNEGATIVE(MeshOptions, join_distance)},
  {"-mesh_unjoined", "none",
   "sets whose nodes and cells may lie on others without being joined to them; no warning names "
   "them",
   FS_WORDS(MeshOptions, unjoined), FS_DESCRIBED},
  {"-mesh_unused", "none",
   "sets of cells that are in no part on purpose; no warning names them",
   FS_WORDS(MeshOptions, unused), FS_DESCRIBED},
  {"-mesh_partition", "auto",
   "method that distributes frames, files and several meshes: auto, curve, ptscotch, simple",
   FS_CHOICE(MeshOptions, partition, partition_methods)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* ---- sources --------------------------------------------------------------------------------- */

/* Finds the kind of a mesh by its name, and of a grid. Input error: there is no such mesh. */
static PetscErrorCode FindSourceKind(MPI_Comm comm, const char name[], SourceKind *kind,
                                     GridKind *grid)
{
  static const struct {
    const char *name;
    SourceKind  kind;
    GridKind    grid;
  } known[] = {
    {"frame",     SOURCE_FRAME,  GRID_KINDS        },
    {"line",      SOURCE_GRID,   GRID_LINE         },
    {"rectangle", SOURCE_GRID,   GRID_QUADRILATERAL},
    {"arrays",    SOURCE_ARRAYS, GRID_KINDS        }
  };
  PetscBool same, msh;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(known); k++) {
    PetscCall(PetscStrcasecmp(name, known[k].name, &same));
    if (!same) continue;
    *kind = known[k].kind;
    *grid = known[k].grid;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *kind = SOURCE_GMSH;
  PetscCall(PetscStrendswith(name, ".msh", &msh));
  PetscCheck(
    msh, comm, PETSC_ERR_USER_INPUT,
    "-mesh %s: not frame, line, rectangle, arrays or a Gmsh file (*.msh); python3-meshio converts "
    "other formats",
    name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSource(FsOptions o, MPI_Comm comm, const char name[],
                                 const FrameEndReader *ends, PetscBool seen[], MeshSource *source)
{
  static const char *const variables[] = {"u", "v"};
  GridKind                 grid        = GRID_KINDS;

  PetscFunctionBeginUser;
  PetscCall(FindSourceKind(comm, name, &source->kind, &grid));
  PetscCheck(source->kind == SOURCE_GMSH || !seen[source->kind], comm, PETSC_ERR_USER_INPUT,
             "-mesh: two %s; give at most one, and any number of files",
             source->kind == SOURCE_GRID    ? "grids"
             : source->kind == SOURCE_FRAME ? "frames"
                                            : "times arrays");
  seen[source->kind] = PETSC_TRUE;
  if (source->kind == SOURCE_GRID) {
    PetscCall(GridFromOptions(o, comm, grid, &source->grid));
    PetscCall(PointFormulasRead(o, comm, "-mesh_map", 2, variables, &source->map));
  } else if (source->kind == SOURCE_FRAME)
    PetscCall(FrameFromOptions(o, comm, ends, &source->frame));
  else if (source->kind == SOURCE_GMSH)
    PetscCall(FsOptionsFindFile(o, name, source->path, sizeof source->path));
  else source->arrays = OptionsGivenMesh(o);
  PetscCheck(source->kind != SOURCE_ARRAYS || source->arrays, comm, PETSC_ERR_USER_INPUT,
             "-mesh arrays: no program gives them; call FsCaseSetMesh before the set-up");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads values[n][per_mesh] of an option, which gives them for each of n meshes or once for all.

   Without the option the values are unchanged. */
static PetscErrorCode ReadPerMesh(FsOptions o, MPI_Comm comm, const char option[], PetscInt n,
                                  PetscInt per_mesh, PetscReal values[])
{
  PetscInt  count = n * per_mesh;
  PetscBool is_set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, per_mesh, &count, values, &is_set));
  PetscCheck(!is_set || count == per_mesh || count == n * per_mesh, comm, PETSC_ERR_USER_INPUT,
             "%s has %" PetscInt_FMT " numbers; give %" PetscInt_FMT ", or %" PetscInt_FMT
             " for each of %" PetscInt_FMT " meshes",
             option, count, per_mesh, per_mesh, n);
  for (PetscInt i = count; is_set && i < n * per_mesh; i++) values[i] = values[i % per_mesh];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPlacements(FsOptions o, MPI_Comm comm, PetscInt n, MeshSource source[])
{
  const PetscReal max_rotation = 360;
  PetscReal scale[MAX_MESHES], rotation[3 * MAX_MESHES] = {0}, translation[3 * MAX_MESHES] = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) scale[i] = 1;
  PetscCall(ReadPerMesh(o, comm, "-mesh_scale", n, 1, scale));
  PetscCall(ReadPerMesh(o, comm, "-mesh_rotate", n, 3, rotation));
  PetscCall(ReadPerMesh(o, comm, "-mesh_translate", n, 3, translation));
  for (PetscInt i = 0; i < n; i++) {
    PetscCheck(scale[i] > 0, comm, PETSC_ERR_USER_INPUT,
               "-mesh_scale %.6g: must be greater than zero", (double)scale[i]);
    for (int c = 0; c < 3; c++)
      PetscCheck(fabs(rotation[3 * i + c]) <= max_rotation, comm, PETSC_ERR_USER_INPUT,
                 "-mesh_rotate: %.6g degrees; give at most one turn", (double)rotation[3 * i + c]);
    source[i].placement.scale = scale[i];
    PetscCall(PetscArraycpy(source[i].placement.rotation, rotation + 3 * i, 3));
    PetscCall(PetscArraycpy(source[i].placement.translation, translation + 3 * i, 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSources(FsOptions o, MPI_Comm comm, const FrameEndReader *ends,
                                  MeshOptions *m)
{
  const char *text = NULL;
  PetscBool   set, seen[SOURCE_KINDS] = {PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-mesh", &text, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT,
             "no -mesh: give a Gmsh file, frame, line or rectangle, usually in a file given by "
             "-options_file (-help lists all options)");
  m->nsources = 1;
  for (const char *p = text; *p; p++) m->nsources += *p == ',';
  PetscCheck(m->nsources <= MAX_MESHES, comm, PETSC_ERR_USER_INPUT, "-mesh: more than %d meshes",
             MAX_MESHES);
  PetscCall(PetscCalloc1(m->nsources, &m->source));
  for (PetscInt i = 0; i < m->nsources; i++) {
    char         name[PETSC_MAX_PATH_LEN];
    const size_t length = strcspn(text, ",");

    PetscCheck(length < sizeof name, comm, PETSC_ERR_USER_INPUT, "-mesh: a name is too long");
    PetscCall(PetscStrncpy(name, text, length + 1));
    PetscCall(ReadSource(o, comm, name, ends, seen, &m->source[i]));
    text += length + 1;
  }
  PetscCall(ReadPlacements(o, comm, m->nsources, m->source));
  PetscCall(FsOptionsReadRow(o, mesh_options, "-mesh_unjoined", NULL, m));
  PetscCall(FsOptionsReadRow(o, mesh_options, "-mesh_unused", NULL, m));
  if (m->nsources > 1 || m->source->kind != SOURCE_GRID)
    PetscCall(FsOptionsReadRow(o, mesh_options, "-mesh_join", NULL, m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the whole mesh -------------------------------------------------------------------------- */

/* Reads the edits of other rooms, and keeps those that the options ask for. */
static PetscErrorCode ReadEdits(FsOptions o, MPI_Comm comm, const MeshEditKind *const kinds[],
                                MeshOptions *m)
{
  const MeshSource *first = m->source;
  const PetscBool   has_lines =
    (PetscBool)(m->nsources > 1 || first->kind != SOURCE_GRID || first->grid.kind == GRID_LINE);
  PetscInt n = 0;

  PetscFunctionBeginUser;
  while (kinds[n]) n++;
  PetscCall(PetscCalloc1(n, &m->edit));
  for (PetscInt k = 0; k < n; k++) {
    MeshEdit *edit = &m->edit[m->nedits];

    edit->kind = kinds[k];
    if (edit->kind->only_lines && !has_lines) continue;
    PetscCall(edit->kind->read(o, comm, &edit->data));
    if (edit->data) m->nedits++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const void *MeshOptionsFindEdit(const MeshOptions *m, const MeshEditKind *kind)
{
  for (PetscInt k = 0; k < m->nedits; k++)
    if (m->edit[k].kind == kind) return m->edit[k].data;
  return NULL;
}

static PetscErrorCode ReadPartition(FsOptions o, MPI_Comm comm, MeshOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRow(o, mesh_options, "-mesh_partition", NULL, m));
  PetscCheck(m->partition != PARTITION_PTSCOTCH || has_ptscotch(), comm, PETSC_ERR_USER_INPUT,
             "-mesh_partition ptscotch: this PETSc has no PT-Scotch with indices of the same size; "
             "leave the option out");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshOptionsRead(FsOptions o, MPI_Comm comm, const MeshExtensions *extensions,
                               MeshOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(m, sizeof *m));
  PetscCall(ReadSources(o, comm, extensions->ends, m));
  PetscCall(ReadEdits(o, comm, extensions->edits, m));
  m->partition = PARTITION_AUTO;
  if (!mesh_is_one_grid(m)) PetscCall(ReadPartition(o, comm, m));
  PetscCall(ImperfectionsFromOptions(o, comm, &m->imperfections));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshOptionsFree(MeshOptions *m)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < m->nsources; i++) {
    frame_free(&m->source[i].frame);
    PetscCall(PointFormulasDestroy(&m->source[i].map));
  }
  for (PetscInt k = 0; k < m->nedits; k++) PetscCall(m->edit[k].kind->free(m->edit[k].data));
  PetscCall(PetscFree(m->source));
  PetscCall(PetscFree(m->edit));
  PetscCall(ImperfectionsFree(&m->imperfections));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- selections ------------------------------------------------------------------------------ */

/* Reads from the options which nodes and cells of a mesh are selected. */

/* clang-format off */
const FsOptionDoc select_options[] = {
  {"-<kind>_<name>_set", "<name>,...", "union of sets of the mesh; default: the set of this name",
   FS_WORDS(MeshSelection, sets)},
  {"-<kind>_<name>_point", "<x,y,z>",
   "the node at this place (of the sets, if given, as below). Forces and moments may act inside of "
   "an element; a line is split at supports, laws, initial fields, masses, springs and ties; joints "
   "have _place instead",
   FS_REALS(MeshSelection, point, 3), FS_FROM(1), FS_WHEN(MeshSelection, takes_point),
   FS_GIVEN(MeshSelection, nearest)},
  {"-<kind>_<name>_box", "<x,y,z,x,y,z>", "nodes and cells in a box between two corners",
   FS_REALS(MeshSelection, region[REGION_BOX], 6), FS_GIVEN(MeshSelection, in_region[REGION_BOX])},
  {"-<kind>_<name>_sphere", "<x,y,z,r>", "nodes and cells in a sphere",
   FS_REALS(MeshSelection, region[REGION_SPHERE], 4),
   FS_GIVEN(MeshSelection, in_region[REGION_SPHERE])},
  {"-<kind>_<name>_plane", "<x,y,z,n,n,n>",
   "nodes and cells on the plane through a point with this normal",
   FS_REALS(MeshSelection, region[REGION_PLANE], 6),
   FS_GIVEN(MeshSelection, in_region[REGION_PLANE])},
  {"-<kind>_<name>_where", "<f(x,y,z)>",
   "where a formula is not 0, such as \"x>1 && abs(y)<1e-3\"; several options select their "
   "intersection, and those of a part also with the set of its name",
   FS_TEXT(MeshSelection, where)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode MeshSelectionFromOptions(FsOptions o, MPI_Comm comm, const char kind[], int traits,
                                        const char name[], MeshSelection *s)
{
  const PetscReal *const normal = &s->region[REGION_PLANE][3];
  PetscInt               three  = 3;

  PetscFunctionBeginUser;
  *s = (MeshSelection){.kind        = kind,
                       .name        = name,
                       .traits      = traits,
                       .takes_point = (PetscBool) !(traits & SELECT_BY_PLACE),
                       .symbols     = OptionsSymbols(o)};
  PetscCall(FsOptionsReadRows(o, select_options, FsOptionName(o, "%s_%s", kind, name), s));
  if (traits & SELECT_BY_PLACE)
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-%s_%s_place", kind, name), 3, &three, s->point,
                             &s->nearest));
  PetscCheck(!s->in_region[REGION_PLANE] || normal[0] != 0 || normal[1] != 0 || normal[2] != 0,
             comm, PETSC_ERR_USER_INPUT,
             "-%s_%s_plane: the plane has no normal; give x,y,z of a point and of the normal", kind,
             name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
