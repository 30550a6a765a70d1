/* integrator.h: time integration schemes, found by name. A step is one or more stage solves (solve.h).
   Called by the step control (control.h), which chooses the sizes; call the integrator yourself only to choose them
   differently. Begin at FsIntegratorTry. To add a scheme, see src/integrator/family.h. */
#ifndef FS_INTEGRATOR_H
#define FS_INTEGRATOR_H

#include <fs/archive.h>
#include <fs/solve.h>

typedef struct _n_FsIntegrator *FsIntegrator;

/* What is known of a scheme: a row of its family's table, constant. */
typedef struct {
  const char *name;   /* value of -integrator */
  PetscInt    order;  /* of accuracy, of q, v and a for smooth motions */
  PetscInt    solves; /* stage solves per step */
  PetscReal
              rho_min; /* if tunable: the smallest -rho_inf, spectral radius at infinite frequency; the largest is 1 */
  PetscReal   rho_inf; /* default of -rho_inf; if not tunable, the only value */
  PetscBool   tunable; /* -rho_inf may be chosen */
  const char *source;  /* paper */
  const void *row;     /* coefficients, in a type that only the family knows */
} FsScheme;

/* What a caller may know of an integrator. */
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf;       /* spectral radius at infinite frequency in use, 0 to 1 */
  PetscReal       dt;            /* size of the last step tried [s] */
  FsStabilization stabilization; /* pass it to whoever makes the system: the scheme relies on it */
  PetscBool
    requested;        /* the user gave -stabilize: an input error for systems without constraints */
  PetscBool implicit; /* its stages find displacements; after FsIntegratorSetUp */
  PetscBool conditionally_stable; /* stable only for dt times the highest frequency below a limit */
} FsIntegratorInfo;

/* All schemes, family by family; the array ends with NULL. */
FS_EXTERN const FsScheme *const *FsIntegratorSchemes(void);

/* Create reads -integrator, -rho_inf, -predictor, -stabilize and the options of the scheme's family. CreateScheme takes
   scheme and rho_inf from the caller instead of -integrator and -rho_inf. Collective. Input errors: an unknown name
   (the message lists the known ones), a rho_inf outside the scheme's range, -stabilize with a scheme that has none. */
FS_EXTERN PetscErrorCode   FsIntegratorCreate(FsOptions o, MPI_Comm comm, FsIntegrator *in);
FS_EXTERN PetscErrorCode   FsIntegratorCreateScheme(FsOptions o, MPI_Comm comm,
                                                    const FsScheme *scheme, PetscReal rho_inf,
                                                    FsIntegrator *in);
FS_EXTERN PetscErrorCode   FsIntegratorDestroy(FsIntegrator *in);
FS_EXTERN FsIntegratorInfo FsIntegratorGetInfo(FsIntegrator in);

/* Call once, before the first step. sys and stage are borrowed until the integrator is destroyed; dt [s] is the size of
   the first step. s is the initial state including its acceleration (FsStageAcceleration), after FsSystemAcceptInitialState. s->qd
   is set; explicit schemes on systems with constraints overwrite s->a by the acceleration that their first step starts
   from. Collective. Input error: a rho_inf with which errors of multipliers would grow. */
FS_EXTERN PetscErrorCode FsIntegratorSetUp(FsIntegrator in, FsSystem sys, FsStage stage,
                                           PetscReal dt, FsState *s);

/* A step is a Try, then either Accept, or another Try with a shorter dt from the same s. All collective.
   Try       solve a step of size dt [s] from the state s. info->ok false: a stage was not solved, and info->reason says
             why. Neither s nor the history of the scheme is changed, whether ok or not.
   Estimate  after Try: error receives the estimated local error of the new q, a Vec like q. Only for schemes that have
             an estimate; FsStepControlSetUp checks that.
   Accept    after Try with ok true: s becomes the new state; its Vecs may be exchanged for others of the
   same layout. */
/* Restart: the motion has a kink at s, the last accepted state; the scheme forgets how it came there. dt [s]: about the size
   of the next step. jump: forces jump there, and s->a is found anew; if that fails info->ok is false with a reason, else
   info is untouched. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorTry(FsIntegrator in, PetscReal dt, const FsState *s,
                                         FsStageInfo *info);
FS_EXTERN PetscErrorCode FsIntegratorEstimateError(FsIntegrator in, const FsState *s, Vec error);
FS_EXTERN PetscErrorCode FsIntegratorAccept(FsIntegrator in, FsState *s);
FS_EXTERN PetscErrorCode FsIntegratorRestart(FsIntegrator in, PetscReal dt, PetscBool jump,
                                             FsState *s, FsStageInfo *info);

/* *omega: the largest frequency [rad/s] of small motions about the state s, the current one, of steps without a solve (FsStageHasLumpedMass);
   0 where that many iterations, each as dear as a step, do not find it. mode: where they begin, not 0; overwritten. Collective. */
FS_EXTERN PetscErrorCode FsIntegratorHighestFrequency(FsIntegrator in, const FsState *s,
                                                      PetscInt iterations, Vec mode,
                                                      PetscReal *omega);

/* What the scheme remembers besides the current state. After SetUp, for the same scheme. */
FS_EXTERN PetscErrorCode FsIntegratorArchive(FsIntegrator in, FsArchive a);

FS_EXTERN const FsOptionDoc fs_integrator_options[]; /* for FsOptionsDocument */

#endif
