/* integrator.h: time integration schemes, found by name. Each step is one or more stage solves (system.h). */
#ifndef INTEGRATOR_H
#define INTEGRATOR_H

#include "system.h"

typedef struct _n_Integrator *Integrator;

/* A scheme is a row of its family's table. */
typedef struct {
  const char *name;
  PetscInt    order;   /* of q, v and a for smooth motions */
  PetscReal   rho_inf; /* default; or the only value, where tunable is false */
  PetscBool   tunable; /* -rho_inf chooses the spectral radius at infinite frequency */
  const char *source;
  const void *row; /* data of the family */
} Scheme;

/* What a family of schemes fills in. */
typedef struct {
  const Scheme *schemes;                                 /* ends with a NULL name */
  PetscErrorCode (*setfromoptions)(Integrator, Options); /* may be NULL */
  PetscErrorCode (*setup)(Integrator, const State *s);
  PetscErrorCode (*step)(Integrator, State *s, StageInfo *info);
  PetscErrorCode (*destroy)(Integrator);
} SchemeFamily;

struct _n_Integrator {
  MPI_Comm            comm;
  const Scheme       *scheme;
  const SchemeFamily *family;
  System              sys;   /* borrowed */
  Stage               stage; /* borrowed */
  PetscReal           dt, rho_inf;
  PetscReal           cv, ca; /* of the stages, set by setup: what StageSetUp prepares */
  PetscInt            k;      /* steps done */
  void               *data;   /* of the family */
};

/* Read -integrator, -rho_inf and what the family has. A name that does not exist is an input error that lists those that do. */
PetscErrorCode IntegratorCreate(Options o, MPI_Comm comm, Integrator *in);
PetscErrorCode IntegratorDestroy(Integrator *in);

/* Before the first step: s is the initial state with its acceleration. dt [s] is kept for the run. */
PetscErrorCode IntegratorSetUp(Integrator in, System sys, Stage stage, PetscReal dt, const State *s);

/* Advance s by dt. info->ok false: a stage failed, s is as it was, but the history of lms is lost: the run ends there. The Vecs of s may be exchanged for others. Collective. */
PetscErrorCode IntegratorStep(Integrator in, State *s, StageInfo *info);

extern const OptionDoc integrator_options[];

/* ---- for the families ------------------------------------------------------------------------------------------------- */

extern const SchemeFamily lms_family, ss_family, dirk_family, alpha_family;

enum { MAX_VECS = 32 }; /* that a combination can have */

/* out[j] = sum_i c[j][i] in[i]: one pass over memory however many vectors take part. An out may be one of the in. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[], const Vec out[]);

/* Coefficients of v^(0) = sum_j m[j] q_j + d[j] v_j at t from n values at the times tj (newest first): the derivative of the
   Hermite interpolant; n = 1 is constant. Zhang et al. 2022, eqs. (12)-(17). Times that coincide are left out. */
void predictor_row(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[], PetscReal d[]);

/* cv and ca of the stages of a first-order family with q = q* + s v, v = v* + s a. */
static inline void FirstOrderCoefficients(Integrator in, PetscReal s)
{
  in->cv = 1 / s;
  in->ca = 1 / (s * s);
}

/* Solve the stage at t whose predicted state (q, v, a) is given by its coefficients over nin vectors; the prediction lies on the
   scheme's line. out's Vecs receive the state (each may be one of vecs). */
PetscErrorCode SolveStage(Integrator in, PetscReal t, PetscReal cv, PetscReal ca, PetscInt nin, const Vec vecs[],
                          const PetscReal q[], const PetscReal v[], const PetscReal a[], State *out, StageInfo *info);

/* Where the increment of a direct solve is counted from: the displacement or the velocity that vecs[index] is. */
typedef struct {
  PetscBool velocity;
  PetscInt  index;
} StageStart;

/* The stage of a first-order family: q = q* + s v, v = v* + s a with q*, v* given by their coefficients. The prediction is
   v = vguess for iterative solvers and Newton; direct solvers need none and take start, a point of the line given by its q or v:
   unknowns that change little lose no digits. */
PetscErrorCode SolveFirstOrderStage(Integrator in, PetscReal t, PetscReal s, PetscInt nin, const Vec vecs[],
                                    const PetscReal qstar[], const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, State *out, StageInfo *info);

#endif
