/* tie_glued.c: glued ties, which join parts whose meshes do not match.

   Each tied node follows the point of another part at which it lies, glued_lines.h, with these
   constraints for the motion x, R of the tied node and x_i, R_i of nodes of the other part:

     sum w_i (x_i + R_i s_i - x) = 0
     sum w_i R_i a . R b = 0     for (a, b) = (e3, e2), (e3, e1), (e1, e2)

   The second line ties the rotations, if all these nodes rotate. All constraints are sums over the
   lines of the tied node. The direction of a constraint decides which arms s_i it has.

   Along the normal of the surface the arms reach from the nodes to the point at the tied node,
   because only with these arms a constant curvature has exactly its deflection. Along the surface,
   and for rotations, the arms are the eccentricity alone. Arms in the surface would move the point
   along the surface when the nodes drill, that is rotate about the normal. A rib in the middle of a
   row of cells would then slip along the plate by the drilling of the nodes on its two sides.
   A rib, which is a line of beams on a surface, has no constraint of its rotation about the normal:
   a rib that twists warps, which the plane section of a beam does not (model/parts/ribs.h). The
   axes turn with the tied node. If it does not rotate, all directions take the eccentricity alone,
   so that no direction of a turned part has the arms in the surface.

   On an edge the weights differ, too: along the normal they are those of the point, else those of
   the mortar method (glued_lines.h), with which constant membrane forces and moments pass the edge
   exactly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "math/vector.h"
#include "glued_lines.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"
#include "tie_kind.h"

/* A displacement of the second node along a direction that turns with the first node, or not. */
static const JointType turning_share = {"glued",      AXES_NONE, 1,
                                        {ALONG_AXIS}, 0,         {{ROW_DISTANCE, 0, 0, 0}}};
static const JointType fixed_share   = {
    "glued", AXES_NONE, 1, {ALONG_FIXED_AXIS}, 0, {{ROW_DISTANCE, 0, 0, 0}}};

/* The lines of the tie on this rank, as cells of a joint. */
typedef struct {
  const Joint *joint;
  GluedLine   *line;    /* [ncells] */
  double (*axes)[3][3]; /* [ncells] orthogonal unit vectors, the third along the normal */
  PetscInt  nrows;      /* number of tied nodes of all ranks */
  int       has;        /* components that some node has */
  int       turns;      /* rotations that all nodes have */
  PetscBool mean;       /* whether weights differ between directions */
  PetscBool rib;        /* whether all tied nodes are nodes of lines of beams on a surface */
} Glued;

/* ---- lines ----------------------------------------------------------------------------------- */

/* Gets the line of each cell from the rank that has added it to the mesh. */
static PetscErrorCode FetchLines(Model model, const GluedLines *lines, Glued *t)
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *number;
  MPI_Datatype    type;
  PetscLayout     layout;
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(t->joint->ncells, &number));
  for (PetscInt e = 0; e < t->joint->ncells; e++)
    number[e] = (PetscInt)(g->cell_number[t->joint->cells[e]] - lines->before);
  PetscCallMPI(MPI_Type_contiguous(sizeof *lines->at, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(
    PetscLayoutCreateFromSizes(model->comm, (PetscInt)lines->n, PETSC_DETERMINE, 1, &layout));
  PetscCall(PetscSFCreate(model->comm, &sf));
  PetscCall(PetscSFSetGraphLayout(sf, layout, t->joint->ncells, NULL, PETSC_COPY_VALUES, number));
  PetscCall(PetscSFBcastBegin(sf, type, lines->at, t->line, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, type, lines->at, t->line, MPI_REPLACE));
  PetscCall(PetscSFDestroy(&sf));
  PetscCall(PetscLayoutDestroy(&layout));
  PetscCallMPI(MPI_Type_free(&type));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets normal[nnodes], the sums of the area vectors of the surfaces at each node. */
static PetscErrorCode NodeNormals(Model model, double normal[][3])
{
  const Geometry *g = &model->mesh->g;
  double         *component;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->nnodes, &component));
  for (int i = 0; i < g->nnodes; i++) normal[i][0] = normal[i][1] = normal[i][2] = 0;
  for (int cell = 0; cell < g->ncells; cell++) {
    const int nn = geometry_cell_size(g, cell);
    double    x[SHAPE_MAX_NODES][3], side[2][3], area[3];

    if (shape_dimension((Shape)g->shape[cell]) != 2) continue;
    geometry_cell_coordinates(g, cell, x);
    for (int c = 0; c < 3; c++) {
      side[0][c] = x[nn == 4 ? 2 : 1][c] - x[0][c];
      side[1][c] = nn == 4 ? x[3][c] - x[1][c] : x[2][c] - x[0][c];
    }
    cross(side[0], side[1], area);
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) normal[g->conn[g->offset[cell] + i]][c] += area[c];
  }
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < g->nnodes; i++) component[i] = normal[i][c];
    PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, component, MPI_SUM));
    for (int i = 0; i < g->nnodes; i++) normal[i][c] = component[i];
  }
  PetscCall(PetscFree(component));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the axes of each line, which are those of its tied node. The third axis is the normal of the
   part's cell. On an edge it is the normal of the surfaces at the tied node, if there are some. */
static PetscErrorCode SetAxes(Model model, Glued *t)
{
  const Geometry *g = &model->mesh->g;
  double(*normal)[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->nnodes, &normal));
  PetscCall(NodeNormals(model, normal));
  for (PetscInt e = 0; e < t->joint->ncells; e++) {
    const GluedLine *line = &t->line[e];
    const double    *at   = normal[g->conn[g->offset[t->joint->cells[e]]]];
    double(*axis)[3]      = t->axes[e];

    for (int c = 0; c < 3; c++) axis[2][c] = t->mean ? at[c] : line->normal[c];
    cross(axis[2], line->along, axis[1]);
    if (norm(axis[1]) > 0) {
      normalize(axis[2]);
      normalize(axis[1]);
      cross(axis[1], axis[2], axis[0]);
    } else { /* an edge of no surface */
      for (int c = 0; c < 3; c++) axis[2][c] = line->along[c];
      joint_complete_frame(axis);
    }
  }
  PetscCall(PetscFree(normal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the components of the nodes. Input errors: some tied nodes rotate and others do not; the
   tied nodes are beside a part that does not rotate. */
static PetscErrorCode FindComponents(Model model, const Tie *tie, Glued *t)
{
  /* Relative to the size of the cell: round-off of coordinates in files. A constant arm would turn
     by the motion of the part, which these nodes do not have. */
  const double    round_off = 1e-6;
  const Geometry *g         = &model->mesh->g;
  int             all = DISPLACEMENTS | ROTATIONS, lacks[2] = {0, 0}, bits[2];
  double          beside[2] = {0, 0};

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < t->joint->ncells; e++) {
    const int *node = g->conn + g->offset[t->joint->cells[e]];
    const int  tied = model->layout.components[node[0]], other = model->layout.components[node[1]];

    t->has |= tied | other;
    all &= tied & other;
    lacks[tied & ROTATIONS ? 1 : 0] = 1;
    if (!(other & ROTATIONS) && t->line[e].eccentricity > round_off * t->line[e].size)
      beside[0] = fmax(beside[0], t->line[e].eccentricity);
  }
  bits[0] = t->has, bits[1] = ~all;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, bits, 2, MPI_INT, MPI_BOR, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, lacks, 2, MPI_INT, MPI_BOR, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, beside, 1, MPI_DOUBLE, MPI_MAX, model->comm));
  t->has   = bits[0];
  t->turns = ~bits[1] & ROTATIONS;
  PetscCheck(!lacks[0] || !lacks[1], model->comm, PETSC_ERR_USER_INPUT,
             "tie '%s': some of its nodes rotate and others do not; make two ties, each with nodes "
             "of one kind of part",
             tie->name);
  PetscCheck(beside[0] == 0, model->comm, PETSC_ERR_USER_INPUT,
             "tie '%s': a node is %.6g away from a part that does not rotate, which cannot keep "
             "this distance; move the nodes onto the part, or glue them to a shell",
             tie->name, beside[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds whether the tied nodes are those of ribs: each is an end of a beam whose other end is tied,
   too, and of no surface. */
static PetscErrorCode FindRib(Model model, Glued *t)
{
  enum { TIED = 1, BEAM = 2, SURFACE = 4 };
  const Geometry *g     = &model->mesh->g;
  PetscBool       other = t->mean;
  int            *bits;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes, &bits));
  for (PetscInt e = 0; e < t->joint->ncells; e++)
    bits[g->conn[g->offset[t->joint->cells[e]]]] = TIED;
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT, bits, MPI_BOR));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Shape     shape = it.block->kernel->shape;
    const PetscBool beam  = (PetscBool)it.block->kernel->type->has_section;

    if (beam && bits[it.node[0]] & TIED && bits[it.node[1]] & TIED)
      for (int i = 0; i < 2; i++) bits[it.node[i]] |= BEAM;
    for (int i = 0; i < shape_nodes(shape) && shape_dimension(shape) == 2; i++)
      bits[it.node[i]] |= SURFACE;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT, bits, MPI_BOR));
  for (PetscInt e = 0; e < t->joint->ncells && !other; e++)
    other = (PetscBool)(bits[g->conn[g->offset[t->joint->cells[e]]]] != (TIED | BEAM) ||
                        norm(t->line[e].normal) == 0);
  PetscCall(PetscFree(bits));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &other, 1, MPIU_BOOL, MPI_LOR, model->comm));
  t->rib = (PetscBool)!other;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Makes the rows of a coupling the sums over the lines of each tied node. */
static PetscErrorCode SumOverTiedNodes(const Glued *t, Coupling *c)
{
  const PetscInt n = t->joint->ncells;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(c->sum_cell));
  PetscCall(PetscMalloc1(n, &c->sum_of_cell));
  PetscCall(PetscMalloc1(n, &c->sum_cell));
  c->nsums      = 0;
  c->ncells_all = t->nrows;
  for (PetscInt e = 0; e < n; e++) {
    c->sum_of_cell[e] = (PetscInt)t->line[e].row;
    if (t->line[e].first) c->sum_cell[c->nsums++] = e;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One constraint of each tied node: the sum of w_i (x_i + R_i (s_i + size a) - x - R size a) along
   a direction. Its third axis is the direction, its first axis is a, or 0. */
typedef struct {
  int normal;  /* 1 for the displacement along the normal, if in_axes is 1 */
  int along;   /* index of the direction */
  int a;       /* index of a; -1 for 0 */
  int in_axes; /* 1 if both are axes of the lines, 0 if they are global axes */
} GluedRow;

/* Returns in which way the tied node follows the line's node in a row. Rows of global axes have no
   normal: there arms in the surface do no harm only in plane models without drilling rotations. */
static int way_of_row(const Glued *t, const GluedLine *line, GluedRow row)
{
  int normal = 0;

  if (row.in_axes || t->mean) return row.normal ? GLUED_POINT : GLUED_MEAN;
  for (int c = 1; c < 3; c++)
    if (fabs(line->normal[c]) > fabs(line->normal[normal])) normal = c;
  return t->has >> (3 + normal) & 1 ? GLUED_MEAN : GLUED_POINT;
}

static PetscErrorCode AddRow(Model model, Tie *tie, const Glued *t, GluedRow row)
{
  Joint    *j = TieAddJoint(model, tie, row.in_axes || row.a >= 0 ? &turning_share : &fixed_share);
  Coupling *coupling;

  PetscFunctionBeginUser;
  PetscCall(TieFindLines(model, tie, -1, j));
  PetscCall(PetscMalloc1(j->ncells, &j->turned));
  for (PetscInt e = 0; e < j->ncells; e++) {
    const GluedLine *line         = &t->line[e];
    const int        way          = way_of_row(t, line, row);
    const double     global[3][3] = {
          {1, 0, 0},
          {0, 1, 0},
          {0, 0, 1}
    };
    const double(*axes)[3] = row.in_axes ? (const double(*)[3])t->axes[e] : global;

    j->turned[e] = j->first;
    for (int c = 0; c < 3; c++) {
      const double arm = row.a < 0 ? 0 : line->size * axes[row.a][c];

      j->turned[e].frame[2][c] = line->weight[way] * axes[row.along][c];
      j->offset[e][0][c]       = arm;
      j->offset[e][1][c]       = arm + line->arm[way][c];
    }
  }
  PetscCall(TieAddCoupling(model, tie, (PetscInt)(j - model->joint), JOINT_DISPLACEMENT, PETSC_TRUE,
                           &coupling));
  PetscCall(SumOverTiedNodes(t, coupling));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddRows(Model model, Tie *tie, const Glued *t)
{
  /* a and b of the rotation about each axis. No b is the normal, along which displacements have
     other arms. */
  static const int pair[3][2] = {
    {2, 1},
    {2, 0},
    {0, 1}
  };
  const PetscBool in_axes = (PetscBool)(t->turns == ROTATIONS);
  const PetscBool mixed   = (PetscBool)(in_axes && (t->has & 7) == 7);

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++)
    if (t->has >> c & 1)
      PetscCall(
        AddRow(model, tie, t,
               (GluedRow){.normal = mixed && c == 2, .along = c, .a = -1, .in_axes = mixed}));
  for (int c = 0; c < 3; c++)
    if (t->turns >> (3 + c) & 1 && !(t->rib && in_axes && c == 2))
      PetscCall(AddRow(model, tie, t,
                       (GluedRow){.along = pair[c][1], .a = pair[c][0], .in_axes = in_axes}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GluedCreate(Model model, const TieOptions *x, Tie *tie)
{
  Joint    joint = {0}; /* only to find the lines */
  Glued    t     = {.joint = &joint, .mean = (PetscBool)x->glued->edges};
  PetscInt rows  = 0;

  PetscFunctionBeginUser;
  PetscCall(TieFindLines(model, tie, -1, &joint));
  PetscCall(PetscMalloc2(joint.ncells, &t.line, joint.ncells, &t.axes));
  PetscCall(FetchLines(model, x->glued, &t));
  for (PetscInt e = 0; e < joint.ncells; e++) rows += t.line[e].first;
  PetscCallMPI(MPIU_Allreduce(&rows, &t.nrows, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(FindComponents(model, tie, &t));
  PetscCall(SetAxes(model, &t));
  PetscCall(FindRib(model, &t));
  PetscCall(AddRows(model, tie, &t));
  PetscCall(PetscFree2(t.line, t.axes));
  PetscCall(PetscFree(joint.name));
  PetscCall(PetscFree(joint.cells));
  PetscCall(PetscFree2(joint.offset, joint.length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- options --------------------------------------------------------------------------------- */

static PetscErrorCode ReadGlued(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *const option = FsOptionName(o, "-tie_%s_to", tie->name);

  PetscFunctionBeginUser;
  PetscCall(MeshSelectionFromOptions(o, comm, "tie", SELECT_ANY, tie->name, &tie->nodes));
  PetscCall(FsOptionsText(o, option, &tie->to, NULL));
  PetscCheck(tie->to, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has nothing to which it glues its nodes: give %s, the set of a part or of "
             "its edge",
             tie->name, option);
  PetscCall(
    FsOptionsPositive(o, FsOptionName(o, "-tie_%s_distance", tie->name), &tie->distance, NULL));
  PetscCall(PetscNew(&tie->glued));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TieKind glued_tie = {.name      = "glued",
                           .read      = ReadGlued,
                           .add_lines = TieAddGluedLines,
                           .create    = GluedCreate,
                           .force     = TIE_FORCE_ON_SECOND};
