/* joint_rows.c: finds the constraint rows of joints from the components of their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "joints.h"
#include "math/vector.h"
#include "mesh/mesh_table.h"
#include "model/model.h"

const char *const joint_coordinate_names[JOINT_COORDINATES] = {
  "displacement", "angle", "second_displacement", "second_angle"};
const char *const joint_rate_names[JOINT_COORDINATES] = {
  "velocity", "angular_velocity", "second_velocity", "second_angular_velocity"};

/* ---- nodes and places ------------------------------------------------------------------------ */

PetscBool JointCouplesNodes(const Joint *j)
{
  for (int k = 0; k < j->nrows; k++)
    if (joint_row_couples_nodes(&j->first.row[k])) return PETSC_TRUE;
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (j->type->free[k]) return PETSC_TRUE; /* for laws and derivatives of the coordinate */
  return j->acts;
}

void JointNodes(Model model, const Joint *j, PetscInt e, PetscInt node[2])
{
  const Geometry *g     = &model->mesh->g;
  const int      *conn  = g->conn + g->offset[j->cells[e]];
  const PetscBool point = (PetscBool)(g->shape[j->cells[e]] == SHAPE_POINT);

  if (j->node) {
    node[0] = -1;
    node[1] = j->node[e];
    return;
  }
  node[0] = point ? -1 : conn[0];
  node[1] = conn[point ? 0 : 1];
}

PetscErrorCode JointSetGroundedNodes(Model model, const unsigned char wanted[], Joint *j)
{
  const Geometry *g = &model->mesh->g;
  int64_t        *first;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->nnodes, &first));
  for (int i = 0; i < g->nnodes; i++) first[i] = INT64_MAX;
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      first[g->conn[k]] = PetscMin(first[g->conn[k]], g->cell_number[c]);
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT64_T, first, MPI_MIN));
  for (int pass = 0; pass < 2; pass++) {
    j->ncells = 0;
    for (int c = 0; c < g->ncells; c++)
      for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
        const int node = g->conn[k];

        if (first[node] != g->cell_number[c] || !wanted[node]) continue;
        if (pass) j->cells[j->ncells] = c, j->node[j->ncells] = node;
        j->ncells++;
      }
    if (pass) continue;
    PetscCall(PetscMalloc1(j->ncells, &j->cells));
    PetscCall(PetscMalloc1(j->ncells, &j->node));
  }
  PetscCall(PetscFree(first));
  PetscCallMPI(MPIU_Allreduce(&j->ncells, &j->ncells_all, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscCalloc2(j->ncells, &j->offset, j->ncells, &j->length));
  for (PetscInt e = 0; e < j->ncells; e++)
    PetscCall(PetscArraycpy(j->offset[e][0], g->x[j->node[e]], 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointFindCells(Model model, Joint *j)
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    j->ncells = 0;
    for (int c = 0; c < g->ncells; c++) {
      if (!geometry_cell_in_set(g, c, (int)j->set)) continue;
      if (shape_dimension((Shape)g->shape[c]) > 1) continue;
      if (pass) j->cells[j->ncells] = c;
      j->ncells++;
    }
    if (!pass) PetscCall(PetscMalloc1(j->ncells, &j->cells));
  }
  PetscCallMPI(MPIU_Allreduce(&j->ncells, &j->ncells_all, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCheck(j->ncells_all, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s': set '%s' has neither lines, which join two nodes, nor points, which join "
             "a node to ground",
             j->name, g->set_name[j->set]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointCellNumbers(Model model, const Joint *joint, PetscInt number[])
{
  PetscInt *rows, *count;
  MeshTable table;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &count));
  for (PetscInt e = 0; e < joint->ncells; e++) count[joint->cells[e]]++;
  PetscCall(MeshTableCreate(model->mesh, MESH_TABLE_CELLS, count, NULL, &table));
  PetscCall(PetscFree(count));
  PetscCall(PetscMalloc1(table.n, &rows));
  for (PetscInt k = 0; k < table.n; k++) rows[k] = table.first + k;
  PetscCall(MeshTableScatter(&table, MPIU_INT, 1, rows, number));
  PetscCall(PetscFree(rows));
  PetscCall(MeshTableDestroy(&table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void JointDescribePlace(Model model, const Joint *j, PetscInt e, char text[], size_t size)
{
  PetscInt      node[2];
  const double *x;

  JointNodes(model, j, e, node);
  x = model->mesh->g.x[node[1]];
  snprintf(text, size, "%s '%s' at (%.6g, %.6g, %.6g)", JointNoun(j), j->name,
           x[0] + j->offset[e][1][0], x[1] + j->offset[e][1][1], x[2] + j->offset[e][1][2]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Sets *mask to the union of the components of the joint's nodes on all ranks. */
static PetscErrorCode JointComponents(Model model, const Joint *j, int *mask)
{
  PetscFunctionBeginUser;
  *mask = 0;
  for (PetscInt e = 0; e < j->ncells; e++) {
    PetscInt node[2];

    JointNodes(model, j, e, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) *mask |= model->layout.components[node[k]];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, mask, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool coordinate_is_free(const Joint *j, const JointCopy *at, JointCoordinateKind kind,
                                    int components)
{
  const JointRow row =
    joint_driven_row(j->type, kind, (const double(*)[3])at->frame, (const double(*)[3])at->other);

  return (PetscBool)joint_coordinate_is_free(&row, components);
}

/* Sets the rows of a copy of the joint: those of its type and those of its drivers. Returns their
   number. */
static int all_rows(const Joint *j, JointCopy *at)
{
  const double(*frame)[3] = (const double(*)[3])at->frame,
        (*other)[3]       = (const double(*)[3])at->other;
  int       nrows         = joint_type_rows(j->type, frame, other, at->row);
  PetscBool driven        = PETSC_FALSE;

  for (int k = 0; k < JOINT_COORDINATES; k++) {
    if (!j->driver[k]) continue;
    /* the driven row replaces the row of constant distance */
    if (joint_type_has_length(j->type) && !driven) nrows = 0;
    driven           = PETSC_TRUE;
    at->row[nrows++] = joint_driven_row(j->type, k, frame, other);
  }
  return nrows;
}

/* Moves the rows that the components cannot change (joint_row_is_effective) behind the others. In
   this way a plane model gets plane joints. Returns bits of the rows that are effective. */
static unsigned sort_rows(JointRow row[], int nrows, int components)
{
  JointRow idle_rows[JOINT_ROWS];
  int      n = 0, idle = 0;
  unsigned effective = 0;

  for (int k = 0; k < nrows; k++)
    if (joint_row_is_effective(&row[k], components)) row[n++] = row[k], effective |= 1U << k;
    else idle_rows[idle++] = row[k];
  for (int k = 0; k < idle; k++) row[n + k] = idle_rows[k];
  return effective;
}

/* Returns a coordinate of a copy that has a driver or a law but cannot change, or -1. */
static int find_blocked(const Joint *j, const JointCopy *at, int components)
{
  for (int k = JOINT_COORDINATES - 1; k >= 0; k--)
    if ((j->driver[k] || coordinate_acts(&j->law[k]) || friction_acts(&j->law[k].friction)) &&
        !coordinate_is_free(j, at, (JointCoordinateKind)k, components))
      return k;
  return -1;
}

PetscErrorCode JointSetUpRows(Model model, Joint *j)
{
  int       mask, blocked, nrows;
  unsigned  effective;
  PetscBool differ = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(JointComponents(model, j, &mask));
  nrows     = all_rows(j, &j->first);
  effective = sort_rows(j->first.row, nrows, mask);
  blocked   = find_blocked(j, &j->first, mask);
  j->nrows  = __builtin_popcount(effective);
  j->nidle  = nrows - j->nrows;
  for (PetscInt e = 0; e < j->ncells && j->turned; e++) {
    all_rows(j, &j->turned[e]);
    if (sort_rows(j->turned[e].row, nrows, mask) != effective) differ = PETSC_TRUE;
    if (find_blocked(j, &j->turned[e], mask) != blocked) differ = PETSC_TRUE;
  }
  PetscCall(CheckAllRanks(model->comm, differ,
                          "joint '%s': its pattern turns it out of the directions in which its "
                          "nodes move (-directions), and its copies would have other constraints",
                          j->name));
  PetscCheck(blocked < 0, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s': its nodes have no dofs that change its %s, which has a driver or a "
             "spring; check the axis and -directions",
             j->name, blocked < 0 ? "" : joint_coordinate_names[blocked]);
  PetscCheck(j->nrows || !j->type->nrows, model->comm, PETSC_ERR_USER_INPUT,
             "%s '%s' (%s) constrains nothing: its nodes have no dofs that it can constrain",
             JointNoun(j), j->name, j->type->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns Phi of row k of cell e in the reference configuration [m or 1]. */
static double reference_residual(const Joint *j, PetscInt e, const Geometry *g,
                                 const PetscInt node[2], int k)
{
  NodeState  state[2];
  JointState s = {.length = j->length[e], .pitch = j->pitch};
  double     phi;

  for (int n = 0; n < 2; n++) {
    s.offset[n] = j->offset[e][n];
    if (node[n] < 0) continue;
    state[n]  = node_at_rest(g->x[node[n]]);
    s.node[n] = &state[n];
  }
  joint_position(&JointAxesAt(j, e)->row[k], 1, &s, &phi);
  return phi;
}

/* Returns the distance of the joint's two points in the reference configuration [m]. */
static double reference_distance(const Joint *j, PetscInt e, const Geometry *g,
                                 const PetscInt node[2])
{
  double separation[3];

  for (int c = 0; c < 3; c++)
    separation[c] = g->x[node[1]][c] + j->offset[e][1][c] - (node[0] < 0 ? 0 : g->x[node[0]][c]) -
                    j->offset[e][0][c];
  return norm(separation);
}

PetscBool JointEndsCoincide(Model model, const Joint *j, PetscInt e, PetscReal size)
{
  /* Relative to the size of the model and the distance of the node from the origin, because
     coordinates and points have a round-off of 1e-16 of both. No spring or rod is a 1e-12th of its
     model. The test tests/relations/guards_model.py has rods of 1e-6 and 1e-14. */
  const Geometry *g     = &model->mesh->g;
  const double    small = 1e-12;
  PetscInt        node[2];

  JointNodes(model, j, e, node);
  return (PetscBool) !(reference_distance(j, e, g, node) > small * (size + norm(g->x[node[1]])));
}

/* Returns what is wrong with the nodes of the joint's cell e, a static text, or NULL. Its nodes
   have some of the components. Sets *end to
   the node, or to -1 if it does not concern one node alone. */
static const char *describe_wrong_nodes(Model model, const Joint *j, PetscInt e, int components,
                                        PetscReal size, PetscInt *end)
{
  /* small: round-off of a point at its node, relative to the size of the model. rounding: that of
     numbers of the user, relative to the size, or in rad; guards.py has both sides */
  const Geometry *g     = &model->mesh->g;
  const double    small = 1e-12, rounding = 1e-6;
  PetscInt        node[2];
  Bushing         b;

  JointNodes(model, j, e, node);
  for (int k = 0; k < 2; k++) {
    *end = node[k];
    if (node[k] < 0) continue;
    if (!model->layout.components[node[k]] && j->own_type)
      return "ends at a point that no other member, joint, tie or support holds: make it a point "
             "of "
             "the member on which it lies (-member_<name> a,<point>,b), glue it to this member "
             "(-tie_<name>_type glued), or support it";
    if (!model->layout.components[node[k]])
      return "ends at a node that belongs to no part, and that no other joint or support holds; "
             "make it a body, or end a beam there; if it lies on a member, make it a point of that "
             "member (-member_<name> a,<point>,b)";
    if (model->layout.components[node[k]] & ROTATIONS) continue;
    if (joint_holds_rotations(j, components))
      return "needs nodes that rotate, those of beams and bodies; other nodes allow spherical, "
             "point_on_axis and distance";
    if (norm(j->offset[e][k]) > small * (size + norm(model->mesh->g.x[node[k]])))
      return "ends at a node that does not rotate: its point must be there (-joint_<name>_point)";
  }
  *end = -1;
  if (joint_type_has_length(j->type) && !JointLinearBushing(j, e, &b) &&
      JointEndsCoincide(model, j, e, size))
    return "has no length, and therefore no direction: give it a point, or use spherical";
  for (int k = j->nrows; k < j->nrows + j->nidle; k++)
    if (fabs(reference_residual(j, e, g, node, k)) >
        rounding * (!joint_row_is_directional(&JointAxesAt(j, e)->row[k]) ? size : 1))
      return "has points or axes that do not fit, and its nodes have no dofs to correct this "
             "(-directions)";
  return NULL;
}

PetscErrorCode JointCheckNodes(Model model, const Joint *j, PetscReal size)
{
  const char *wrong      = NULL;
  char        place[160] = "";
  PetscInt    end;
  int         components;

  PetscFunctionBeginUser;
  PetscCall(JointComponents(model, j, &components));
  for (PetscInt e = 0; e < j->ncells && !wrong; e++) {
    wrong = describe_wrong_nodes(model, j, e, components, size, &end);
    if (wrong && end < 0) JointDescribePlace(model, j, e, place, sizeof place);
    if (wrong && end >= 0) {
      const double *x = model->mesh->g.x[end];

      snprintf(place, sizeof place, "%s '%s' at (%.6g, %.6g, %.6g)", JointNoun(j), j->name, x[0],
               x[1], x[2]);
    }
  }
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(wrong != NULL), "%s (%s) %s", place,
                          j->type->name, wrong));
  PetscFunctionReturn(PETSC_SUCCESS);
}
