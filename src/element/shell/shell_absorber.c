/* shell_absorber.c: implements dashpots that absorb waves at the edge of a shell.

   A plane wave that travels across the edge meets the same forces from dashpots as from the rest of
   an infinite shell. Per length of the edge, they are

     in the plane  the traction Z v with Z^2 = m T
     bending       the force (m w/k) v_z and the moment (D k/w) times the rate of rotation

   m is the mass per area, and T the acoustic tensor of the membrane stiffness for waves across the
   edge: Z is sqrt(m A11) and sqrt(m A66) if isotropic. w is the user's frequency, and k(w) the wave
   number of Mindlin's plate. Bending waves disperse. At r times the frequency, and normal
   incidence, |1 - sqrt(r)|/(1 + sqrt(r)) is reflected. Lysmer & Kuhlemeyer (1969) for waves in the
   plane; Cremer, Heckl & Petersson, Structure-Borne Sound (2005), ch. 3, for bending. */
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
  double axes[3][3]; /* across the edge, along it, along the normal of the surface */
  double force[3];   /* dashpots in these axes: [N s/m2] across and along the edge, coupling */
  double lift, turn; /* [N s/m2] of the transverse force, [N s] of the moment */
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

/* Computes Z of the waves in the plane: the square root of m T, in the axes of the edge. */
static void set_membrane(const double section[], const double n[2], double Z[3])
{
  const double *D = section + EDGE_STIFFNESS, m = section[EDGE_MASS];
  /* strains 11, 22, 2 12 of displacements across and along the edge, which change across it */
  const double e[2][3] = {
    {n[0] * n[0],  n[1] * n[1], 2 * n[0] * n[1]          },
    {-n[0] * n[1], n[0] * n[1], n[0] * n[0] - n[1] * n[1]}
  };
  double T[2][2] = {{0}}, root, scale;

  for (int i = 0; i < 4; i++)
    for (int a = 0; a < 9; a++)
      T[i / 2][i % 2] += m * e[i / 2][a / 3] * D[SHELL_STRAINS * (a / 3) + a % 3] * e[i % 2][a % 3];
  root  = sqrt(fmax(T[0][0] * T[1][1] - T[0][1] * T[1][0], 0));
  scale = sqrt(T[0][0] + T[1][1] + 2 * root); /* the root of a matrix of two rows */
  if (!(scale > 0)) scale = 1;
  Z[0] = (T[0][0] + root) / scale;
  Z[1] = (T[1][1] + root) / scale;
  Z[2] = T[0][1] / scale;
}

/* Sets the dashpots of bending waves of the angular frequency w. */
static void set_bending(const double section[], const double n[2], double w, EdgeData *data)
{
  const double *D = section + EDGE_STIFFNESS, m = section[EDGE_MASS], J = section[EDGE_SECOND];
  const double  k[3]    = {n[0] * n[0], n[1] * n[1], 2 * n[0] * n[1]};
  double        bending = 0, shear = 0, root, k2;

  for (int a = 0; a < 9; a++)
    bending += k[a / 3] * D[SHELL_STRAINS * (3 + a / 3) + 3 + a % 3] * k[a % 3];
  for (int a = 0; a < 4; a++)
    shear += n[a / 2] * D[SHELL_STRAINS * (6 + a / 2) + 6 + a % 2] * n[a % 2];
  /* Mindlin: shear bending k^4 - w^2 (shear J + bending m) k^2 = m w^2 (shear - J w^2) */
  root       = hypot(w * (shear * J - bending * m), 2 * shear * sqrt(bending * m));
  k2         = w * (w * (shear * J + bending * m) + root) / (2 * shear * bending);
  data->lift = m * w / sqrt(k2);
  data->turn = bending * sqrt(k2) / w;
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
  set_membrane(section, n, data->force);
  if (w > 0 && section[EDGE_MASS] > 0) set_bending(section, n, w, data);
  return 0;
}

/* Computes the force by a velocity and the moment by an angular velocity, per length. Vectors are
   in global axes. */
static void tractions(const EdgeData *data, const double v[3], const double w[3], double force[3],
                      double moment[3])
{
  const double across = dot(data->axes[0], v), along = dot(data->axes[1], v);
  const double part[3] = {data->force[0] * across + data->force[2] * along,
                          data->force[2] * across + data->force[1] * along,
                          data->lift * dot(data->axes[2], v)};

  for (int c = 0; c < 3; c++) {
    force[c] = part[0] * data->axes[0][c] + part[1] * data->axes[1][c] + part[2] * data->axes[2][c];
    moment[c] = data->turn * dot(data->axes[1], w) * data->axes[1][c];
  }
}

/* C = the dashpots times the integral of N_i N_j. The axes of the moment turn with the nodes. */
static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  enum { DOFS = 12 };
  const EdgeData *data = (const EdgeData *)ref->data;
  const double    size = shape_size(SHAPE_LINE, ref->x);

  (void)M, (void)K;
  for (int c = 0; c < 3; c++) {
    const double unit[3] = {c == 0, c == 1, c == 2};
    double       force[3], moment[3];

    tractions(data, unit, unit, force, moment);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int a = 0; a < 3; a++) {
          const double share = size * (i == j ? 2 : 1) / 6;

          C[DOFS * (6 * i + a) + 6 * j + c]         = share * force[a];
          C[DOFS * (6 * i + 3 + a) + 6 * j + 3 + c] = share * moment[a];
        }
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
