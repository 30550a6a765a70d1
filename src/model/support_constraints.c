/* support_constraints.c: creates rows of constraints for components that supports fix or move.

   Such a row is a joint between ground and a node. A row of displacement along the unit vector e
   is e . u - f(t) = 0. Two rotations are fixed as in a revolute joint. One rotation alone is fixed
   by e . (axis of R - R^T) = 0: the rotation vector of the node has no component along e. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "math/vector.h"
#include "model/model.h"

static const JointType support_type  = {"support", AXES_NONE, 1, {NOT_FREE}, JOINT_ROWS, {{0}}};
static const JointType one_rotation  = {"support",  AXES_NONE, 1,
                                        {NOT_FREE}, 1,         {{ROW_TWIST, 0, 0, 0}}};
static const JointType two_rotations = {
  "support", AXES_NONE, 1, {NOT_FREE             },
     2, { {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}
};

static int count_bits(int bits) { return __builtin_popcount((unsigned)bits); }

/* ---- options --------------------------------------------------------------------------------- */

/* Makes s->axes[1] perpendicular to axes[0] to the last digit, and sets axes[2]. */
static void complete_axes(Support *s)
{
  double(*const axes)[3] = s->axes;

  normalize(axes[0]);
  cross(axes[0], axes[1], axes[2]);
  normalize(axes[2]);
  cross(axes[2], axes[0], axes[1]);
}

/* Input error: the given directions are not perpendicular, or one of them is 0. */
static PetscErrorCode CheckAxes(MPI_Comm comm, const char option[], PetscInt n,
                                const PetscReal given[])
{
  const PetscReal rounding = 1e-6; /* of a cosine, for axes that are given with six digits */

  PetscFunctionBeginUser;
  PetscCheck(n == 6 || n == 9, comm, PETSC_ERR_USER_INPUT,
             "%s: %" PetscInt_FMT " numbers; give six, the axes x and y, or nine, with z", option,
             n);
  for (int a = 0; a < n / 3; a++) {
    PetscCheck(norm(given + 3 * a) > 0, comm, PETSC_ERR_USER_INPUT,
               "%s: axis %c has no direction; give numbers that are not all 0", option, 'x' + a);
    for (int b = 0; b < a; b++)
      PetscCheck(
        fabs(dot(given + 3 * a, given + 3 * b)) <=
          rounding * norm(given + 3 * a) * norm(given + 3 * b),
        comm, PETSC_ERR_USER_INPUT,
        "%s: axes %c and %c are not perpendicular: the angle between them is %.6g degrees", option,
        'x' + b, 'x' + a,
        acos(dot(given + 3 * a, given + 3 * b) / norm(given + 3 * a) / norm(given + 3 * b)) * 180 /
          PETSC_PI);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: options of a roller that would need axes. */
static PetscErrorCode CheckRoller(FsOptions o, MPI_Comm comm, const char name[])
{
  static const char *const not_allowed[] = {
    "axes",       "fix",        "fix_rotation", "motion_x",   "motion_y",   "motion_z",
    "velocity_x", "velocity_y", "velocity_z",   "rotation_x", "rotation_y", "rotation_z"};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(not_allowed); k++) {
    const char *text;
    PetscBool   set;

    PetscCall(
      FsOptionsText(o, FsOptionName(o, "-support_%s_%s", name, not_allowed[k]), &text, &set));
    PetscCheck(!set, comm, PETSC_ERR_USER_INPUT,
               "-support_%s_normal and -support_%s_%s: a roller fixes the displacement along its "
               "normal and nothing else; describe other supports by -support_%s_axes",
               name, name, not_allowed[k], name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportAxesFromOptions(FsOptions o, Model model, Support *s)
{
  const char *axes = FsOptionName(o, "-support_%s_axes", s->name);
  const char *roller;
  PetscReal   given[9], normal[3];
  PetscInt    n = 9, three = 3;
  PetscBool   has_normal;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) s->axes[c][c] = 1;
  PetscCall(FsOptionsReals(o, axes, 6, &n, given, &s->has_axes));
  if (s->has_axes) {
    PetscCall(CheckAxes(model->comm, axes, n, given));
    for (int k = 0; k < 6; k++) s->axes[k / 3][k % 3] = given[k];
    complete_axes(s);
    if (n == 9 && dot(s->axes[2], given + 6) < 0)
      for (int c = 0; c < 3; c++) s->axes[2][c] = -s->axes[2][c];
  }
  roller = FsOptionName(o, "-support_%s_normal", s->name);
  PetscCall(FsOptionsReals(o, roller, 3, &three, normal, &has_normal));
  if (!has_normal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(norm(normal) > 0, model->comm, PETSC_ERR_USER_INPUT,
             "%s: the normal has no direction; give numbers that are not all 0", roller);
  PetscCall(CheckRoller(o, model->comm, s->name));
  for (int c = 0; c < 3; c++) s->axes[0][c] = normal[c];
  for (int c = 0; c < 3; c++)
    s->axes[1][c] =
      fabs(normal[c]) <= fabs(normal[(c + 1) % 3]) && fabs(normal[c]) <= fabs(normal[(c + 2) % 3]);
  normalize(s->axes[0]);
  cross(s->axes[0], s->axes[1], s->axes[2]);
  cross(s->axes[2], s->axes[0], s->axes[1]);
  complete_axes(s);
  s->has_axes = PETSC_TRUE;
  s->fixed    = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportRowsFromOptions(FsOptions o, Model model, Support *s)
{
  int displacements, rotations;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    const char *option = FsOptionName(o, "-support_%s_velocity_%c", s->name, 'x' + c), *text;
    PetscBool   set;

    PetscCall(FsOptionsText(o, option, &text, &set));
    if (!set) continue;
    PetscCheck(!s->motion[c] && !(s->rows & 1 << c), model->comm, PETSC_ERR_USER_INPUT,
               "%s and the motion in %c of support '%s': give one of them", option, 'x' + c,
               s->name);
    s->rows |= 1 << c;
    s->fixed |= 1 << c;
  }
  if (!s->has_axes) PetscFunctionReturn(PETSC_SUCCESS);
  displacements = s->fixed & DISPLACEMENTS;
  rotations     = s->fixed & ROTATIONS;
  if (displacements != DISPLACEMENTS || s->rows) s->rows |= displacements;
  if (rotations != ROTATIONS) s->rows |= rotations;
  PetscCheck(s->rows, model->comm, PETSC_ERR_USER_INPUT,
             "-support_%s_axes has no effect: the support fixes all displacements or rotations, in "
             "any axes; remove it, or give -support_%s_fix",
             s->name, s->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- which rows a node has ------------------------------------------------------------------- */

/* Returns the bits of rotations that supports fix at a node, except by rows. */
static int eliminated_rotations(Model model, PetscInt node)
{
  int fixed = 0;

  for (PetscInt s = 0; s < model->nsupports; s++)
    if (geometry_node_in_set(&model->mesh->g, (int)node, (int)model->support[s].set))
      fixed |= model->support[s].fixed & ~model->support[s].rows;
  return fixed & ROTATIONS;
}

/* Returns the bit of the rotation that a support alone fixes at a node, or 0. With -linearize
   rotations are no different from displacements, and need no row. */
static int lone_rotation(Model model, const Support *support, PetscInt node)
{
  const int bit = support->fixed & ~support->rows & ROTATIONS;

  if (model->linearize || support->has_axes || count_bits(bit) != 1) return 0;
  for (int c = 3; c < COMPONENTS; c++)
    if (support->motion[c]) return 0;
  return (model->layout.components[node] & ROTATIONS) == ROTATIONS &&
             eliminated_rotations(model, node) == bit
           ? bit
           : 0;
}

int SupportRowsAt(Model model, PetscInt s, PetscInt node)
{
  const Support *support = &model->support[s];
  const int      has     = model->layout.components[node];
  int            rows    = support->rows;

  if (!geometry_node_in_set(&model->mesh->g, (int)node, (int)support->set) || !has) return 0;
  if (!support->has_axes) rows &= has;
  return rows | lone_rotation(model, support, node);
}

/* ---- the joints ------------------------------------------------------------------------------ */

PetscInt SupportConstraintsCount(Model model) { return 2 * model->nsupports; }

/* Lists the nodes of rows. */
static PetscErrorCode FindRowNodes(Model model, PetscInt s, int mask, Joint *j)
{
  unsigned char *wanted;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &wanted));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    wanted[i] = (SupportRowsAt(model, s, i) & mask) != 0;
  PetscCall(JointSetGroundedNodes(model, wanted, j));
  PetscCall(PetscFree(wanted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the driver of a displacement along axis c, if the support moves it. */
static PetscErrorCode DriverFromOptions(FsOptions o, Model model, const Support *s, int c,
                                        JointDriver *driver)
{
  const char *option[2], *text[2];
  PetscReal   t_start = 0, t_end;
  PetscBool   set[2];

  PetscFunctionBeginUser;
  option[0] = FsOptionName(o, "-support_%s_motion_%c", s->name, 'x' + c);
  option[1] = FsOptionName(o, "-support_%s_velocity_%c", s->name, 'x' + c);
  for (int k = 0; k < 2; k++) PetscCall(FsOptionsText(o, option[k], &text[k], &set[k]));
  if (!set[0] && !set[1]) {
    if (s->harmonic[c].amplitude == 0) PetscFunctionReturn(PETSC_SUCCESS);
    text[0] = "0";
  }
  PetscCall(FsOptionsReal(o, "-t_start", &t_start, NULL));
  t_end = t_start;
  PetscCall(FsOptionsReal(o, "-t_end", &t_end, NULL));
  PetscCall(JointDriverCreate(model->symbols, option[set[1]], text[set[1]], set[1], t_start, t_end,
                              model->dt, driver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets all rows of a support in mask, and returns their number. */
static int set_rows(const Support *s, int mask, Joint *j)
{
  const int rotations = mask >> 3, n = count_bits(rotations);
  /* about the fixed one of three axes, or about the free one */
  const int axis = n == 1 ? rotations / 2 : (7 & ~rotations) / 2;
  double    frame[3][3];

  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) frame[k][c] = s->axes[(axis + 1 + k) % 3][c];
  for (int c = 0; c < 3; c++) {
    JointRow row = {.kind = ROW_POSITION, .global = 1, .driver = j->driver[c] ? c : -1};

    if (!(mask & 1 << c)) continue;
    PetscArraycpy(row.a, s->axes[c], 3);
    j->first.row[j->nrows++] = row;
  }
  if (n)
    j->nrows += joint_type_rows(n == 1 ? &one_rotation : &two_rotations, (const double(*)[3])frame,
                                (const double(*)[3])frame, j->first.row + j->nrows);
  return j->nrows;
}

/* Leaves out rows that no node can violate. Input errors: no row remains; a support moves a
   component that its nodes lack, or fixes one that only some of them have. */
static PetscErrorCode CheckRows(Model model, Joint *j)
{
  const char *const set = model->mesh->g.set_name[j->set];
  int               all = 0, n = 0;
  PetscInt          lacking = -1;

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < j->ncells; e++) all |= model->layout.components[j->node[e]];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_BOR, model->comm));
  for (int k = 0; k < j->nrows; k++) {
    const JointRow row = j->first.row[k];

    if (joint_row_is_effective(&row, all)) {
      j->first.row[n++] = row;
      continue;
    }
    PetscCheck(row.driver < 0, model->comm, PETSC_ERR_USER_INPUT,
               "support '%s' moves its axis %c, along which no node of set '%s' has displacements "
               "(-directions)",
               j->name, 'x' + row.driver, set);
    PetscCheck(row.kind == ROW_POSITION || all & ROTATIONS, model->comm, PETSC_ERR_USER_INPUT,
               "support '%s' fixes rotations, but no node of set '%s' rotates: nodes of beams and "
               "bodies do; remove -support_%s_fix_rotation",
               j->name, set, j->name);
  }
  j->nrows = n;
  PetscCheck(n, model->comm, PETSC_ERR_USER_INPUT,
             "support '%s' fixes nothing: no node of set '%s' belongs to a part and has "
             "displacements along its axes",
             j->name, set);
  for (PetscInt e = 0; e < j->ncells && lacking < 0; e++)
    for (int k = 0; k < n; k++)
      if (!joint_row_is_effective(&j->first.row[k], model->layout.components[j->node[e]]))
        lacking = e;
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(lacking >= 0),
    "support '%s' fixes components that only some nodes of set '%s' have: the node at (%.6g, %.6g, "
    "%.6g) lacks one, as nodes without beams or bodies lack rotations; give it a support of its "
    "own",
    j->name, set, lacking >= 0 ? j->offset[lacking][0][0] : 0.,
    lacking >= 0 ? j->offset[lacking][0][1] : 0., lacking >= 0 ? j->offset[lacking][0][2] : 0.));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a joint with the rows in mask of support s. */
static PetscErrorCode AddRows(FsOptions o, Model model, PetscInt s, int mask)
{
  const Support *support = &model->support[s];
  Joint         *j       = &model->joint[model->njoints++];

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(support->name, &j->name));
  j->type    = &support_type;
  j->set     = support->set;
  j->support = s;
  for (int k = 0; k < JOINT_COORDINATES; k++) j->law[k] = coordinate_law_without_forces();
  PetscCall(FindRowNodes(model, s, mask, j));
  for (int c = 0; c < 3; c++)
    if (mask & 1 << c) PetscCall(DriverFromOptions(o, model, support, c, &j->driver[c]));
  set_rows(support, mask, j);
  PetscCall(CheckRows(model, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportConstraintsCreate(FsOptions o, Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++) {
    int lone = 0;

    if (model->support[s].rows) PetscCall(AddRows(o, model, s, model->support[s].rows));
    for (int i = 0; i < model->mesh->g.nnodes; i++)
      lone |= SupportRowsAt(model, s, i) & ~model->support[s].rows;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &lone, 1, MPI_INT, MPI_BOR, model->comm));
    if (lone) PetscCall(AddRows(o, model, s, lone));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
