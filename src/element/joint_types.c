/* joint_types.c: the types of joints and their rows, and which rows can change in a plane model. To add a type, add a
   row to the table: name, axis, at_nodes, free, nrows, then {kind, global, a, b} of each row, see JointType. */
#include "joint.h"
#include "math/vector.h"
#include <string.h>

/* clang-format off */
const JointType joint_types[] = {
  {"spherical",     0, 0, {0, 0}, 3, {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0}}},
  {"revolute",      1, 0, {0, 1}, 5, {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0},
                                      {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}},
  {"universal",     2, 0, {0, 0}, 4, {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0},
                                      {ROW_ANGLE, 0, 2, 0}}},
  {"cylindrical",   1, 0, {1, 1}, 4, {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0},
                                      {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}}},
  {"prismatic",     1, 0, {1, 0}, 5, {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0},
                                      {ROW_ANGLE, 0, 0, 2}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 0, 1}}},
  {"point_on_axis", 1, 0, {1, 0}, 2, {{ROW_POSITION, 0, 0, 0}, {ROW_POSITION, 0, 1, 0}}},
  {"weld",          0, 0, {0, 0}, 6, {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0},
                                      {ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}},
  {"rigid_link",    0, 0, {0, 0}, 6, {{ROW_POSITION, 1, 0, 0}, {ROW_POSITION, 1, 1, 0}, {ROW_POSITION, 1, 2, 0},
                                      {ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}},
  {"distance",      0, 1, {1, 0}, 1, {{ROW_DISTANCE, 0, 0, 0}}},
  {"spring_damper", 0, 1, {1, 0}, 0, {{ROW_DISTANCE, 0, 0, 0}}}, /* no constraint; row[0] says that its coordinate is a distance */
  {0,               0, 0, {0, 0}, 0, {{ROW_POSITION, 0, 0, 0}}}
};
/* clang-format on */

static const double global_axes[3][3] = {
  {1, 0, 0},
  {0, 1, 0},
  {0, 0, 1}
};

static void copy(const double from[3], double to[3]) { memcpy(to, from, 3 * sizeof *to); }

int joint_rows(const JointType *type, const double frame[3][3], const double other[3][3], JointRow rows[])
{
  for (int k = 0; k < type->nrows; k++) {
    rows[k] = (JointRow){.kind = type->row[k].kind, .global = type->row[k].global, .driver = -1};
    copy(rows[k].global ? global_axes[type->row[k].a] : frame[type->row[k].a], rows[k].a);
    copy(other[type->row[k].b], rows[k].b);
    if (rows[k].kind == ROW_ANGLE && type->axis < 2) copy(frame[type->row[k].b], rows[k].side);
  }
  return type->nrows;
}

JointRow joint_driven_row(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                          const double other[3][3])
{
  JointRow row = {.kind   = kind == JOINT_ANGLE                 ? ROW_ANGLE
                            : type->row[0].kind == ROW_DISTANCE ? ROW_DISTANCE
                                                                : ROW_POSITION,
                  .driver = kind};

  copy(frame[kind == JOINT_ANGLE ? 0 : 2], row.a);
  copy(frame[1], row.a2);
  copy(other[1], row.b);
  return row;
}

void joint_driven_direction(const JointRow *row, double f, int order, double a[3])
{
  const double c = order ? -sin(f) : cos(f), d = order ? cos(f) : sin(f);

  for (int i = 0; i < 3; i++) a[i] = c * row->a[i] + d * row->a2[i];
}

/* Whether x has a component that is not 0 among those of the set bits. */
static int is_along(const double x[3], int bits)
{
  const double small = 1e-12;

  for (int c = 0; c < 3; c++)
    if (bits >> c & 1 && fabs(x[c]) > small) return 1;
  return 0;
}

/* In a plane model (turns is the bit of the normal) the angle between a and b changes only if both have components in
   the plane; 7 & ~turns are the bits of the plane. */
int joint_row_holds(const JointRow *row, int components)
{
  const int moves = components & 7, turns = components >> 3;

  if (row->kind == ROW_DISTANCE) return moves != 0;
  if (row->kind == ROW_POSITION)
    return is_along(row->a, moves); /* in a plane model a stays in the plane or square to it */
  if (turns == 7 || !turns) return turns != 0;
  return (is_along(row->a, 7 & ~turns) || (row->driver >= 0 && is_along(row->a2, 7 & ~turns))) &&
         is_along(row->b, 7 & ~turns);
}

int joint_coordinate_moves(const JointType *type, JointCoordinateKind kind, const double axis[3], int components)
{
  if (kind == JOINT_ANGLE) return is_along(axis, components >> 3);
  return type->row[0].kind == ROW_DISTANCE ? (components & 7) != 0 : is_along(axis, components & 7);
}
