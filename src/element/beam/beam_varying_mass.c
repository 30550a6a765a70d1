/* beam_varying_mass.c: computes the inner shapes at rest of a beam with two nodes whose section
   varies, for its mass.

   The inner shapes are the exact ones of a straight element under forces at its nodes. The force
   f(x) = (I + x A) f makes the strains F(x) f(x), as in beam_varying.c. With the axes R(x), x from
   the middle, the spin is N_1 w_1 + N_2 w_2 and the integral of R times the curvatures, less its
   linear part. The displacement is N_1 u_1 + N_2 u_2 and the integral of R times the strains and of
   spin x R e_1, less its linear part. The integrals of polynomials through the Gauss points are
   exact. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_varying_mass.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { GAUSS = ELEMENT_SECTIONS, ND = BEAM_SHAPES_DOFS };

/* The element, and its forces by the nodes. */
typedef struct {
  double length, place[GAUSS], weight[GAUSS];
  double R[GAUSS][9];                /* axes of the sections */
  double force[6][ND], slope[6][ND]; /* f and A f by the nodes */
  /* integral to Gauss point g, from 0 at both ends, by the values at the Gauss points; what would
     be linear is left out */
  double integral[GAUSS][GAUSS];
} VaryingShapes;

/* Sets s->integral. The integral of P_n is (P_(n+1) - P_(n-1))/(2 n + 1). */
static void set_integrals(VaryingShapes *s)
{
  double P[GAUSS][GAUSS + 1];

  for (int g = 0; g < GAUSS; g++) {
    P[g][0] = 1;
    P[g][1] = s->place[g];
    for (int n = 1; n < GAUSS; n++)
      P[g][n + 1] = ((2 * n + 1) * s->place[g] * P[g][n] - n * P[g][n - 1]) / (n + 1);
  }
  for (int g = 0; g < GAUSS; g++)
    for (int h = 0; h < GAUSS; h++) {
      s->integral[g][h] = 0;
      for (int n = 1; n < GAUSS; n++)
        s->integral[g][h] += s->length / 2 * s->weight[h] * P[h][n] * (P[g][n + 1] - P[g][n - 1]);
    }
}

/* Sets s->R from the axes of the middle section, and s->force and s->slope. */
static void set_forces(const LoadedBeam *x, VaryingShapes *s)
{
  double k[3], middle[9];

  for (int i = 0; i < 3; i++) {
    k[i] = x->s.kappa[i][0];
    for (int j = 0; j < 3; j++) {
      middle[3 * i + j] = 0;
      for (int c = 0; c < 3; c++)
        middle[3 * i + j] += x->v.R_r[3 * i + c][0] * x->s.E[3 * c + j][0];
    }
  }
  for (int g = 0; g < GAUSS; g++) {
    const double at = s->length / 2 * s->place[g], psi[3] = {at * k[0], at * k[1], at * k[2]};
    double       q[4], E[9];

    rotation_exp(psi, q);
    rotation_matrix(q, E);
    mat_mat(middle, E, s->R[g]);
  }
  for (int j = 0; j < ND; j++) {
    double f[6], turned[6];

    for (int a = 0; a < 6; a++) {
      f[a] = 0;
      for (int b = 0; b < 6; b++) f[a] += x->rest[a][b][0] * x->Y[b][j][0];
    }
    cross(f, k, turned);
    cross(f + 3, k, turned + 3);
    turned[4] += f[2];
    turned[5] -= f[1];
    for (int a = 0; a < 6; a++) s->force[a][j] = f[a], s->slope[a][j] = turned[a];
  }
}

/* Computes column j of the strains of section g in global axes. */
static void global_strains(const VaryingShapes *s, int g, int j, const double F[], double Gamma[3],
                           double kappa[3])
{
  const double at        = s->length / 2 * s->place[g];
  double       strain[6] = {0};

  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) strain[a] += F[6 * a + b] * (s->force[b][j] + at * s->slope[b][j]);
  mat_vec(s->R[g], strain, Gamma);
  mat_vec(s->R[g], strain + 3, kappa);
}

/* Computes column j of the displacements and spins of the line of nodes at all sections. */
static void column_shapes(const VaryingShapes *s, const ElementReference *ref, int j,
                          double u[GAUSS][3], double spin[GAUSS][3])
{
  const int node = j / 6, c = j % 6;
  double    Gamma[GAUSS][3], kappa[GAUSS][3], N[GAUSS];

  for (int g = 0; g < GAUSS; g++) {
    global_strains(s, g, j, ref->sections[g] + SECTION_F, Gamma[g], kappa[g]);
    N[g] = node ? (1 + s->place[g]) / 2 : (1 - s->place[g]) / 2;
  }
  for (int g = 0; g < GAUSS; g++)
    for (int i = 0; i < 3; i++) {
      spin[g][i] = c == 3 + i ? N[g] : 0;
      for (int h = 0; h < GAUSS; h++) spin[g][i] += s->integral[g][h] * kappa[h][i];
    }
  for (int g = 0; g < GAUSS; g++) {
    const double along[3] = {s->R[g][0], s->R[g][3], s->R[g][6]};
    double       turn[3];

    cross(spin[g], along, turn);
    for (int i = 0; i < 3; i++) Gamma[g][i] += turn[i];
  }
  for (int g = 0; g < GAUSS; g++)
    for (int i = 0; i < 3; i++) {
      u[g][i] = c == i ? N[g] : 0;
      for (int h = 0; h < GAUSS; h++) u[g][i] += s->integral[g][h] * Gamma[h][i];
    }
}

void beam_varying_shapes(const ElementReference *ref, double length, const LoadedBeam *x,
                         BeamSectionShapes shapes[GAUSS])
{
  VaryingShapes s = {.length = length};
  double        u[GAUSS][3], spin[GAUSS][3];

  element_sections(s.place, s.weight);
  set_integrals(&s);
  set_forces(x, &s);
  for (int g = 0; g < GAUSS; g++) {
    shapes[g].place  = s.place[g];
    shapes[g].weight = s.weight[g];
    memcpy(shapes[g].R, s.R[g], sizeof s.R[g]);
  }
  for (int j = 0; j < ND; j++) {
    column_shapes(&s, ref, j, u, spin);
    for (int g = 0; g < GAUSS; g++) {
      const BeamMass m = beam_mass_of(ref->sections[g]);
      double         arm[3], turn[3];

      mat_vec(s.R[g], m.first, arm);
      cross(spin[g], arm, turn);
      for (int i = 0; i < 3; i++) {
        shapes[g].center[i][j] = u[g][i] + (m.mass > 0 ? turn[i] / m.mass : 0);
        shapes[g].spin[i][j]   = spin[g][i];
      }
    }
  }
}
