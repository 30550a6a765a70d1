/* beam.h: what the files of the beam share. Read first the head of beam.c, which has the method and the meaning of u,
   d_i, psi_i, Gamma, kappa; then beam_invariants.c (from the nodes to u), beam_strain.c (from u to the strains at a
   Gauss point), beam_setup.c (reference configuration and masses). Pure functions, as in element.h. */
#ifndef BEAM_H
#define BEAM_H

#include "kernels.h"

/* Nodes, invariants u, dofs and Gauss points of a beam, at most. */
enum { MAX_NODES = 3, MAX_U = 6 * (MAX_NODES - 1), MAX_DOFS = 6 * MAX_NODES, MAX_POINTS = 2 };

/* The data of an element, made by beam_setup. */
typedef struct {
  double axes[MAX_NODES][4];    /* quaternion from the section's axes at a node to the node's axes */
  double first[MAX_NODES][3];   /* first moment of the mass that turns with the node, in the node's axes [kg m] */
  double inertia[MAX_NODES][9]; /* inertia of that mass about the node, in the node's axes [kg m2] */
  struct {
    double weight;        /* length that the Gauss point stands for [m] */
    double N[MAX_NODES];  /* shape functions */
    double dN[MAX_NODES]; /* their derivatives by the arc length [1/m] */
    double strain[6];     /* Gamma, kappa of the reference configuration */
  } point[MAX_POINTS];
} BeamData;
enum { BEAM_NDATA = sizeof(BeamData) / sizeof(double) };

/* The invariants of an element at a state. "By the nodes" below: by the nd displacements and spins of
   element.h. */
typedef struct {
  int    nn, nu, nd;         /* nodes, 6 (nn - 1), 6 nn */
  double u[MAX_U];           /* [nu] d_i [m], psi_i [rad] of all nodes i but the last */
  double rate[MAX_U];        /* [nu] u' */
  double J[MAX_U][MAX_DOFS]; /* [nu][nd] u' = J v, with v the velocities and angular velocities of the nodes */
  double R[MAX_NODES][9]; /* matrix from a node's axes to the section's axes there: transpose of that of data->axes */
  double R_r[9];          /* matrix from the section's axes at the last node to the global axes */
} BeamInvariants;

/* beam_invariants sets all members but J and rate; u becomes NaN where the nodes have turned too far for one element.
   beam_jacobian then sets J and rate. */
void beam_invariants(const ElementState *e, const BeamData *data, BeamInvariants *v);
void beam_jacobian(const ElementState *e, BeamInvariants *v);
/* r[nd] += J^T g, of which J is not read. */
void beam_add_nodal(const BeamInvariants *v, const double g[], double r[]);
/* K[nd] += derivative of J^T g by the nodes, at fixed g[nu]. */
void beam_add_geometric(const BeamInvariants *v, const double g[], double K[][MAX_DOFS]);
/* rows[nu] = derivative of u' = J v by the nodes, at fixed v. */
void beam_rate_slopes(const ElementState *e, const BeamInvariants *v, double rows[][MAX_DOFS]);

/* The strains at a Gauss point; N[nn] are the shape functions there, dN[nn] their derivatives by the arc length
   [1/m]. */
typedef struct {
  double psi[3], dpsi[3];     /* interpolated rotation vector [rad], and its derivative by the arc length [rad/m] */
  double Gamma[3], kappa[3];  /* strains and curvatures [1/m], those of the reference configuration included */
  double E[9], T[9];          /* exp(psi), T(psi) */
  double GT[9], kappa_psi[9]; /* d Gamma/d psi = [Gamma] T; d kappa/d psi */
  double B[6][MAX_U];         /* d(Gamma, kappa)/du */
} BeamStrain;

/* beam_strain sets all members but GT and B, beam_strain_slopes these. */
void beam_strain(const BeamInvariants *v, const double N[], const double dN[], BeamStrain *s);
void beam_strain_slopes(const BeamInvariants *v, const double N[], const double dN[], BeamStrain *s);
/* g[nu] += weight B^T sigma, of which B is not read. */
void beam_add_forces(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[], double weight,
                     const double sigma[6], double g[]);
/* H[nu] += weight times the second derivative by u of force . Gamma + moment . kappa, at fixed
   sigma = (force, moment). */
void beam_add_curvature(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
                        double weight, const double sigma[6], double H[][MAX_U]);
/* V = derivative by u of the rates of strain B u', at fixed u'. */
void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
                             double V[6][MAX_U]);

/* Setup and matrices of the kernels, see ElementKernel. */
const char *beam_setup(const ElementReference *ref, double data[]);
const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[]);

#endif
