/* beam.h: what the files of the beam share. Read first the head of beam.c, which has the method and the meaning of u,
   d_i, psi_i, Gamma, kappa; then beam_invariants.c (from the nodes to u), beam_strain.c (from u to the strains at a
   Gauss point), beam_setup.c (reference configuration and masses). Pure functions, as in element.h. */
#ifndef FS_ELEMENT_BEAM_BEAM_H
#define FS_ELEMENT_BEAM_BEAM_H

#include "element/element_group.h"

/* Nodes, invariants u and dofs of a beam, at most. */
enum { MAX_NODES = 3, MAX_U = 6 * (MAX_NODES - 1), MAX_DOFS = 6 * MAX_NODES };

/* The data of an element, made by beam_setup. Those of two nodes end behind the second. */
typedef struct {
  double axes[4]; /* quaternion from the section's axes at the node to the node's axes */
  double
    first[3]; /* first moment of the mass that turns with the node, in the node's axes [kg m] */
  double inertia[9]; /* inertia of that mass about the node, in the node's axes [kg m2] */
} BeamNode;
typedef struct {
  double weight;        /* length that the Gauss point stands for [m] */
  double N[MAX_NODES];  /* shape functions */
  double dN[MAX_NODES]; /* their derivatives by the arc length [1/m] */
  double strain[6];     /* Gamma, kappa of the reference configuration */
} BeamGauss;
typedef struct {
  BeamGauss point;
  BeamNode  node[MAX_NODES];
  BeamGauss second; /* Gauss point */
} BeamData;
enum {
  BEAM_NDATA  = offsetof(BeamData, node[2]) / sizeof(double),
  BEAM3_NDATA = sizeof(BeamData) / sizeof(double)
};

static inline BeamGauss *beam_gauss(BeamData *data, int g)
{
  return g ? &data->second : &data->point;
}

/* A Gauss point of each element, in lanes; members as in BeamGauss. */
typedef struct {
  Lanes weight, N[MAX_NODES], dN[MAX_NODES], strain[6];
} BeamGaussLanes;

/* to[n] = numbers of the data from one on: of a member of the data, of node i. */
#define BEAM_MEMBER(member) ((int)(offsetof(BeamData, member) / sizeof(double)))
#define BEAM_NODE_MEMBER(i, member)                                                                \
  (BEAM_MEMBER(node[0].member) + (i) * (int)(sizeof(BeamNode) / sizeof(double)))
static ALWAYS_INLINE void beam_gather(const double *const data[LANES], int first, int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(data, first + i);
}
static ALWAYS_INLINE void beam_gather_point(const double *const data[LANES], int g,
                                            BeamGaussLanes *p)
{
  beam_gather(data, g ? BEAM_MEMBER(second) : BEAM_MEMBER(point), (int)(sizeof *p / sizeof(Lanes)),
              &p->weight);
}

/* The invariants of a group of elements at a state. "By the nodes" below: by the nd displacements and spins of
   element.h. The Jacobian J of the invariants, u' = J v with v the velocities and angular velocities of the nodes, has few blocks:
     d_i' = R_r^T (v_i - v_r) + S_i w_r,   psi_i' = P_i w_i - Q_i w_r. */
typedef struct {
  int   nn, nu, nd; /* nodes, 6 (nn - 1), 6 nn */
  Lanes u[MAX_U];   /* [nu] d_i [m], psi_i [rad] of all nodes i but the last */
  Lanes R
    [MAX_NODES]
    [9]; /* matrix from a node's axes to the section's axes there: transpose of that of data->axes */
  Lanes R_r[9]; /* matrix from the section's axes at the last node to the global axes */
  Lanes inverse[MAX_NODES - 1][9]; /* T^-1(psi_i) */
  Lanes slope[MAX_NODES - 1][2]; /* their coefficient D and its derivative (rotation_formulas.h) */
  Lanes S[MAX_NODES - 1][9], P[MAX_NODES - 1][9], Q[MAX_NODES - 1][9];
} BeamInvariants;

/* beam_invariants sets all members but S, P, Q; u becomes NaN where the nodes have turned too far for one element.
   beam_jacobian then sets these. */
void beam_invariants(const ElementGroup *e, BeamInvariants *v);
void beam_jacobian(BeamInvariants *v);
/* rate[nu] = J v of the velocities of the nodes; of any velocities v[nd]. */
void beam_rates(const ElementGroup *e, const BeamInvariants *v, Lanes rate[]);
void beam_rates_of(const BeamInvariants *v, const Lanes velocity[], Lanes rate[]);
/* r[nd] += J^T g, of which J is not read. */
void beam_add_nodal_forces(const BeamInvariants *v, const Lanes g[], Lanes r[]);
/* X[nu] += H J; K[nd][nd] += J^T X. */
void beam_times_jacobian(const BeamInvariants *v, Lanes H[][MAX_U], Lanes X[][MAX_DOFS]);
void beam_add_jacobian_transpose(const BeamInvariants *v, Lanes X[][MAX_DOFS], Lanes K[]);
/* K[nd][nd] += derivative of J^T g by the nodes, at fixed g[nu]. */
void beam_add_geometric(const BeamInvariants *v, const Lanes g[], Lanes K[]);
/* rows[nu] = derivative of u' = J v by the nodes, at fixed v. */
void beam_rate_slopes(const ElementGroup *e, const BeamInvariants *v, Lanes rows[][MAX_DOFS]);

/* The strains at a Gauss point. */
typedef struct {
  Lanes psi[3],
    dpsi[3]; /* interpolated rotation vector [rad], and its derivative by the arc length [rad/m] */
  Lanes Gamma[3],
    kappa[3]; /* strains and curvatures [1/m], those of the reference configuration included */
  Lanes E[9], T[9];          /* exp(psi), T(psi) */
  Lanes GT[9], kappa_psi[9]; /* d Gamma/d psi = [Gamma] T; d kappa/d psi */
  Lanes b[3], c[3];  /* coefficients B, C of T and their two derivatives (rotation_formulas.h) */
  Lanes B[6][MAX_U]; /* d(Gamma, kappa)/du */
} BeamStrain;

/* beam_strain sets all members but GT and B, beam_strain_slopes these. */
void beam_strain(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);
void beam_strain_slopes(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s);
/* g[nu] += weight B^T sigma, of which B is not read. */
void beam_add_forces(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                     const Lanes sigma[6], Lanes g[]);
/* H[nu] += weight times the second derivative by u of force . Gamma + moment . kappa, at fixed
   sigma = (force, moment). */
void beam_add_strain_hessian(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes sigma[6], Lanes H[][MAX_U]);
/* V = derivative by u of the rates of strain B u', at fixed u' = rate. */
void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const BeamGaussLanes *p,
                             const Lanes rate[], Lanes V[6][MAX_U]);

/* sigma = S x */
static ALWAYS_INLINE void beam_section_forces(const double S[], const Lanes x[6], Lanes sigma[6])
{
  for (int a = 0; a < 6; a++) {
    sigma[a] = S[6 * a] * x[0];
    for (int b = 1; b < 6; b++) sigma[a] += S[6 * a + b] * x[b];
  }
}

static ALWAYS_INLINE void beam_elastic_strain(const BeamStrain *s, const BeamGaussLanes *p,
                                              Lanes strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - p->strain[c];
    strain[3 + c] = s->kappa[c] - p->strain[3 + c];
  }
}

/* y[6] += B x */
static ALWAYS_INLINE void beam_add_strains(int nu, Lanes B[6][MAX_U], const Lanes x[], Lanes y[6])
{
  for (int a = 0; a < 6; a++)
    for (int k = 0; k < nu; k++) y[a] += B[a][k] * x[k];
}

/* Setup and matrices of the kernels, see ElementKernel. */
const char *beam_setup(const ElementReference *ref, double data[]);
const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[]);

/* beam_results.c: members of the kernels' type with the same names, see ElementType. */
extern const ElementResult beam_results[];
double                     beam_energy(const ElementState *e);
void                       beam_group_energy(const ElementGroup *e, Lanes *energy);
double                     beam_power(const ElementState *e);
void                       beam_result(const ElementState *e, double values[]);
void beam_linear_result(const ElementState *e, const double u[], const double rate[],
                        double values[]);
const ElementResult *beam_derived(const double prop[]);
void                 beam_derive(const double prop[], const double values[], double more[]);

#endif
