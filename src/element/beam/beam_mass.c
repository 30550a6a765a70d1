/* beam_mass.c: implements the mass matrix at rest of a beam with two nodes and inner shapes.

   X and Omega are the derivatives of the mass center and of the spin at the arc length s from the
   middle by the nodes, in global axes. They follow from the curve of beam_load.c at rest. X has the
   shape functions N_1 and N_2, and h0 and h1 times the derivatives of R_m b0 and R_m b1. A mass
   center at c beside the line adds N_i d(R_i c) + h0 d(R_m c''). Omega has N_1 and N_2, and
   h0 R_m (k x dk + dk'). With the mass m per length and the inertia J about the mass center, turned
   by the axes of the section at s, the mass matrix is
     M_0 = integral of m X^T X + Omega^T J Omega.
   The shapes are those of the weight in beam_load.c. Therefore M_0 times the acceleration of
   gravity is the weight. The file beam_inertia.c says which parts of M_0 are M_b and sigma, and
   beam_center.c has A and B. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/rotation_lanes.h"
#include "element/beam/finite/beam_curve.h"
#include "element/beam/varying/section_points.h"

enum { ND = 12 }; /* dofs of both nodes */

/* Computes the spins R_m (h0 k x dk + turn dy), with middle[9] = R_m, the changes dy of the strains
   by the nodes and dk those of the curvatures. */
static ALWAYS_INLINE void section_spins(const LoadedBeam *x, const Lanes middle[9], Lanes h0,
                                        Lanes turn[3][6], Lanes spin[3][ND])
{
  for (int j = 0; j < ND; j++) {
    const Lanes dk[3] = {x->Y[3][j], x->Y[4][j], x->Y[5][j]};
    Lanes       sum[3], turned[3];

    cross(x->s.kappa, dk, sum);
    for (int i = 0; i < 3; i++) {
      sum[i] *= h0;
      for (int a = 0; a < 6; a++) sum[i] += turn[i][a] * x->Y[a][j];
    }
    mat_vec(middle, sum, turned);
    for (int i = 0; i < 3; i++) spin[i][j] = turned[i];
  }
}

/* ---- sections that vary ---------------------------------------------------------------------- */

/* Computes the inner shapes at rest of a beam with two nodes whose section
   varies, for its mass.

   A unit force or moment at a section does work on the displacement and spin there. The shapes are
   therefore the derivatives of the bulges of such loads by the nodes (beam_load.c). */

/* The displacement of the mass center of a section and its spin by the dofs of the nodes, less the
   linear shapes of the displacements, spins and centers of the nodes. */
typedef struct {
  double center[3][ND], spin[3][ND];
} BeamSectionShapes;

/* Sections of one element, one in each lane. */
typedef struct {
  Lanes          h0, center[3]; /* center: in the axes of the section [m] */
  BeamBulgeLanes force, moment;
} SectionLanes;

static void gather_sections(const double           sections[LANES][ELEMENT_MAX_PROPS],
                            const BeamSectionBulge bulge[LANES], SectionLanes *s)
{
  for (int lane = 0; lane < LANES; lane++) {
    const BeamMass m = beam_mass_of(sections[lane]);

    s->h0[lane] = bulge[lane].h0;
    for (int c = 0; c < 3; c++) s->center[c][lane] = m.mass > 0 ? m.first[c] / m.mass : 0;
    for (int n = 0; n < 2; n++)
      for (int c = 0; c < 3; c++)
        for (int j = 0; j < 6; j++) {
          s->force.D[n][c][j][lane]  = bulge[lane].force.D[n][c][j];
          s->moment.D[n][c][j][lane] = bulge[lane].moment.D[n][c][j];
        }
  }
}

/* Adds the bulge of the moment that a unit force has at the mass center to that of the force. */
static void add_centers(SectionLanes *s)
{
  for (int n = 0; n < 2; n++)
    for (int j = 0; j < 6; j++) {
      const Lanes turn[3] = {s->moment.D[n][0][j], s->moment.D[n][1][j], s->moment.D[n][2][j]};
      Lanes       arm[3];

      cross(turn, s->center, arm);
      for (int c = 0; c < 3; c++) s->force.D[n][c][j] += arm[c];
    }
}

/* Computes the shapes at the points of element_sections().

   data has all members that the load needs; x is the element at rest, with slopes, and middle[9]
   its R_m. */
static void beam_varying_shapes(const ElementReference *ref, const BeamVarying *data,
                                const LoadedBeam *x, const Lanes middle[9],
                                BeamSectionShapes shapes[ELEMENT_SECTIONS])
{
  BeamSectionBulge bulge[ELEMENT_SECTIONS];

  beam_section_bulges(ref, data->point.weight, data, bulge);
  for (int first = 0; first < ELEMENT_SECTIONS; first += LANES) {
    Lanes        center[3][ND], spin[3][ND], turn[3][6];
    SectionLanes s;
    BulgeFactors w;

    gather_sections(ref->sections + first, bulge + first, &s);
    add_centers(&s);
    w = (BulgeFactors){.b0 = s.h0, .own = &s.force, .in_sections = 1};
    for (int c = 0; c < 3; c++) w.a[c] = s.h0 * s.center[c];
    beam_bulge_slopes(x, &w, center);
    beam_turning_slopes(x, &s.moment, turn);
    section_spins(x, middle, s.h0, turn, spin);
    for (int lane = 0; lane < LANES; lane++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < ND; j++) {
          shapes[first + lane].center[i][j] = center[i][j][lane];
          shapes[first + lane].spin[i][j]   = spin[i][j][lane];
        }
  }
}

/* ---- constant sections ----------------------------------------------------------------------- */

/* M_0 and the moments of the mass with the shape functions. */
typedef struct {
  Lanes  M[ND][ND];      /* [kg, kg m, kg m2] */
  double sigma[2][2][3]; /* [kg m] */
  double NN[2][2];       /* integral of m N_i N_j [kg] */
} BeamMassAtRest;

/* The derivatives of velocities and spins by the nodes, without the shape functions. */
typedef struct {
  Lanes bulge[2][3][ND];  /* R_m b0, R_m b1 */
  Lanes spin[3][ND];      /* R_m (k x dk + dk') */
  Lanes middle[9];        /* R_m */
  int   eccentric;        /* whether center is set */
  Lanes center[3][3][ND]; /* R_m c'' for the unit vectors c */
} RestShapes;

SIMD_CLONES static void rest_shapes(const LoadedBeam *x, RestShapes *to)
{
  Lanes turn[3][6];

  for (int k = 0; k < 2; k++) {
    const BulgeFactors w = {.b0 = lanes_fill(k == 0), .b1 = lanes_fill(k == 1)};

    beam_bulge_slopes(x, &w, to->bulge[k]);
  }
  for (int k = 0; k < 3 && to->eccentric; k++) {
    const BulgeFactors w = {
      .a = {lanes_fill(k == 0), lanes_fill(k == 1), lanes_fill(k == 2)},
        .in_sections = 1
    };

    beam_bulge_slopes(x, &w, to->center[k]);
  }
  mat_mat(x->v.R_r, x->s.E, to->middle);
  beam_turning_slopes(x, NULL, turn);
  section_spins(x, to->middle, lanes_fill(1), turn, to->spin);
}

/* Computes X and Omega at the arc length s. */
static ALWAYS_INLINE void shapes_at(const RestShapes *from, Lanes length, double t, Lanes X[3][ND],
                                    Lanes spin[3][ND])
{
  const Lanes h0 = length * length * ((t * t - 0.25) / 2), h1 = h0 * length * (t / 3);

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < ND; j++) {
      const double N = j < 6 ? 0.5 - t : 0.5 + t;

      X[i][j]    = h0 * from->bulge[0][i][j] + h1 * from->bulge[1][i][j];
      spin[i][j] = h0 * from->spin[i][j];
      if (j % 6 == i) X[i][j] += N;
      if (j % 6 == 3 + i) spin[i][j] += N;
    }
}

/* Computes a vector of the section's axes at node j in the axes of the node. */
static void to_node(const BeamData *data, int j, const double vector[3], double turned[3])
{
  const double *q = data->node[j].axes;
  double        once[3], twice[3];

  for (int c = 0; c < 3; c++)
    once[c] = q[1 + (c + 1) % 3] * vector[(c + 2) % 3] - q[1 + (c + 2) % 3] * vector[(c + 1) % 3];
  for (int c = 0; c < 3; c++)
    twice[c] = q[1 + (c + 1) % 3] * once[(c + 2) % 3] - q[1 + (c + 2) % 3] * once[(c + 1) % 3];
  for (int c = 0; c < 3; c++) turned[c] = vector[c] + 2 * (q[0] * once[c] + twice[c]);
}

/* Adds N_n times the velocities of the mass center at the nodes against them to X. */
static ALWAYS_INLINE void add_node_centers(const BeamData *data, double t, const BeamMass *m,
                                           Lanes X[3][ND])
{
  const double c[3] = {m->first[0] / m->mass, m->first[1] / m->mass, m->first[2] / m->mass};

  for (int n = 0; n < 2; n++) {
    const double N = n ? 0.5 + t : 0.5 - t;
    double       arm[3];

    to_node(data, n, c, arm);
    for (int i = 0; i < 3; i++) { /* spin x arm */
      X[(i + 1) % 3][6 * n + 3 + i] -= N * arm[(i + 2) % 3];
      X[(i + 2) % 3][6 * n + 3 + i] += N * arm[(i + 1) % 3];
    }
  }
}

/* Adds the velocity of the mass center against the line of nodes to X. */
static ALWAYS_INLINE void add_center(const BeamData *data, const RestShapes *from, Lanes length,
                                     double t, const BeamMass *m, Lanes X[3][ND])
{
  const Lanes h0 = length * length * ((t * t - 0.25) / 2);

  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < ND; j++) X[i][j] += h0 * (m->first[k] / m->mass) * from->center[k][i][j];
  add_node_centers(data, t, m, X);
}

/* Computes the axes of the section at s, with those of the middle section. */
static ALWAYS_INLINE void axes_at(const LoadedBeam *x, const Lanes middle[9], double t, Lanes R[9])
{
  Lanes       psi[3], E[9];
  Coefficient B, C;

  for (int c = 0; c < 3; c++) psi[c] = x->s.kappa[c] * x->length * t;
  coefficients_series(dot(psi, psi), &B, &C);
  tangent_map(psi, 1 - dot(psi, psi) * C.value, B.value, E); /* exp(psi) */
  mat_mat(middle, E, R);
}

/* Computes the inertia of a section with the axes R about the mass center, in global axes. */
static ALWAYS_INLINE void turned_inertia(const Lanes R[9], const BeamMass *m, Lanes J[9])
{
  const double *f = m->first, square = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
  Lanes         own[9], A[9];

  for (int c = 0; c < 9; c++)
    own[c] =
      lanes_fill(m->inertia[c] - ((c % 4 == 0 ? square : 0) - f[c / 3] * f[c % 3]) / m->mass);
  mat_mat(R, own, A);
  mat_mat_t(A, R, J);
}

/* Adds weight times the mass of the section at s to M[ND][ND]. */
static ALWAYS_INLINE void add_section(Lanes weight, double mass, const Lanes J[9], Lanes X[3][ND],
                                      Lanes spin[3][ND], Lanes M[ND][ND])
{
  for (int j = 0; j < ND; j++) {
    const Lanes w[3] = {spin[0][j], spin[1][j], spin[2][j]};
    Lanes       L[3];

    mat_vec(J, w, L);
    for (int i = 0; i < ND; i++)
      for (int c = 0; c < 3; c++)
        M[i][j] += weight * (mass * X[c][i] * X[c][j] + spin[c][i] * L[c]);
  }
}

/* Subtracts what other parts of the kinetic energy have at rest. */
static void subtract_others(const BeamData *data, BeamMassAtRest *sum)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++) {
        const int     n = (c + 1) % 3, m = (c + 2) % 3;
        const double *a     = sum->sigma[i][j];
        const double  whole = a[c] + (i == j) * data->node[i].first[c];
        Lanes(*M)[ND]       = sum->M;

        M[6 * i + c][6 * j + c] -= sum->NN[i][j];
        /* the velocity of node i and the spin of node j: -a^ */
        M[6 * i + n][6 * j + 3 + m] -= whole;
        M[6 * j + 3 + m][6 * i + n] -= whole;
        M[6 * i + m][6 * j + 3 + n] += whole;
        M[6 * j + 3 + n][6 * i + m] += whole;
        for (int k = 0; k < 3 && i == j; k++)
          M[6 * i + 3 + c][6 * i + 3 + k] -= data->node[i].inertia[3 * c + k];
      }
}

/* Adds the share of the mass m of the length ds, at t of the element, to sigma and NN. */
static void add_moments(const BeamData *data, double length, const ShapeCellPoint *at, double ds,
                        const BeamMass *m, double sigma[2][2][3], double NN[2][2])
{
  const double t = at->x[0], along[3] = {1, 0, 0}, h0 = length * (t * t - 0.25) / 2;

  for (int j = 0; j < 2; j++) {
    double first[3], tangent[3];

    to_node(data, j, m->first, first);
    to_node(data, j, along, tangent);
    for (int i = 0; i < 2; i++) {
      NN[i][j] += ds * m->mass * at->N[i] * at->N[j];
      for (int c = 0; c < 3; c++)
        sigma[i][j][c] +=
          ds * at->N[i] * (m->mass * h0 * (j ? tangent[c] : -tangent[c]) + at->N[j] * first[c]);
    }
  }
}

/* Adds the mass m of the length ds at a point of the line from -1/2 to 1/2, with the axes R. */
static void add_mass(const BeamData *data, double length, const ShapeCellPoint *at, double ds,
                     const BeamMass *m, const Lanes R[9], Lanes X[3][ND], Lanes spin[3][ND],
                     BeamMassAtRest *sum)
{
  Lanes J[9];

  turned_inertia(R, m, J);
  add_section(lanes_fill(ds), m->mass, J, X, spin, sum->M);
  add_moments(data, length, at, ds, m, sum->sigma, sum->NN);
}

/* Adds the mass of an element with one section. */
static void add_uniform_mass(const ElementReference *ref, const BeamData *data, const LoadedBeam *x,
                             BeamMassAtRest *sum)
{
  static const double unit[2][3] = {
    {-0.5, 0, 0},
    {0.5,  0, 0}
  };
  const BeamMass m = beam_mass_of(ref->prop);
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  const int      n = shape_cell_points(SHAPE_LINE, unit, point);
  RestShapes     shapes;

  shapes.eccentric = m.first[0] != 0 || m.first[1] != 0 || m.first[2] != 0;
  rest_shapes(x, &shapes);
  for (int k = 0; k < n; k++) {
    const double t = point[k].x[0];
    Lanes        X[3][ND], spin[3][ND], R[9];

    shapes_at(&shapes, x->length, t, X, spin);
    if (shapes.eccentric) add_center(data, &shapes, x->length, t, &m, X);
    axes_at(x, shapes.middle, t, R);
    add_mass(data, data->point.weight, &point[k], data->point.weight * point[k].size, &m, R, X,
             spin, sum);
  }
}

/* Adds the mass of an element whose section varies. */
static void add_varying_mass(const ElementReference *ref, const BeamData *data, const LoadedBeam *x,
                             BeamMassAtRest *sum)
{
  const double      length = data->point.weight;
  double            place[ELEMENT_SECTIONS], weight[ELEMENT_SECTIONS];
  BeamSectionShapes shapes[ELEMENT_SECTIONS];
  Lanes             middle[9];

  element_section_points(ref->breaks, place, weight, NULL);
  mat_mat(x->v.R_r, x->s.E, middle);
  beam_varying_shapes(ref, (const BeamVarying *)data, x, middle, shapes);
  for (int g = 0; g < ELEMENT_SECTIONS; g++) {
    const double         t  = place[g] / 2;
    const ShapeCellPoint at = {
      .x = {t       },
        .N = { 0.5 - t, 0.5 + t}
    };
    const BeamMass m = beam_mass_of(ref->sections[g]);
    Lanes          X[3][ND], spin[3][ND], R[9];

    if (!(m.mass > 0)) continue;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < ND; j++) {
        const double N = j < 6 ? at.N[0] : at.N[1];

        X[i][j]    = lanes_fill(shapes[g].center[i][j] + (j % 6 == i ? N : 0));
        spin[i][j] = lanes_fill(shapes[g].spin[i][j] + (j % 6 == 3 + i ? N : 0));
      }
    add_node_centers(data, t, &m, X);
    axes_at(x, middle, t, R);
    add_mass(data, length, &at, length * weight[g], &m, R, X, spin, sum);
  }
}

void beam_set_kinetic(const ElementReference *ref, double out[])
{
  const BeamData *data    = (const BeamData *)out;
  BeamKinetic    *kinetic = (BeamKinetic *)(out + BEAM_KINETIC);
  NodeState       node[2] = {node_at_rest(ref->x[0]), node_at_rest(ref->x[1])};
  ElementState    e       = {
             .kernel = ref->kernel, .node = {&node[0], &node[1]},
                  .prop = ref->prop, .data = out
  };
  const ElementGroup group = element_group_of_one(&e);
  BeamMassAtRest     sum;
  LoadedBeam         x;
  double             M[ND][ND], d[3];

  memset(&sum, 0, sizeof sum);
  beam_curve(&group, 1, &x);
  if (beam_varies(ref->kernel)) add_varying_mass(ref, data, &x, &sum);
  else add_uniform_mass(ref, data, &x, &sum);
  for (int i = 0; i < 2; i++)
    for (int c = 0; c < 3; c++) sum.sigma[i][i][c] -= data->node[i].first[c];
  subtract_others(data, &sum);
  memcpy(kinetic->sigma, sum.sigma, sizeof sum.sigma);
  for (int i = 0; i < ND; i++)
    for (int j = 0; j < ND; j++) M[i][j] = (sum.M[i][j][0] + sum.M[j][i][0]) / 2;
  for (int c = 0; c < 3; c++) d[c] = ref->x[1][c] - ref->x[0][c];
  beam_set_center(d, sum.NN[0][0] + 2 * sum.NN[0][1] + sum.NN[1][1], M, kinetic);
  for (int i = 0, at = 0; i < ND; i++)
    for (int j = i; j < ND; j++) kinetic->mass[at++] = M[i][j];
}
