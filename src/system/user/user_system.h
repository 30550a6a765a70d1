/* user_system.h: what a system that a program makes from its own functions (fs/user_system.h)
   consists of. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_USER_USER_SYSTEM_H
#define FS_SYSTEM_USER_USER_SYSTEM_H

#include <fs/system.h>

/* UserBlock - The entries of a global vector, or the rows or columns of a tangent, of one kind. */
typedef enum { UNKNOWNS, MULTIPLIERS } UserBlock;

/* UserSystem - The functions of a program, and work space for their arguments.

   A global vector of the system has on each rank the unknowns of this rank, then its multipliers.
   A Vec of n unknowns or of m multipliers is a copy, so that functions of the program see the
   layout that the program has chosen. */
typedef struct _n_UserSystem {
  FsResidualFunction        residual;
  FsTangentFunction         tangent;
  FsConstraintFunction      phi;
  FsGradientFunction        gradient;
  FsCurvatureFunction       curvature;
  FsConstraintRatesFunction rates; /* NULL if the constraints do not depend on time */
  void                     *residual_context, *tangent_context, *constraint_context;
  Vec                       q, v, a, r;     /* [n] the arguments of functions */
  Vec                       lambda, errors; /* [m]; NULL without constraints */
  Vec                       rate, second;   /* [m] derivatives of Phi by time, or work space */
  Mat                       J, G, D, H;     /* D and H are NULL if G is constant */
  Mat                       Gt; /* dG/dt; NULL if the constraints do not depend on time */
  /* G as it was first computed, or, if the constraints depend on time, first at the time first_t;
     NULL if the program gives second derivatives */
  Mat         first_G;
  Mat         change_of_G;     /* G minus first_G */
  PetscReal   first_t, last_t; /* times of first_G, and of the constraints before; NAN */
  PetscLayout layout[2];       /* of q and of lambda (UserBlock), which own them */
} * UserSystem;

/* UserSystemSetUp - Makes the vector, the pattern of tangents and the operations of a system from
   what the program has set. FsSystemSetUp calls it if the program has called FsSystemSetResidual.
   Collective. Input error: the program has set no tangent, or sizes do not fit. */
PetscErrorCode UserSystemSetUp(FsSystem sys);

/* UserSystemOf - Returns what FsSystemSetResidual has stored, or NULL if the system is not made
   from functions of a program. Not collective. */
UserSystem UserSystemOf(FsSystem sys);

/* CopyUnknowns - Copies the unknowns of a global vector to x[n]; a NULL global vector counts as
   zero. CopyMultipliers does the same for the multipliers. */
PetscErrorCode CopyUnknowns(UserSystem u, Vec global, Vec x);
PetscErrorCode CopyMultipliers(UserSystem u, Vec global, Vec lambda);

/* PutUnknowns - Copies x[n] to the unknowns of a global vector. PutMultipliers copies lambda[m] to
   the entries of multipliers. Other entries do not change. */
PetscErrorCode PutUnknowns(UserSystem u, Vec x, Vec global);
PetscErrorCode PutMultipliers(UserSystem u, Vec lambda, Vec global);

/* AddUserBlock - Adds factor B to the block of A whose rows belong to "rows" and whose columns
   belong to "columns", or adds factor B^T to the block in which both are exchanged. A is not
   assembled afterwards. */
PetscErrorCode AddUserBlock(UserSystem u, PetscReal factor, Mat B, PetscBool transpose,
                            UserBlock rows, UserBlock columns, Mat A);

/* The operations of a system with constraints from functions of a program. */
extern const FsSystemConstraints user_constraints;

/* UserConstraintRows - Computes the constraints of a level into u->errors[m]. */
PetscErrorCode UserConstraintRows(FsSystem sys, FsConstraintLevel level, const FsState *s);

/* UserConstraintTangent - Adds to A the derivative of factor G^T lambda by x, and to its rows scale
   times the derivative by x of the constraints of a level (FsSystemConstraints.tangent). If column
   is not 0, column G^T is added to the columns of multipliers. A is not assembled afterwards. */
PetscErrorCode UserConstraintTangent(FsSystem sys, const FsState *s, Vec lambda, PetscReal factor,
                                     const FsConstraintRows *rows, FsShift shift, Mat A);

#endif
