/* user_system.h: makes a system from functions that a program has for its own equations of motion.

   The equations are
     r(t, q, v, a) + G(t, q)^T lambda = 0,   Phi(t, q) = 0,   G = dPhi/dq,
   with n unknowns q, their velocities v = q' and accelerations a = q'', and a multiplier lambda for
   each of the m constraints Phi. The program gives r and its derivatives, and for constraints Phi,
   G, second derivatives, and derivatives by time if Phi depends on it. fsolve derives everything
   else that schemes need (system.h): the constraints on velocities and accelerations, their
   tangents, and the layout of unknowns and multipliers in one vector. An equation of first order, M
   v' = f(t, v), is the case r = M a - f(t, v), in which q is the integral of v.

   Usage: FsSystemCreate, the functions of this file, then FsSystemSetUp. The words are those of
   TSSetI2Function and TSSetI2Jacobian of PETSc, where the meaning is the same. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_USER_SYSTEM_H
#define FS_USER_SYSTEM_H

#include <fs/state.h>
#include <fs/export.h>

/* FsResidualFunction - Computes the residual of the equations of motion without the forces of
   constraints.

   Input:
     t        the time [s]
     q, v, a  [n] the unknowns, their velocities and their accelerations
     context  the context of FsSystemSetResidual
   Output:
     r        [n] inertial + internal - external forces
   Collective. Return an error code if the residual cannot be computed. */
typedef PetscErrorCode (*FsResidualFunction)(FsSystem, PetscReal t, Vec q, Vec v, Vec a, Vec r,
                                             void *context);

/* FsTangentFunction - Computes the tangent J = ck dr/dq + cc dr/dv + cm dr/da.

   Input:
     t, q, v, a  as for FsResidualFunction
     shift       the factors cm, cc and ck; shift.rates is not read
     context     the context of FsSystemSetTangent
   Output:
     J           [n x n] the matrix of FsSystemSetTangent, assembled; old values are lost
   Collective. */
typedef PetscErrorCode (*FsTangentFunction)(FsSystem, PetscReal t, Vec q, Vec v, Vec a,
                                            FsShift shift, Mat J, void *context);

/* FsConstraintFunction - Computes phi[m], the values Phi(t, q) of the m constraints at the time t
   [s] and the unknowns q[n]. Collective. */
typedef PetscErrorCode (*FsConstraintFunction)(FsSystem, PetscReal t, Vec q, Vec phi,
                                               void *context);

/* FsGradientFunction - Computes the gradient G[m x n] = dPhi/dq of the constraints at the time t
   [s] and the unknowns q[n]. The function assembles G; old values are lost. Collective. */
typedef PetscErrorCode (*FsGradientFunction)(FsSystem, PetscReal t, Vec q, Mat G, void *context);

/* FsCurvatureFunction - Computes products of second derivatives of the constraints.

   Input:
     x       [n] a vector, for D
     lambda  [m] multipliers, for H
   Output:
     D       [m x n] D_kj = sum over i of (d2 Phi_k/dq_i dq_j) x_i, the derivative of G x by q;
             assembled. It has the pattern of G. NULL if it is not needed
     H       [n x n] H_ij = sum over k of lambda_k d2 Phi_k/dq_i dq_j, the derivative of G^T lambda
             by q; assembled. It has the pattern of G^T G. NULL if it is not needed
   Old values of D and H are zero. Collective. */
typedef PetscErrorCode (*FsCurvatureFunction)(FsSystem, PetscReal t, Vec q, Vec x, Vec lambda,
                                              Mat D, Mat H, void *context);

/* FsConstraintRatesFunction - Computes the derivatives by time of constraints Phi(t, q), at fixed
   q.

   Output:
     rate    [m] dPhi/dt
     second  [m] d^2Phi/dt^2
     Gt      [m x n] dG/dt, assembled. It has the pattern of G. Its old values are zero, so that the
             function may leave it if G does not depend on t
   Collective. */
typedef PetscErrorCode (*FsConstraintRatesFunction)(FsSystem, PetscReal t, Vec q, Vec rate,
                                                    Vec second, Mat Gt, void *context);

/* FsSystemSetResidual - Sets the function that computes the residual r.

   Input:
     q         a Vec whose layout is that of the n unknowns; it is duplicated. Its values are not
               used
     residual  the function
     context   passed to the function; borrowed until the system is destroyed
   Collective. */
FS_EXTERN PetscErrorCode FsSystemSetResidual(FsSystem sys, Vec q, FsResidualFunction residual,
                                             void *context);

/* FsSystemSetTangent - Sets the function that computes the tangent of the residual.

   Input:
     J        a matrix with the nonzero pattern of all tangents, with the layout of the unknowns;
              assembled. The system takes a reference and gives J to the function
     tangent  the function
     context  passed to the function; borrowed until the system is destroyed
   Collective. */
FS_EXTERN PetscErrorCode FsSystemSetTangent(FsSystem sys, Mat J, FsTangentFunction tangent,
                                            void *context);

/* FsSystemSetConstraints - Adds m constraints Phi(t, q) = 0.

   Call it after FsSystemSetResidual.
   Input:
     G          an m x n matrix with the nonzero pattern of dPhi/dq, including entries that vanish
                at times; assembled. Its rows have the layout of the constraints, its columns that
                of the unknowns. The system takes a reference and gives G to the function gradient
     phi        computes Phi
     gradient   computes G
     curvature  computes second derivatives; NULL if G does not depend on q. If G changes with q all
                the same, the call that finds the change ends with an input error
     context    passed to the functions; borrowed until the system is destroyed
   If Phi depends on t, call FsSystemSetConstraintRates, too. Otherwise the call that finds a change
   with t ends with an input error. Third derivatives of Phi are not asked for. Newton's method
   therefore converges linearly where constraints are written on accelerations and their third
   derivatives do not vanish. Collective.
   */
FS_EXTERN PetscErrorCode FsSystemSetConstraints(FsSystem sys, Mat G, FsConstraintFunction phi,
                                                FsGradientFunction  gradient,
                                                FsCurvatureFunction curvature, void *context);

/* FsSystemSetConstraintRates - Says that the constraints of FsSystemSetConstraints depend on time,
   as those of a driven coordinate q_1 = f(t) do.

   Call it after FsSystemSetConstraints, whose context is passed to the function. Collective. */
FS_EXTERN PetscErrorCode FsSystemSetConstraintRates(FsSystem sys, FsConstraintRatesFunction rates);

/* FsSystemGetUnknowns - Copies the n unknowns from a vector of the system, such as FsState.q. The
   entries of multipliers are left out. x[n] has the layout of FsSystemSetResidual. Collective. */
FS_EXTERN PetscErrorCode FsSystemGetUnknowns(FsSystem sys, Vec global, Vec x);

/* FsSystemSetUnknowns - Copies the n unknowns into a vector of the system. The entries of
   multipliers do not change. Collective. */
FS_EXTERN PetscErrorCode FsSystemSetUnknowns(FsSystem sys, Vec x, Vec global);

/* FsSystemGetMultipliers - Copies the m multipliers from a vector of the system: lambda is in
   FsState.a. lambda[m] has the layout of the rows of G. Collective. */
FS_EXTERN PetscErrorCode FsSystemGetMultipliers(FsSystem sys, Vec global, Vec lambda);

#endif
