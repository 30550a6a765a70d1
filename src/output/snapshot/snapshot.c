/* snapshot.c: writes the mesh, and the fields and results of single states (snapshots). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "snapshot.h"
#include "node_fields.h"
#include "output/dof_tables.h"
#include "assembly/constraints/joint_results.h"
#include "assembly/results/element_motion.h"
#include "assembly/results/surface_extremes.h"
#include "element/beam/inside/beam_line.h"
#include "model/parts/block.h"

/* ---- joints ---------------------------------------------------------------------------------- */

/* Writes the two nodes of each joint cell under /mesh/joints; -1 is the ground.
   Collective. */
static PetscErrorCode JointsMeshWrite(File file, const Snapshots *s)
{
  const Model     model = s->model;
  const Geometry *g     = &model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];
    PetscInt(*nodes)[2];
    char path[256];

    if (j->ncells_all < 2 || !JointIsOfUser(j)) continue;
    PetscCall(PetscMalloc1(j->ncells, &nodes));
    for (PetscInt e = 0; e < j->ncells; e++) {
      PetscInt node[2];

      JointNodes(model, j, e, node);
      for (int k = 0; k < 2; k++)
        nodes[e][k] = node[k] < 0 ? -1 : (PetscInt)g->node_number[node[k]];
    }
    PetscCall(PetscSNPrintf(path, sizeof path, "/mesh/joints/%s", j->name));
    PetscCall(FileWriteTable(file, path, FILE_INT, &s->joint[i], 2, nodes));
    PetscCall(FileSetAttributeText(file, path, "type", j->type->name));
    PetscCall(PetscFree(nodes));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether snapshots have results of joints. Not collective. */
static PetscBool joints_in_frames(const Snapshots *s)
{
  for (PetscInt i = 0; i < s->model->njoints; i++)
    if (s->model->joint[i].ncells_all > 1 && JointIsOfUser(&s->model->joint[i]))
      return fields_contain(s->fields, JOINTS_FIELD);
  return PETSC_FALSE;
}

/* Writes the results at the state of ev under /snapshots/<frame>/joints.

   ev->nodes must not be NULL. Collective. */
static PetscErrorCode JointsFrameWrite(File file, const Snapshots *s, const Evaluation *ev,
                                       PetscInt frame)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->model->njoints; i++) {
    const Joint *j = &s->model->joint[i];
    PetscReal   *values;

    if (j->ncells_all < 2 || !JointIsOfUser(j)) continue;
    PetscCall(PetscMalloc1((size_t)j->ncells * COMPONENTS, &values));
    for (int k = 0; k < CONSTRAINT_RESULTS; k++) {
      const ConstraintResult result = JointResult(s->model, i, k);
      char                   path[256];

      if (!result.name) continue;
      for (PetscInt e = 0; e < j->ncells; e++)
        PetscCall(JointResultValue(ev, i, e, k, values + e * result.columns));
      PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/joints/%s/%s", (int)frame,
                              j->name, result.name));
      PetscCall(FileWriteTable(file, path, s->type, &s->joint[i], result.columns, values));
    }
    PetscCall(PetscFree(values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- snapshots ------------------------------------------------------------------------------- */

const char *const reaction_fields[2] = {"reaction", "reaction_moment"};

PetscBool snapshots_depend(const char line[])
{
  static const char *const options[] = {"-output_fields", "-output_precision", "-output_sets"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++)
    if (!strncmp(line, options[k], strlen(options[k]))) return PETSC_TRUE;
  return (PetscBool)(!strncmp(line, "-part_", 6) && strstr(line, "_section_places"));
}

PetscErrorCode SnapshotsCreate(Model model, const Fields *fields, SupportForces reactions,
                               Snapshots *s)
{
  const Mesh   mesh  = model->mesh;
  const Block *b     = model->block;
  const Joint *joint = model->joint;
  PetscInt    *owned;

  PetscFunctionBeginUser;
  s->model     = model;
  s->fields    = fields;
  s->reactions = reactions;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &owned));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) owned[i] = mesh->owned[i];
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, owned, NULL, &s->nodes));
  PetscCall(PetscFree(owned));
  PetscCall(PetscMalloc1(model->nparts, &s->part));
  for (PetscInt k = 0; k < model->nparts; k++)
    PetscCall(MeshTableCreateCells(mesh, b[k].ncells, b[k].cells, &s->part[k]));
  PetscCall(SelectionSetUp(model, &s->selection));
  PetscCall(PetscCalloc1(model->njoints, &s->joint));
  for (PetscInt i = 0; i < model->njoints; i++)
    if (joint[i].ncells_all > 1 && joint[i].support < 0)
      PetscCall(MeshTableCreateCells(mesh, joint[i].ncells, joint[i].cells, &s->joint[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SnapshotsDestroy(Snapshots *s)
{
  PetscFunctionBeginUser;
  if (!s->model) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SelectionDestroy(s->model, &s->selection));
  PetscCall(MeshTableDestroy(&s->nodes));
  for (PetscInt b = 0; b < s->model->nparts; b++) PetscCall(MeshTableDestroy(&s->part[b]));
  for (PetscInt i = 0; i < s->model->njoints; i++) PetscCall(MeshTableDestroy(&s->joint[i]));
  PetscCall(PetscFree(s->part));
  PetscCall(PetscFree(s->joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteMeshNodes(File file, const Snapshots *s)
{
  const Mesh mesh = s->model->mesh;
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
  PetscCall(FileWriteTable(file, "/mesh/nodes", FILE_REAL, &s->nodes, 3, x));
  PetscCall(FileWriteTable(file, "/mesh/node_id", FILE_INT64, &s->nodes, 0, id));
  n = 0;
  for (int i = 0; mesh->imperfection && i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) PetscCall(PetscArraycpy(x[n++], mesh->imperfection + 3 * (size_t)i, 3));
  if (mesh->imperfection)
    PetscCall(FileWriteTable(file, "/mesh/imperfection", FILE_REAL, &s->nodes, 3, x));
  PetscCall(PetscFree2(x, id));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteMeshCells(File file, const Snapshots *s, PetscInt part)
{
  const Block    *b  = &s->model->block[part];
  const Geometry *g  = &s->model->mesh->g;
  const int       nn = shape_nodes(b->kernel->shape);
  char            path[256];
  PetscInt       *cells;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)b->ncells * (size_t)nn, &cells));
  for (PetscInt e = 0, k = 0; e < b->ncells; e++)
    for (int i = g->offset[b->cells[e]]; i < g->offset[b->cells[e] + 1]; i++)
      cells[k++] = (PetscInt)g->node_number[g->conn[i]];
  PetscCall(
    PetscSNPrintf(path, sizeof path, "/mesh/parts/%s/%s", b->part, shape_name(b->kernel->shape)));
  PetscCall(FileWriteTable(file, path, FILE_INT, &s->part[part], nn, cells));
  PetscCall(FileSetAttributeText(file, path, "element", b->kernel->name));
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshWrite(File file, const Snapshots *s)
{
  PetscFunctionBeginUser;
  PetscCall(WriteMeshNodes(file, s));
  for (PetscInt b = 0; b < s->model->nparts; b++) PetscCall(WriteMeshCells(file, s, b));
  PetscCall(SelectionWrite(file, s->model, s->part, &s->selection));
  PetscCall(JointsMeshWrite(file, s));
  PetscCall(SetsWrite(file, s->model->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteNodal(File file, const Snapshots *s, const Evaluation *ev,
                                 PetscInt frame, NodalField field)
{
  const NodalFieldInfo *kind                 = &nodal_field_info[field];
  PetscReal            *values[NODAL_FIELDS] = {NULL};
  char                  path[64];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)kind->count * (size_t)s->model->mesh->nowned, &values[field]));
  PetscCall(NodalValues(ev, NODAL_FIELDS, values));
  PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/%s", (int)frame, kind->name));
  PetscCall(FileWriteTable(file, path, s->type, frame_nodes(s), kind->count, values[field]));
  PetscCall(PetscFree(values[field]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The results of a part's elements in a frame, and the places of extremes. */
typedef struct {
  PetscInt             n;
  PetscBool            places;                      /* whether some of them are places */
  const ElementResult *result[ELEMENT_MAX_RESULTS]; /* [n]; of a place the extreme */
  int                  place[ELEMENT_MAX_RESULTS];  /* [n] the first extreme of a place, or -1 */
  PetscInt             at[ELEMENT_MAX_RESULTS];     /* [n] offset in the results of an element */
  PetscReal           *rows[ELEMENT_MAX_RESULTS];   /* [n][ncells][count] */
} FrameResults;

static PetscErrorCode AddResult(const Block *b, const ElementResult *r, int place, PetscInt at,
                                FrameResults *x)
{
  PetscFunctionBeginUser;
  x->result[x->n] = r;
  x->place[x->n]  = place;
  x->at[x->n]     = at;
  if (place >= 0) x->places = PETSC_TRUE;
  PetscCall(PetscMalloc1((size_t)r->count * (size_t)b->ncells, &x->rows[x->n++]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* hidden: whether the frame also has the extremes of forces and moments, which the user did not
   choose, because they do not follow from the forces at the ends of beams. */
static PetscErrorCode CreateResults(const Snapshots *s, const Block *b, PetscBool hidden,
                                    FrameResults *x)
{
  const PetscInt first = ElementExtremesFirst(b);
  PetscInt       at    = 0;

  PetscFunctionBeginUser;
  x->n      = 0;
  x->places = PETSC_FALSE;
  for (const ElementResult *r = b->results; r->name; at += r->count, r++) {
    const int       place  = first < 0 || at < first ? -1 : (int)(at - first);
    const PetscBool forces = (PetscBool)(place >= 0 && place < 2 * SPAN_FORCES);

    if (!fields_contain_result(s->fields, b, r) && !(hidden && forces)) continue;
    PetscCall(AddResult(b, r, -1, at, x));
    if (place >= 0) PetscCall(AddResult(b, r, place, at, x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a frame without chosen fields lacks extremes inside of the part's beams that its
   results at the ends do not give. Collective. */
static PetscErrorCode FindHiddenExtremes(const Snapshots *s, const Evaluation *ev, const Block *b,
                                         PetscBool *hidden)
{
  PetscFunctionBeginUser;
  *hidden = PETSC_FALSE;
  if (!s->fields->usual || !b->kernel->type->requested) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt e = 0; e < b->ncells && !*hidden; e++) *hidden = ElementHidesExtremes(ev, b, e);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, hidden, 1, MPIU_BOOL, MPI_LOR, s->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a dataset for each chosen result of the part's elements. */
static PetscErrorCode WriteResults(File file, const Snapshots *s, const Evaluation *ev,
                                   PetscInt part, PetscInt frame)
{
  const Block *b      = &s->model->block[part];
  ResultChoice choice = fields_result_choice(s->fields, b);
  PetscBool    hidden;
  FrameResults x;

  PetscFunctionBeginUser;
  PetscCall(FindHiddenExtremes(s, ev, b, &hidden));
  PetscCall(CreateResults(s, b, hidden, &x));
  if (hidden) choice = RESULTS_ALL;
  for (PetscInt e = 0; e < b->ncells; e++) {
    double values[ELEMENT_MAX_RESULTS], places[SPAN_EXTREMES];

    ElementResults(ev, b, e, choice, values);
    if (x.places) ElementExtremePlaces(ev, b, e, places);
    for (PetscInt k = 0; k < x.n; k++)
      PetscCall(PetscArraycpy(x.rows[k] + (ptrdiff_t)e * x.result[k]->count,
                              x.place[k] < 0 ? values + x.at[k] : places + x.place[k],
                              x.result[k]->count));
  }
  for (PetscInt k = 0; k < x.n; k++) {
    char path[256];

    PetscCall(PetscSNPrintf(path, sizeof path, "/snapshots/%06d/parts/%s/%s/%s%s", (int)frame,
                            b->part, shape_name(b->kernel->shape), x.result[k]->name,
                            x.place[k] < 0 ? "" : "_place"));
    PetscCall(
      FileWriteTable(file, path, s->type, frame_part(s, part), x.result[k]->count, x.rows[k]));
    PetscCall(PetscFree(x.rows[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the forces, and the moments, that supports exert on nodes. */
static PetscErrorCode WriteSupportReactions(File file, const Snapshots *s, const Evaluation *ev,
                                            PetscInt frame)
{
  const PetscInt n = s->model->mesh->nowned, columns = s->model->layout.rotates ? COMPONENTS : 3;
  PetscReal     *all, *one;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)(columns * n), &all, 3 * (size_t)n, &one));
  PetscCall(SupportForcesAtNodes(s->reactions, ev, columns, all));
  for (PetscInt f = 0; f < columns / 3; f++) {
    char path[64];

    for (PetscInt i = 0; i < n; i++)
      PetscCall(PetscArraycpy(one + 3 * i, all + columns * i + 3 * f, 3));
    PetscCall(
      PetscSNPrintf(path, sizeof path, "/snapshots/%06d/%s", (int)frame, reaction_fields[f]));
    PetscCall(FileWriteTable(file, path, s->type, frame_nodes(s), 3, one));
  }
  PetscCall(PetscFree2(all, one));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether snapshots have results of a part's elements. */
static PetscBool has_results(const Snapshots *s, PetscInt part)
{
  for (const ElementResult *r = s->model->block[part].results; r->name; r++)
    if (fields_contain_result(s->fields, &s->model->block[part], r))
      return (PetscBool)(frame_part(s, part)->total > 0);
  return PETSC_FALSE;
}

static PetscBool any_results(const Snapshots *s)
{
  for (PetscInt b = 0; b < s->model->nparts; b++)
    if (has_results(s, b)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly,
                             PetscInt frame, const FsState *s, const FsLoading *loading)
{
  const Model model   = AssemblyModel(assembly);
  const int   nfields = nodal_fields(model->layout.rotates);
  PetscBool   nodes;
  Evaluation  ev;

  PetscFunctionBeginUser;
  nodes = (PetscBool)(joints_in_frames(snapshots) ||
                      (snapshots->reactions && SupportForcesNeedNodes(snapshots->reactions)));
  PetscCall(AssemblyEvaluate(assembly, s, loading, nodes, &ev));
  for (int f = 0; f < nfields; f++) /* one by one, to save memory */
    if (fields_contain(snapshots->fields, nodal_field_info[f].name))
      PetscCall(WriteNodal(file, snapshots, &ev, frame, (NodalField)f));
  if (any_results(snapshots)) PetscCall(EvaluationPrepareResults(&ev));
  PetscCall(SurfaceExtremesPrepare(snapshots->surfaces, &ev));
  for (PetscInt b = 0; b < model->nparts; b++)
    if (has_results(snapshots, b)) PetscCall(WriteResults(file, snapshots, &ev, b, frame));
  if (joints_in_frames(snapshots)) PetscCall(JointsFrameWrite(file, snapshots, &ev, frame));
  if (snapshots->reactions) PetscCall(WriteSupportReactions(file, snapshots, &ev, frame));
  PetscCall(FileSeriesAppend(file, "/snapshots/time", FILE_REAL, (FileRow){0}, frame, 1, 0, &s->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
