/* beam_unstrained.c: implements the unstrained state of beams: initial strain and temperature.

   Along a beam without stress the section's axes turn with the curvature k, that in the mesh plus
   the thermal one, and its axis stretches by thermal - initial strain. The strains at a Gauss point
   of that state replace those in the mesh (BeamGauss.strain). They differ from the strains along
   the beam in a beam with two nodes, because its Gauss point stands for all of it:
   - The chord between the nodes of an arc with constant k gives the strains
       G + (1 - sin h / h) / |k|^2 k x (k x G),   h = |k| L/2,
     with G the strains along the arc.
   - Curvatures that vary displace the ends, as the shear strains (Gy, Gz) = 1/L times the integral
     of (L/2 - s) (kz, -ky) do.
   One element is therefore exact for thermal curvatures of any distribution along the beam if they
   are small, and for constant curvatures of any size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam.h"
#include "math/small_dense.h"
#include "math/vector.h"

/* The strains along an element, at a Gauss point: of the mesh and by which the unstrained ones
   differ. */
typedef struct {
  double k[3];  /* curvature in the mesh */
  double dG[3]; /* change of the strains */
  double dk[3]; /* change of the curvature */
  double half;  /* L/2 of beams with two nodes, else 0: the Gauss point is on the beam */
} UnstrainedPoint;

/* Returns (1 - sin h / h) / k^2 for h = k half. */
static double chord_factor(double half, double k)
{
  /* [rad], half of the angle of the arc between the nodes. Below it the difference 1 - sin h / h
     loses four digits or more, and the series is right to h^6 / 60000, which is below 1e-16. */
  const double h = k * half, small = 1e-2;

  if (h < small) return half * half / 6 * (1 - h * h / 20 * (1 - h * h / 42));
  return (1 - sin(h) / h) / (k * k);
}

/* Adds sign times the strains that the chord adds to G along an arc of curvature k. */
static void add_chord(double half, const double k[3], const double G[3], double sign, double sum[3])
{
  double turned[3], twice[3];

  cross(k, G, turned);
  cross(k, turned, twice);
  for (int c = 0; c < 3; c++) sum[c] += sign * chord_factor(half, norm(k)) * twice[c];
}

/* Computes the strains of Gauss point g from the unstrained state u of the element. */
static UnstrainedPoint point_of(const ElementReference *ref, const ElementUnstrained u[],
                                const BeamGauss *p, int g)
{
  const int       two = ref->kernel->shape == SHAPE_LINE;
  UnstrainedPoint x   = {.half = two ? p->weight / 2 : 0};
  ShapePoint      points[SHAPE_MAX_POINTS];
  const int       n = element_unstrained_points(ref->kernel->shape, points);

  memcpy(x.k, p->strain + 3, sizeof x.k);
  for (int i = two ? 0 : g; i < (two ? n : g + 1); i++) {
    const double share = two ? 1. / n : 1;
    /* (L/2 - s) / L times the share of the point */
    const double lever = two ? share * p->weight * (points[i].N[0] - points[i].N[1]) / 2 : 0;

    x.dG[0] += share * (u[i].thermal - u[i].initial);
    x.dG[1] += lever * u[i].curvature[1];
    x.dG[2] -= lever * u[i].curvature[0];
    x.dk[1] += share * u[i].curvature[0];
    x.dk[2] += share * u[i].curvature[1];
  }
  return x;
}

void beam_unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                   double out[])
{
  static const double axis[3] = {1, 0, 0};
  BeamData           *data    = (BeamData *)out;

  memcpy(out, rest, (size_t)ref->kernel->ndata * sizeof *out);
  for (int g = 0; g < shape_nodes(ref->kernel->shape) - 1; g++) {
    BeamGauss            *p    = beam_gauss(data, g);
    const UnstrainedPoint x    = point_of(ref, u, p, g);
    const double          G[3] = {1 + x.dG[0], x.dG[1], x.dG[2]},
                 k[3]          = {x.k[0] + x.dk[0], x.k[1] + x.dk[1], x.k[2] + x.dk[2]};

    add_chord(x.half, x.k, axis, -1, p->strain);
    add_chord(x.half, k, G, 1, p->strain);
    for (int c = 0; c < 3; c++) {
      p->strain[c] += x.dG[c];
      p->strain[3 + c] += x.dk[c];
    }
  }
}

/* ---- small motions --------------------------------------------------------------------------- */

/* Computes strain[6], the change of the strains at a Gauss point, to first order. */
static void small_strains(const UnstrainedPoint *x, double strain[6])
{
  static const double axis[3] = {1, 0, 0};
  const double        factor  = chord_factor(x->half, norm(x->k));
  double              a[3], b[3], c[3], d[3];

  cross(x->k, axis, a);
  cross(x->dk, a, b); /* dk x (k x e1) */
  cross(x->dk, axis, a);
  cross(x->k, a, c); /* k x (dk x e1) */
  cross(x->k, x->dG, a);
  cross(x->k, a, d); /* k x (k x dG) */
  for (int i = 0; i < 3; i++) {
    strain[i]     = x->dG[i] + factor * (b[i] + c[i] + d[i]);
    strain[3 + i] = x->dk[i];
  }
}

/* Solves the 3 x 3 system A x = b of the first lanes. */
static void solve_lanes(const Lanes A[9], const double b[3], double x[3])
{
  double a[9];

  for (int i = 0; i < 3; i++) {
    x[i] = b[i];
    for (int j = 0; j < 3; j++) a[3 * i + j] = A[3 * i + j][0];
  }
  small_solve(3, 3, a, 1, x);
}

/* Computes the change of the invariants u that changes the strains at all Gauss points as the
   unstrained state does: there are as many strains as invariants. */
static void change_invariants(const ElementReference *ref, const ElementGroup *e,
                              const BeamInvariants *v, const ElementUnstrained u[], double change[])
{
  double B[MAX_U][MAX_U];

  for (int g = 0; g < v->nn - 1; g++) {
    const BeamData       *data = (const BeamData *)e->data[0];
    const UnstrainedPoint x    = point_of(ref, u, g ? &data->second : &data->point, g);
    BeamGaussLanes        p;
    BeamStrain            s;

    beam_gather_point(e->data, g, &p);
    beam_strain(v, &p, &s);
    beam_strain_slopes(v, &p, &s);
    small_strains(&x, change + 6 * g);
    for (int a = 0; a < 6; a++)
      for (int i = 0; i < v->nu; i++) B[6 * g + a][i] = s.B[a][i][0];
  }
  small_solve(v->nu, MAX_U, B[0], 1, change);
}

/* The last node stands still: d' = R_r^T v and psi' = P w of the other nodes. */
void beam_free_motion(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[])
{
  const int      nn = shape_nodes(ref->kernel->shape);
  NodeState      node[MAX_NODES];
  ElementState   e = {.kernel = ref->kernel, .prop = ref->prop, .data = data};
  ElementGroup   group;
  BeamInvariants v;
  double         change[MAX_U];

  for (int i = 0; i < nn; i++) {
    node[i]   = node_at_rest(ref->x[i]);
    e.node[i] = &node[i];
  }
  group = element_group_of_one(&e);
  beam_invariants(&group, &v);
  beam_jacobian(&v);
  change_invariants(ref, &group, &v, u, change);
  memset(motion, 0, 6 * (size_t)nn * sizeof *motion);
  for (int i = 0; i < nn - 1; i++) {
    for (int c = 0; c < 3; c++)
      for (int d = 0; d < 3; d++) motion[6 * i + c] += v.R_r[3 * c + d][0] * change[6 * i + d];
    solve_lanes(v.P[i], change + 6 * i + 3, motion + 6 * i + 3);
  }
}
