/* joint.h: constraints between two nodes, or between ground (as the first node) and a node: pure functions, like
   element kernels. Called by src/model, which makes the rows, and by src/assembly, which evaluates them. Begin at
   joint_position.

   A joint is a list of rows Phi_k(q, t) = 0 with multipliers lambda_k; it exerts the forces -G^T lambda on its nodes,
   with G = dPhi/dq. The six dofs of a node are those of element.h. With x_n, R_n position and orientation of node n,
   s_n the joint's point on it in its axes, P = x_2 + R_2 s_2 - x_1 - R_1 s_1 the vector from the first point to the
   second, and f(t) what a driver prescribes (0 without one), a row is one of (Geradin & Cardona, Flexible Multibody
   Dynamics, 2001, ch. 7)
     ROW_POSITION   R_1 a . P - f   [m]   or a . P - f, with a in global axes
     ROW_ANGLE      R_1 a . R_2 b   [1]   0 where the two directions are square to each other; driven
                    sin(f) R_1 a . R_2 b - cos(f) R_1 a2 . R_2 b2, where the products are an angle's cosine and sine
     ROW_TWIST      R_1 a . R_2 b2 - R_1 a2 . R_2 b   [1]   0 where neither node is twisted about the axes a x a2, b x b2
                    of shafts, at whatever angle these are: they turn alike
     ROW_SCREW      R_1 along . P - pitch x   [m]   the angle x has the cosine R_1 a . R_2 b and the sine R_1 a2 . R_2 b2
     ROW_DISTANCE   |P| - L - f   [m] */
#ifndef FS_ELEMENT_JOINT_JOINT_H
#define FS_ELEMENT_JOINT_JOINT_H

#include "element/element.h"

enum {
  JOINT_ROWS        = 6,
  JOINT_DOFS        = 12,
  JOINT_COORDINATES = 4
}; /* rows, dofs of both nodes, free coordinates, at most */

typedef enum { ROW_POSITION, ROW_ANGLE, ROW_TWIST, ROW_SCREW, ROW_DISTANCE } JointRowKind;
typedef struct {
  JointRowKind kind;
  int    global; /* of ROW_POSITION: 1: a is in global axes, 0: in the axes of the first node */
  int    driver; /* index of f in JointState.driven; -1: f = 0 */
  double a[3],
    b[3]; /* unit vectors as in the reference configuration, where all axes are the global ones */
  double a2[3], b2[3]; /* of a driven ROW_ANGLE, a ROW_TWIST, a ROW_SCREW */
  double along[3];     /* of a ROW_SCREW */
  double
    side[3]; /* of ROW_ANGLE without driver, see joint_side; 0: the row may hold on either side */
} JointRow;

/* The coordinates of a joint that a driver may prescribe or a spring may act on, if the joint leaves them free:
   displacements [m] and angles [rad]. */
typedef enum {
  JOINT_DISPLACEMENT,
  JOINT_ANGLE,
  JOINT_SECOND_DISPLACEMENT,
  JOINT_SECOND_ANGLE
} JointCoordinateKind;

/* How a coordinate is measured: the part along the axis, or along two directions square to it, of the way from the first
   point to the second; the change of its length; the turn about the axis; the turn of the second node about an axis of
   its own, from the plane of the two axes on (universal joint). Each is a row of the table in joint_types.c. */
typedef enum {
  NOT_FREE,
  ALONG_AXIS,
  ALONG_FIRST,
  ALONG_SECOND,
  OF_DISTANCE,
  ABOUT_AXIS,
  ABOUT_SECOND_AXIS
} JointMeasure;

/* Axes that the user gives: none; one, and the same as the second node has it, if that is another one; two, square to each
   other, the second fixed in the second node; one, and a direction square to it for the first of two displacements; the same, or none: the global
   ones. */
typedef enum { AXES_NONE, AXES_ONE, AXES_TWO, AXES_DIRECTION, AXES_OPTIONAL } JointAxes;

/* A type of joint: a row of the table in joint_types.c. row[0].kind is meaningful even if nrows is 0: ROW_DISTANCE says
   that the joint's displacement is a change of distance, otherwise it is along the axis. */
typedef struct {
  const char *name;
  JointAxes   axes;
  int
    at_nodes; /* default of the two points: 1: the nodes; 0: both in the middle between the nodes */
  JointMeasure free[JOINT_COORDINATES]; /* by coordinate; NOT_FREE is 0 */
  int          nrows;
  struct {
    JointRowKind kind;
    int          global, a,
      b; /* indices of the frame's vectors, 0 to 2 (of the global axes); of ROW_POSITION and ROW_ANGLE */
  } row[JOINT_ROWS];
} JointType;
extern const JointType joint_types[]; /* ends with a NULL name */

/* Whether it is the one that holds nothing and has springs in all directions, see bushing.h. */
static inline int joint_is_bushing(const JointType *type)
{
  return !type->nrows && type->row[0].kind != ROW_DISTANCE;
}
/* Whether a row of the type is of a kind. */
int joint_type_has(const JointType *type, JointRowKind kind);
/* rows[JOINT_ROWS] of a type; returns how many. frame[k]: three unit vectors square to each other, fixed in the first
   node, the third along the axis; other[k]: the same, fixed in the second node. Both as in the reference
   configuration. */
int joint_type_rows(const JointType *type, const double frame[3][3], const double other[3][3],
                    JointRow rows[]);
/* The row by which a driver prescribes a coordinate. Add it to the rows of the type; of a distance it replaces the only
   one. */
JointRow joint_driven_row(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                          const double other[3][3]);
/* Whether a row compares directions: it is 0 half a turn on, too. */
static inline int joint_row_is_directional(const JointRow *row)
{
  return row->kind == ROW_ANGLE || row->kind == ROW_TWIST;
}
/* Whether its second derivatives join displacements or spins of one node with those of the other. */
static inline int joint_row_couples_nodes(const JointRow *row)
{
  return row->kind != ROW_POSITION || !row->global;
}
/* Whether a coordinate is an angle [rad]; others are displacements [m]. */
static inline int joint_is_angle(JointCoordinateKind kind)
{
  return kind == JOINT_ANGLE || kind == JOINT_SECOND_ANGLE;
}
/* M[9] with Phi = sum of M_ij (R_1^T R_2)_ij, of a ROW_ANGLE at f or a ROW_TWIST; order 1: with
   dPhi/df, of rows without driver with the side that joint_side gives. */
void joint_direction_matrix(const JointRow *row, double f, int order, double M[9]);

/* A joint at a state of its nodes. */
typedef struct {
  const NodeState *node[2]; /* node[0] NULL: ground */
  const double
        *offset[2]; /* s_1, s_2 in the nodes' axes; of ground the position of the point [m] */
  double length;    /* L [m] */
  double pitch;     /* [m/rad] */
  double driven[JOINT_COORDINATES]
               [3]; /* f and its first and second time derivative, by coordinate [m], [rad] */
  double before[JOINT_COORDINATES]; /* angles at the last accepted state, with whole turns [rad] */
} JointState;

/* The n rows at a state. Arrays [n][JOINT_DOFS] have the first node's six dofs (0 for ground), then the second's.
     joint_position            phi[n] = Phi
     joint_gradient            G
     joint_position_and_gradient               both
     joint_velocity            rate[n] = dPhi/dt in total, G v + the partial derivative by t
     joint_velocity_slope      derivative of that rate by displacements and spins, at fixed v
     joint_acceleration        acceleration[n] = second time derivative of Phi, G a + terms of v and t
     joint_acceleration_slope  derivative of that by v
   Derivatives of a ROW_DISTANCE whose two points coincide are NAN. */
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

/* K[JOINT_DOFS][JOINT_DOFS] += derivative of G^T lambda by displacements and spins, at fixed lambda[n]. */
void joint_stiffness(const JointRow rows[], int n, const JointState *s, const double lambda[],
                     double K[]);
/* The same with the gradient G. */
void joint_gradient_and_stiffness(const JointRow rows[], int n, const JointState *s,
                                  const double lambda[], double G[][JOINT_DOFS], double K[]);

/* A ROW_ANGLE also holds half a turn away from where it should. R_1 side . R_2 b, of a driven row dPhi/df, of a ROW_TWIST
   R_1 a . R_2 b + R_1 a2 . R_2 b2, is positive on the right side and negative on the wrong one. 1 for other
   rows, and where either side will do. Its gradient G[JOINT_DOFS]. */
double joint_side(const JointRow *row, const JointState *s, double G[]);

/* joint_misfit.c. misfit[n]: how far each row is off [m, rad], monotonic up to half a turn, Phi where it is small.
   G[n][JOINT_DOFS]: how displacements and spins change it; exact where Phi = 0, elsewhere a direction that mends it. */
void joint_misfit(const JointRow rows[], int n, const JointState *s, double misfit[],
                  double G[][JOINT_DOFS]);

/* dPhi/df of a driven row; 0 without driver. Times lambda it is the force or moment [N, N m] against which f
   does work. */
double joint_driver_slope(const JointRow *row, const JointState *s);

/* Whether Phi of a row, or the coordinate that a driven row prescribes, can change at all if the nodes have just these
   components: bits 1, 2, 4 of displacements in x, y, z, then 8, 16, 32 of rotations about them. Of the rotations there
   are three, none, or the one about the normal of the plane of the two displacements. */
int joint_row_is_effective(const JointRow *row, int components);
int joint_coordinate_is_free(const JointRow *driven, int components);

/* Value of a free coordinate [m, rad], its gradient[JOINT_DOFS] and, unless NULL, slope[JOINT_DOFS][JOINT_DOFS], the
   derivative of the gradient. An angle is determined up to full turns: they are counted from what it was before and what
   the nodes have turned since. Derivatives are NAN where it has none: where the sine and the cosine are both 0. */
double joint_coordinate(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                        const double other[3][3], const JointState *s, double gradient[],
                        double slope[]);
/* The angle and so many turns that it is nearest to near [rad]. */
double joint_unwrap_angle(double angle, double near);

#endif
