/* integrator.h: time integration schemes, which are found by name.

   A step of a scheme consists of one or more stage solves (solve.h). control.h chooses the sizes
   of steps. To add a scheme, see src/integrator/family.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_H
#define FS_INTEGRATOR_H

#include <fs/archive.h>
#include <fs/solve.h>

typedef struct _n_FsIntegrator *FsIntegrator;

/* FsScheme - The constant properties of a scheme: a row of its family's table. */
typedef struct {
  const char *name;    /* value of -integrator */
  PetscInt    order;   /* of accuracy of q, v and a, for smooth motions */
  PetscInt    solves;  /* stage solves per step */
  PetscReal   rho_min; /* if tunable: the smallest -rho_inf; the largest is 1 */
  PetscReal   rho_inf; /* default of -rho_inf; the only value if not tunable */
  PetscBool   tunable; /* the user may choose -rho_inf, the spectral radius at infinite frequency */
  const char *source;  /* paper */
  const void *row;     /* coefficients, in a type that only the family knows */
} FsScheme;

/* FsIntegratorInfo - The properties of an integrator that callers need. */
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf;        /* spectral radius at infinite frequency, 0 to 1 */
  PetscReal       dt;             /* size of the last attempted step [s] */
  FsStabilization stabilization;  /* the system must have this one */
  PetscBool       implicit;       /* stages solve for q; after FsIntegratorSetUp */
  PetscBool conditionally_stable; /* stable if dt times the highest frequency is small enough */
} FsIntegratorInfo;

/* FsIntegratorSchemes - Returns all schemes, family by family; the array ends with NULL. Not
   collective. */
FS_EXTERN const FsScheme *const *FsIntegratorSchemes(void);

/* FsIntegratorOptions - The scheme of an integrator and its parameters. A scheme ignores those of
   other schemes. */
enum { FS_MAX_CE_PARAMETERS = 4 };
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf;       /* spectral radius at infinite frequency, 0 to 1 */
  int             predictor;     /* points of the stage predictor, 1 to 3; 0: the scheme chooses */
  FsStabilization stabilization; /* the system must have this one; only first-order schemes do */
  PetscBool       stabilize_given;    /* the user gave -stabilize, which needs constraints */
  PetscBool       lms_trapezoidal;    /* lms: first steps by the trapezoidal rule */
  PetscBool       tr_bdf2_quadrature; /* tr_bdf2_q: displacement by quadrature; not A-stable */
  PetscReal       newmark_gamma;      /* 0 to 2; default 1/2 */
  PetscReal       newmark_beta;       /* more than 0; default 1/4 */
  PetscReal       hht_alpha; /* -1/3 to 0; belongs to rho_inf = (1 + hht_alpha)/(1 - hht_alpha) */
  PetscReal       hht_add_b; /* share of hht_add, not near 1/2; default 0 */
  PetscInt        ce_count;  /* conditionally explicit schemes: number of parameters */
  PetscReal ce[FS_MAX_CE_PARAMETERS]; /* alpha, beta, gamma, zeta; by default those of the paper */
  PetscBool ce_zero_start; /* jerk and snap start at 0; default: consistent with the motion */
} FsIntegratorOptions;

/* FsIntegratorDefaultOptions - Returns a scheme with a given rho_inf and the default values of its
   other parameters. Not collective. */
FS_EXTERN FsIntegratorOptions FsIntegratorDefaultOptions(const FsScheme *scheme, PetscReal rho_inf);

/* FsIntegratorReadOptions - Reads -integrator, -rho_inf and the options of
   FsIntegratorReadSchemeOptions.

   Collective. Input errors: an unknown name (the message lists the known names); rho_inf outside
   of the scheme's range. */
FS_EXTERN PetscErrorCode FsIntegratorReadOptions(FsOptions o, MPI_Comm comm,
                                                 FsIntegratorOptions *options);

/* FsIntegratorReadSchemeOptions - Reads -predictor, -stabilize and the options that
   options->scheme has.

   Options that are absent leave their values in *options. Collective. Input errors: a parameter is
   outside of its range; -stabilize with a scheme that has no stabilization. */
FS_EXTERN PetscErrorCode FsIntegratorReadSchemeOptions(FsOptions o, MPI_Comm comm,
                                                       FsIntegratorOptions *options);

/* FsIntegratorCreate - Creates an integrator. options is copied. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorCreate(MPI_Comm comm, const FsIntegratorOptions *options,
                                            FsIntegrator *in);
FS_EXTERN PetscErrorCode FsIntegratorDestroy(FsIntegrator *in);

/* FsIntegratorGetInfo - Returns the present properties of an integrator. Not collective. */
FS_EXTERN FsIntegratorInfo FsIntegratorGetInfo(FsIntegrator in);

/* FsIntegratorSetUp - Prepares an integrator for the first step; call it once.

   Input:
     sys, stage  borrowed until the integrator is destroyed
     dt          size of the first step [s]
     s           the initial state with its acceleration (FsStageAcceleration), after
                 FsSystemAcceptInitialState
   Output:
     s           s->qd is set. Explicit schemes on systems with constraints replace s->a by the
                 acceleration from which their first step starts
   Collective. Input errors: errors of multipliers would grow with this rho_inf; joints with
   friction need an implicit scheme. */
FS_EXTERN PetscErrorCode FsIntegratorSetUp(FsIntegrator in, FsSystem sys, FsStage stage,
                                           PetscReal dt, FsState *s);

/* FsIntegratorTry - Solves a step of size dt [s] from the state s.

   If a stage fails, info->ok becomes PETSC_FALSE and info->reason says why. Neither s nor the
   history of the scheme changes, so you may call it again with a shorter dt, or call
   FsIntegratorAccept. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorTry(FsIntegrator in, PetscReal dt, const FsState *s,
                                         FsStageInfo *info);

/* FsIntegratorCandidate - Returns the state that the last FsIntegratorTry computed, borrowed. Not
   collective. */
FS_EXTERN const FsState *FsIntegratorCandidate(FsIntegrator in);

/* FsIntegratorEstimateError - Estimates the local error of the q that FsIntegratorTry computed.

   Only for schemes that have an estimate, which FsStepControlSetUp checks.
   Input:
     s      the state before the step
   Output:
     error  the error, in the units of q; a Vec with the layout of q
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorEstimateError(FsIntegrator in, const FsState *s, Vec error);

/* FsIntegratorAccept - Makes s the new state after a successful FsIntegratorTry.

   The Vecs of s may be exchanged for others of the same layout. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorAccept(FsIntegrator in, FsState *s);

/* FsIntegratorRestart - Makes the scheme forget its history, because the motion has a kink at s.

   Input:
     dt    about the size of the next step [s]
     jump  PETSC_TRUE if forces jump at s; then s->a is computed again
     s     the last accepted state
   If s->a cannot be computed, info->ok becomes PETSC_FALSE, and info->reason says why. Otherwise
   info does not change. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorRestart(FsIntegrator in, PetscReal dt, PetscBool jump,
                                             FsState *s, FsStageInfo *info);

/* FsIntegratorHighestFrequency - Estimates the highest frequency of small motions about s.

   Only for schemes whose steps need no solver (FsStageHasLumpedMass).
   Input:
     s           the last accepted state
     iterations  maximum number of iterations, each of which costs as much as two steps
     mode        the first guess of the mode, not zero; it is overwritten
   Output:
     omega       the frequency [rad/s], or 0 if the iterations do not converge
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorHighestFrequency(FsIntegrator in, const FsState *s,
                                                      PetscInt iterations, Vec mode,
                                                      PetscReal *omega);

/* FsIntegratorArchive - Writes or reads what the scheme remembers besides the state.

   Call it after FsIntegratorSetUp. An archive must be read with the scheme that wrote it.
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorArchive(FsIntegrator in, FsArchive a);

FS_EXTERN const FsOptionDoc fs_integrator_options[]; /* for FsOptionsDocument */

#endif
