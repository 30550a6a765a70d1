/* load.h: the loads of a model, except those that act through kernels, which are blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_H
#define FS_MODEL_LOADS_LOAD_H

#include <fs/petsc_versions.h>
#include "mesh/place/mesh_place.h"
#include "model/loads/harmonic_load.h"
#include "model/loads/load_options.h"
#include "model/components.h"
#include "input/formula/expression.h"

/* the loads of these headers: moving_load.h, line_load.h, nodes/given_load.h, laws/law.h */
typedef struct _n_MovingLoad MovingLoad;
typedef struct _n_LineLoad   LineLoad;
typedef struct _n_GivenLoad  GivenLoad;
typedef struct _n_Law        Law;

/* Load - A load whose forces on the dofs are F g(t), where the vector F does not depend on the
   state and g is a function of time.

   A load along the side of a shell acts on the rotations of its nodes, too, because they bend the
   side in its surface. It does so by levers: forces at the ends of arms. The arms turn with the
   node, and the forces are fixed in space. The load on the node is then the moment of the force
   about the node, and the load has a potential. */
typedef struct {
  char      *name;
  Expression time;     /* g(t) */
  Harmonic   harmonic; /* harmonic part of the factor g(t) */
  PetscInt   n, *at; /* [n] indices of nonzero entries of F in this rank's part of global vectors */
  PetscReal *force;  /* [n] these entries of F [N], [N m] */
  PetscInt   nsupport_dofs; /* number of supported dofs of this rank on which the load acts */
  PetscInt  *support_dof;   /* [nsupport_dofs] indices of these dofs in local vectors */
  /* [nsupport_dofs] forces that this rank contributes to supported dofs; the force on a dof is the
     sum over the ranks */
  PetscReal *support_force;
  PetscInt   nlevers, *lever_node; /* [nlevers] indices of nodes of this rank with levers */
  PetscReal (*lever)[9]; /* [nlevers] sum of arm force^T over the levers of the node [N m] */
  PetscBool weight;      /* whether it is the part of gravity that acts on arcs (LoadsAddWeight) */
} Load;

/* FollowerLoad - A load whose forces on the dofs depend on the orientation of its nodes, all of
   which rotate. The force or moment on node[k] is weight[k] vector g(t).

   There are two kinds. A follower force is constant in the axes of the node, while displacements
   are in global axes. A moment is constant in global axes, while rotations are in the axes of the
   node. */
typedef struct {
  char      *name;
  Expression time;     /* g(t) */
  Harmonic   harmonic; /* harmonic part of the factor g(t) */
  /* PETSC_TRUE if the load is a moment in global axes, not a follower force */
  PetscBool  moment;
  PetscReal  vector[3]; /* force [N] or moment [N m], or force or moment per length or area */
  PetscInt   n, *node;  /* [n] indices of the loaded nodes that this rank owns */
  PetscReal *weight;    /* [n] 1, or the length [m] or area [m2] that belongs to the node */
} FollowerLoad;

/* Loads - All loads of a model that are not blocks of elements. */
typedef struct {
  const char *time; /* formula of t, the factor of loads without a factor of their own; borrowed */
  PetscBool   time_used; /* whether some load or gravity has this factor */
  /* [number of -loads] index in Geometry.set_name of the set on which each load acts */
  PetscInt *set;
  /* [number of -loads] the place of a load at a point, which may be inside of a cell; the rank is
     -1 if a load is not at a point */
  MeshPlace *place;
  /* name of an option that gives a harmonic load or motion; "" if the user gives no such option */
  char      harmonic_option[96];
  PetscBool has_levers; /* whether some constant load has levers on some rank */
  PetscBool on_shells;  /* whether a pressure or a load per area may act on shells of this rank */
  PetscInt  nconstant, nfollower, nmoving, nlaws, nmoment_laws;
  Load     *constant;     /* [nconstant] */
  FollowerLoad *follower; /* [nfollower] */
  MovingLoad   *moving;   /* [nmoving] */
  PetscInt      nline;
  LineLoad     *line; /* [nline] loads per length, for the forces between the nodes of beams */
  PetscInt      ngiven;
  GivenLoad    *given;      /* [ngiven] loads whose forces come from the calling program */
  Law          *law;        /* [nlaws] laws without rotations */
  Law          *moment_law; /* [nmoment_laws] */
} Loads;

/* lever_moment - Computes the moment of levers on their node, in the axes of the node.

   Input:
     lever   sum of arm force^T, see Load [N m]
     R       rotation of the node
   Output:
     moment  sum of arm x R^T force [N m]
     slope   the derivative of the moment by the spin of the node in its axes [N m]; may be NULL */
void lever_moment(const double lever[9], const double R[9], double moment[3], double slope[9]);

/* SurfaceLoadsCreate - Finds the sets and places of all loads, and creates those loads that become
   blocks of elements, such as pressures.

   Call it before ComponentsCreate. Collective. Input errors: a set, a place or a formula is wrong.
 */
PetscErrorCode SurfaceLoadsCreate(Model model, PetscInt n, const LoadOptions loads[]);

/* LoadsCreate - Creates the loads of n descriptions that do not become blocks of elements.
   Collective. */
PetscErrorCode LoadsCreate(Model model, PetscInt n, const LoadOptions loads[]);

/* LoadsAddWeight - Adds the work of gravity on the arcs of curved shells, beside the product of the
   mass matrix and gravity, as the last one of Loads.constant. Does nothing without such shells.

   Input:
     time  the factor of gravity, a formula of t; borrowed
   Call it after LoadsCreate() with model->gravity.acceleration set. Collective. */
PetscErrorCode LoadsAddWeight(Model model, const char time[]);
PetscErrorCode LoadsDestroy(Model model);

/* ---- resultants ------------------------------------------------------------------------------ */

/* Resultant - The resultant of one load. */
typedef struct {
  const char *name;            /* name of the load, borrowed */
  PetscReal   sum[COMPONENTS]; /* force [N], and moment about the origin [N m] */
} Resultant;

/* ModelResultants - Computes the resultants of all loads except laws, in the reference
   configuration, without the factors g(t) of the loads.

   Input:
     t       time at which the fields of moving loads are evaluated [s]
   Output:
     n       number of loads
     result  [n] the resultants, the same on all ranks; the caller frees the array by PetscFree()
   Collective. */
PetscErrorCode ModelResultants(Model model, PetscReal t, PetscInt *n, Resultant **result);

/* ---- places ---------------------------------------------------------------------------------- */

enum { LOAD_PLACES = 24 }; /* largest number of points that are chosen */

/* LoadPlaces - Chooses the points of a load that are nearest to the corners and the middle of the
   bounding box of all its points, and to points spread over this box.

   Input:
     n, x     [n] points of this rank [m]
   Output:
     nplaces  number of chosen points; 0 if no rank has a point
     places   chosen points, each once, the same on every rank and for every number of ranks [m]
   Collective. */
PetscErrorCode LoadPlaces(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3], PetscInt *nplaces,
                          PetscReal places[LOAD_PLACES][3]);

/* ---- load field ------------------------------------------------------------------------------ */

/* Factors of loads that depend on the place.

   The field of a load is a formula of x, y, z and t, by which the load is multiplied
   (-load_<name>_field). If the field depends on t, the load moves over the model
   (moving_load.h). */

enum { FIELD_VARIABLES = 4 }; /* of the formula: x, y, z, t */

/* LoadFieldCreate - Creates the field of a load from the text of -load_<name>_field.

   The formula is that of -load_<name>_field or, for a load that moves along lines, of
   -load_<name>_place.
   Output:
     field  the caller destroys it by ExpressionDestroy(); NULL if the load has no formula
   Collective. Input error: the text is not a formula. */
PetscErrorCode LoadFieldCreate(Model model, const LoadOptions *options, Expression *field);

#endif
