/* shell.h: data and functions that the files of the shell share.

   shell.c explains the method. The functions are pure. The file shell_edge.h has the motion of an
   edge, shell_setup.c the reference configuration and the masses, and shell_results.c the
   results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_H
#define FS_ELEMENT_SHELL_SHELL_H

#include "element/element_group.h"
#include "element/kernels.h"

/* Largest numbers of nodes, which is also that of edges, and of products of tangents. */
enum { SHELL_NODES = 4, SHELL_PRODUCTS = 5, SHELL_DOFS = 6 * SHELL_NODES };

/* Indices of properties. */
enum {
  SHELL_YOUNG,
  SHELL_POISSON,
  SHELL_THICKNESS,
  SHELL_DENSITY,
  SHELL_MASS,
  SHELL_DRILLING,
  SHELL_DIRECTION,
  SHELL_NPROP = SHELL_DIRECTION + 3
};

/* The strains s of an element, of which its energy is a quadratic function, in this order:
   SHELL_PRODUCTS products of tangents [m2], the rotation vectors of the edges [rad], the transverse
   displacements along the edges [m], and the drilling rotation. A triangle has 3 products and 3
   edges, and leaves the other members of these arrays at 0. */
typedef struct {
  Lanes product[SHELL_PRODUCTS], psi[3 * SHELL_NODES], lift[SHELL_NODES], spin;
} ShellStrains;
enum { SHELL_NSTRAIN = sizeof(ShellStrains) / sizeof(Lanes) };

/* Numbers of the upper triangle of a symmetric matrix of n rows. */
#define SHELL_UPPER(n) ((n) * ((n) + 1) / 2)

/* The data of an element, which shell_setup() computes. Symmetric matrices are their upper
   triangles, row by row. Vectors are in the axes of the nodes, which are global axes at first. */
typedef struct {
  double product[SHELL_PRODUCTS];               /* products of tangents [m2] of the reference */
  double lift[SHELL_NODES];                     /* transverse displacements [m] of the reference */
  double membrane[SHELL_UPPER(SHELL_PRODUCTS)]; /* [N/m3] */
  double bending[SHELL_UPPER(3 * SHELL_NODES)]; /* [N m] */
  double shear[SHELL_UPPER(SHELL_NODES)];       /* [N/m] */
  double drilling;                              /* [N m] */
  double normal[SHELL_NODES][3];                /* mean normal of each edge */
  double across[SHELL_NODES][3]; /* derivatives of the drilling rotation by d of the edges [1/m] */
  double inertia[SHELL_NODES];   /* rotary inertia of the nodes [kg m2] */
  /* for results: mean membrane forces [N/m] by products; moments [N] by psi, which are 0 in the
     reference; shear forces [N/m] by the transverse displacements */
  double force[3][SHELL_PRODUCTS], moment[3][3 * SHELL_NODES], transverse[2][SHELL_NODES];
} ShellData;
enum { SHELL_NDATA = sizeof(ShellData) / sizeof(double) };

/* Offset of a member of ShellData, which counts doubles. */
#define SHELL_MEMBER(member) ((int)(offsetof(ShellData, member) / sizeof(double)))

/* shell_edges - Returns the first and the second node of each edge of a shape.

   The edges of a quadrilateral are two along its first parent coordinate, then two along its second
   one. */
static inline const int (*shell_edges(Shape shape))[2]
{
  static const int quadrilateral[SHELL_NODES][2] = {
    {0, 1},
    {3, 2},
    {0, 3},
    {1, 2}
  };
  static const int triangle[SHELL_NODES][2] = {
    {0, 1},
    {0, 2},
    {1, 2}
  };

  return shape == SHAPE_TRIANGLE ? triangle : quadrilateral;
}

/* The tangents whose products are strains are x_r, x_s and x_d: derivatives of the position by the
   parent coordinates at the middle, and the mixed derivative of a quadrilateral. */
enum { TANGENT_R, TANGENT_S, TANGENT_D, TANGENTS };

/* shell_products - Returns the two tangents of each product. The first three are those of x_r and
   x_s. */
static inline const int (*shell_products(void))[2]
{
  static const int products[SHELL_PRODUCTS][2] = {
    {TANGENT_R, TANGENT_R},
    {TANGENT_S, TANGENT_S},
    {TANGENT_R, TANGENT_S},
    {TANGENT_R, TANGENT_D},
    {TANGENT_S, TANGENT_D}
  };

  return products;
}

/* shell_tangent_weights - Returns the weights of the nodes in x_r, x_s and x_d. */
static inline const double (*shell_tangent_weights(Shape shape))[SHELL_NODES]
{
  static const double quadrilateral[TANGENTS][SHELL_NODES] = {
    {-0.25, 0.25,  0.25, -0.25},
    {-0.25, -0.25, 0.25, 0.25 },
    {0.25,  -0.25, 0.25, -0.25}
  };
  static const double triangle[TANGENTS][SHELL_NODES] = {
    {-1, 1, 0, 0},
    {-1, 0, 1, 0},
    {0,  0, 0, 0}
  };

  return shape == SHAPE_TRIANGLE ? triangle : quadrilateral;
}

/* shell_strains - Computes the strains at a state of the nodes, and the terms of strains by
   velocities if rates is not 0: strains plus 1 s times their rates. */
void shell_strains(const ElementGroup *e, int rates, ShellStrains *s);

/* shell_setup.c: members of ElementType. */
extern const ElementProp shell_props[];
const char              *shell_prepare(const double given[], double prop[]);
ElementScale             shell_scale(const double prop[]);
const char              *shell_setup(const ElementReference *ref, double data[]);
const char *shell_matrices(const ElementReference *ref, double M[], double C[], double K[]);

/* shell_results.c: members of ElementType. */
extern const ElementResult shell_results[];
void                       shell_result(const ElementState *e, double values[]);
void shell_linear_result(const ElementState *e, const double u[], const double rate[],
                         double values[]);
const ElementResult *shell_derived(const double prop[]);
void                 shell_derive(const double prop[], const double values[], double more[]);

#endif
