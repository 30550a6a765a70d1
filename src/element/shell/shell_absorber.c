/* shell_absorber.c: implements dashpots that absorb waves at the edge of a shell.

   A plane wave that travels across the edge meets the same forces from dashpots as from the rest of
   an infinite shell. Per length of the edge, they are

     in the plane  the traction Z v with Z^2 = m T
     bending       the force (m w/k) v_z and the moment (D k/w) times the rate of rotation

   m is the mass per area, and T the acoustic tensor of the membrane stiffness for waves across the
   edge: Z is sqrt(m A11) and sqrt(m A66) if isotropic. w is the user's frequency, and k(w) the wave
   number of Mindlin's plate.

   An offset or unsymmetric plies couple stretching and bending. Bending waves, which are much
   shorter, then cause no membrane force, and stretch the surface of the nodes by -A^-1 B times the
   curvature. The traction is therefore Z times the velocity at the neutral surface, v + A^-1 B t
   with the velocity t of the director, its moment is B^T A^-1 times the traction, and D is that of
   the neutral surface, D - B^T A^-1 B. This is exact for an offset. In unsymmetric laminates the
   neutral surface is not the center of mass, which reflects parts of the order (k h)^2.

   Bending waves disperse. At r times the frequency, and normal incidence, |1 - sqrt(r)|/(1 +
   sqrt(r)) is reflected. Lysmer & Kuhlemeyer (1969) for waves in the plane; Cremer, Heckl &
   Petersson, Structure-Borne Sound (2005), ch. 3, for bending. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/kernels.h"
#include "math/vector.h"
#include "element/shell/laminate/shell_section.h"

/* entries of prop: the section of the part, [Hz] */
enum { SECTION, FREQUENCY = SHELL_EDGE_NUMBERS };

static const char *const of_help = "part of shells, listed before, which it bounds";
static const ElementProp props[] = {
  {"of",        PROP_EDGE,        1, NAN, of_help,                                       SHELL_EDGE_NUMBERS, 0},
  {"frequency", PROP_NONNEGATIVE, 1, 0,
   "of the bending waves that are not reflected [Hz]; 0: no bending waves are absorbed", 0,                  0},
  {0,           0,                0, 0,   0,                                             0,                  0}
};

static const ElementResult results[] = {
  {"velocity",         3, "mean across the edge, along it, along the normal of the surface [m/s]",
   RESULT_LOCAL                                                                                                 },
  {"angular_velocity", 1, "mean about the edge [rad/s]",                                           RESULT_LOCAL },
  {"force",            3, "against the velocity, in the same axes [N]",                            RESULT_LOCAL },
  {"moment",           1, "against the angular velocity [N m]",                                    RESULT_LOCAL },
  {0,                  0, 0,                                                                       RESULT_SCALAR}
};

/* The data of an element. */
typedef struct {
  double axes[3][3];   /* across the edge, along it, along the normal of the surface */
  double force[3];     /* dashpots in these axes: [N s/m2] across and along the edge, coupling */
  double lift, turn;   /* [N s/m2] of the transverse force, [N s] of the moment */
  double height[2][2]; /* A^-1 B: rows of displacements, columns of directors [m] */
} EdgeData;

static ElementTraits traits(const double prop[])
{
  return (ElementTraits){.velocity = prop[SECTION + EDGE_MASS] > 0};
}

/* Sets the axes. Returns NULL, or what is wrong. */
static const char *set_axes(const ElementReference *ref, double axes[3][3])
{
  double *across = axes[0], *along = axes[1], *normal = axes[2], part;

  for (int c = 0; c < 3; c++) {
    along[c]  = ref->x[1][c] - ref->x[0][c];
    normal[c] = ref->normals ? ref->normals[0][c] + ref->normals[1][c] : 0;
  }
  if (!(norm(along) > 0)) return "has no length";
  normalize(along);
  part = dot(along, normal);
  for (int c = 0; c < 3; c++) normal[c] -= part * along[c];
  if (!(norm(normal) > 0.5))
    return "is between two kinks or branches of the surface and has no normal: take two cells or "
           "more between them, or a larger -shell_kink";
  normalize(normal);
  cross(along, normal, across);
  return 0;
}

/* Computes n[2], the direction across the edge in the axes of the section. */
static void section_direction(const ElementReference *ref, const double axes[3][3], double n[2])
{
  double first[3], x, y, length;

  turn_direction(ref, ref->prop + SECTION + EDGE_DIRECTION, first);
  x      = dot(first, axes[0]);
  y      = dot(first, axes[1]);
  length = hypot(x, y);
  n[0]   = length > 0 ? x / length : 1; /* an isotropic section may have no direction */
  n[1]   = length > 0 ? -y / length : 0;
}

/* Computes the strains 11, 22, 2 12 of displacements across and along the edge, which change across
   it. The first ones are also the curvatures of a rotation about the edge. */
static void edge_strains(const double n[2], double e[2][3])
{
  const double across[3] = {n[0] * n[0], n[1] * n[1], 2 * n[0] * n[1]},
               along[3]  = {-n[0] * n[1], n[0] * n[1], n[0] * n[0] - n[1] * n[1]};

  memcpy(e[0], across, sizeof across);
  memcpy(e[1], along, sizeof along);
}

/* Computes a . D b with a block of the stiffness of a section that begins at a row and a column. */
static double product(const double section[], int row, int column, const double a[3],
                      const double b[3])
{
  const double *D   = section + EDGE_STIFFNESS + SHELL_STRAINS * row + column;
  double        sum = 0;

  for (int k = 0; k < 9; k++) sum += a[k / 3] * D[SHELL_STRAINS * (k / 3) + k % 3] * b[k % 3];
  return sum;
}

/* Sets Z of the waves in the plane, the square root of m T, in the axes of the edge. */
static void set_membrane(const double section[], const double T[2][2], double Z[3])
{
  const double m    = section[EDGE_MASS],
               root = m * sqrt(fmax(T[0][0] * T[1][1] - T[0][1] * T[1][0], 0));
  double scale      = sqrt(m * (T[0][0] + T[1][1]) + 2 * root); /* of a matrix of two rows */

  if (!(scale > 0)) scale = 1;
  Z[0] = (m * T[0][0] + root) / scale;
  Z[1] = (m * T[1][1] + root) / scale;
  Z[2] = m * T[0][1] / scale;
}

/* Sets the dashpots of bending waves of the angular frequency w, which bend the stiffness. */
static void set_bending(const double section[], const double n[2], double bending, double w,
                        EdgeData *data)
{
  const double *D = section + EDGE_STIFFNESS, m = section[EDGE_MASS];
  const double  J     = section[EDGE_SECOND] - section[EDGE_FIRST] * section[EDGE_FIRST] / m;
  double        shear = 0, root, k2;

  for (int a = 0; a < 4; a++)
    shear += n[a / 2] * D[SHELL_STRAINS * (6 + a / 2) + 6 + a % 2] * n[a % 2];
  /* Mindlin: shear bending k^4 - w^2 (shear J + bending m) k^2 = m w^2 (shear - J w^2) */
  root       = hypot(w * (shear * J - bending * m), 2 * shear * sqrt(bending * m));
  k2         = w * (w * (shear * J + bending * m) + root) / (2 * shear * bending);
  data->lift = m * w / sqrt(k2);
  data->turn = bending * sqrt(k2) / w;
}

/* Sets the dashpots of waves across the edge, in the direction n[2] of the section. */
static void set_dashpots(const double section[], const double n[2], double w, EdgeData *data)
{
  double e[2][3], T[2][2], B[2][2], bending, det;

  edge_strains(n, e);
  bending = product(section, 3, 3, e[0], e[0]);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      T[i][j] = product(section, 0, 0, e[i], e[j]);
      B[i][j] = product(section, 0, 3, e[i], e[j]);
    }
  det = T[0][0] * T[1][1] - T[0][1] * T[1][0];
  for (int j = 0; j < 2; j++) {
    data->height[0][j] = (T[1][1] * B[0][j] - T[0][1] * B[1][j]) / det;
    data->height[1][j] = (T[0][0] * B[1][j] - T[1][0] * B[0][j]) / det;
  }
  for (int i = 0; i < 2; i++) bending -= B[i][0] * data->height[i][0];
  set_membrane(section, (const double(*)[2])T, data->force);
  if (w > 0 && section[EDGE_MASS] > 0) set_bending(section, n, bending, w, data);
}

static const char *setup(const ElementReference *ref, double numbers[])
{
  EdgeData *const data    = (EdgeData *)numbers;
  const double   *section = ref->prop + SECTION, w = 2 * M_PI * ref->prop[FREQUENCY];
  const char     *wrong;
  double          n[2];

  memset(data, 0, sizeof *data);
  wrong = set_axes(ref, data->axes);
  if (wrong) return wrong;
  section_direction(ref, (const double(*)[3])data->axes, n);
  set_dashpots(section, n, w, data);
  return 0;
}

/* Computes the force by a velocity and the moment by an angular velocity, per length. Vectors are
   in global axes. */
static void tractions(const EdgeData *data, const double v[3], const double w[3], double force[3],
                      double moment[3])
{
  const double(*axes)[3] = data->axes, (*h)[2] = data->height;
  const double director[2] = {dot(axes[1], w), -dot(axes[0], w)}; /* velocity over height */
  const double across      = dot(axes[0], v) + h[0][0] * director[0] + h[0][1] * director[1],
               along       = dot(axes[1], v) + h[1][0] * director[0] + h[1][1] * director[1];
  const double part[3]     = {data->force[0] * across + data->force[2] * along,
                              data->force[2] * across + data->force[1] * along,
                              data->lift * dot(axes[2], v)};
  const double about       = data->turn * director[0] + h[0][0] * part[0] + h[1][0] * part[1],
               twist       = h[0][1] * part[0] + h[1][1] * part[1];

  for (int c = 0; c < 3; c++) {
    force[c]  = part[0] * axes[0][c] + part[1] * axes[1][c] + part[2] * axes[2][c];
    moment[c] = about * axes[1][c] - twist * axes[0][c];
  }
}

/* C = the dashpots times the integral of N_i N_j. The axes of the moment turn with the nodes. */
static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  enum { DOFS = 12 };
  const EdgeData *data = (const EdgeData *)ref->data;
  const double    size = shape_size(SHAPE_LINE, ref->x);

  (void)M, (void)K;
  for (int c = 0; c < 6; c++) {
    double unit[2][3] = {{0}}, f[6]; /* velocity and angular velocity */

    unit[c / 3][c % 3] = 1;
    tractions(data, unit[0], unit[1], f, f + 3);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int a = 0; a < 6; a++)
          C[DOFS * (6 * i + a) + 6 * j + c] = size * (i == j ? 2 : 1) / 6 * f[a];
  }
  return 0;
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const EdgeData *data = (const EdgeData *)e->data;
  const double    size = distance_between(e->node[0]->x, e->node[1]->x);
  double          v[3], w[3], force[3], moment[3];

  (void)u;
  for (int c = 0; c < 3; c++) {
    v[c] = (rate[c] + rate[6 + c]) / 2;
    w[c] = (rate[3 + c] + rate[9 + c]) / 2;
  }
  tractions(data, v, w, force, moment);
  for (int c = 0; c < 3; c++) {
    values[c]     = dot(data->axes[c], v);
    values[4 + c] = size * dot(data->axes[c], force);
  }
  values[3] = dot(data->axes[1], w);
  values[7] = size * dot(data->axes[1], moment);
}

static const ElementType absorber = {.props         = props,
                                     .setup         = setup,
                                     .traits        = traits,
                                     .directions    = directions_all,
                                     .matrices      = matrices,
                                     .results       = results,
                                     .linear_result = linear_result};

const ElementKernel ShellAbsorberKernel = {.name  = "shell_absorber",
                                           .shape = SHAPE_LINE,
                                           .nc    = 6,
                                           .ndata = sizeof(EdgeData) / sizeof(double),
                                           .type  = &absorber};
