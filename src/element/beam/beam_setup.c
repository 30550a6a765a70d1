/* beam_setup.c: implements a beam's reference configuration: section axes, initial strains, masses.

   The section's x axis is along the curve through the nodes. Its y axis is as close as possible to
   a given direction; y and z are then rotated about x by the twist. The mass of displacements is
   the mass per length times the integral of N_i N_j, or lumped (Hughes, The Finite Element Method,
   ch. 7). The inertia of rotations is the section's inertia times the length of the node. It is
   lumped, so that it is constant in the node's axes, which inertia_forces.c requires. The rest of
   the inertia of beams with inner shapes is in beam_mass.c.

   A beam with two nodes and the corrected energy can be an arc. Let C be the length of its chord, h
   its rise, and a half its angle. Then tan(a/2) = 2 h/C, and the arc is longer than the chord by
   the factor a/sin(a). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/varying/beam_varying.h"
#include "element/section/section_law.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "node_axes.h"

/* Computes y[3], the direction of the section's y axis. Copies that are turned have the direction
   of the first copy, turned with them. */
static void direction_of(const ElementReference *ref, const double chord[3], double y[3])
{
  const double *given = ref->prop + SECTION_DIRECTION;
  double        first[3], direction[3];

  memcpy(first, chord, sizeof first);
  if (ref->turn) mat_t_vec(ref->turn, chord, first);
  beam_default_direction(first, direction);
  turn_direction(ref, dot(given, given) > 0 ? given : direction, y);
}

/* Computes the quaternion q from the section's axes to the global ones. x is along the tangent, y
   is as close as possible to the direction. Then y and z are rotated about x by angle [rad].
   Returns NULL, or static text if tangent and direction are parallel. */
static const char *section_axes(const double tangent[3], const double direction[3], double angle,
                                double q[4])
{
  double axes[3][3], R[9];

  if (!beam_section_axes(tangent, direction, angle, axes))
    return "lies along its direction: the y axis of its section needs another "
           "-part_<name>_direction";
  for (int k = 0; k < 9; k++) R[k] = axes[k % 3][k / 3];
  rotation_from_matrix(R, q);
  return 0;
}

/* The arc of an element; a straight element has the angle 0. */
typedef struct {
  double chord[3], side[3]; /* unit vectors along the chord and along the rise */
  double angle;             /* half of the arc's angle [rad] */
  double stretch;           /* length of the arc over that of the chord */
} Arc;

static Arc arc_of(const ElementReference *ref)
{
  const double(*x)[3] = ref->x;
  Arc    arc          = {.stretch = 1};
  double length, along, height;

  if (!ref->rise || !beam_is_corrected(shape_nodes(ref->kernel->shape), ref->prop)) return arc;
  for (int c = 0; c < 3; c++) arc.chord[c] = x[1][c] - x[0][c];
  length = norm(arc.chord);
  for (int c = 0; c < 3; c++) arc.chord[c] /= length;
  along = dot(ref->rise, arc.chord);
  for (int c = 0; c < 3; c++) arc.side[c] = ref->rise[c] - along * arc.chord[c];
  height = norm(arc.side);
  if (!(height > 0)) return arc;
  normalize(arc.side);
  arc.angle   = 2 * atan(2 * height / length);
  arc.stretch = arc.angle / sin(arc.angle);
  return arc;
}

/* Computes t[3], a tangent at node i. */
static void tangent_at(const ElementReference *ref, const Arc *arc, int i, double t[3])
{
  const double side = i ? -sin(arc->angle) : sin(arc->angle);

  shape_line_derivative(shape_nodes(ref->kernel->shape), i, ref->x, t);
  for (int c = 0; c < 3 && arc->angle > 0; c++)
    t[c] = cos(arc->angle) * arc->chord[c] + side * arc->side[c];
}

/* Turns first and inertia of node i from the section's axes to the node's, times factor. */
static void turn_mass(double factor, BeamNode *node)
{
  double R[9], A[9], first[3], inertia[9];

  rotation_matrix(node->axes, R);
  mat_vec(R, node->first, first);
  mat_mat(R, node->inertia, A);
  mat_mat_t(A, R, inertia);
  for (int c = 0; c < 3; c++) node->first[c] = factor * first[c];
  for (int c = 0; c < 9; c++) node->inertia[c] = factor * inertia[c];
}

/* Computes first and inertia of the nodes, for the length of each node. */
static void node_masses(const ElementReference *ref, BeamNode node[])
{
  const Shape shape = ref->kernel->shape;
  const Arc   arc   = arc_of(ref);
  double      weight[MAX_NODES];

  shape_weights(shape, ref->x, weight);
  for (int i = 0; i < shape_nodes(shape); i++) {
    memcpy(node[i].first, ref->prop + SECTION_FIRST, sizeof node[i].first);
    memcpy(node[i].inertia, ref->prop + SECTION_INERTIA, sizeof node[i].inertia);
    turn_mass(arc.stretch * weight[i], &node[i]);
  }
}

/* Returns NULL, or the reason why the nodes turn too far against each other: the direction, if the
   sections without twist turn over between the nodes. */
static const char *excessive_turn(const ElementReference *ref, const Arc *arc,
                                  const double direction[3], const BeamNode node[])
{
  const double most = 2, far = 1.5; /* [rad]; beam_invariants() allows 2 rad */
  const int    last = shape_nodes(ref->kernel->shape) - 1;

  for (int i = 0; i < last; i++) {
    double q[4], theta[3], axes[2][3][3];

    rotation_relative(node[last].axes, node[i].axes, q);
    rotation_log(q, theta);
    if (norm(theta) <= most) continue;
    for (int k = 0; k < 2; k++) {
      double t[3];

      tangent_at(ref, arc, k ? last : i, t);
      (void)beam_section_axes(t, direction, 0, axes[k]);
    }
    return fabs(beam_section_turn((const double(*)[3])axes[0], (const double(*)[3])axes[1])) > far
             ? "has a tangent that comes so close to the direction of its y axis that its section "
               "turns over: give another -part_<name>_direction, across the line"
             : "turns its section by more than 2 rad between its nodes: use more cells, or less "
               "of -part_<name>_twist";
  }
  return 0;
}

/* Computes the axes of the nodes. Returns NULL, or the reason why the element is invalid. */
static const char *node_axes(const ElementReference *ref, BeamNode node[])
{
  const double(*x)[3]    = ref->x;
  const double chord[3]  = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
  const int    nn        = shape_nodes(ref->kernel->shape);
  const double most      = 0.9; /* half of the largest angle of an arc [rad]; nodes turn by 2 rad */
  const double most_turn = 6.3; /* a whole turn [rad]; a larger one is an angle in degrees */
  double       direction[3];
  Arc          arc;

  direction_of(ref, chord, direction);
  if (!(norm(chord) > 0)) return "has no length";
  arc = arc_of(ref);
  if (arc.angle > most) return "is an arc of more than 1.8 rad: its member needs more cells (_n)";
  for (int i = 0; i < nn; i++) {
    double      t[3];
    const char *wrong;

    tangent_at(ref, &arc, i, t);
    if (!(dot(t, chord) > 0)) return "is folded: its middle node is not between the others";
    wrong = section_axes(t, direction, ref->field ? ref->field[i] : 0, node[i].axes);
    if (wrong) return wrong;
  }
  if (ref->field && ref->field[0] == ref->field[1] && fabs(ref->field[0]) > most_turn)
    return "has the same twist of more than a turn at both ends: -part_<name>_twist is in radians, "
           "such as pi/2 for 90 degrees";
  return excessive_turn(ref, &arc, direction, node);
}

/* Returns ds/dr at a point, with s the arc length [m] and r the parent coordinate. */
static double arc_rate(int nn, const ShapePoint *point, const double x[][3])
{
  double along[3] = {0, 0, 0};

  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) along[c] += point->dN[i][0] * x[i][c];
  return norm(along);
}

/* Computes data->shear, and BeamVarying.rest, from the other data. */
static void set_shear(const ElementReference *ref, BeamData *data)
{
  const double *const of_lanes[LANES] = {(double *)data, (double *)data, (double *)data,
                                         (double *)data};
  BeamOwnFlexibility  own;
  BeamGaussLanes      p;
  BeamLinear          linear;

  if (!beam_is_corrected(shape_nodes(ref->kernel->shape), ref->prop)) return;
  beam_gather_point(of_lanes, 0, &p);
  beam_gather_own(ref->kernel, of_lanes, &p, &own);
  beam_corrected_at_rest(ref->prop + SECTION_S, ref->prop + SECTION_F, &p,
                         beam_has_bows(2, ref->prop), &linear);
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 6; k++) data->shear[c][k] = linear.force[1 + c][k][0];
  for (int a = 0; a < 6 && beam_varies(ref->kernel); a++)
    for (int k = 0; k < 6; k++) ((BeamVarying *)data)->rest[a][k] = linear.force[a][k][0];
}

/* Computes what depends on the sections along the element, after the other data. */
static const char *set_sections(const ElementReference *ref, BeamData *data)
{
  BeamVarying *varying = (BeamVarying *)data;
  const char  *wrong;

  if (beam_varies(ref->kernel)) {
    if (section_has_law(ref->prop))
      return "has a law, and its section varies along it: make parts "
             "of the same section";
    wrong = beam_varying_setup(ref, varying->point.weight, varying);
    if (wrong) return wrong;
    beam_varying_load(ref, varying->point.weight, varying);
    beam_varying_masses(ref, varying->point.weight, varying);
    for (int i = 0; i < 2; i++) turn_mass(1, &varying->node[i]);
  } else node_masses(ref, data->node);
  set_shear(ref, data);
  return 0;
}

const char *beam_setup(const ElementReference *ref, double out[])
{
  BeamData      *data  = (BeamData *)out;
  const Shape    shape = ref->kernel->shape;
  const int      nn    = shape_nodes(shape);
  NodeState      node[MAX_NODES];
  ElementState   e = {.kernel = ref->kernel, .prop = ref->prop, .data = out};
  ElementGroup   group;
  BeamInvariants v;
  ShapePoint     points[SHAPE_MAX_POINTS];
  const int      ng    = shape_points(shape, 0, points);
  const Arc      arc   = arc_of(ref);
  const char    *wrong = node_axes(ref, data->node);

  if (wrong) return wrong;
  for (int i = 0; i < nn; i++) {
    node[i]   = node_at_rest(ref->x[i]);
    e.node[i] = &node[i];
  }
  group = element_group_of_one(&e);
  beam_invariants(&group, &v);
  for (int g = 0; g < ng; g++) {
    const double   ds    = arc.stretch * arc_rate(nn, &points[g], ref->x);
    BeamGauss     *gauss = beam_gauss(data, g);
    BeamGaussLanes p;
    BeamStrain     s;

    gauss->weight = points[g].weight * ds;
    for (int i = 0; i < nn; i++) {
      gauss->N[i]  = points[g].N[i];
      gauss->dN[i] = points[g].dN[i][0] / ds;
    }
    beam_gather_point(group.data, g, &p);
    beam_strain(&v, &p, &s);
    for (int c = 0; c < 3; c++) {
      gauss->strain[c]     = s.Gamma[c][0];
      gauss->strain[3 + c] = s.kappa[c][0];
    }
  }
  wrong = set_sections(ref, data);
  if (!wrong && beam_has_inner_mass(nn, ref->prop)) beam_set_kinetic(ref, out);
  return wrong;
}

/* Computes mass[nn][nn] [kg] of displacements in one direction: the integral of N_i N_j times the
   mass per length, or lumped. */
static void line_mass(const ElementReference *ref, double mass[MAX_NODES][MAX_NODES])
{
  const double *const m     = ref->prop + SECTION_MASS;
  const Shape         shape = ref->kernel->shape;
  const int           nn    = shape_nodes(shape);
  const Arc           arc   = arc_of(ref);
  double              weight[MAX_NODES];
  ShapePoint          points[SHAPE_MAX_POINTS];

  memset(mass, 0, sizeof(double[MAX_NODES][MAX_NODES]));
  if (beam_varies(ref->kernel)) {
    const BeamVarying *varying = (const BeamVarying *)ref->data;

    for (int i = 0; i < 2; i++) mass[i][i] = varying->mass[i];
    mass[0][1] = mass[1][0] = varying->mass[2];
    return;
  }
  if (beam_mass_kind(nn, ref->prop) == MASS_LUMPED) {
    shape_weights(shape, ref->x, weight);
    for (int i = 0; i < nn; i++) mass[i][i] = *m * arc.stretch * weight[i];
    return;
  }
  for (int ng = shape_points(shape, 1, points), g = 0; g < ng; g++) {
    const double ds = arc.stretch * arc_rate(nn, &points[g], ref->x);

    for (int i = 0; i < nn; i++)
      for (int j = 0; j < nn; j++)
        mass[i][j] += *m * points[g].weight * ds * points[g].N[i] * points[g].N[j];
  }
}

const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const int nn = shape_nodes(ref->kernel->shape), nd = 6 * nn;
  double    mass[MAX_NODES][MAX_NODES];

  (void)C, (void)K;
  line_mass(ref, mass);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++) M[nd * (6 * i + c) + 6 * j + c] = mass[i][j];
  return 0;
}
