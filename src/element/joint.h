/* joint.h: constraints between two nodes, or between a node and ground: pure functions, like element kernels. A joint is
   a list of rows Phi_k(q, t) = 0 with multipliers lambda_k; it exerts the forces -G^T lambda, G = dPhi/dq. A
   node's six dofs are those of element.h: forces on rotations are moments, variations spins, in the node's own axes.
   Every row is one of three functions of P = x_2 + R_2 s_2 - x_1 - R_1 s_1, from the joint's point on the first node to
   that on the second (Geradin & Cardona, Flexible Multibody Dynamics, 2001, ch. 7):
     ROW_POSITION   R_f a . P - f(t)      a along the axes of the first node, or along global ones
     ROW_ANGLE      R_1 a(t) . R_2 b      a turns by f(t) from a towards a2
     ROW_DISTANCE   |P| - L - f(t) */
#ifndef JOINT_H
#define JOINT_H

#include "element.h"

enum { JOINT_ROWS = 6, JOINT_DOFS = 12, JOINT_FREE = 2 };

typedef enum { ROW_POSITION, ROW_ANGLE, ROW_DISTANCE } JointRowKind;
typedef struct {
  JointRowKind kind;
  int          global;            /* of ROW_POSITION: a is along global axes */
  int          driver;            /* f: an entry of JointState.driven; -1: 0 */
  double       a[3], a2[3], b[3]; /* unit vectors of the reference configuration */
  double       side[3]; /* of ROW_ANGLE, which half a turn satisfies as well: see joint_side; 0: either will do */
} JointRow;

/* What a joint leaves free and a driver or a spring may act on. */
typedef enum { JOINT_DISPLACEMENT, JOINT_ANGLE } JointCoordinateKind;

/* A kind of joint. row[0] tells whether its displacement is along an axis or a change of distance, even where it has no
   rows. */
typedef struct {
  const char *name;
  int         axis;     /* 0: none; 1: one; 2: and a second one, square to it, fixed in the second node */
  int         at_nodes; /* it acts between the nodes themselves unless a point is given; else in their middle */
  int free[JOINT_FREE]; /* whether it has the coordinate; axial displacement or elongation, angle about the axis */
  int nrows;
  struct {
    JointRowKind kind;
    int          global, a, b; /* directions of the frame: 0, 1, 2 */
  } row[JOINT_ROWS];
} JointType;
extern const JointType joint_types[]; /* ends with a NULL name */

/* The rows of a type; frame[k] are three unit vectors square to each other, the third along the axis; other[k] the
   same as the second node has them. Returns how many. */
int joint_rows(const JointType *type, const double frame[3][3], const double other[3][3], JointRow rows[]);
/* The row by which a driver prescribes a coordinate: one more, or in the place of the only one of a distance. */
JointRow joint_driven_row(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                          const double other[3][3]);

typedef struct {
  const NodeState *node[2];               /* the first is NULL: ground */
  const double    *offset[2];             /* s_1, s_2 in the nodes' axes [m]; of ground the point itself */
  double           length;                /* L [m] */
  double           driven[JOINT_FREE][3]; /* f, f', f'' by coordinate */
} JointState;

/* Phi[n]; G[n][JOINT_DOFS], the first node's dofs first; G v + dPhi/dt; its derivative by displacements and spins at
   fixed v; G a + (the rest of d2Phi/dt2); its derivative by v. Where two points coincide a distance has no direction: it
   gives NAN. */
void joint_position(const JointRow rows[], int n, const JointState *s, double phi[]);
void joint_gradient(const JointRow rows[], int n, const JointState *s, double G[][JOINT_DOFS]);
void joint_velocity(const JointRow rows[], int n, const JointState *s, double rate[]);
void joint_velocity_slope(const JointRow rows[], int n, const JointState *s, double D[][JOINT_DOFS]);
void joint_acceleration(const JointRow rows[], int n, const JointState *s, double acceleration[]);
void joint_acceleration_slope(const JointRow rows[], int n, const JointState *s, double D[][JOINT_DOFS]);

/* K[JOINT_DOFS][JOINT_DOFS] += d(G^T lambda)/dq */
void joint_stiffness(const JointRow rows[], int n, const JointState *s, const double lambda[], double K[]);

/* R_1 side . R_2 b, which is positive where a row of angles is satisfied as it is meant; 1 for other rows. */
double joint_side(const JointRow *row, const JointState *s);

/* dPhi_k/df of a driven row: lambda_k times it is the force or moment that f does work against. */
double joint_effort(const JointRow *row, const JointState *s);

/* Whether a row, or a coordinate of a joint with that axis, says anything to nodes with these components: bits 1, 2, 4 of
   displacements in x, y, z, then 8, 16, 32 of rotations about them; of three rotations all, none, or that about the normal of
   the plane of two displacements. */
int joint_row_holds(const JointRow *row, int components);
int joint_coordinate_moves(const JointType *type, JointCoordinateKind kind, const double axis[3], int components);

/* A free coordinate, its gradient [JOINT_DOFS] and, unless NULL, the gradient's derivative. An angle is the one nearest
   to near. */
double joint_coordinate(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                        const double other[3][3], const JointState *s, double near, double gradient[], double slope[]);

#endif
