/* joint_types.c: the table of joint types and their rows, and the rows that matter in plane models.

   To add a type, add a row to the table: name, axes, at_nodes, free, nrows, then {kind, global, a,
   b} of each row (JointType). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_row.h"
#include "math/vector.h"

/* clang-format off */
const JointType built_in_joint_types[] = {
  {"spherical",     AXES_NONE, 0, {NOT_FREE}, 3,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}}},
  {"revolute",      AXES_ONE, 0, {NOT_FREE, ABOUT_AXIS}, 5,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}},
  {"universal",     AXES_TWO, 0, {NOT_FREE, ABOUT_AXIS, NOT_FREE, ABOUT_SECOND_AXIS}, 4,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_ANGLE, 0, 2, 0}}},
  {"cylindrical",   AXES_ONE, 0, {ALONG_AXIS, ABOUT_AXIS}, 4,
   {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}, {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}},
  {"prismatic",     AXES_ONE, 0, {ALONG_AXIS}, 5,
   {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}, {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 0, 1}}},
  {"point_on_axis", AXES_ONE, 0, {ALONG_AXIS}, 2,
   {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}}},
  {"in_plane",      AXES_DIRECTION, 0, {ALONG_FIRST, NOT_FREE, ALONG_SECOND}, 1,
   {{ROW_POSITION, 0, 2, 0}}},
  {"planar",        AXES_DIRECTION, 0, {ALONG_FIRST, ABOUT_AXIS, ALONG_SECOND}, 3,
   {{ROW_POSITION, 0, 2, 0}, {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}},
  {"constant_velocity", AXES_ONE, 0, {NOT_FREE}, 4,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_TWIST, 0, 0, 0}}},
  {"screw",         AXES_ONE, 0, {NOT_FREE, ABOUT_AXIS}, 5,
   {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}, {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}, {ROW_SCREW, 0, 2, 0}}},
  {"weld",          AXES_NONE, 0, {NOT_FREE}, 6,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}},
  {"rigid_link",    AXES_NONE, 0, {NOT_FREE}, 6,
   {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}, {ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}},
  {"distance",      AXES_NONE, 1, {OF_DISTANCE}, 1, {{ROW_DISTANCE, 0, 0, 0}}},
  /* without rows; a spring_damper acts on a distance, and bushing.c has the forces of bushings */
  {"spring_damper", AXES_NONE, 1, {OF_DISTANCE}, 0, {{ROW_DISTANCE, 0, 0, 0}}},
  {"bushing",       AXES_OPTIONAL, 0, {NOT_FREE}, 0, {{ROW_POSITION, 0, 0, 0}}},
  {0,               AXES_NONE, 0, {NOT_FREE},    0, {{ROW_POSITION, 0, 0, 0}}}
};

const JointType *joint_types = built_in_joint_types;

/* The driver's row of each measure. a, a2 are indices in the frame of the first node, b, b2 in that
   of the second. */
static const struct {
  JointRowKind kind;
  int          a, b, a2, b2;
} measures[] = {
  [ALONG_AXIS]        = {ROW_POSITION, 2, 0, 0, 0},
  [ALONG_FIRST]       = {ROW_POSITION, 0, 0, 0, 0},
  [ALONG_SECOND]      = {ROW_POSITION, 1, 0, 0, 0},
  [ALONG_FIXED_AXIS]  = {ROW_POSITION, 2, 0, 0, 0},
  [OF_DISTANCE]       = {ROW_DISTANCE, 0, 0, 0, 0},
  [ABOUT_AXIS]        = {ROW_ANGLE,    0, 0, 1, 0},
  [ABOUT_SECOND_AXIS] = {ROW_ANGLE,    2, 2, 2, 1},
};
/* clang-format on */

static const double global_axes[3][3] = {
  {1, 0, 0},
  {0, 1, 0},
  {0, 0, 1}
};

int joint_type_has_pitch(const JointType *type)
{
  for (int k = 0; k < type->nrows; k++)
    if (joint_row_traits[type->row[k].kind].pitch) return 1;
  return 0;
}

static JointRow row_of_measure(JointMeasure measure, const double frame[3][3],
                               const double other[3][3])
{
  JointRow row = {
    .kind = measures[measure].kind, .global = measure == ALONG_FIXED_AXIS, .driver = -1};

  vector_copy(frame[measures[measure].a], row.a);
  vector_copy(frame[measures[measure].a2], row.a2);
  vector_copy(other[measures[measure].b], row.b);
  vector_copy(other[measures[measure].b2], row.b2);
  return row;
}

int joint_type_rows(const JointType *type, const double frame[3][3], const double other[3][3],
                    JointRow rows[])
{
  for (int k = 0; k < type->nrows; k++) {
    JointRow *row = &rows[k];

    *row        = row_of_measure(ABOUT_AXIS, frame, other);
    row->kind   = type->row[k].kind;
    row->global = type->row[k].global;
    vector_copy(frame[2], row->along);
    if (row->kind == ROW_SCREW) continue;
    vector_copy(other[1], row->b2);
    if (row->kind == ROW_TWIST) continue;
    vector_copy(row->global ? global_axes[type->row[k].a] : frame[type->row[k].a], row->a);
    vector_copy(other[type->row[k].b], row->b);
    if (row->kind == ROW_ANGLE && type->axes != AXES_TWO)
      vector_copy(frame[type->row[k].b], row->side);
  }
  return type->nrows;
}

JointRow joint_driven_row(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                          const double other[3][3])
{
  JointRow row = row_of_measure(type->free[kind], frame, other);

  row.driver    = kind;
  row.displaced = type->free[kind] == ALONG_FIXED_AXIS && joint_type_has_length(type);
  return row;
}

/* Adds factor a b^T to M. */
static void add_outer_product(double factor, const double a[3], const double b[3], double M[9])
{
  for (int i = 0; i < 9; i++) M[i] += factor * a[i / 3] * b[i % 3];
}

void joint_direction_matrix(const JointRow *row, double f, int order, double M[9])
{
  memset(M, 0, 9 * sizeof *M);
  if (row->kind == ROW_TWIST) {
    add_outer_product(1, row->a, order ? row->b : row->b2, M);
    add_outer_product(order ? 1 : -1, row->a2, order ? row->b2 : row->b, M);
  } else if (row->driver < 0) {
    add_outer_product(1, order ? row->side : row->a, row->b, M);
  } else {
    add_outer_product(order ? cos(f) : sin(f), row->a, row->b, M);
    add_outer_product(order ? sin(f) : -cos(f), row->a2, row->b2, M);
  }
}

/* Returns whether x has a nonzero component among those of the set bits. */
static int is_along(const double x[3], int bits)
{
  /* Components of a unit vector, or of a sum of products of unit vectors: they have a round-off of
     1e-16 to 1e-15. A row that counts as effective by round-off would be a row of zeros. */
  const double small = 1e-12;

  for (int c = 0; c < 3; c++)
    if (bits >> c & 1 && fabs(x[c]) > small) return 1;
  return 0;
}

/* Computes the coefficients of M : R = part[0] + part[1] cos(x) + part[2] sin(x) for a rotation R
   by the angle x about a global axis, the normal. */
static void rotation_coefficients(const double M[9], const double normal[3], double part[3])
{
  double S[9];

  skew(normal, S);
  part[0] = part[2] = 0;
  part[1]           = M[0] + M[4] + M[8];
  for (int i = 0; i < 9; i++) {
    part[0] += normal[i / 3] * M[i] * normal[i % 3];
    part[2] += M[i] * S[i];
  }
  part[1] -= part[0];
}

/* Computes parts[2][3] of M and of its derivative by f, at f = 0. Returns 0 if turns, the bits of
   rotations, are not those of a plane. */
static int plane_coefficients(const JointRow *row, int turns, double parts[2][3])
{
  const double normal[3] = {turns & 1, turns >> 1 & 1, turns >> 2 & 1};
  double       M[9];

  if (turns == 7 || !turns) return 0;
  for (int order = 0; order < 2; order++) {
    joint_direction_matrix(row, 0, order, M);
    rotation_coefficients(M, normal, parts[order]);
  }
  return 1;
}

/* In a plane model the direction a of a ROW_POSITION is always in the plane or orthogonal to it. */
static int position_is_effective(const JointRow *row, int components)
{
  return is_along(row->a, components & 7);
}

static int directions_are_effective(const JointRow *row, int components)
{
  const int turns = components >> 3;
  double    parts[2][3];

  if (!plane_coefficients(row, turns, parts)) return turns != 0;
  return is_along(parts[0], 6) || (row->driver >= 0 && is_along(parts[1], 6));
}

static int screw_is_effective(const JointRow *row, int components)
{
  return is_along(row->along, components & 7) || is_along(row->along, components >> 3);
}

static int distance_is_effective(const JointRow *row, int components)
{
  (void)row;
  return (components & 7) != 0;
}

/* clang-format off */
const JointRowTraits joint_row_traits[ROW_KINDS] = {
  [ROW_POSITION] = {.summed = 1,                                    .effective = position_is_effective},
  [ROW_ANGLE]    = {.summed = 1, .rotations = 1, .directions = 1,   .effective = directions_are_effective},
  [ROW_TWIST]    = {.summed = 1, .rotations = 1, .directions = 1,   .effective = directions_are_effective},
  [ROW_SCREW]    = {.rotations = 1, .pitch = 1,                     .effective = screw_is_effective},
  [ROW_DISTANCE] = {.length = 1,                                    .effective = distance_is_effective}
};
/* clang-format on */

int joint_row_is_effective(const JointRow *row, int components)
{
  return joint_row_traits[row->kind].effective(row, components);
}

/* The cosine and the sine of an angle that cannot change in the plane have a constant ratio. */
int joint_coordinate_is_free(const JointRow *driven, int components)
{
  double parts[2][3], independent[3];

  if (driven->kind != ROW_ANGLE || !plane_coefficients(driven, components >> 3, parts))
    return joint_row_is_effective(driven, components);
  cross(parts[0], parts[1], independent);
  return is_along(independent, 7);
}
