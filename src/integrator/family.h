/* family.h: defines what a family of schemes implements and what families share.

   Families are lms, ss, Runge-Kutta, alpha, explicit and semi-implicit; callers use
   fs/integrator.h. A new scheme of a known family is a row of its table. A new family is a file and
   a line in integrator.c. alpha.c is a short example. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_FAMILY_H
#define FS_INTEGRATOR_FAMILY_H

#include <fs/integrator.h>
#include "system/combine.h"

/* SchemeHistory - Data that a scheme keeps between steps besides the current state.

   It has earlier states, which satisfy the equation of motion, and vectors. The handles are
   borrowed. FsIntegratorAccept re-expresses the states in the new chart. */
enum { MAX_HISTORY = 12 };
typedef struct {
  PetscInt nstates, nvecs;
  FsState  state[MAX_HISTORY];
  Vec      vec[MAX_HISTORY];
  /* the acceleration of the current state does not follow from its q and v */
  PetscBool independent_acceleration;
} SchemeHistory;

/* SchemeFamily - The schemes of a family and its functions.

   All functions except history are collective. in->dt [s] is the size of the step under way, which
   may differ from that of the step before.
     schemes         table that ends with a NULL name
     first_order     discretizes q' = v and v' = a separately, so -stabilize can be used
     setfromoptions  reads options and creates in->data; NULL without options
     setup           at the start from s: sets in->shift, in->error_constant, in->error_order and
                     the history
     restart         the motion has a kink at s: replaces the history by one that follows from s
                     alone. s->a is the acceleration after the kink, in->dt the size of the next
                     step. NULL if the family has no history
     solve           solves the step from s into next without changing s and the history; if it
                     fails, info->ok is PETSC_FALSE
     estimate        estimates the local error of next->q; only called if in->error_order > 0
     accept          advances the history and exchanges the handles of s and next, so that s is the
                     new state and next is free; NULL if only the handles are exchanged
     history         lists the history; NULL without a history
     archive         saves or restores other data than the vectors of the history: sizes, counters
                     and states; NULL without such data
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
  FsStabilization     stabilization; /* required stabilization of the system */
  PetscBool           requested;     /* -stabilize was given */
  PetscInt            predictor;     /* points of the stage predictor; 0 lets the scheme choose */
  PetscBool           conditionally_stable; /* stable for small steps only */
  const char         *warning;              /* printed to stderr; NULL if there is no warning */
  /* a change of the step only costs a new matrix; PETSC_FALSE for lms3 and lms4, which restart */
  PetscBool variable_step;
  PetscBool fixed_step; /* steps cannot change their size: explicit schemes with joints */
  FsShift   shift;      /* shift of the stages */
  /* C of the local error C dt^3 q''' of a second-order scheme; only its size is used */
  PetscReal error_constant;
  PetscInt  error_order;  /* order of the estimated error in dt; 0 without an estimate */
  FsState   next;         /* the step under way; owned */
  PetscBool has_previous; /* next holds the state before the current one, which predictors use */
  void     *data;         /* private to the family */
};

extern const SchemeFamily lms_family, ss_family, dirk_family, alpha_family, explicit_family,
  semi_implicit_family;

/* HHTAlphaFromOptions - Reads alpha from -hht_alpha and sets in->rho_inf, or computes it from
   rho_inf.

   Collective. Input error: alpha is outside [-1/3, 0]. */
PetscErrorCode HHTAlphaFromOptions(FsIntegrator in, FsOptions o, PetscReal *alpha);
/* IntegratorSwitchToHHT - Changes the integrator to hht with its rho_inf and sets that up.

   The setup of another family calls it after it has destroyed its data. Collective. */
PetscErrorCode IntegratorSwitchToHHT(FsIntegrator in, FsState *s);

/* predictor_coefficients - Computes the coefficients of the predicted velocity at t.

   Input:
     tj    [n] times of the points, newest first
   Output:
     m, d  [n] the velocity is sum_j m[j] q_j + d[j] v_j, the derivative of the Hermite interpolant
           of q; for n = 1 it is the newest velocity
   The first time that coincides with a newer one and all older times get coefficients 0.
   Zhang et al. 2022, eqs. (12)-(17). */
void predictor_coefficients(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[],
                            PetscReal d[]);

/* EstimateFromAcceleration - Computes error = C dt^2 (a_next - a) = C dt^3 q''' of second-order
   schemes.

   C is in->error_constant. Collective. */
PetscErrorCode EstimateFromAcceleration(FsIntegrator in, const FsState *s, const FsState *next,
                                        Vec error);

/* multistep_error_constant - Returns the constant C of the local error C dt^3 y''' of a scheme.

   The scheme is y_k = sum_j alpha_j y_{k-j} + dt sum_j beta_j y'_{k-j}, j = 1...r (beta from 0). C
   is divided by sum beta to make schemes comparable. */
PetscReal multistep_error_constant(PetscInt r, const PetscReal alpha[], const PetscReal beta[]);

/* step_ratio - Returns the step under way over the last one; 1 if they differ by round-off only. */
static inline PetscReal step_ratio(FsIntegrator in, PetscReal last)
{
  return PetscAbsReal(in->dt - last) <= 1e-12 * last ? 1 : in->dt / last;
}

/* SolveStage - Solves the stage at t along shift from a predicted state.

   Input:
     vecs     [nin] vectors; vecs[0] is the displacement of the last accepted state, from which
              Newton's method starts again if it fails from the prediction
     q, v, a  [nin] coefficients of a predicted state, a point of the stage's line
   Output:
     out      the state; its Vecs may be among vecs, except vecs[0], in a prediction
     info     see FsStageSolve
   Collective. */
PetscErrorCode SolveStage(FsIntegrator in, PetscReal t, FsShift shift, PetscInt nin,
                          const Vec vecs[], const PetscReal q[], const PetscReal v[],
                          const PetscReal a[], FsState *out, FsStageInfo *info);

/* StageStart - The point of the line at which a direct solver starts.

   There the displacement (or the velocity, if velocity is PETSC_TRUE) is vecs[index]. */
typedef struct {
  PetscBool velocity;
  PetscInt  index;
} StageStart;

/* SolveFirstOrderStage - Solves the stage q = q* + s v, v = v* + s a of a first-order family.

   Input:
     s             [s]
     qstar, vstar  [nin] coefficients of q* and v* over vecs
     vguess        [nin] guess of v for iterative solvers and Newton's method
     start         start of direct solvers of linear systems; unknowns that change little then lose
                   no digits
   Other arguments are those of SolveStage. Collective. */
PetscErrorCode SolveFirstOrderStage(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin,
                                    const Vec vecs[], const PetscReal qstar[],
                                    const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, FsState *out, FsStageInfo *info);

#endif
