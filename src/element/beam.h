/* beam.h: what the files of the beam share. beam_invariants.c: from the nodes to the invariants u; beam_strain.c: from u
   to the strains of a Gauss point; beam_setup.c: the reference configuration and masses; beam.c: the method, forces,
   results. */
#ifndef BEAM_H
#define BEAM_H

#include "kernels.h"

enum { MAX_NODES = 3, MAX_U = 6 * (MAX_NODES - 1), MAX_DOFS = 6 * MAX_NODES, MAX_POINTS = 2 };

/* What setup leaves of an element. */
typedef struct {
  double axes[MAX_NODES][4]; /* of the section at each node, quaternion from them to the node's axes */
  double first[MAX_NODES][3],
    inertia[MAX_NODES][9]; /* mass of rotation that each node carries, in the node's axes [kg m, kg m2] */
  struct {
    double weight, N[MAX_NODES], dN[MAX_NODES]; /* length [m]; derivatives by it */
    double strain[6];                           /* of the reference configuration */
  } point[MAX_POINTS];
} BeamData;
enum { BEAM_NDATA = sizeof(BeamData) / sizeof(double) };

/* u = (d_i, psi_i) of all nodes but the last, six numbers each; J of u' = J v has rows of u, columns of the nodes' dofs. */
typedef struct {
  int    nn, nu, nd;            /* nodes, 6 (nn - 1), 6 nn */
  double u[MAX_U], rate[MAX_U]; /* rate: u' */
  double J[MAX_U][MAX_DOFS];
  double R[MAX_NODES][9]; /* node's axes from the section's, axes^T */
  double R_r[9];          /* the last node's section */
} BeamInvariants;

/* u alone: J and rate are left as they are. u is not a number where the nodes have turned too much for one element. */
void beam_invariants(const ElementState *e, const BeamData *data, BeamInvariants *v);
void beam_jacobian(const ElementState *e, BeamInvariants *v); /* J and rate, from u */
/* K += d(J^T g)/d(nodes) at fixed g. */
void beam_add_geometric(const BeamInvariants *v, const double g[], double K[][MAX_DOFS]);
/* rows[nu] of d(J v)/d(nodes) at fixed v: how the rates depend on the configuration. */
void beam_rate_slopes(const ElementState *e, const BeamInvariants *v, double rows[][MAX_DOFS]);

/* At a Gauss point, with the shape functions N and their derivatives dN by the arc length. */
typedef struct {
  double psi[3], dpsi[3], Gamma[3], kappa[3];
  double E[9], T[9], GT[9], kappa_psi[9]; /* exp(psi), T(psi), [Gamma] T, d kappa/d psi */
  double B[6][MAX_U];                     /* d(Gamma, kappa)/du */
} BeamStrain;

void beam_strain(const BeamInvariants *v, const double N[], const double dN[], BeamStrain *s);
/* H += weight times the Hessian of force . Gamma + moment . kappa by u, at fixed sigma = (force, moment). */
void beam_add_curvature(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
                        double weight, const double sigma[6], double H[][MAX_U]);
/* V = d(B u')/du at fixed u': how the rates of strain depend on the configuration. */
void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
                             double V[6][MAX_U]);

/* Functions of the kernels, see element.h. */
const char *beam_setup(const ElementReference *ref, double data[]);
const char *beam_matrices(const ElementReference *ref, double M[], double C[], double K[]);

#endif
