/* member_joints.c: creates the joints at the ends of members with releases, offsets, rigid
   zones.

   The mesh has a further node at such an end of a member of a frame (members/member_ends.h), or
   of a line of a part (members/part_ends.h). A joint between this node and the node of the point
   has a row for each component that is not released. The rows of displacements are in the axes
   of the beam's end if one of them is released. The rows of rotations are those of a weld, of a
   revolute joint (one rotation released), of a constant_velocity joint (two), or none. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_joints.h"
#include "base/error.h"
#include "element/beam/node_axes.h"
#include "element/joint/joint.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "model/joints/joints.h"

enum { AXES = 9, C = MEMBER_END_COMPONENTS, END_NAME_SIZE = 2 * SET_NAME_SIZE };

PetscInt MemberJointsCount(const MemberJointOptions *ends)
{
  PetscInt n = 4 * ends->nmembers; /* a joint and a bushing at both ends */

  for (PetscInt i = 0; i < ends->nsplits; i++)
    n += 3 * ends->split[i].n; /* one more for lines that stay joined */
  return n;
}

/* ---- axes ------------------------------------------------------------------------------------ */

/* Finds axes[nnodes][9], those of beams at their nodes. They are 0 at nodes without beams, and have
   no meaning where several beams meet: each rank has those of one of its beams, and the ranks add
   up theirs. The nodes that are read are split off and have one beam. */
static PetscErrorCode FindNodeAxes(Model model, double (**axes)[AXES])
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes + 1, axes));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      (void)beam_node_axes(it.block->kernel,
                           it.block->data + (size_t)it.element * (size_t)it.block->kernel->ndata, i,
                           (double(*)[3])(*axes)[it.node[i]]);
  PetscCallMPI(MPI_Type_contiguous(AXES, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, *axes, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets joint->turned and joint->first. The frame of a joint starts behind the axis `last` of the
   section and ends with it. Input error: the member has no beams. */
static PetscErrorCode SetAxes(Model model, Joint *j, const double axes[][AXES], int last)
{
  PetscBool bare = PETSC_FALSE;
  struct {
    double number;
    int    rank;
  } least = {PETSC_MAX_REAL, 0};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &least.rank));
  PetscCall(PetscCalloc1(j->ncells, &j->turned));
  for (PetscInt e = 0; e < j->ncells; e++) {
    PetscInt node[2];

    JointNodes(model, j, e, node);
    if (norm(axes[node[0]]) == 0) bare = PETSC_TRUE;
    for (int k = 0; k < 3; k++) {
      PetscCall(PetscArraycpy(j->turned[e].frame[k],
                              axes[node[0]] + (ptrdiff_t)3 * ((last + 1 + k) % 3), 3));
      PetscCall(PetscArraycpy(j->turned[e].other[k], j->turned[e].frame[k], 3));
    }
    if ((double)model->mesh->g.cell_number[j->cells[e]] < least.number)
      least.number = (double)model->mesh->g.cell_number[j->cells[e]], j->first = j->turned[e];
  }
  PetscCall(CheckAllRanks(
    model->comm, bare,
    "'%s': a release, an offset or a rigid zone needs beams in the member; give the member a part "
    "with -part_<name>_element beam, or remove -member_<name>_release, _offset_start, ..., _rigid, "
    "or -part_<name>_release, _end_offset",
    j->name));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, model->comm));
  PetscCallMPI(MPI_Bcast(&j->first, sizeof j->first, MPI_BYTE, least.rank, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the joints ------------------------------------------------------------------------------ */

/* Appends rows of rotations to a type. The axis of the joint is the third one. */
static void add_rotation_rows(int nreleased, JointType *type)
{
  static const int weld[3][2] = {
    {0, 2},
    {1, 2},
    {0, 1}
  };
  const int nrows = nreleased == 0 ? 3 : nreleased == 1 ? 2 : nreleased == 2 ? 1 : 0;

  for (int k = 0; k < nrows; k++) {
    type->row[type->nrows].kind = nreleased == 2 ? ROW_TWIST : ROW_ANGLE;
    type->row[type->nrows].a    = nreleased == 2 ? 0 : weld[k][0];
    type->row[type->nrows++].b  = nreleased == 2 ? 0 : weld[k][1];
  }
  if (nreleased == 1) type->free[JOINT_ANGLE] = ABOUT_AXIS;
}

/* Creates the type of the joint that releases some components. Returns in *last the axis of the
   section that is the axis of the joint. */
static PetscErrorCode CreateType(int released, JointType **out, int *last)
{
  const int  turns = released >> 3, moves = released & 7;
  const int  nturns = __builtin_popcount((unsigned)turns);
  const int  single = nturns == 1 ? turns : nturns == 2 ? 7 & ~turns : 1; /* bit of the axis */
  JointType *type;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(out));
  type       = *out;
  type->name = "release";
  type->axes = AXES_ONE;
  *last      = single / 2;
  for (int k = 0; k < 3; k++) {
    if (moves >> (moves ? (*last + 1 + k) % 3 : k) & 1) continue;
    type->row[type->nrows].kind   = ROW_POSITION;
    type->row[type->nrows].global = !moves;
    type->row[type->nrows++].a    = k;
  }
  add_rotation_rows(nturns, type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a joint without axes and rows, whose points are at the end of the beam. */
static PetscErrorCode AddJoint(Model model, const char name[], PetscInt set, Joint **out)
{
  const Geometry *g = &model->mesh->g;
  Joint          *j = *out = &model->joint[model->njoints++];

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(name, &j->name));
  j->set     = set;
  j->support = -1;
  for (int k = 0; k < JOINT_COORDINATES; k++) j->law[k] = coordinate_law_without_forces();
  PetscCall(JointFindCells(model, j));
  PetscCall(PetscCalloc2(j->ncells, &j->offset, j->ncells, &j->length));
  for (PetscInt e = 0; e < j->ncells; e++) {
    PetscInt node[2];

    JointNodes(model, j, e, node);
    for (int c = 0; c < 3; c++) j->offset[e][1][c] = g->x[node[0]][c] - g->x[node[1]][c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of a release without effect in a plane model: of rotations about axes in the plane, or of
   displacements along its normal. The last axis of the joint is the axis `last` of the section. */
static PetscErrorCode WarnPlaneRelease(Model model, const Joint *j, int released, int last)
{
  /* Components of unit vectors, by which an axis is along the normal or in the plane. The frame of
     a member has a round-off of about 1e-16, and no axis that is neither of both is so near to one.
     tests/model/releases.py has releases with and without an effect. */
  const double small = 1e-9;
  double       normal[3];
  PetscBool    plane;
  int          useful = 0;

  PetscFunctionBeginUser;
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  if (!plane || !released) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt e = 0; e < j->ncells; e++)
    for (int c = 0; c < C; c++) {
      const double out = fabs(dot(j->turned[e].frame[(c % 3 + 2 - last) % 3], normal));

      if (c < 3 ? out < 1 - small : out > small) useful |= 1 << c;
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &useful, 1, MPI_INT, MPI_BOR, model->comm));
  PetscCall(WarnAllRanks(model->comm, (PetscBool) !(released & useful),
                         "'%s': the release has no effect, because the model is plane: a hinge "
                         "releases the rotation about the axis of the section that is normal to "
                         "the plane",
                         j->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the rows of the components that are not released. */
static PetscErrorCode AddRows(Model model, const char name[], PetscInt set, const MemberEnd *end,
                              const double axes[][AXES])
{
  Joint *j;
  int    last = 0;

  PetscFunctionBeginUser;
  PetscCall(AddJoint(model, name, set, &j));
  PetscCall(CreateType(end->released, &j->own_type, &last));
  j->type = j->own_type;
  PetscCall(SetAxes(model, j, axes, last));
  PetscCall(WarnPlaneRelease(model, j, end->released, last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the springs of released components. */
static PetscErrorCode AddSprings(Model model, const char name[], PetscInt set, const MemberEnd *end,
                                 const double axes[][AXES])
{
  Joint *j;

  PetscFunctionBeginUser;
  PetscCall(AddJoint(model, name, set, &j));
  for (j->type = joint_types; !joint_is_bushing(j->type);) j->type++;
  j->acts = PETSC_TRUE;
  PetscCall(SetAxes(model, j, axes, 2));
  bushing_of_springs((const double(*)[3])j->first.frame, end->stiffness, &j->first.bushing);
  for (PetscInt e = 0; e < j->ncells; e++)
    bushing_of_springs((const double(*)[3])j->turned[e].frame, end->stiffness,
                       &j->turned[e].bushing);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the joints of an end. The cells are in the set called name. */
static PetscErrorCode AddEnd(Model model, const char name[], const MemberEnd *end,
                             const double axes[][AXES])
{
  const PetscInt set    = geometry_find_set(&model->mesh->g, name);
  PetscBool      spring = PETSC_FALSE;
  char           name_of_spring[END_NAME_SIZE + 8];

  PetscFunctionBeginUser;
  for (int c = 0; c < C; c++)
    if (end->stiffness[c] > 0) spring = PETSC_TRUE;
  if (end->released != (1 << C) - 1) PetscCall(AddRows(model, name, set, end, axes));
  if (!spring) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(name_of_spring, sizeof name_of_spring, "%s_spring", name));
  PetscCall(AddSprings(model, name_of_spring, set, end, axes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the joints at a set of points of a part. */
static PetscErrorCode AddPartEnd(Model model, const char part[], const PartEnd *end,
                                 const double axes[][AXES])
{
  const MemberEnd rigid = {.jointed = PETSC_TRUE};
  char            name[END_NAME_SIZE], name_of_kept[END_NAME_SIZE + 8];
  PetscInt        kept;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(name, sizeof name, "%s.%s", part, end->set));
  PetscCall(PetscSNPrintf(name_of_kept, sizeof name_of_kept, "%s_rigid", name));
  PetscCall(KeepFirstLines(model, geometry_find_set(&model->mesh->g, name), name_of_kept, &kept));
  PetscCall(AddEnd(model, name, &end->end, axes));
  if (kept >= 0) PetscCall(AddRows(model, name_of_kept, kept, &rigid, axes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- free motions ---------------------------------------------------------------------------- */

/* Returns whether an end joins a component of the member's motion to the node, or has a spring. */
static int holds(const MemberEnd *end, int c)
{
  return !(end->released >> c & 1) || end->stiffness[c] != 0;
}

/* Returns a component in which a rigid member of length 1 along its x axis can move freely, or -1.

   A rotation about z or y moves the far end across the member. It is therefore also held if both
   ends hold the displacement along y or z. tests/model/releases.py has members with and without a
   free motion. */
static int find_free_component(const MemberEnd end[2])
{
  enum { X, Y, Z, RX, RY, RZ };
  static const int across[C] = {[RY] = Z, [RZ] = Y};

  for (int c = RZ; c >= X; c--) {
    const int ends = holds(&end[0], c) + holds(&end[1], c);
    const int both = across[c] && holds(&end[0], across[c]) && holds(&end[1], across[c]);

    if (!ends && !both) return c;
  }
  return -1;
}

/* Warns if nothing but inertia resists a motion of a member between its ends. In plane models only
   some components exist, and the solution of the equations shows such motions. */
static PetscErrorCode WarnFreeMotion(Model model, const MemberEnds *member)
{
  static const char *const motions[C] = {
    "moves along its axis freely",         "moves along y of its section freely",
    "moves along z of its section freely", "spins freely about its axis",
    "turns freely about y of its section", "turns freely about z of its section"};
  const int c = find_free_component(member->end);
  double    normal[3];
  PetscBool plane;

  PetscFunctionBeginUser;
  if (c < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  if (plane || member->has_middle_points) /* they hold it */
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WarnAllRanks(model->comm, PETSC_TRUE,
                         "-member_%s_release: the member %s; only its "
                         "inertia resists. Statics and modes need a component less in the release",
                         member->name, motions[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets at[nnodes] to 1 plus the index in ends[] at the nodes of ends of lines, else to 0. */
static PetscErrorCode MarkEndNodes(Model model, const char part[], PetscInt n, const PartEnd ends[],
                                   int at[])
{
  const Geometry *g = &model->mesh->g;
  char            name[2 * SET_NAME_SIZE];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) {
    int set;

    PetscCall(PetscSNPrintf(name, sizeof name, "%s.%s", part, ends[k].set));
    set = geometry_find_set(g, name);
    for (int c = 0; c < g->ncells; c++)
      if (geometry_cell_in_set(g, c, set)) at[g->conn[g->offset[c]]] = (int)k + 1;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT, at, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns if a line of a part moves freely between its two ends, which are at sets of points. */
static PetscErrorCode WarnFreeLines(Model model, const char part[], PetscInt n,
                                    const PartEnd ends[])
{
  const Geometry *g = &model->mesh->g;
  PetscBool      *is_free, plane, found = PETSC_FALSE;
  double          normal[3];
  const double    zero[3] = {0, 0, 0}, *x = zero;
  int            *at; /* [nnodes] which of ends[] has the node, plus 1 */

  PetscFunctionBeginUser;
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  if (plane || !n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2((size_t)(n * n), &is_free, (size_t)g->nnodes + 1, &at));
  for (PetscInt k = 0; k < n * n; k++)
    is_free[k] =
      (PetscBool)(find_free_component((const MemberEnd[2]){ends[k / n].end, ends[k % n].end}) >= 0);
  PetscCall(MarkEndNodes(model, part, n, ends, at));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int a = at[it.node[0]], b = it.block->kernel->nc > 3 ? at[it.node[1]] : 0;

    if (!a || !b || !is_free[(a - 1) * n + b - 1]) continue;
    found = PETSC_TRUE;
    x     = g->x[it.node[0]];
  }
  PetscCall(WarnAllRanks(
    model->comm, found,
    "-part_%s_release: the line at (%.6g, %.6g, %.6g) moves freely between its two ends, for "
    "example about its axis; only its inertia resists. Statics and modes need a component less in "
    "the release",
    part, x[0], x[1], x[2]));
  PetscCall(PetscFree2(is_free, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all ends -------------------------------------------------------------------------------- */

static PetscErrorCode CreateAtMember(Model model, const MemberEnds *member, double (**axes)[AXES])
{
  char name[END_NAME_SIZE];

  PetscFunctionBeginUser;
  for (int e = 0; e < 2; e++) {
    if (!member->end[e].jointed) continue;
    if (!*axes) PetscCall(FindNodeAxes(model, axes));
    PetscCall(PetscSNPrintf(name, sizeof name, "%s.%s", member->name, frame_end_names[e]));
    PetscCall(AddEnd(model, name, &member->end[e], (const double(*)[AXES]) * axes));
  }
  if (member->end[0].given && member->end[1].given) PetscCall(WarnFreeMotion(model, member));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateAtPart(Model model, const PartSplit *split, double (**axes)[AXES])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < split->n; k++) {
    if (!*axes) PetscCall(FindNodeAxes(model, axes));
    PetscCall(AddPartEnd(model, split->part, &split->ends[k], (const double(*)[AXES]) * axes));
  }
  PetscCall(WarnFreeLines(model, split->part, split->n, split->ends));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberJointsCreate(Model model, const MemberJointOptions *ends)
{
  double(*axes)[AXES] = NULL;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ends->nmembers; i++)
    PetscCall(CreateAtMember(model, &ends->member[i], &axes));
  for (PetscInt i = 0; i < ends->nsplits; i++)
    PetscCall(CreateAtPart(model, &ends->split[i], &axes));
  PetscCall(PetscFree(axes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- member joint options -------------------------------------------------------------------- */

static PetscErrorCode ReadMember(FsOptions o, MPI_Comm comm, const char name[], MemberEnds *member)
{
  const char *points = "";
  PetscInt    commas = 0;
  PetscBool   set;

  PetscFunctionBeginUser;
  *member = (MemberEnds){.name = name};
  PetscCall(MemberEndsFromOptions(o, comm, name, member->end));
  PetscCall(FsOptionsText(o, FsOptionName(o, "-member_%s", name), &points, &set));
  for (; *points; points++) commas += *points == ',';
  member->has_middle_points = (PetscBool)(commas > 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberJointOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                      MemberJointOptions *ends)
{
  const PartSplits *splits = MeshOptionsFindEdit(mesh, &part_split_edit);
  PetscBool         frame  = PETSC_FALSE;

  PetscFunctionBeginUser;
  *ends = (MemberJointOptions){.nmembers = 0};
  if (splits) ends->nsplits = splits->n, ends->split = splits->split;
  for (PetscInt i = 0; i < mesh->nsources; i++)
    if (mesh->source[i].kind == SOURCE_FRAME) frame = PETSC_TRUE;
  if (!frame) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsNames(o, "-members", &ends->nmembers, &ends->names));
  PetscCall(PetscCalloc1(ends->nmembers, &ends->member));
  for (PetscInt i = 0; i < ends->nmembers; i++)
    PetscCall(ReadMember(o, comm, ends->names[i], &ends->member[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberJointOptionsFree(MemberJointOptions *ends)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(ends->nmembers, &ends->names));
  PetscCall(PetscFree(ends->member));
  PetscFunctionReturn(PETSC_SUCCESS);
}
