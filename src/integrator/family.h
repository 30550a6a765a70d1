/* family.h: what a family of schemes (lms, ss, Runge-Kutta, alpha, explicit, semi) fills in, and what families
   share. Private to this folder; callers see fs/integrator.h. A new scheme of a known family is a row of its
   table, a new family a file and a line in integrator.c. Begin with SchemeFamily; alpha.c is a short example. */
#ifndef FS_INTEGRATOR_FAMILY_H
#define FS_INTEGRATOR_FAMILY_H

#include <fs/integrator.h>
#include "system/combine.h"

/* What a scheme remembers from one step to the next besides the current state: earlier states, which satisfy the
   equation of motion, and vectors of its own. Borrowed handles; whoever accepts a step re-expresses the states in
   the new chart. */
enum { MAX_HISTORY = 12 };
typedef struct {
  PetscInt nstates, nvecs;
  FsState  state[MAX_HISTORY];
  Vec      vec[MAX_HISTORY];
  PetscBool
    independent_acceleration; /* the acceleration of the current state does not follow from its q and v */
} SchemeHistory;

/* A family: its schemes and its functions, all collective but history. in->dt [s] is the size of the step under way,
   which may differ from that of the step before.
     schemes         ends with a NULL name
     first_order     it discretizes q' = v and v' = a one by one, so that -stabilize can be used
     setfromoptions  reads its options and makes in->data; NULL: it has none
     setup           at the start from s: in->shift, in->error_constant, in->error_order, and its history
     restart         the motion has a kink at s, its acceleration is that of the motion to come, in->dt the size of the next
                     step: what is remembered of the motion so far is replaced by what s alone tells. NULL: nothing is
     solve           solves the step from s into next; s and the history stay; info->ok false: not solved
     estimate        error = the local error of next->q, estimated; only called if in->error_order > 0
     accept          moves the history on and exchanges the handles of s and next, so that s is the new state
                     and next is free; NULL: they are exchanged, nothing else
     history         lists what the family remembers; NULL: nothing
     archive         what it remembers besides the vectors of history: sizes, counters, its states; NULL: nothing
     destroy         frees in->data */
typedef struct {
  const FsScheme *schemes;
  PetscBool       first_order;
  PetscErrorCode (*setfromoptions)(FsIntegrator, FsOptions);
  PetscErrorCode (*setup)(FsIntegrator, FsState *s);
  PetscErrorCode (*restart)(FsIntegrator, FsState *s);
  PetscErrorCode (*solve)(FsIntegrator, const FsState *s, FsState *next, FsStageInfo *info);
  PetscErrorCode (*estimate)(FsIntegrator, const FsState *s, const FsState *next, Vec error);
  PetscErrorCode (*accept)(FsIntegrator, FsState *s, FsState *next);
  void (*history)(FsIntegrator, SchemeHistory *);
  PetscErrorCode (*archive)(FsIntegrator, FsArchive);
  PetscErrorCode (*destroy)(FsIntegrator);
} SchemeFamily;

struct _n_FsIntegrator {
  MPI_Comm            comm;
  const FsScheme     *scheme;
  const SchemeFamily *family;
  FsSystem            sys;   /* borrowed */
  FsStage             stage; /* borrowed */
  PetscReal           dt, rho_inf;
  FsStabilization     stabilization; /* that the system must be made with */
  PetscBool           requested;     /* -stabilize was given */
  PetscInt            predictor;     /* points of the stage predictor; 0: as the scheme chooses */
  PetscBool           conditionally_stable; /* stable for short steps only */
  const char         *warning;              /* printed to stderr; NULL: none */
  /* a change of step costs a new matrix only; false for lms3, lms4, which restart */
  PetscBool variable_step;
  PetscBool fixed_step; /* its steps cannot change their size: explicit schemes with joints */
  FsShift   shift;      /* of the stages */
  PetscReal
            error_constant; /* C of the local error C dt^3 q''' of a second-order scheme; only its size is used */
  PetscInt  error_order;  /* the estimated error is of order dt to this power; 0: no estimate */
  FsState   next;         /* the step under way; owned */
  PetscBool has_previous; /* next holds the state before the current one, which predictors use */
  void     *data;         /* private to the family */
};

extern const SchemeFamily lms_family, ss_family, dirk_family, alpha_family, explicit_family,
  semi_implicit_family;

/* *alpha from -hht_alpha, which then sets in->rho_inf, or from in->rho_inf. Input error: outside [-1/3, 0]. */
PetscErrorCode HHTAlphaFromOptions(FsIntegrator in, FsOptions o, PetscReal *alpha);
/* Change the integrator to hht with its rho_inf and set that up; for the setup of another family, after it has
   destroyed its data. */
PetscErrorCode IntegratorSwitchToHHT(FsIntegrator in, FsState *s);

/* Coefficients of the predicted velocity at t, sum_j m[j] q_j + d[j] v_j, over n values at the times tj[n], newest
   first: the derivative of the Hermite interpolant of q; n = 1: the newest velocity. Zhang et al. 2022, eqs.
   (12)-(17). From the first time that coincides with a newer one on, points get coefficients 0. */
void predictor_coefficients(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[],
                            PetscReal d[]);

/* error = C dt^2 (a_next - a) = C dt^3 q''', the estimate of second-order schemes; C = in->error_constant. */
PetscErrorCode EstimateFromAcceleration(FsIntegrator in, const FsState *s, const FsState *next,
                                        Vec error);

/* The constant C of the local error C dt^3 y''' of y_k = sum_j alpha_j y_{k-j} + dt sum_j beta_j y'_{k-j}, j =
   1...r (beta from 0), divided by sum beta so that schemes compare. */
PetscReal multistep_error_constant(PetscInt r, const PetscReal alpha[], const PetscReal beta[]);

/* The step under way over the last one [s]; 1 where they differ by the round-off of times only. */
static inline PetscReal step_ratio(FsIntegrator in, PetscReal last)
{
  return PetscAbsReal(in->dt - last) <= 1e-12 * last ? 1 : in->dt / last;
}

/* Solve the stage at t along shift. q[nin], v[nin], a[nin]: coefficients over vecs[nin] of a predicted state, a
   point of the stage's line. vecs[0] is the displacement of the last accepted state, where Newton's method begins once
   more if it fails from the prediction. out: gets the state; its Vecs may be among vecs, but for vecs[0], in a
   prediction. info: see FsStageSolve. Collective. */
PetscErrorCode SolveStage(FsIntegrator in, PetscReal t, FsShift shift, PetscInt nin,
                          const Vec vecs[], const PetscReal q[], const PetscReal v[],
                          const PetscReal a[], FsState *out, FsStageInfo *info);

/* The point of the line at which a direct solver starts: where the displacement (velocity false) or the velocity
   (true) is vecs[index]. */
typedef struct {
  PetscBool velocity;
  PetscInt  index;
} StageStart;

/* Solve the stage of a first-order family, q = q* + s v, v = v* + s a, with q*, v* given by coefficients over
   vecs[nin]. s [s]. Iterative solvers and Newton's method begin at v = vguess; direct solvers of linear systems at
   start, so that an unknown that changes little loses no digits. Otherwise as SolveStage. */
PetscErrorCode SolveFirstOrderStage(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin,
                                    const Vec vecs[], const PetscReal qstar[],
                                    const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, FsState *out, FsStageInfo *info);

#endif
