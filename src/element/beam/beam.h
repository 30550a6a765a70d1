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
  double axes[4]; /* quaternion from the section's axes at the node to the node's axes */
  /* first moment of the mass that rotates with the node, in its axes [kg m] */
  double first[3];
  double inertia[9]; /* inertia of this mass about the node, in the node's axes [kg m2] */
} BeamNode;
/* A Gauss point of a beam element, at which strains of its section are evaluated. */
typedef struct {
  double weight;        /* length of the beam for which the Gauss point stands [m] */
  double N[MAX_NODES];  /* shape functions */
  double dN[MAX_NODES]; /* derivatives of N by the arc length [1/m] */
  /* strains and curvatures [1/m] of the unstrained state, which often is the mesh */
  double strain[6];
} BeamGauss;
/* BeamData - The constants of a beam element, which beam_setup computes. A beam with two nodes has
   one Gauss point and the members before node[2]. */
typedef struct {
  BeamGauss point;
  /* derivatives of the shear forces in y and z of the middle section by the strains, at rest; only
     for elements whose flexibility is corrected for the linear moment along them */
  double    shear[2][6];
  BeamNode  node[MAX_NODES];
  BeamGauss second; /* second Gauss point of a beam with three nodes */
} BeamData;
/* BeamKinetic - Constants of the inertia between the two nodes of a beam (beam_inertia.c). They
   follow the members of BeamData before node[2] if beam_has_inner_mass() is 1. */
typedef struct {
  double sigma[2][2][3]; /* [kg m] */
  double mass[78];       /* upper triangle of M_b [12][12], row by row */
  double shear[9];       /* B of beam_center.c [kg] */
  double stretch[2];     /* b [kg] and c [kg/m2] of beam_center.c */
  double turn[6];        /* upper triangle of A of beam_center.c, row by row [kg m] */
} BeamKinetic;
/* Numbers of doubles in the data of a beam with two nodes and with three nodes. */
enum {
  BEAM_KINETIC = offsetof(BeamData, node[2]) / sizeof(double), /* position of BeamKinetic */
  BEAM_NDATA   = BEAM_KINETIC + sizeof(BeamKinetic) / sizeof(double),
  BEAM3_NDATA  = sizeof(BeamData) / sizeof(double)
};

/* beam_gauss - Returns the Gauss point g (0 or 1) of a beam element from its data. */
static inline BeamGauss *beam_gauss(BeamData *data, int g)
{
  return g ? &data->second : &data->point;
}

/* BeamGaussLanes - One Gauss point of each of LANES beams, one beam in each lane, as BeamGauss. */
typedef struct {
  Lanes weight, N[MAX_NODES], dN[MAX_NODES], strain[6];
  /* flexibility of elements whose sections vary; else NULL */
  const struct BeamOwnFlexibility *own;
} BeamGaussLanes;

/* Offset, counted in doubles, of a member of BeamData, of its node i, or of its BeamKinetic. */
#define BEAM_MEMBER(member) ((int)(offsetof(BeamData, member) / sizeof(double)))
#define BEAM_NODE_MEMBER(i, member)                                                                \
  (BEAM_MEMBER(node[0].member) + (i) * (int)(sizeof(BeamNode) / sizeof(double)))
#define BEAM_KINETIC_MEMBER(member)                                                                \
  (BEAM_KINETIC + (int)(offsetof(BeamKinetic, member) / sizeof(double)))
/* beam_gather - Reads n doubles of each of LANES beams' data, from the offset first on, into to. */
static ALWAYS_INLINE void beam_gather(const double *const data[LANES], int first, int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(data, first + i);
}
/* beam_gather_point - Reads Gauss point number g (0 or 1) of each of LANES beams. */
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
  int   nn, nu, nd; /* number nn of nodes, 6 (nn - 1), 6 nn */
  Lanes u[MAX_U];   /* [nu] places d_i [m], rotations psi_i [rad] */
  /* rotation from a node's axes to the section's axes at this node; BeamNode.axes is the inverse */
  Lanes R[MAX_NODES][9];
  Lanes R_r[9]; /* matrix from the section's axes at the last node to the global axes */
  Lanes inverse[MAX_NODES - 1][9]; /* T^-1(psi_i) */
  Lanes slope[MAX_NODES - 1][2];   /* coefficient D of T^-1, and dD/dt */
  Lanes S[MAX_NODES - 1][9], P[MAX_NODES - 1][9], Q[MAX_NODES - 1][9];
} BeamInvariants;

/* beam_invariants - Computes the invariants u of LANES beams at a state of their nodes, but not S,
   P, Q. u is NAN if the nodes of an element have rotated too far against each other. */
void beam_invariants(const ElementGroup *e, BeamInvariants *v);

/* beam_jacobian - Computes the blocks S, P, Q of the Jacobian J of beam invariants in v. */
void beam_jacobian(BeamInvariants *v);

/* beam_rates - Computes rate[nu] = du/dt of beam invariants u from the velocities of the nodes. */
void beam_rates(const ElementGroup *e, const BeamInvariants *v, Lanes rate[]);

/* beam_rates_of - Computes rate[nu] = du/dt of beam invariants u for given node velocities[nd]. */
void beam_rates_of(const BeamInvariants *v, const Lanes velocity[], Lanes rate[]);

/* beam_add_nodal_forces - Adds J^T g to r[nd], the nodal forces of forces g[nu] on beam
   invariants. */
void beam_add_nodal_forces(const BeamInvariants *v, const Lanes g[], Lanes r[]);

/* beam_add_nodal_moments - Adds the moments on node i and on the last node of forces g[6] on the
   relative place d_i and rotation psi_i to r[nd]. d[3] takes the place of d_i. */
void beam_add_nodal_moments(const BeamInvariants *v, int i, const Lanes d[3], const Lanes g[6],
                            Lanes r[]);

/* beam_times_jacobian - Adds H J to X[nu][nd], with the Jacobian J of beam invariants,
   H[nu][nu]. */
void beam_times_jacobian(const BeamInvariants *v, Lanes H[][MAX_U], Lanes X[][MAX_DOFS]);

/* beam_add_jacobian_transpose - Adds J^T X to K[nd][nd], with the Jacobian J of beam invariants. */
void beam_add_jacobian_transpose(const BeamInvariants *v, Lanes X[][MAX_DOFS], Lanes K[]);

/* beam_add_geometric - Adds the derivative of J^T g of beams by the nodes, at fixed g, to
   K[nd][nd]. */
void beam_add_geometric(const BeamInvariants *v, const Lanes g[], Lanes K[]);

/* beam_rate_slopes - Computes rows[nu][nd], the derivative of du/dt of beams by the nodes. */
void beam_rate_slopes(const ElementGroup *e, const BeamInvariants *v, Lanes rows[][MAX_DOFS]);

/* BeamStrain - Strains and curvatures of beams at a Gauss point, which are not 0 in the mesh. */
typedef struct {
  Lanes psi[3];              /* interpolated rotation vector [rad] */
  Lanes dpsi[3];             /* derivative of psi by the arc length [rad/m] */
  Lanes Gamma[3];            /* strains */
  Lanes kappa[3];            /* curvatures [1/m] */
  Lanes E[9], T[9];          /* rotation matrix exp(psi), tangent operator T(psi) */
  Lanes GT[9], kappa_psi[9]; /* derivatives of Gamma and of kappa by psi */
  /* coefficients B and C of rotation_formulas.h, each with two derivatives */
  Lanes b[3], c[3];
  Lanes B[6][MAX_U]; /* derivatives of Gamma and kappa by u */
} BeamStrain;

/* beam_strain - Computes strains and curvatures of beams at point p, but not s->GT and s->B. */
void beam_strain(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);

/* beam_strain_slopes - Computes s->GT and s->B, derivatives of strains and curvatures of beams. */
void beam_strain_slopes(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);

/* beam_add_forces - Adds weight B^T sigma to g[nu], with the section forces sigma[6] of beams. */
void beam_add_forces(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                     const Lanes sigma[6], Lanes g[]);

/* beam_add_strain_hessian - Adds the geometric stiffness of section forces of beams to H[nu][nu].

   The sum is weight times the second derivative of force . Gamma + moment . kappa by u, at fixed
   sigma = (force, moment). */
void beam_add_strain_hessian(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes sigma[6], Lanes H[][MAX_U]);

/* beam_strain_rate_slopes - Computes V, the derivative of strain rates B rate of beams by u. */
void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes rate[], Lanes V[6][MAX_U]);

/* beam_section_forces - Computes forces and moments sigma = S x of the section of beams.

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

/* BeamEnergy - The strain energy per length of beams as a function of elastic strains.

   A beam with three nodes, or without the correction of its flexibility, has the energy strain . S
   strain / 2, whose second derivative is S. */
typedef struct {
  Lanes density;       /* [J/m] */
  Lanes force[6];      /* force [N] and moment [N m] of the section at the Gauss point */
  Lanes gradient[6];   /* derivative of density; without correction it is force */
  Lanes hessian[6][6]; /* second derivative of density; not set without correction */
  /* derivatives of density by the loads across the element along y and z of the section, for each
     shape of the bows (finite/beam_bow.h), and their derivatives by strains and by these loads */
  Lanes turning[BOW_SHAPES][2];
  /* the same by the moments; set if the load has moments */
  Lanes by_own_moment[BOW_SHAPES][2];
  Lanes by_strains[BOW_SHAPES][2][6], by_load[BOW_SHAPES][2][BOW_SHAPES][2];
  /* derivatives of gradient and turning by the moments; set if the load has moments */
  Lanes by_moment[BOW_SHAPES][2][6], turning_by_moment[BOW_SHAPES][2][BOW_SHAPES][2];
} BeamEnergy;

/* BeamAcross - The load across beam elements that bends them between their nodes. */
typedef struct {
  int   shapes;              /* 1 if only load[0] is not 0, otherwise BOW_SHAPES */
  Lanes load[BOW_SHAPES][3]; /* for each shape, in the axes of the middle section [N/m] */
  /* The load of moments, which do work on the slope of the line; set if moments is not 0. */
  int   moments;
  Lanes moment[BOW_SHAPES][3];
} BeamAcross;

/* beam_corrected_energy - Computes the energy of beams with linear moments (beam_energy.c).

   Input:
     S          [6][6] stiffness of the section, SECTION_S of kernels.h
     F          [6][6] flexibility of the section, SECTION_F
     p          the Gauss point, whose weight is the beam's length
     strain     strains and curvatures less their values in the reference configuration
     predicted  NULL, or predicted strains, at which section forces are computed
     across     the load across the elements, or NULL if they have no bows
     hessian    whether to compute energy->hessian, and energy->by_strains and by_load of the
                shapes of across */
void beam_corrected_energy(const double S[], const double F[], const BeamGaussLanes *p,
                           const Lanes strain[6], const Lanes predicted[6],
                           const BeamAcross *across, int hessian, BeamEnergy *energy);

/* beam_predicted_strains - Predicts strains for Newton's method: those that are conjugate to
   BeamEnergy.force at strain, plus their linear change for the increment step of the strains. */
void beam_predicted_strains(const double S[], const double F[], const BeamGaussLanes *p,
                            const Lanes strain[6], const Lanes step[6], const BeamAcross *across,
                            Lanes predicted[6]);

/* BeamLinear - The corrected strain energy of beam elements to first order about its reference. */
typedef struct {
  Lanes force[6][6];     /* derivative of BeamEnergy.force by the strains */
  Lanes stiffness[6][6]; /* second derivative of the energy */
} BeamLinear;

/* beam_corrected_at_rest - Computes the derivatives of the corrected energy of beams
   (beam_corrected_energy) at rest, where all strains are zero.

   Input:
     S, F    [6][6] stiffness and flexibility of the section
     p       the Gauss point, whose weight is the length of the beam
     bows    whether axial forces bend the beams between their nodes (beam_has_bows)
   Output:
     linear  the derivatives */
void beam_corrected_at_rest(const double S[], const double F[], const BeamGaussLanes *p, int bows,
                            BeamLinear *linear);

/* beam_is_corrected - Returns whether the energy of beams of nn nodes has linear moments. */
static inline int beam_is_corrected(int nn, const double prop[])
{
  return nn == 2 && prop[SECTION_CORRECTION] != CORRECTION_NONE;
}

/* beam_has_bows - Returns whether the axial force bends beams of nn nodes between their nodes
   (bows, beam_bow.h). Such beams have a uniform section, whose stiffness is diagonal. */
static inline int beam_has_bows(int nn, const double prop[])
{
  return nn == 2 && prop[SECTION_CORRECTION] == CORRECTION_AXIAL;
}

/* beam_mass_kind - Returns which mass matrix a beam of nn nodes has. It is MASS_LUMPED, MASS_LINEAR
   for linear shapes of displacements with lumped rotary inertia, or MASS_CONSISTENT for the inner
   shapes of the corrected energy. Without inner shapes, sections with a first moment are lumped. */
static inline int beam_mass_kind(int nn, const double prop[])
{
  const double *first = prop + SECTION_FIRST;

  if (prop[SECTION_LUMPED] == MASS_CONSISTENT && beam_is_corrected(nn, prop))
    return MASS_CONSISTENT;
  if (first[0] != 0 || first[1] != 0 || first[2] != 0) return MASS_LUMPED;
  return prop[SECTION_LUMPED] == MASS_LUMPED ? MASS_LUMPED : MASS_LINEAR;
}

/* beam_has_inner_mass - Returns whether beams of nn nodes have inertia between their nodes. */
static inline int beam_has_inner_mass(int nn, const double prop[])
{
  return prop[SECTION_MASS] > 0 && beam_mass_kind(nn, prop) == MASS_CONSISTENT;
}

/* BeamMass - Mass, first moment and inertia per length of a section about the line of nodes. */
typedef struct {
  double mass;       /* [kg/m] */
  double first[3];   /* [kg] */
  double inertia[9]; /* [kg m] */
} BeamMass;

/* beam_mass_of - Returns the mass per length of a beam's section [kg/m]. */
static inline BeamMass beam_mass_of(const double prop[])
{
  BeamMass m = {.mass = prop[SECTION_MASS]};

  for (int c = 0; c < 3; c++) m.first[c] = prop[SECTION_FIRST + c];
  for (int c = 0; c < 9; c++) m.inertia[c] = prop[SECTION_INERTIA + c];
  return m;
}

/* beam_elastic_strain - Computes the strains Gamma and curvatures kappa of beams minus their values
   in the unstrained state. */
static ALWAYS_INLINE void beam_elastic_strain(const BeamStrain *s, const BeamGaussLanes *p,
                                              Lanes strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - p->strain[c];
    strain[3 + c] = s->kappa[c] - p->strain[3 + c];
  }
}

/* beam_add_strains - Adds B x to y, with x[nu] and nu columns of B = d strains/du of beams. */
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

/* beam_linear_energy - Computes the strain energy at a Gauss point of beams of nn nodes to first
   order about its reference, for damping. bows: whether the axial force bends them (bows). */
static ALWAYS_INLINE void beam_linear_energy(int nn, const double prop[], const BeamGaussLanes *p,
                                             int bows, BeamLinear *linear)
{
  if (beam_is_corrected(nn, prop)) {
    beam_corrected_at_rest(prop + SECTION_S, prop + SECTION_F, p, bows, linear);
    return;
  }
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++)
      linear->force[a][b] = linear->stiffness[a][b] = lanes_fill(prop[SECTION_S + 6 * a + b]);
}

/* The constants of a beam element, and its matrices M, C and K for small motions (beam_setup.c). */
const char *beam_setup(const ElementReference *ref, double data[]);
const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[]);

/* beam_set_kinetic - Computes the BeamKinetic of data[], the inertia inside of a beam. */
void beam_set_kinetic(const ElementReference *ref, double data[]);

/* beam_set_center - Computes constants of the moving center of mass of a beam (beam_center.c).

   Input:
     d     vector from the first node to the second at rest, in global axes [m]
     mass  of the element [kg]
     M     M_b of beam_inertia.c, with these constants zero
   Output:
     M     M_b without the part of beam_center.c
     to    shear and turn; the first moments of the center are added to sigma */
void beam_set_center(const double d[3], double mass, double M[12][12], BeamKinetic *to);

/* beam_inertia.c: for beams with BeamKinetic. */
/* beam_inner_inertia - Adds the inertial forces between the nodes of beams, and derivatives. */
void beam_inner_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
/* beam_inner_momentum - Adds the momentum of the inertia between the nodes. */
void beam_inner_momentum(const ElementState *e, double p[]);

/* The share of the moving center of mass in the inertia inside of a beam (beam_center.c). */
void beam_center_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
void beam_center_momentum(const ElementState *e, double p[]);

/* Changes of the state without stress of a beam, such as by thermal expansion
   (beam_unstrained.c). */
void beam_unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                   double data[]);
void beam_free_motion(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[]);

/* Forces per length on a beam element, which act on its nodes (beam_load.c). */
void beam_line_load(const ElementGroup *e, const ElementLineLoad *load, Lanes path[3], Lanes r[],
                    Lanes K[]);
void beam_inner_path(const ElementGroup *e, const ElementLineLoad *load, Lanes force[3],
                     Lanes path[3]);
int  beam_has_line_loads(const ElementKernel *kernel, const double prop[]);

/* Energies and results, such as section forces, of a beam element (beam_results.c). */
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
