/* integrator.h: time integration schemes, found by name. Each step is one or more stage solves (system.h). */
#ifndef INTEGRATOR_H
#define INTEGRATOR_H

#include <fs/solve.h>

typedef struct _n_Integrator *Integrator;

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
} Scheme;

/* What a caller may know of an integrator. */
typedef struct {
  const Scheme *scheme;
  PetscReal     rho_inf;
  PetscReal     dt;            /* of the last step tried [s] */
  Stabilization stabilization; /* that the system is to be made with */
  PetscBool     asked;         /* -stabilize was given */
  PetscBool     conditional;   /* stable for short steps only */
} IntegratorInfo;

/* All schemes, family by family; the array ends with NULL. */
const Scheme *const *IntegratorSchemes(void);

/* Read -integrator, -rho_inf, -predictor and what the family has. A name that does not exist is an input error
   that lists those that do. CreateScheme takes scheme and rho_inf from the caller instead. */
PetscErrorCode IntegratorCreate(Options o, MPI_Comm comm, Integrator *in);
PetscErrorCode IntegratorCreateScheme(Options o, MPI_Comm comm, const Scheme *scheme, PetscReal rho_inf,
                                      Integrator *in);
PetscErrorCode IntegratorDestroy(Integrator *in);
IntegratorInfo IntegratorGetInfo(Integrator in);

/* Before the first step: s is the initial state with its acceleration, which explicit schemes on constrained systems change to the
   one that their first step needs. dt [s] is the first step's size. */
PetscErrorCode IntegratorSetUp(Integrator in, System sys, Stage stage, PetscReal dt, State *s);

/* A step: try one of size dt, then take it, or try again; the Vecs of s may be exchanged for others. Estimate: of the local error of
   q. info->ok false: a stage was not solved; s and the history are as they were. Collective. control.h chooses the sizes. */
PetscErrorCode IntegratorTry(Integrator in, PetscReal dt, const State *s, StageInfo *info);
PetscErrorCode IntegratorEstimate(Integrator in, const State *s, Vec error);
PetscErrorCode IntegratorAccept(Integrator in, State *s);

extern const OptionDoc integrator_options[];

#endif
