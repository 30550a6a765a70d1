/* integrator.h: time integration schemes, found by name. Each step is one or more stage solves (system.h). */
#ifndef FS_INTEGRATOR_H
#define FS_INTEGRATOR_H

#include <fs/solve.h>

typedef struct _n_FsIntegrator *FsIntegrator;

/* A scheme is a row of its family's table. */
typedef struct {
  const char *name;
  PetscInt    order;     /* of q, v and a for smooth motions */
  PetscInt    solves;    /* per step */
  PetscReal   rho_least; /* to 1: the spectral radius at infinite frequency that -rho_inf may choose, where tunable */
  PetscReal   rho_inf;   /* default; or the only value */
  PetscBool   tunable;
  const char *source;
  const void *row; /* data of the family */
} FsScheme;

/* What a caller may know of an integrator. */
typedef struct {
  const FsScheme *scheme;
  PetscReal       rho_inf;
  PetscReal       dt;            /* of the last step tried [s] */
  FsStabilization stabilization; /* that the system is to be made with */
  PetscBool       asked;         /* -stabilize was given */
  PetscBool       conditional;   /* stable for short steps only */
} FsIntegratorInfo;

/* All schemes, family by family; the array ends with NULL. */
const FsScheme *const *FsIntegratorSchemes(void);

/* Read -integrator, -rho_inf, -predictor and what the family has. A name that does not exist is an input error
   that lists those that do. CreateScheme takes scheme and rho_inf from the caller instead. */
PetscErrorCode   FsIntegratorCreate(FsOptions o, MPI_Comm comm, FsIntegrator *in);
PetscErrorCode   FsIntegratorCreateScheme(FsOptions o, MPI_Comm comm, const FsScheme *scheme, PetscReal rho_inf,
                                          FsIntegrator *in);
PetscErrorCode   FsIntegratorDestroy(FsIntegrator *in);
FsIntegratorInfo FsIntegratorGetInfo(FsIntegrator in);

/* Before the first step: s is the initial state with its acceleration, which explicit schemes on constrained systems change to the
   one that their first step needs. dt [s] is the first step's size. */
PetscErrorCode FsIntegratorSetUp(FsIntegrator in, FsSystem sys, FsStage stage, PetscReal dt, FsState *s);

/* A step: try one of size dt, then take it, or try again; the Vecs of s may be exchanged for others. Estimate: of the local error of
   q. info->ok false: a stage was not solved; s and the history are as they were. Collective. control.h chooses the sizes. */
PetscErrorCode FsIntegratorTry(FsIntegrator in, PetscReal dt, const FsState *s, FsStageInfo *info);
PetscErrorCode FsIntegratorEstimate(FsIntegrator in, const FsState *s, Vec error);
PetscErrorCode FsIntegratorAccept(FsIntegrator in, FsState *s);

extern const FsOptionDoc fs_integrator_options[];

#endif
