/* beam.h: data and functions that the files of the beam share.

   beam.c explains the method and the symbols u, d_i, psi_i, Gamma, kappa. The functions are pure.
   The file beam_invariants.c goes from the nodes to u, and beam_strain.c from u to the strains at a
   Gauss point. The file beam_energy.c computes the energy from the strains, and beam_load.c loads
   between the nodes. The files beam_mass.c and beam_inertia.c compute the inertia between the
   nodes. The file beam_setup.c computes the reference configuration and the masses,
   beam_unstrained.c the strains of the unstrained state, and beam_results.c the results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_BEAM_H
#define FS_ELEMENT_BEAM_BEAM_H

#include "element/element_group.h"
#include "element/kernels.h"

/* Largest numbers of nodes, invariants u and dofs of a beam. */
enum { MAX_NODES = 3, MAX_U = 6 * (MAX_NODES - 1), MAX_DOFS = 6 * MAX_NODES };

/* A node of an element. */
typedef struct {
  double axes[4];    /* quaternion from the section's axes at the node to the node's axes */
  double first[3];   /* first moment of the mass that rotates with the node, in its axes [kg m] */
  double inertia[9]; /* inertia of this mass about the node, in the node's axes [kg m2] */
} BeamNode;
/* A Gauss point of an element. */
typedef struct {
  double weight;        /* length of the beam for which the Gauss point stands [m] */
  double N[MAX_NODES];  /* shape functions */
  double dN[MAX_NODES]; /* derivatives of N by the arc length [1/m] */
  double strain[6];     /* Gamma, kappa [1/m] of the unstrained state, which is often the mesh */
} BeamGauss;
/* The data of an element, which beam_setup computes. A beam with two nodes has only one Gauss point
   and the members before node[2]. */
typedef struct {
  BeamGauss point;
  /* derivatives of the shear forces in y and z of the middle section by the strains, at rest; only
     for the corrected energy */
  double    shear[2][6];
  BeamNode  node[MAX_NODES];
  BeamGauss second; /* second Gauss point of a beam with three nodes */
} BeamData;
/* The inertia of a beam with two nodes and inner shapes (beam_inertia.c), which follows the members
   of BeamData before node[2]. The data ends before it if beam_has_inner_mass() returns 0. */
typedef struct {
  double sigma[2][2][3]; /* [kg m] */
  double mass[78];       /* upper triangle of M_b [12][12], row by row */
  double shear[9];       /* B of beam_center.c [kg] */
  double turn[6];        /* upper triangle of A of beam_center.c, row by row [kg m] */
} BeamKinetic;
/* Numbers of doubles in the data of a beam with two nodes and with three nodes. */
enum {
  BEAM_KINETIC = offsetof(BeamData, node[2]) / sizeof(double), /* position of BeamKinetic */
  BEAM_NDATA   = BEAM_KINETIC + sizeof(BeamKinetic) / sizeof(double),
  BEAM3_NDATA  = sizeof(BeamData) / sizeof(double)
};

/* beam_gauss - Returns Gauss point number g (0 or 1) of the data. */
static inline BeamGauss *beam_gauss(BeamData *data, int g)
{
  return g ? &data->second : &data->point;
}

/* One Gauss point of each of LANES elements, one element in each lane. The members are those of
   BeamGauss. */
typedef struct {
  Lanes weight, N[MAX_NODES], dN[MAX_NODES], strain[6];
  /* flexibility of elements whose sections vary (beam_varying.h); else NULL */
  const struct BeamOwnFlexibility *own;
} BeamGaussLanes;

/* Offset of a member of BeamData, and offset of a member of its node i. beam_gather uses
   these offsets, which count doubles. */
#define BEAM_MEMBER(member) ((int)(offsetof(BeamData, member) / sizeof(double)))
#define BEAM_NODE_MEMBER(i, member)                                                                \
  (BEAM_MEMBER(node[0].member) + (i) * (int)(sizeof(BeamNode) / sizeof(double)))
#define BEAM_KINETIC_MEMBER(member)                                                                \
  (BEAM_KINETIC + (int)(offsetof(BeamKinetic, member) / sizeof(double)))
/* beam_gather - Reads to[n], n consecutive numbers of each element's data that start at the offset
   first. */
static ALWAYS_INLINE void beam_gather(const double *const data[LANES], int first, int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(data, first + i);
}
/* beam_gather_point - Reads Gauss point number g (0 or 1) of each element. */
static ALWAYS_INLINE void beam_gather_point(const double *const data[LANES], int g,
                                            BeamGaussLanes *p)
{
  beam_gather(data, g ? BEAM_MEMBER(second) : BEAM_MEMBER(point),
              (int)(sizeof(BeamGauss) / sizeof(double)), &p->weight);
  p->own = NULL;
}

/* BeamInvariants - The invariants u of a group of elements at a state; beam.c defines them.

   The Jacobian J is defined by u' = J V, with V[nd] the velocities and angular velocities of the
   nodes. J has few blocks:
     d_i' = R_r^T (v_i - v_r) + S_i w_r,   psi_i' = P_i w_i - Q_i w_r.
   v_i and w_i are the velocity and angular velocity of node i, and r is the last node. In comments
   below, "by the nodes" means by the nd displacements and spins of element.h. */
typedef struct {
  int   nn, nu, nd; /* number of nodes, 6 (nn - 1), 6 nn */
  Lanes u[MAX_U];   /* [nu] d_i [m], psi_i [rad] of all nodes i except the last */
  /* matrix from a node's axes to the section's axes at this node; BeamNode.axes is the inverse
     rotation */
  Lanes R[MAX_NODES][9];
  Lanes R_r[9]; /* matrix from the section's axes at the last node to the global axes */
  Lanes inverse[MAX_NODES - 1][9]; /* T^-1(psi_i) */
  Lanes slope[MAX_NODES - 1][2];   /* coefficient D of T^-1 and dD/dt (rotation_formulas.h) */
  Lanes S[MAX_NODES - 1][9], P[MAX_NODES - 1][9], Q[MAX_NODES - 1][9];
} BeamInvariants;

/* beam_invariants - Computes all members of v except S, P, Q.

   u is NAN if the nodes of an element have rotated too far against each other. */
void beam_invariants(const ElementGroup *e, BeamInvariants *v);

/* beam_jacobian - Computes S, P, Q of v from the other members. */
void beam_jacobian(BeamInvariants *v);

/* beam_rates - Computes rate[nu] = J V, with V from the states of the nodes. */
void beam_rates(const ElementGroup *e, const BeamInvariants *v, Lanes rate[]);

/* beam_rates_of - Computes rate[nu] = J velocity for a given velocity[nd]. */
void beam_rates_of(const BeamInvariants *v, const Lanes velocity[], Lanes rate[]);

/* beam_add_nodal_forces - Adds J^T g to r[nd], with g[nu]. It does not read S, P, Q. */
void beam_add_nodal_forces(const BeamInvariants *v, const Lanes g[], Lanes r[]);

/* beam_add_nodal_moments - Adds the moments of J^T g on node i and the last node to r[nd], with
   g[6] on d_i and psi_i. d[3] takes the place of d_i. */
void beam_add_nodal_moments(const BeamInvariants *v, int i, const Lanes d[3], const Lanes g[6],
                            Lanes r[]);

/* beam_times_jacobian - Adds H J to X[nu][nd], with H[nu][nu]. */
void beam_times_jacobian(const BeamInvariants *v, Lanes H[][MAX_U], Lanes X[][MAX_DOFS]);

/* beam_add_jacobian_transpose - Adds J^T X to K[nd][nd], with X[nu][nd]. */
void beam_add_jacobian_transpose(const BeamInvariants *v, Lanes X[][MAX_DOFS], Lanes K[]);

/* beam_add_geometric - Adds the derivative of J^T g by the nodes, at fixed g[nu], to K[nd][nd]. */
void beam_add_geometric(const BeamInvariants *v, const Lanes g[], Lanes K[]);

/* beam_rate_slopes - Computes rows[nu][nd], the derivative of J V by the nodes at fixed V. */
void beam_rate_slopes(const ElementGroup *e, const BeamInvariants *v, Lanes rows[][MAX_DOFS]);

/* The strains at a Gauss point. Gamma and kappa are not 0 in the reference configuration. */
typedef struct {
  Lanes psi[3];              /* interpolated rotation vector [rad] */
  Lanes dpsi[3];             /* derivative of psi by the arc length [rad/m] */
  Lanes Gamma[3];            /* strains */
  Lanes kappa[3];            /* curvatures [1/m] */
  Lanes E[9], T[9];          /* exp(psi), T(psi) */
  Lanes GT[9], kappa_psi[9]; /* d Gamma/d psi = [Gamma] T; d kappa/d psi */
  /* coefficients B and C of rotation_formulas.h, each with its first two derivatives */
  Lanes b[3], c[3];
  Lanes B[6][MAX_U]; /* d(Gamma, kappa)/du */
} BeamStrain;

/* beam_strain - Computes all members of s except GT and B. */
void beam_strain(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);

/* beam_strain_slopes - Computes GT and B of s from the other members. */
void beam_strain_slopes(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);

/* beam_add_forces - Adds weight B^T sigma to g[nu], with sigma = (force, moment).

   It does not read the member B. */
void beam_add_forces(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                     const Lanes sigma[6], Lanes g[]);

/* beam_add_strain_hessian - Adds the second derivatives of the strains times sigma to H[nu][nu].

   The sum is weight times the second derivative of force . Gamma + moment . kappa by u, at fixed
   sigma = (force, moment). */
void beam_add_strain_hessian(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes sigma[6], Lanes H[][MAX_U]);

/* beam_strain_rate_slopes - Computes V, the derivative of the strain rates B rate by u.

   rate[nu] is fixed. */
void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes rate[], Lanes V[6][MAX_U]);

/* beam_section_forces - Computes the forces and moments sigma = S x of the section.

   Input:
     S  [6][6] stiffness, SECTION_S of kernels.h
     x  strains and curvatures */
static ALWAYS_INLINE void beam_section_forces(const double S[], const Lanes x[6], Lanes sigma[6])
{
  for (int a = 0; a < 6; a++) {
    sigma[a] = S[6 * a] * x[0];
    for (int b = 1; b < 6; b++) sigma[a] += S[6 * a + b] * x[b];
  }
}

/* The strain energy at a Gauss point, per length of the beam, as a function of the elastic strains.

   A beam with three nodes, or without the correction of its flexibility, has the energy
   strain . S strain / 2, whose second derivative is S. */
typedef struct {
  Lanes density;       /* [J/m] */
  Lanes force[6];      /* force [N] and moment [N m] of the section at the Gauss point */
  Lanes gradient[6];   /* derivative of density; without correction it is force */
  Lanes hessian[6][6]; /* second derivative of density; not set without correction */
  /* derivative by the load across the element, and that of this by the strains and the load */
  Lanes turning[3], by_lateral[3][9];
} BeamEnergy;

/* beam_corrected_energy - Computes the energy of a beam with two nodes (beam_energy.c).

   Input:
     S          [6][6] stiffness of the section, SECTION_S of kernels.h
     F          [6][6] flexibility of the section, SECTION_F
     p          the Gauss point; its weight is the length of the element
     strain     strains and curvatures less their values in the reference configuration
     predicted  NULL, or strains whose forces replace those at strain (beam_predicted_strains)
     lateral    the load per length in the axes of the middle section [N/m], if beam_has_bows();
                otherwise NULL
     hessian    whether to compute energy->hessian and energy->by_lateral */
void beam_corrected_energy(const double S[], const double F[], const BeamGaussLanes *p,
                           const Lanes strain[6], const Lanes predicted[6], const Lanes lateral[3],
                           int hessian, BeamEnergy *energy);

/* beam_predicted_strains - Computes the strains that are conjugate to BeamEnergy.force.

   They are those at strain plus their linear change for a step of the strains. */
void beam_predicted_strains(const double S[], const double F[], const BeamGaussLanes *p,
                            const Lanes strain[6], const Lanes step[6], const Lanes lateral[3],
                            Lanes predicted[6]);

/* The corrected energy to first order about the reference configuration. */
typedef struct {
  Lanes force[6][6];     /* derivative of BeamEnergy.force by the strains */
  Lanes stiffness[6][6]; /* second derivative of the energy */
} BeamLinear;

/* beam_corrected_at_rest - Computes the corrected energy to first order. bows: beam_has_bows() */
void beam_corrected_at_rest(const double S[], const double F[], const BeamGaussLanes *p, int bows,
                            BeamLinear *linear);

/* beam_is_corrected - Returns whether a beam of nn nodes has the corrected energy. */
static inline int beam_is_corrected(int nn, const double prop[])
{
  return nn == 2 && prop[SECTION_CORRECTION] != CORRECTION_NONE;
}

/* beam_has_bows - Returns whether the axial force bends beams of nn nodes between them
   (beam_bow.h). Their section is uniform, and its stiffness diagonal. */
static inline int beam_has_bows(int nn, const double prop[])
{
  return nn == 2 && prop[SECTION_CORRECTION] == CORRECTION_AXIAL;
}

/* beam_mass_kind - Returns the mass of a beam of nn nodes: MASS_LUMPED, MASS_LINEAR for linear
   shapes of displacements with lumped rotary inertia, or MASS_CONSISTENT for the inner shapes of
   the corrected energy. Without inner shapes, sections with a first moment are lumped. */
static inline int beam_mass_kind(int nn, const double prop[])
{
  const double *first = prop + SECTION_FIRST;

  if (prop[SECTION_LUMPED] == MASS_CONSISTENT && beam_is_corrected(nn, prop))
    return MASS_CONSISTENT;
  if (first[0] != 0 || first[1] != 0 || first[2] != 0) return MASS_LUMPED;
  return prop[SECTION_LUMPED] == MASS_LUMPED ? MASS_LUMPED : MASS_LINEAR;
}

/* beam_has_inner_mass - Returns whether a beam of nn nodes has BeamKinetic. */
static inline int beam_has_inner_mass(int nn, const double prop[])
{
  return prop[SECTION_MASS] > 0 && beam_mass_kind(nn, prop) == MASS_CONSISTENT;
}

/* The mass per length of a section, about the line of nodes, in the section's axes. */
typedef struct {
  double mass;       /* [kg/m] */
  double first[3];   /* [kg] */
  double inertia[9]; /* [kg m] */
} BeamMass;

/* beam_mass_of - Returns the mass per length of a section. */
static inline BeamMass beam_mass_of(const double prop[])
{
  BeamMass m = {.mass = prop[SECTION_MASS]};

  for (int c = 0; c < 3; c++) m.first[c] = prop[SECTION_FIRST + c];
  for (int c = 0; c < 9; c++) m.inertia[c] = prop[SECTION_INERTIA + c];
  return m;
}

/* beam_elastic_strain - Computes Gamma and kappa minus their values in the reference
   configuration. */
static ALWAYS_INLINE void beam_elastic_strain(const BeamStrain *s, const BeamGaussLanes *p,
                                              Lanes strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - p->strain[c];
    strain[3 + c] = s->kappa[c] - p->strain[3 + c];
  }
}

/* beam_add_strains - Adds B x to y, with x[nu] and the first nu columns of B. */
static ALWAYS_INLINE void beam_add_strains(int nu, Lanes B[6][MAX_U], const Lanes x[], Lanes y[6])
{
  for (int a = 0; a < 6; a++)
    for (int k = 0; k < nu; k++) y[a] += B[a][k] * x[k];
}

/* beam_add_product - Adds A x to y. */
static ALWAYS_INLINE void beam_add_product(Lanes A[6][6], const Lanes x[6], Lanes y[6])
{
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) y[a] += A[a][b] * x[b];
}

/* beam_point_energy - Computes the energy at a Gauss point of a beam of nn nodes. */
static ALWAYS_INLINE void beam_point_energy(int nn, const double prop[], const BeamGaussLanes *p,
                                            const Lanes strain[6], const Lanes lateral[3],
                                            int hessian, BeamEnergy *energy)
{
  if (beam_is_corrected(nn, prop)) {
    beam_corrected_energy(prop + SECTION_S, prop + SECTION_F, p, strain, NULL, lateral, hessian,
                          energy);
    return;
  }
  beam_section_forces(prop + SECTION_S, strain, energy->gradient);
  energy->density = lanes_fill(0);
  for (int a = 0; a < 6; a++) {
    energy->force[a] = energy->gradient[a];
    energy->density += strain[a] * energy->gradient[a] / 2;
  }
}

/* beam_setup.c: the functions setup and matrices of ElementType. */
const char *beam_setup(const ElementReference *ref, double data[]);
const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[]);

/* beam_mass.c: beam_set_kinetic - Sets the BeamKinetic of data[] from the other members. */
void beam_set_kinetic(const ElementReference *ref, double data[]);

/* beam_center_setup.c: beam_set_center - Computes the constants of beam_center.c.

   Input:
     d     vector from the first node to the second at rest, in global axes [m]
     mass  of the element [kg]
     M     M_b of beam_inertia.c, with these constants zero
   Output:
     M     M_b without the part of beam_center.c
     to    shear and turn; the first moments of the center are added to sigma */
void beam_set_center(const double d[3], double mass, double M[12][12], BeamKinetic *to);

/* beam_inertia.c: for beams with BeamKinetic. */
/* beam_inner_inertia - Adds the forces of inertia between the nodes and their derivatives. */
void beam_inner_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
/* beam_inner_momentum - Adds the momentum of the inertia between the nodes. */
void beam_inner_momentum(const ElementState *e, double p[]);

/* beam_center.c: the part of these functions by which the mass center moves as the beam deforms. */
void beam_center_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
void beam_center_momentum(const ElementState *e, double p[]);

/* beam_unstrained.c: the functions unstrain and free_motion of ElementType. */
void beam_unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                   double data[]);
void beam_free_motion(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[]);

/* beam_load.c: the functions line_load and has_line_loads of ElementType. */
void beam_line_load(const ElementGroup *e, const ElementLineLoad *load, Lanes path[3], Lanes r[],
                    Lanes K[]);
int  beam_has_line_loads(const ElementKernel *kernel, const double prop[]);

/* beam_results.c: the members of ElementType that have these names without "beam_". */
enum { BEAM_AXIAL_FORCE = 6 }; /* ElementType.axial_force */
extern const ElementResult beam_results[], beam_requested[];
double                     beam_energy(const ElementState *e);
void                       beam_group_energy(const ElementGroup *e, Lanes *energy);
double                     beam_power(const ElementState *e);
void                       beam_result(const ElementState *e, double values[]);
void beam_linear_result(const ElementState *e, const double u[], const double rate[],
                        double values[]);
void beam_end_result(const ElementState *e, const double r[], double values[]);
const ElementResult *beam_derived(const double prop[]);

#endif
