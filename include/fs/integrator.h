/* integrator.h: integrators, which compute steps in time by a scheme that is chosen by its name.

   A step of a scheme consists of one or more stages, which solve.h solves. control.h chooses the
   sizes of steps. To add a scheme, see src/integrator/family.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_H
#define FS_INTEGRATOR_H

#include <fs/archive.h>
#include <fs/runge_kutta.h>
#include <fs/solve.h>
#include <fs/version.h>

typedef struct _n_FsIntegrator *FsIntegrator;

/* FsSchemeParameter - A parameter of time integration schemes, which users set by an option and
   programs by FsIntegratorSetParameter.

   The table of the parameters of a scheme ends with a NULL name. Consecutive rows with the same
   option are the numbers of a list, such as -ce_parameters alpha,beta. */
typedef struct {
  const char *name; /* the name for FsIntegratorSetParameter, such as "newmark_gamma" */
  /* The option: its name, default value and text in the manual. If its member words is not NULL,
     the value of the option is one of these words, and the parameter is the index of the word. If
     its member described is PETSC_TRUE, the scheme computes the default value. The first row of a
     list has the text of the whole list. */
  FsOptionDoc option;
  PetscReal   least, largest; /* the range of the parameter; not used for words */
  /* the end of the message about a value outside of the range, such as "[0, 2]; 1/2 is of second
     order" */
  const char *range;
} FsSchemeParameter;

/* FsScheme - The constant properties of a scheme. A family is a group of schemes with one
   implementation, which has a table of FsScheme. */
typedef struct {
  const char *name;    /* the value of -integrator that selects the scheme */
  PetscInt    order;   /* the order of accuracy of q, v and a for smooth motions */
  PetscInt    solves;  /* the number of stage solves in a step */
  PetscReal   rho_min; /* the smallest value of -rho_inf if tunable is set; the largest is 1 */
  PetscReal   rho_inf; /* the default value of -rho_inf; the only value if tunable is not set */
  PetscBool   tunable; /* the user may choose -rho_inf, the spectral radius at infinite frequency */
  const char *source;  /* the paper that describes the scheme */
  const void *row;     /* the coefficients, in a type that only the family knows */
  const FsSchemeParameter *parameters; /* the parameters besides rho_inf; may be NULL */
} FsScheme;

/* FsIntegratorInfo - The properties of an integrator that its callers need to know. */
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf;        /* the spectral radius at infinite frequency, 0 to 1 */
  PetscReal       dt;             /* the size of the last step that was tried [s] */
  FsStabilization stabilization;  /* the stabilization that the system must have */
  PetscBool       implicit;       /* stages solve for q; valid after FsIntegratorSetUp */
  PetscBool       conserves;      /* keeps the energy of nonlinear models in large rotations */
  PetscBool conditionally_stable; /* stable if dt times the highest frequency is small enough */
} FsIntegratorInfo;

/* FsIntegratorSchemes - Returns an array of all schemes, family by family, and after them the
   schemes of FsIntegratorRegister. The array ends with NULL, and fsolve owns it. Not collective. */
FS_EXTERN const FsScheme *const *FsIntegratorSchemes(void);

/* FsIntegratorRegister - Adds a Runge-Kutta scheme to the schemes of FsIntegratorSchemes, so that
   users can choose it by -integrator.

   The value rho_inf of the scheme follows from its coefficients. The table is borrowed until the
   process ends. Call it on all ranks. Not collective. Input errors: the coefficients do not have
   the structure that runge_kutta.h demands, or not the order that the table claims; another scheme
   has this name. */
FS_EXTERN PetscErrorCode FsIntegratorRegister(const FsRungeKutta *table);

/* FsIntegratorOptions - The scheme of an integrator and its parameters. */
enum { FS_MAX_SCHEME_PARAMETERS = 8 };
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf; /* the spectral radius at infinite frequency, 0 to 1 */
  /* how many points the predictor of the velocity in a stage interpolates, 1 to 3; 0: the scheme
     chooses the number */
  int predictor;
  /* the stabilization that the system must have; only first-order schemes have one */
  FsStabilization stabilization;
  PetscBool       stabilize_given; /* the user gave -stabilize, which needs constraints */
  /* the values of scheme->parameters, in their order; FsIntegratorSetParameter sets one by name */
  PetscReal parameter[FS_MAX_SCHEME_PARAMETERS];
} FsIntegratorOptions;

/* FsIntegratorDefaultOptions - Returns options that select a scheme with a given rho_inf, and the
   default values of its other parameters. Not collective. */
FS_EXTERN FsIntegratorOptions FsIntegratorDefaultOptions(const FsScheme *scheme, PetscReal rho_inf);

/* FsIntegratorSetParameter - Sets a parameter of the scheme options->scheme.

   Input:
     name   the name in scheme->parameters, such as "newmark_gamma"
     value  the value; for a parameter that is one of several words, the index of the word
   If rho_inf depends on the parameter, as it does on hht_alpha, rho_inf changes, too. Input errors:
   the scheme has no parameter of this name (the message lists its parameters); the value is outside
   of the range of the parameter. Not collective. */
FS_EXTERN PetscErrorCode FsIntegratorSetParameter(FsIntegratorOptions *options, const char name[],
                                                  PetscReal value);

/* FsIntegratorReadOptions - Reads -integrator, -rho_inf and the options that
   FsIntegratorReadSchemeOptions reads, and sets all members of *options.

   Collective. Input errors: there is no scheme of this name (the message lists the names); rho_inf
   is outside of the range of the scheme. */
FS_EXTERN PetscErrorCode FsIntegratorReadOptions(FsOptions o, MPI_Comm comm,
                                                 FsIntegratorOptions *options);

/* FsIntegratorReadSchemeOptions - Reads -predictor, -stabilize and those options that the scheme
   options->scheme has.

   If an option is absent, the member keeps its value. Collective. Input errors: a parameter is
   outside of its range; -stabilize is given with a scheme that has no stabilization. */
FS_EXTERN PetscErrorCode FsIntegratorReadSchemeOptions(FsOptions o, MPI_Comm comm,
                                                       FsIntegratorOptions *options);

/* FsIntegratorCreate - Creates an integrator, which the caller destroys by FsIntegratorDestroy.

   Input:
     options  the time integration scheme and its parameters; copied
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorCreate(MPI_Comm comm, const FsIntegratorOptions *options,
                                            FsIntegrator *in);
FS_EXTERN PetscErrorCode FsIntegratorDestroy(FsIntegrator *in);

/* FsIntegratorGetInfo - Returns the present properties of an integrator. Not collective. */
FS_EXTERN FsIntegratorInfo FsIntegratorGetInfo(FsIntegrator in);

/* FsIntegratorSetUp - Prepares an integrator for the first step; call it once.

   Input:
     sys, stage  borrowed until the integrator is destroyed
     dt          the size of the first step [s]
     s           the initial state with its acceleration (FsStageAcceleration), after
                 FsSystemAcceptInitialState
   Output:
     s           s->qd is set. Explicit schemes on systems with constraints replace s->a by the
                 acceleration from which their first step starts
   Collective. Input errors:
   - the scheme with this rho_inf would make errors of multipliers grow from step to step
   - the scheme is explicit, and joints have friction
   - the scheme cannot integrate constraints, or not with the stabilization of the system */
FS_EXTERN PetscErrorCode FsIntegratorSetUp(FsIntegrator in, FsSystem sys, FsStage stage,
                                           PetscReal dt, FsState *s);

/* FsIntegratorTry - Computes a step of size dt [s] from the state s.

   The state s does not change, and neither does the memory of the scheme. Therefore you may call
   the function again with another dt, or make the computed state the new one by FsIntegratorAccept.
   If a stage of the step cannot be solved, info->ok becomes PETSC_FALSE and info->reason says why.
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorTry(FsIntegrator in, PetscReal dt, const FsState *s,
                                         FsStageInfo *info);

/* FsIntegratorCandidate - Returns the state at the end of the step that the last FsIntegratorTry
   has computed. The integrator owns it. Not collective. */
FS_EXTERN const FsState *FsIntegratorCandidate(FsIntegrator in);

/* FsIntegratorEstimateError - Estimates the local error of the displacements q that the last
   FsIntegratorTry has computed. The local error is the error of this step alone.

   The scheme must have an error estimate, which FsStepControlSetUp checks.
   Input:
     s      the state before the step
   Output:
     error  the error of each entry of q, in the unit of the entry; a Vec with the layout of q
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorEstimateError(FsIntegrator in, const FsState *s, Vec error);

/* FsIntegratorAccept - Makes the state that a successful FsIntegratorTry has computed the new state
   s, and updates what the scheme remembers.

   The Vecs of s may be exchanged for others of the same layout. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorAccept(FsIntegrator in, FsState *s);

/* FsIntegratorRestart - Makes a scheme forget the steps before the state s, because a force law or
   load changes there and the motion is not smooth across s.

   Input:
     dt    about the size of the next step [s]
     jump  PETSC_TRUE if forces jump at s. Then s->a is computed again from the forces after the
           jump
     s     the last accepted state
   If s->a cannot be computed, info->ok becomes PETSC_FALSE, and info->reason says why. Otherwise
   info does not change. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorRestart(FsIntegrator in, PetscReal dt, PetscBool jump,
                                             FsState *s, FsStageInfo *info);

/* FsIntegratorHighestFrequency - Estimates the highest frequency of small motions about s, which
   limits the stable step of explicit schemes.

   The steps of the scheme must need no solver (FsStageHasLumpedMass). The function iterates a
   vector that tends to the mode of this frequency.
   Input:
     s           the last accepted state
     iterations  the maximum number of iterations, each of which costs as much as two steps
     mode        the first guess of the mode, not zero; it is overwritten
   Output:
     omega       the frequency [rad/s], or 0 if the iterations do not converge
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorHighestFrequency(FsIntegrator in, const FsState *s,
                                                      PetscInt iterations, Vec mode,
                                                      PetscReal *omega);

/* FsIntegratorArchive - Writes to a checkpoint, or reads from it, what the scheme remembers of
   earlier steps; the state itself is not included.

   Call it after FsIntegratorSetUp. A checkpoint must be read with the scheme that wrote it.
   Collective. */
FS_EXTERN PetscErrorCode FsIntegratorArchive(FsIntegrator in, FsArchive a);

/* The options of time integration besides the parameters of schemes; for FsOptionsDocument */
FS_EXTERN const FsOptionDoc fs_integrator_options[];

/* FsIntegratorParameterDocs - Returns the options of the parameters of all schemes, for
   FsOptionsDocument. Not collective. */
FS_EXTERN const FsOptionDoc *FsIntegratorParameterDocs(void);

#endif
