/* shell_stiffness.c: implements the stiffness of shells, and their mean forces by the strains.

   A section has the membrane stiffness A, and the stiffness of the strains y, which are
   curvatures and transverse shear strains. Its coupling with the membrane strains is B. The
   stiffness of an element is the integral over the reference surface of

   P . (E + A^-1 B y) - P . A^-1 P / 2 + y . (D - B^T A^-1 B) y / 2

   at its stationary value for the parameters of the membrane forces P, whose work on the membrane
   strains is that of shell_membrane.h.

   side_rotations.c makes the transverse shear of thin elements softer. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "element/shell/laminate/shell_section.h"
#include "element/shell/membrane/shell_membrane.h"
#include "side_rotations.h"

/* Part of the shear strains by the twist of directors in a triangle. It gives this motion of a
   single triangle energy; a larger part makes meshes too stiff. */
static const double TWIST = 0.1;

enum {
  NM    = SHELL_MEMBRANE,
  NF    = SHELL_FORCES,
  BENDS = SHELL_BENDS,
  NODES = SHELL_NODES,
  ALL   = SHELL_NSTRAIN
};

/* Computes B[3][BENDS], the derivatives of k11, k22 and 2 k12 by the bending strains. In parent
   coordinates k_rr = x_r . t_r, k_ss = x_s . t_s and 2 k_rs = x_r . t_s + x_s . t_r. */
static void curvatures(int nn, const ShellPoint *p, double B[3][BENDS])
{
  const int(*pair)[2] = shell_bends();
  const double(*i)[2] = p->inverse;

  for (int k = 0; k < BENDS; k++) {
    const int     a = pair[k][0], b = pair[k][1];
    const double *r = p->tangent[0], *s = p->tangent[1];
    double        rr = r[a] * r[b], ss = s[a] * s[b], rs = a == b ? 0 : r[a] * s[b] + s[a] * r[b];

    if (nn == 3) rr = k == 0, ss = k == 1, rs = (k < 2) - (k == 2);
    B[0][k] = i[0][0] * i[0][0] * rr + i[1][0] * i[1][0] * ss + i[0][0] * i[1][0] * rs;
    B[1][k] = i[0][1] * i[0][1] * rr + i[1][1] * i[1][1] * ss + i[0][1] * i[1][1] * rs;
    B[2][k] = 2 * (i[0][0] * i[0][1] * rr + i[1][0] * i[1][1] * ss) +
              (i[0][0] * i[1][1] + i[1][0] * i[0][1]) * rs;
  }
}

/* The fields at a point by the strains of the element. */
typedef struct {
  double P[3][NF];  /* membrane forces 11, 22, 12 by their parameters */
  double y[5][ALL]; /* curvatures 11, 22, 2 12 and shear strains 13, 23 by all strains */
} PointFields;

/* The integrals over an element, and its sections at the points. */
typedef struct {
  double        G[NF][ALL], F[NF][NF], S[ALL][ALL], mean[5][ALL];
  double        ratio[3][5]; /* mean over the element of A^-1 B */
  SideRotations side;
} Integrals;

/* Sets the weights of the lifts in the shear strains of parent coordinates. The twist of a triangle
   is the part of its field that is linear. */
static void lift_weights(int nn, const ShellSurface *x, const ShellPoint *p,
                         double weight[2][NODES])
{
  const double part = nn == 3 ? TWIST : 1;

  for (int d = 0; d < 2; d++)
    for (int k = 0; k < nn; k++)
      weight[d][k] = x->middle.lift[d][k] + part * (p->lift[d][k] - x->middle.lift[d][k]);
}

static void set_fields(int nn, const ShellSurface *x, const ShellMembrane *membrane,
                       const ShellPoint *p, PointFields *f)
{
  double curvature[3][BENDS], weight[2][NODES];

  memset(f, 0, sizeof *f);
  shell_membrane_forces(nn, membrane, p, f->P);
  curvatures(nn, p, curvature);
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < shell_bend_count(nn); k++) f->y[a][NM + k] = curvature[a][k];
  lift_weights(nn, x, p, weight);
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < nn; k++)
      f->y[3 + a][NM + BENDS + k] =
        p->inverse[0][a] * weight[0][k] + p->inverse[1][a] * weight[1][k];
}

/* Adds the integrands at a point of this area. */
static void add_point(int nforces, const double D[SHELL_STRAINS][SHELL_STRAINS],
                      const ShellPoint *p, double part, const PointFields *f, Integrals *sum)
{
  const double area = p->area;
  double       soft[3][3], ratio[3][5], rest[5][5], strain[3][ALL] = {{0}}, force[5][ALL] = {{0}};

  section_condense(D, soft, ratio, rest);
  for (int k = 0; k < ALL; k++)
    for (int b = 0; b < 5; b++) {
      for (int a = 0; a < 3; a++) strain[a][k] += ratio[a][b] * f->y[b][k];
      for (int a = 0; a < 5; a++) force[a][k] += rest[a][b] * f->y[b][k];
    }
  for (int i = 0; i < nforces; i++)
    for (int a = 0; a < 3; a++) {
      for (int k = 0; k < ALL; k++) sum->G[i][k] += area * f->P[a][i] * strain[a][k];
      for (int b = 0; b < 3; b++)
        for (int j = 0; j < nforces; j++)
          sum->F[i][j] += area * f->P[a][i] * soft[a][b] * f->P[b][j];
    }
  for (int a = 0; a < 5; a++)
    for (int k = 0; k < ALL; k++) {
      sum->mean[a][k] += part * force[a][k];
      for (int i = 0; i < ALL; i++) sum->S[i][k] += area * f->y[a][i] * force[a][k];
    }
  for (int a = 0; a < 15; a++) sum->ratio[a / 5][a % 5] += part * ratio[a / 5][a % 5];
  side_rotations_add(p, (const double(*)[5])rest, &sum->side);
}

/* Copies rows and columns of S to the members of data. */
static void copy_stiffness(const ElementReference *ref, const double S[ALL][ALL], ShellData *data)
{
  const int first[3] = {0, NM, NM + BENDS}, n[3] = {NM, BENDS, NODES};
  double   *upper[3] = {data->membrane, data->bending, data->shear};

  for (int kind = 0; kind < 3; kind++)
    for (int i = 0; i < n[kind]; i++)
      for (int j = i; j < n[kind]; j++) *upper[kind]++ = S[first[kind] + i][first[kind] + j];
  if (!ref->kernel->coupled) return;
  for (int i = 0; i < NM; i++) {
    for (int j = 0; j < BENDS; j++) data->membrane_bending[i][j] = S[i][NM + j];
    for (int j = 0; j < NODES; j++) data->membrane_shear[i][j] = S[i][NM + BENDS + j];
  }
  for (int i = 0; i < BENDS; i++)
    for (int j = 0; j < NODES; j++) data->bending_shear[i][j] = S[NM + i][NM + BENDS + j];
}

/* Sets the mean forces and moments by the strains. */
static void set_forces(const ElementReference *ref, const double force[8][ALL], ShellData *data)
{
  const int kind[8] = {0, 0, 0, 1, 1, 1, 2, 2}, first[4] = {0, NM, NM + BENDS, ALL};

  for (int a = 0; a < 8; a++) {
    double *own = a < 3 ? data->force[a] : a < 6 ? data->moment[a - 3] : data->transverse[a - 6];

    for (int k = 0; k < ALL; k++) {
      const int mine = k >= first[kind[a]] && k < first[kind[a] + 1];

      if (mine) own[k - first[kind[a]]] = force[a][k];
      else if (ref->kernel->coupled) data->other[a][k] = force[a][k];
    }
  }
}

/* Returns the section at Gauss point g of the surface, about the middle of the element's section,
   which is middle [m] above the nodes. */
static void section_about_middle(const ElementReference *ref, int g, double middle,
                                 double D[SHELL_STRAINS][SHELL_STRAINS])
{
  ShellMass mass = {0};

  memcpy(D, shell_section_at(ref, g) + SHELL_STIFFNESS,
         sizeof(double[SHELL_STRAINS][SHELL_STRAINS]));
  section_offset(-middle, D, &mass);
}

/* Computes the mean flexibility of the membrane strains. */
static void mean_flexibility(const ElementReference *ref, const ShellSurface *x, double soft[3][3])
{
  memset(soft, 0, sizeof(double[3][3]));
  for (int g = 0; g < x->n; g++) {
    double own[3][3], ratio[3][5], rest[5][5];

    section_condense(
      (const double(*)[SHELL_STRAINS])(const void *)(shell_section_at(ref, g) + SHELL_STIFFNESS),
      own, ratio, rest);
    for (int a = 0; a < 9; a++)
      soft[a / 3][a % 3] += x->point[g].area / x->middle.area * own[a / 3][a % 3];
  }
}

/* Changes rows of A by the strains of the middle of the section to those of the nodes: the products
   of the middle are those of the nodes plus 2 middle X . c. */
static void refer_to_nodes(int nn, double middle, int rows, double A[][ALL])
{
  const int(*pair)[2] = shell_bends();

  for (int i = 0; i < rows; i++)
    for (int k = 0; k < shell_bend_count(nn); k++) {
      if (pair[k][0] == pair[k][1]) A[i][NM + k] += 2 * middle * A[i][pair[k][0]];
      else if (pair[k][0] < 2 && pair[k][1] > 1) A[i][NM + k] += middle / 4 * A[i][4];
    }
}

static void transpose_all(double A[ALL][ALL])
{
  for (int i = 0; i < ALL; i++)
    for (int j = 0; j < i; j++) {
      const double a = A[i][j];

      A[i][j] = A[j][i];
      A[j][i] = a;
    }
}

/* Sets keep, the factors by which the bending of edges in the surface counts, and curved, the parts
   of the edges in the change of the Gaussian curvature (strain_values() in shell_membrane.c).

   keep is 1/sqrt(1 + (a L/h)^2), with the length L, the angle a between the directors of the ends
   and the thickness h of a plate of one material with the same stiffness. If a curved surface bends
   without stretching, its edges do not bend in the surface, but chords are not edges: the measured
   rotation is of the order of the changed angle between the directors times a, and its energy would
   be (a L/h)^2 of that of bending. In flat elements keep is 1, and in curved ones it tends to 1
   with the square of their size.

   Edges that are curved are taken from the bits straight. The forces on the parabola of a curved
   edge act on the neighboring edges of the element, whose directors are parallel. They are in
   equilibrium with those of the next element, and not with those of an element without them. */
static void set_curved(const ElementReference *ref, const double at[][3], const ShellData *data,
                       double keep[NODES], double curved[NODES], int *straight)
{
  /* Edges with a smaller a L/h are alike in curved; with it the parts of flat elements are not
     those of round-off. Without a parabola they cause a moment at the next edge of this size times
     h/24 and the membrane force. */
  const double flat = 0.1;
  const int    nn   = shape_nodes(ref->kernel->shape);
  const double h    = sqrt(12) * shell_mean(ref, SHELL_GYRATION);
  double       sum  = 0;

  for (int k = 0; k < nn; k++) {
    const int   *node = shell_edges(nn)[k];
    const double L    = distance_between(at[node[0]], at[node[1]]),
                 bent = distance_between(data->director[node[0]], data->director[node[1]]) * L / h;

    keep[k]   = 1 / sqrt(1 + bent * bent);
    curved[k] = bent * bent + flat * flat;
    sum += curved[k];
    for (int i = 0; i < nn; i++)
      if (shell_edge_between(nn, i) == k && bent > flat) *straight &= ~(1 << i);
  }
  for (int k = 0; k < nn; k++) curved[k] /= sum;
}

/* Computes the membrane of the element, in the middle of its section. */
static void set_membrane(const ElementReference *ref, const ShellSurface *x, ShellData *data,
                         ShellMembrane *membrane)
{
  const int nn       = shape_nodes(ref->kernel->shape);
  int       straight = ref->straight;
  double    at[NODES][3], soft[3][3], keep[NODES], curved[NODES];

  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) {
      at[i][c] = ref->x[i][c];
      if (ref->kernel->coupled) at[i][c] += data->middle * data->director[i][c];
    }
  set_curved(ref, (const double(*)[3])at, data, keep, curved, &straight);
  for (int i = 0; i < nn; i++) { /* the side from node i to the next one */
    const int k = shell_edge_between(nn, i);

    data->bow[k] = shell_membrane_bow(nn, straight, i) * keep[k];
  }
  mean_flexibility(ref, x, soft);
  shell_membrane(nn, (const double(*)[3])at, x, (const double(*)[3])soft, straight, keep, curved,
                 shell_mean(ref, SHELL_DRILLING), membrane);
}

/* Adds the work of the last two force fields of a quadrilateral on the strains that constant forces
   cause in a section that varies. These strains are linear in the place, and a side then stretches
   unevenly, which its two nodes do not show. With this work a constant force is exact. */
static void add_inner_work(Integrals *sum)
{
  double constant[3][3], p[3][ALL];

  for (int a = 0; a < 9; a++) constant[a / 3][a % 3] = sum->F[a / 3][a % 3];
  memcpy(p, sum->G, sizeof p);
  small_solve(3, 3, constant[0], ALL, p[0]);
  for (int i = SHELL_STRETCHING; i < NF; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < ALL; k++) sum->G[i][k] += sum->F[i][j] * p[j][k];
}

/* Eliminates the parameters of the membrane forces: sum->S becomes the stiffness, and force the
   mean forces and moments by the strains. */
static void condense(int nn, const ShellSurface *x, const ShellMembrane *membrane, Integrals *sum,
                     double force[8][ALL])
{
  double X[NF][ALL], P[3][NF];

  memcpy(X, sum->G, sizeof X);
  for (int k = 0; k < membrane->nforces; k++) sum->F[k][k] *= membrane->softer[k];
  small_solve(membrane->nforces, NF, sum->F[0], ALL, X[0]);
  for (int i = 0; i < ALL; i++)
    for (int j = 0; j < ALL; j++)
      for (int k = 0; k < membrane->nforces; k++) sum->S[i][j] += sum->G[k][i] * X[k][j];
  for (int i = 0; i < NM; i++)
    for (int j = 0; j < NM; j++) sum->S[i][j] += membrane->extra[i][j];
  shell_membrane_forces(nn, membrane, &x->middle, P); /* the mean of other modes is 0 */
  for (int k = 0; k < ALL; k++) {
    for (int a = 0; a < 3; a++) {
      force[a][k] = 0;
      for (int i = 0; i < 3; i++) force[a][k] += P[a][i] * X[i][k];
    }
    for (int a = 0; a < 5; a++) {
      force[3 + a][k] = sum->mean[a][k];
      for (int b = 0; b < 3; b++) force[3 + a][k] += sum->ratio[b][a] * force[b][k];
    }
  }
}

/* Refers stiffness, forces and moments to the surface of the nodes. */
static void refer_all(int nn, double middle, Integrals *sum, double force[8][ALL])
{
  refer_to_nodes(nn, middle, ALL, sum->S);
  transpose_all(sum->S);
  refer_to_nodes(nn, middle, ALL, sum->S);
  refer_to_nodes(nn, middle, 8, force);
  for (int k = 0; k < ALL; k++)
    for (int a = 0; a < 3; a++) force[3 + a][k] += middle * force[a][k];
}

void shell_set_stiffness(const ElementReference *ref, const ShellSurface *x, ShellData *data)
{
  const int     nn     = shape_nodes(ref->kernel->shape);
  const double  middle = ref->kernel->coupled ? data->middle : 0;
  double        force[8][ALL];
  ShellMembrane membrane;
  PointFields   f;
  Integrals     sum;

  memset(&sum, 0, sizeof sum);
  set_membrane(ref, x, data, &membrane);
  side_rotations_begin(ref, &x->middle, &sum.side);
  for (int g = 0; g < x->n; g++) {
    double D[SHELL_STRAINS][SHELL_STRAINS];

    section_about_middle(ref, g, middle, D);
    set_fields(nn, x, &membrane, &x->point[g], &f);
    add_point(membrane.nforces, (const double(*)[SHELL_STRAINS])D, &x->point[g],
              x->point[g].area / x->middle.area, &f, &sum);
  }
  for (int i = 0; i < membrane.nforces; i++)
    for (int k = 0; k < NM; k++) sum.G[i][k] += membrane.work[i][k];
  if (ref->sections && nn == 4) add_inner_work(&sum);
  condense(nn, x, &membrane, &sum, force);
  side_rotations_release(&sum.side, sum.S, force);
  if (middle != 0) refer_all(nn, middle, &sum, force);
  memcpy(data->axes, x->middle.axes, sizeof data->axes);
  copy_stiffness(ref, (const double(*)[ALL])sum.S, data);
  set_forces(ref, (const double(*)[ALL])force, data);
}
