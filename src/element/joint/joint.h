/* joint.h: constraints between two nodes, or between ground (as the first node) and a node.

   A joint is a list of rows Phi_k(q, t) = 0 with multipliers lambda_k. It exerts the forces -G^T
   lambda on its nodes, with G = dPhi/dq. element.h defines the six dofs of a node. Node n = 1, 2
   has the position x_n and the orientation R_n. The joint has one point on each node; s_n is the
   vector from node n to its point, in the node's axes. The vector from the first point to the
   second is P = x_2 + R_2 s_2 - x_1 - R_1 s_1. A driver prescribes f(t); f = 0 without a driver.
   The kinds of rows are (Geradin & Cardona, Flexible Multibody Dynamics, 2001, ch. 7)

     ROW_POSITION   R_1 a . P - f   [m]   or a . P - f, with a in global axes
     ROW_ANGLE      R_1 a . R_2 b   [1]   0 if the two directions are orthogonal. With a driver it
                    is sin(f) R_1 a . R_2 b - cos(f) R_1 a2 . R_2 b2, where the two products are the
                    cosine and the sine of an angle
     ROW_TWIST      R_1 a . R_2 b2 - R_1 a2 . R_2 b   [1]   0 if both nodes rotate alike about their
                    shafts. The shafts have the axes a x a2 and b x b2, at any angle to each other
     ROW_SCREW      R_1 along . P - pitch x   [m]   the angle x has the cosine R_1 a . R_2 b and the
                    sine R_1 a2 . R_2 b2
     ROW_DISTANCE   |P| - L - f   [m]   L is JointState.length

   The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_JOINT_H
#define FS_ELEMENT_JOINT_JOINT_H

#include "element/element_node.h"

/* Largest numbers of rows, of dofs of both nodes, and of free coordinates. */
enum { JOINT_ROWS = 6, JOINT_DOFS = 12, JOINT_COORDINATES = 4 };

typedef enum {
  ROW_POSITION,
  ROW_ANGLE,
  ROW_TWIST,
  ROW_SCREW,
  ROW_DISTANCE,
  ROW_KINDS /* number of kinds */
} JointRowKind;

/* A constraint equation (row) of a joint. Its directions are unit vectors in the reference
   configuration, where all axes are the global ones. */
typedef struct {
  JointRowKind kind;
  /* 1: the vector a of a ROW_POSITION is in global axes; 0: it is in the axes of the first node */
  int global;
  int driver; /* index of the prescribed value f in JointState.driven; -1 without a driver */
  /* 1 if the position of a row ROW_POSITION with a driver is counted from JointState.length */
  int    displaced;
  double a[3], b[3];
  /* second directions of a ROW_ANGLE with a driver, a ROW_TWIST or a ROW_SCREW */
  double a2[3], b2[3];
  double along[3]; /* only of a ROW_SCREW */
  /* direction that decides between the two solutions of a ROW_ANGLE without a driver (joint_side);
     0 if both are allowed */
  double side[3];
} JointRow;

/* JointRowTraits - What holds for all constraint equations (rows) of a kind.
     directions  the row compares directions of the two nodes. It is also satisfied if a direction
                 is rotated by half a turn
     rotations   the row restricts rotations of the nodes, not only the places of the two points
     length      the row has the length JointState.length, which the user may give. It is the only
                 row of its type, and a driver replaces it
     pitch       the row has JointState.pitch
     summed      the row's second derivative is linear in its directions, so that the rows of this
                 kind in a joint are summed before they are differentiated
     effective   does what joint_row_is_effective() does */
typedef struct {
  int directions, rotations, length, pitch, summed;
  int (*effective)(const JointRow *row, int components);
} JointRowTraits;

extern const JointRowTraits joint_row_traits[ROW_KINDS];

/* The free coordinates of a joint: displacements [m] and angles [rad]. A driver may prescribe them,
   and a spring may act on them. */
typedef enum {
  JOINT_DISPLACEMENT,
  JOINT_ANGLE,
  JOINT_SECOND_DISPLACEMENT,
  JOINT_SECOND_ANGLE
} JointCoordinateKind;

/* JointMeasure - How a coordinate of a joint is measured.

     NOT_FREE           the joint does not have this coordinate
     ALONG_AXIS         component of P along the axis
     ALONG_FIRST        component of P along the first direction orthogonal to the axis
     ALONG_SECOND       component of P along the second direction orthogonal to the axis
     ALONG_FIXED_AXIS   component of P along the axis, which does not turn with the first node
     OF_DISTANCE        change of the distance |P|
     ABOUT_AXIS         angle about the axis
     ABOUT_SECOND_AXIS  angle of the second node about its own axis, measured from the plane of both
                        axes (universal joint) */
typedef enum {
  NOT_FREE,
  ALONG_AXIS,
  ALONG_FIRST,
  ALONG_SECOND,
  ALONG_FIXED_AXIS,
  OF_DISTANCE,
  ABOUT_AXIS,
  ABOUT_SECOND_AXIS
} JointMeasure;

/* The axes that the user gives for a type of joint.
     AXES_NONE       no axis
     AXES_ONE        one axis, or two if the joint's axis in the second node has another direction
     AXES_TWO        two orthogonal axes; the second one is fixed in the second node
     AXES_DIRECTION  one axis, and an orthogonal direction for the first of two displacements
     AXES_OPTIONAL   as AXES_DIRECTION, or no axis, which means the global axes */
typedef enum { AXES_NONE, AXES_ONE, AXES_TWO, AXES_DIRECTION, AXES_OPTIONAL } JointAxes;

/* JointType - A type of joint, such as a hinge, a row of the table in joint_types.c. row[0].kind
   has a meaning even if nrows is 0: ROW_DISTANCE is a spring or damper between two points, anything
   else a bushing. */
typedef struct {
  const char *name;
  JointAxes   axes;
  /* where the two points of the joint are unless the user gives them: 1 at the nodes, 0 both at the
     middle between the nodes */
  int          at_nodes;
  JointMeasure free[JOINT_COORDINATES]; /* index: JointCoordinateKind; NOT_FREE is 0 */
  int          nrows;
  struct {
    JointRowKind kind;
    int          global;
    /* Indices 0 to 2. ROW_POSITION and ROW_ANGLE use a: a vector of the first node's frame, or a
       global axis if global is set. ROW_ANGLE uses b: a vector of the second node's frame. */
    int a, b;
  } row[JOINT_ROWS];
} JointType;

/* The types that are built in; the table ends with a NULL name. */
extern const JointType built_in_joint_types[];

/* All types: those that are built in, then those of plug-ins (plugin/plugins.h), whose loader
   replaces the table. It ends with a NULL name. */
extern const JointType *joint_types;

/* joint_type_has_length - Returns whether a type of joint acts between two points and has a length:
   a distance, or a spring and damper between two points. */
static inline int joint_type_has_length(const JointType *type)
{
  return joint_row_traits[type->row[0].kind].length;
}

/* joint_is_bushing - Returns whether the type is a bushing: no rows, and springs in all
   directions. */
static inline int joint_is_bushing(const JointType *type)
{
  return !type->nrows && !joint_type_has_length(type);
}

/* joint_type_has_pitch - Returns whether a type of joint has a constraint equation (row) with a
   pitch. */
int joint_type_has_pitch(const JointType *type);

/* joint_type_rows - Creates the constraint equations (rows) of a type of joint and returns their
   number.

   Input:
     frame  three orthogonal unit vectors in the reference configuration, fixed in the first node;
            the third is along the joint's axis
     other  three such vectors, fixed in the second node
   Output:
     rows   [JOINT_ROWS] the equations */
int joint_type_rows(const JointType *type, const double frame[3][3], const double other[3][3],
                    JointRow rows[]);

/* joint_driven_row - Returns the constraint equation (row) by which a driver prescribes a free
   coordinate of a joint.

   The caller adds this row to the rows of the type. If the coordinate is a distance, the row
   replaces the only row of the type. frame and other are three orthogonal unit vectors each, fixed
   in the first and in the second node. */
JointRow joint_driven_row(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                          const double other[3][3]);

/* joint_row_is_directional - Returns whether a constraint equation of a joint compares directions.

   Such an equation is also satisfied if a direction is rotated by half a turn. */
static inline int joint_row_is_directional(const JointRow *row)
{
  return joint_row_traits[row->kind].directions;
}

/* joint_row_couples_nodes - Returns whether second derivatives of a joint's constraint equation
   couple the two nodes. */
static inline int joint_row_couples_nodes(const JointRow *row)
{
  return row->kind != ROW_POSITION || !row->global;
}

/* joint_is_angle - Returns whether a coordinate is an angle [rad] instead of a displacement [m]. */
static inline int joint_is_angle(JointCoordinateKind kind)
{
  return kind == JOINT_ANGLE || kind == JOINT_SECOND_ANGLE;
}

/* joint_direction_matrix - Computes a matrix M[9] by which the value of a joint's equation between
   directions is the sum of M_ij (R_1^T R_2)_ij, where R_1 and R_2 are the orientations of the
   nodes.

   If order is 0, the value is Phi of the equation. If order is 1, the value is dPhi/df, or that of
   joint_side for an equation without a driver.
   Input:
     row  a ROW_ANGLE or a ROW_TWIST
     f    value that the driver prescribes; 0 without a driver */
void joint_direction_matrix(const JointRow *row, double f, int order, double M[9]);

/* JointState - A joint at a state of its nodes.

   If motions are small, all values are linear functions of displacements and rotation vectors of
   the nodes: the value in the reference configuration plus the gradient there times the motion. */
typedef struct {
  const NodeState *node[2]; /* node[0] is NULL if the first node is ground */
  /* for small motions the reference positions of the nodes; otherwise NULL */
  const double *origin[2];
  /* vectors s_1, s_2 to the points in the nodes' axes; for ground the position [m] */
  const double *offset[2];
  double        length; /* L [m] */
  double        pitch;  /* of a ROW_SCREW [m/rad] */
  /* values f that drivers prescribe for each coordinate, and their first and second time
     derivatives [m], [rad] */
  double driven[JOINT_COORDINATES][3];
  /* values of coordinates that are angles at the last accepted state, with whole turns [rad] */
  double before[JOINT_COORDINATES];
} JointState;

/* joint_has_small_motions - Returns whether all values of a joint are linear functions of the
   motion of its nodes, because the model is linearized. */
static inline int joint_has_small_motions(const JointState *s) { return s->origin[1] != 0; }

/* The functions below evaluate n rows at a state. The columns of arrays [n][JOINT_DOFS] are the six
   dofs of the first node, which are 0 for ground, then the six dofs of the second node. Derivatives
   of a ROW_DISTANCE are NAN if its two points coincide.
     joint_position               computes phi[n] = Phi
     joint_gradient               computes G = dPhi/dq
     joint_position_and_gradient  computes both
     joint_velocity               computes rate[n] = dPhi/dt, which is G v plus the partial
                                  derivative of Phi by t
     joint_velocity_slope         computes D, the derivative of rate by displacements and spins, at
                                  fixed v
     joint_acceleration           computes acceleration[n] = d^2 Phi/dt^2, which is G a plus terms
                                  that depend on v and t
     joint_acceleration_slope     computes D, the derivative of acceleration by v */
void joint_position(const JointRow rows[], int n, const JointState *s, double phi[]);
void joint_gradient(const JointRow rows[], int n, const JointState *s, double G[][JOINT_DOFS]);
void joint_position_and_gradient(const JointRow rows[], int n, const JointState *s, double phi[],
                                 double G[][JOINT_DOFS]);
void joint_velocity(const JointRow rows[], int n, const JointState *s, double rate[]);
void joint_velocity_slope(const JointRow rows[], int n, const JointState *s,
                          double D[][JOINT_DOFS]);
void joint_acceleration(const JointRow rows[], int n, const JointState *s, double acceleration[]);
void joint_acceleration_slope(const JointRow rows[], int n, const JointState *s,
                              double D[][JOINT_DOFS]);

/* joint_stiffness - Adds the derivative of the constraint forces G^T lambda of a joint by
   displacements and spins to K[JOINT_DOFS][JOINT_DOFS]. lambda[n], the multipliers of the n rows,
   are fixed. */
void joint_stiffness(const JointRow rows[], int n, const JointState *s, const double lambda[],
                     double K[]);

/* joint_gradient_and_stiffness - Computes the gradient G of n constraint equations of a joint, and
   adds the derivative of G^T lambda by displacements and spins, at fixed lambda[n], to
   K[JOINT_DOFS][JOINT_DOFS]. */
void joint_gradient_and_stiffness(const JointRow rows[], int n, const JointState *s,
                                  const double lambda[], double G[][JOINT_DOFS], double K[]);

/* joint_side - Returns a value > 0 near the solution of a joint's constraint equation (row), and <
   0 near its false solution.

   The Phi of a ROW_ANGLE or a ROW_TWIST also vanishes half a turn away from the solution. The value
   is
     R_1 side . R_2 b                 for a ROW_ANGLE without a driver
     dPhi/df                          for a ROW_ANGLE with a driver
     R_1 a . R_2 b + R_1 a2 . R_2 b2  for a ROW_TWIST
     1                                for other rows, and if both solutions are allowed
   Output:
     G                                [JOINT_DOFS] gradient of the value */
double joint_side(const JointRow *row, const JointState *s, double G[]);

/* joint_misfit - Computes by which lengths and angles n constraint equations Phi = 0 of a joint are
   violated (joint_misfit.c).

   Output:
     misfit  [n] error of each equation [m, rad]. If the error is small, it is equal to Phi. The
             error of an angle increases up to half a turn, while Phi, a sine, does not
     G       [n][JOINT_DOFS] derivative of misfit by displacements and spins. It is exact if Phi is
             0; otherwise a motion against G reduces the error */
void joint_misfit(const JointRow rows[], int n, const JointState *s, double misfit[],
                  double G[][JOINT_DOFS]);

/* joint_driver_slope - Returns the derivative dPhi/df of a joint's constraint equation Phi by the
   value f that its driver prescribes, or 0 without a driver.

   f does work against the force or moment dPhi/df lambda [N, N m]. */
double joint_driver_slope(const JointRow *row, const JointState *s);

/* joint_row_is_effective, joint_coordinate_is_free - Return whether the nodes of a joint, which may
   lack dofs in a plane model, can change a value.

   The value is Phi of the equation row, or the coordinate that the equation driven prescribes.
   Input:
     components  dofs of the nodes: bits 1, 2, 4 of displacements in x, y, z, and 8, 16, 32 of
                 rotations about x, y, z. There are three rotations, no rotation, or the rotation
                 about the normal of the plane of the two displacements */
int joint_row_is_effective(const JointRow *row, int components);
int joint_coordinate_is_free(const JointRow *driven, int components);

/* joint_coordinate - Returns the value of a free coordinate of a joint [m, rad] and computes its
   derivatives by displacements and spins.

   Whole turns of an angle follow from s->before and the rotations of the nodes since the last
   accepted state. Derivatives are NAN if the sine and the cosine of the angle are both 0.
   Input:
     frame, other  three orthogonal unit vectors each, fixed in the first and in the second node
   Output:
     gradient      [JOINT_DOFS] derivative of the coordinate
     slope         [JOINT_DOFS][JOINT_DOFS] derivative of the gradient; NULL if it is not needed */
double joint_coordinate(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                        const double other[3][3], const JointState *s, double gradient[],
                        double slope[]);

/* joint_unwrap_angle - Adds whole turns to an angle, and returns the result that is closest to the
   angle near [rad]. */
double joint_unwrap_angle(double angle, double near);

/* ---- coupling -------------------------------------------------------------------------------- */

/* The share of one joint in a constraint between free coordinates of several joints.

   A coupling is the row Phi = sum_k f_k(x_k) = 0 with one multiplier lambda. x_k is a free
   coordinate of a joint (joint_coordinate), and the term f_k is the share of this joint. In the
   columns of the joint's nodes the gradient G = dPhi/dq is f_k' dx_k/dq, and no second
   derivative of Phi mixes two joints. Hence each share needs only the nodes of its own joint. A
   joint may have several shares in one coupling. The functions are pure. */

/* CouplingShareState - The share f(x) of one joint in a coupling (an equation between coordinates x
   of several joints), at a state of the joint's two nodes. */
typedef struct {
  double f[3];                           /* f(x), its first and second derivative by x */
  double gradient[JOINT_DOFS];           /* dx/dq, from joint_coordinate */
  double slope[JOINT_DOFS * JOINT_DOFS]; /* row i is the derivative of gradient[i] */
  double v[JOINT_DOFS];                  /* velocities of both nodes, 0 for ground */
  double a[JOINT_DOFS];                  /* accelerations of both nodes, 0 for ground */
} CouplingShareState;

/* coupling_motion - Reads velocities v[JOINT_DOFS] and accelerations a[JOINT_DOFS] of a joint's two
   nodes, which are 0 for ground. */
void coupling_motion(const JointState *s, double v[], double a[]);

/* The share in Phi is f[0]. The functions below compute its derivatives.
     coupling_gradient            computes the share G[JOINT_DOFS] in dPhi/dq
     coupling_velocity            returns the share in dPhi/dt
     coupling_velocity_slope      computes D[JOINT_DOFS], the derivative of the share in dPhi/dt by
                                  displacements and spins, at fixed v
     coupling_acceleration        returns the share in d^2 Phi/dt^2
     coupling_acceleration_slope  computes D[JOINT_DOFS], the derivative of the share in
                                  d^2 Phi/dt^2 by v
     coupling_stiffness           adds the derivative of G^T lambda by displacements and spins to
                                  K[JOINT_DOFS][JOINT_DOFS], with fixed lambda */
void   coupling_gradient(const CouplingShareState *s, double G[]);
double coupling_velocity(const CouplingShareState *s);
void   coupling_velocity_slope(const CouplingShareState *s, double D[]);
double coupling_acceleration(const CouplingShareState *s);
void   coupling_acceleration_slope(const CouplingShareState *s, double D[]);
void   coupling_stiffness(const CouplingShareState *s, double lambda, double K[]);

#endif
