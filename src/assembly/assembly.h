/* assembly.h: makes the system r(q, v, a, lambda, t) = 0 of a model.

   The residual r is the sum of the terms in term.h. Solvers see only the FsSystem.

   Headers for other rooms:
     assembly.h                  the options of matrices and of Newton's method
     constraints/constraint_cells.h      visits the rows of all constraints, cell by cell, whatever
                                         their kinds
     constraints/joint_checks.h          what an analysis asks of joints before and after its steps
     constraints/joint_results.h         forces, energies and coordinates of joints, couplings and
                                         sliders at a state
     element_forces.h                    computes the forces of one element on its nodes, linear and
                                         nonlinear part
     matrices/structural_damping.h       computes structural (hysteretic) damping: stiffness times a
                                         loss factor
     nodal_inertia.h                     computes accelerations node by node, without a mass matrix
     results/element_motion.h            the motion of a place inside of an element
     results/patch_nodes.h               the nodes of surfaces at which results are smooth
     results/surface_extremes.h          the results of surfaces at the nodes of their elements, for
                                         extremes
     support_rows.h                      computes the rows of M, C and K of constrained dofs
     term.h                              a term is one contribution to the residual r, for example
                                         elements, joints or loads; an Evaluation is a state under a
                                         loading, gathered once for all terms
     terms/terms.h                       declares the kinds of terms, and functions of terms that
                                         the assembly calls directly
     vectors.h                           computes norms, weights and products of vectors by the kind
                                         of their entries */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ASSEMBLY_H
#define FS_ASSEMBLY_ASSEMBLY_H

#include "kinematics/configuration.h"
#include <fs/system.h>
#include <fs/options.h>

/* ---- assembly options ------------------------------------------------------------------------ */

typedef enum { OPERATOR_AUTO, OPERATOR_ASSEMBLED, OPERATOR_MATRIX_FREE } OperatorKind;
typedef enum { NEWTON_MODIFIED, NEWTON_FULL } NewtonKind;

/* AssemblyOptions - How the system of a model is assembled and solved. */
typedef struct {
  /* whether the matrices of linear models are assembled or matrix-free */
  OperatorKind operator_kind;
  NewtonKind   newton;          /* whether nonlinear models reuse matrices (modified Newton) */
  PetscBool3   mixed_precision; /* unknown: the solver chooses */
  PetscBool    newton_given;    /* whether the user gave -newton, which needs a nonlinear model */
  /* whether strains of beams are additional unknowns; default: true */
  PetscBool mixed;
  PetscBool mixed_given; /* whether the user gave -newton_mixed, which needs beams */
} AssemblyOptions;

/* ReadAssemblyOptions - Reads the user's options -operator, -mixed_precision, -newton and
   -newton_mixed into *options, which has the defaults on entry. Collective. */
PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options);

extern const FsOptionDoc assembly_options[];

/* ---- assembly -------------------------------------------------------------------------------- */

typedef struct _n_Assembly *Assembly;

/* AssemblyCreateSystem - Creates the system of equations r(q, v, a, lambda, t) = 0 of a model.

   Input:
     options        options of matrices and of Newton's method; copied
     model          the finite element model; borrowed, it must outlive the system
     stabilization  how the integrator stabilizes constraints
   Output:
     sys            the system, which owns the assembly that computes it; the caller destroys sys
   Collective. Input error if -newton, -newton_mixed, -operator or -damping_stiffness do not suit
   the model. */
PetscErrorCode AssemblyCreateSystem(const AssemblyOptions *options, Model model,
                                    FsStabilization stabilization, FsSystem *sys);

/* AssemblyOf - Returns the assembly behind a system of AssemblyCreateSystem(), borrowed. */
Assembly      AssemblyOf(FsSystem sys);
Model         AssemblyModel(Assembly a);         /* the model of the assembly, borrowed */
Configuration AssemblyConfiguration(Assembly a); /* places and rotations of the nodes, borrowed */

/* AssemblyRenewLoads - Creates the terms of loads again, after ModelRenewLoads.

   Output:
     same  whether the loads are of the same kinds as before. If not, the system does not fit to the
           model any more, and the caller destroys both
   Collective. Input errors are those of the loads. */
PetscErrorCode AssemblyRenewLoads(Assembly a, PetscBool *same);

/* AssemblyHasLaws - Determines whether the user gives forces or moments on nodes as formulas of the
   motion (laws), which may jump. The result is the same on all ranks. Not collective. */
PetscBool AssemblyHasLaws(Assembly a);

/* AssemblyRemembers - Returns whether the forces of some elements or joints depend on earlier
   states. Not collective: the result may differ between ranks. */
PetscBool AssemblyRemembers(Assembly a);

/* AssemblySetModalDamping - Adds modal damping, a damping matrix of low rank, to a system. The
   system takes over the object damping and frees it later. Not collective. */
PetscErrorCode AssemblySetModalDamping(FsSystem sys, FsLowRank damping);

/* AssemblyLoads - Computes the sum of all loads at a state, such as forces, gravity and laws.

   Output:
     f  forces [N] and moments [N m] on the free dofs, a global vector; 0 in rows of constraints
   Collective. Input error: a formula of the model has no finite value. */
PetscErrorCode AssemblyLoads(FsSystem sys, const FsState *s, const FsLoading *loading, Vec f);

/* AssemblyArchive - Writes the orientations of nodes at the last accepted state, and what friction
   and other forces remember, to a checkpoint, or reads them from one. Collective. */
PetscErrorCode AssemblyArchive(Assembly a, FsArchive archive);

/* ---- linear start ---------------------------------------------------------------------------- */

/* LinearStartCheck - Checks that the forces of prestress and initial strain balance in a model that
   -linearize linearizes about its mesh.

   The matrices of -linearize contain the stiffness of the initial forces, but the model does not
   move under them: it takes the mesh as an equilibrium. Forces of temperatures are loads, and do
   not count here. The user may declare by -linearize_balanced that other loads than those of the
   model balance these forces, such as the weight of a hanging chain. Collective. Input error: the
   initial forces on a free dof do not balance. */
PetscErrorCode LinearStartCheck(FsSystem sys);

/* ---- frequency bound ------------------------------------------------------------------------- */

/* AssemblyFrequency - Computes an upper bound of the natural frequencies of a model at a state,
   from which explicit schemes choose their time step.

   Dampers without springs raise the bound.
   Output:
     omega    the bound [rad/s]; infinite if a dof has stiffness but no mass
     damping  the damping ratio at this frequency
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega,
                                 PetscReal *damping);

#endif
