/* family.h: what a family of schemes fills in, and what families share. A new scheme of a known family is a row of its table. */
#ifndef FAMILY_H
#define FAMILY_H

#include <fs/integrator.h>

/* What a scheme remembers from one step to the next besides the current state: earlier states, which satisfy the equations of
   motion at their time, and Vecs of its own. Borrowed. */
enum { MAX_HISTORY = 12 };
typedef struct {
  PetscInt  nstates, nvecs;
  FsState   state[MAX_HISTORY];
  Vec       vec[MAX_HISTORY];
  PetscBool untied; /* the current state's acceleration is not that of its equation of motion */
} SchemeHistory;

/* What a family of schemes fills in. in->dt is the size of the step under way, which may differ from the one before. */
typedef struct {
  const FsScheme *schemes;                                   /* ends with a NULL name */
  PetscBool       first_order;                               /* of q' and v': -stabilize goes with it */
  PetscErrorCode (*setfromoptions)(FsIntegrator, FsOptions); /* may be NULL */
  PetscErrorCode (*setup)(FsIntegrator, FsState *s); /* in->shift, in->error_constant; history as at the start */
  PetscErrorCode (*solve)(FsIntegrator, const FsState *s, FsState *next,
                          FsStageInfo *info); /* changes neither s nor the history */
  PetscErrorCode (*estimate)(FsIntegrator, const FsState *s, const FsState *next, Vec error); /* of next->q */
  PetscErrorCode (*accept)(FsIntegrator, FsState *s,
                           FsState *next);        /* history moves on; s becomes next, next is free */
  void (*history)(FsIntegrator, SchemeHistory *); /* NULL: none */
  PetscErrorCode (*destroy)(FsIntegrator);
} SchemeFamily;

struct _n_FsIntegrator {
  MPI_Comm            comm;
  const FsScheme     *scheme;
  const SchemeFamily *family;
  FsSystem            sys;   /* borrowed */
  FsStage             stage; /* borrowed */
  PetscReal           dt, rho_inf;
  FsStabilization     stabilization; /* that the system is to be made with */
  PetscBool           asked;         /* -stabilize was given */
  PetscInt            predictor;     /* points that predict a stage; 0: the scheme's own choice */
  PetscBool           conditional;   /* stable for short steps only */
  const char         *warning;       /* what the user must know of the scheme as it is set; or NULL */
  PetscBool growable;       /* a change of step costs nothing but a new matrix: false for lms3, lms4, which restart */
  FsShift   shift;          /* of the stages, set by setup */
  PetscReal error_constant; /* C of the local error C dt^3 q''' of a second-order scheme */
  PetscInt  error_order;    /* the estimated error goes like dt to this power; 0: there is no estimate */
  FsState   next;
  PetscBool previous; /* next still holds the state before the current one: a point for predictors */
  void     *data;     /* of the family */
};

extern const SchemeFamily lms_family, ss_family, dirk_family, alpha_family, explicit_family, semi_family;

/* -hht_alpha, or alpha from rho_inf; then rho_inf from it. */
PetscErrorCode HHTAlphaFromOptions(FsIntegrator in, FsOptions o, PetscReal *alpha);
/* In the setup of another family, which has cleared in->data: go on as hht with the integrator's rho_inf. */
PetscErrorCode IntegratorBecomeHHT(FsIntegrator in, FsState *s);

enum { MAX_VECS = 32 }; /* that a combination can have */

/* out[j] = sum_i c[j][i] in[i]: one pass over memory however many vectors take part. An out may be one of the in. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[], const Vec out[]);

/* Coefficients of v^(0) = sum_j m[j] q_j + d[j] v_j at t from n values at the times tj (newest first): the derivative of the
   Hermite interpolant; n = 1 is constant. Zhang et al. 2022, eqs. (12)-(17). Times that coincide are left out. */
void predictor_row(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[], PetscReal d[]);

/* The estimate of all second-order schemes: C dt^3 q''' = C dt^2 (a_new - a). */
PetscErrorCode EstimateFromAcceleration(FsIntegrator in, const FsState *s, const FsState *next, Vec error);

/* Error constant of y_k = sum alpha_j y_{k-j} + dt sum beta_j y'_{k-j}, j = 1..r (beta from 0): local error C dt^3 y''', scaled
   so that errors of different schemes compare (divided by sum beta). */
PetscReal multistep_error_constant(PetscInt r, const PetscReal alpha[], const PetscReal beta[]);

/* The step under way over the last one; 1 where they differ by the round-off of times alone. */
static inline PetscReal step_ratio(FsIntegrator in, PetscReal last)
{
  return PetscAbsReal(in->dt - last) <= 1e-12 * last ? 1 : in->dt / last;
}

/* Solve the stage at t whose predicted state (q, v, a) is given by its coefficients over nin vectors; the prediction lies on the
   scheme's line. out's Vecs receive the state (each may be one of vecs). */
PetscErrorCode SolveStage(FsIntegrator in, PetscReal t, FsShift shift, PetscInt nin, const Vec vecs[],
                          const PetscReal q[], const PetscReal v[], const PetscReal a[], FsState *out,
                          FsStageInfo *info);

/* Where the increment of a direct solve is counted from: the displacement or the velocity that vecs[index] is. */
typedef struct {
  PetscBool velocity;
  PetscInt  index;
} StageStart;

/* The stage of a first-order family: q = q* + s v, v = v* + s a with q*, v* given by their coefficients. The prediction is
   v = vguess for iterative solvers and Newton; direct solvers need none and take start, a point of the line given by its q or v:
   unknowns that change little lose no digits. */
PetscErrorCode SolveFirstOrderStage(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin, const Vec vecs[],
                                    const PetscReal qstar[], const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, FsState *out, FsStageInfo *info);

#endif
