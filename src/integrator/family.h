/* family.h: defines what a family of time integration schemes implements, and functions that
   several families use.

   The families are lms, ss, Runge-Kutta, alpha, explicit, semi-implicit and energy-momentum.
   Callers of schemes use fs/integrator.h. To add a scheme to a family, add a row to the table of
   the family. To add a family, write a file and add a line to registry.c. alpha.c is a short
   example. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_FAMILY_H
#define FS_INTEGRATOR_FAMILY_H

#include <fs/integrator.h>
#include "system/combine.h"

/* SchemeHistory - What a scheme remembers of earlier steps, besides the current state.

   state[nstates] are earlier states, which satisfy the equation of motion, and vec[nvecs] are other
   vectors. The handles are borrowed from the scheme. FsIntegratorAccept converts the states to the
   orientations from which rotation vectors are counted after the step. */
enum { MAX_HISTORY = 12 };
typedef struct {
  PetscInt nstates, nvecs;
  FsState  state[MAX_HISTORY];
  Vec      vec[MAX_HISTORY];
  /* PETSC_TRUE if the acceleration of the current state does not follow from its q and v */
  PetscBool independent_acceleration;
} SchemeHistory;

/* SchemeFamily - A family: schemes with one implementation, and the functions of this
   implementation.

   All functions except set_defaults, derive, warning and history are collective. in->dt [s] is the
   size of the current step. The step before may have had another size.
     schemes         the table of the schemes, which ends with a NULL name
     first_order     PETSC_TRUE if the family discretizes q' = v and v' = a by the same formula, so
                     that -stabilize is possible
     implicit_multipliers  PETSC_TRUE if a step solves for the Lagrange multipliers at its end
                     together with q. Such schemes integrate joints with friction. With constraints
                     on positions alone, rho_inf multiplies errors of their multipliers in each step
     conserves       PETSC_TRUE if a step conserves the energy of nonlinear models, not of linear
                     ones alone
     uses_previous   PETSC_TRUE if the family predicts from in->next, which between steps is the
                     state before the current one, and lists no earlier states in its history
     set_defaults    sets default values that depend on the scheme; may be NULL
     derive          sets the members of the options that follow from parameters, such as rho_inf
                     from hht_alpha; may be NULL
     check           raises an input error if parameters within their ranges do not suit each other
                     or the scheme; may be NULL
     warning         returns a warning about the parameters, or NULL; may be NULL
     create          creates in->data; NULL if setup does so
     setup           prepares the first step from the state s: sets in->shift, in->error_constant,
                     in->error_order and the history
     restart         replaces the history by one that follows from the state s alone, because forces
                     change abruptly there. s->a is the acceleration after this change, and in->dt
                     is the size of the next step. NULL if the family has no history
     solve           solves the step from the state s into next, without changing s or the history.
                     If the solve fails, info->ok becomes PETSC_FALSE
     estimate        sets error to an estimate of the local error of next->q; only called if
                     in->error_order > 0
     accept          advances the history and exchanges the handles of s and next. On return s is
                     the new state, and next may be overwritten. NULL if nothing but this exchange
                     is needed
     history         returns the history, see SchemeHistory; NULL if the family has no history
     archive         writes to a checkpoint, or reads from it, those parts of the history that
                     SchemeHistory does not have, such as step sizes and counters; NULL if
                     SchemeHistory has all parts
     destroy         frees in->data */
typedef struct {
  const FsScheme *schemes;
  PetscBool       first_order, implicit_multipliers, conserves, uses_previous;
  void (*set_defaults)(const FsScheme *, FsIntegratorOptions *);
  void (*derive)(FsIntegratorOptions *);
  PetscErrorCode (*check)(MPI_Comm, const FsIntegratorOptions *);
  const char *(*warning)(const FsIntegratorOptions *);
  PetscErrorCode (*create)(FsIntegrator, const FsIntegratorOptions *);
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
  PetscReal dt, rho_inf; /* the size of the step [s]; the spectral radius at infinite frequency */
  FsStabilization stabilization; /* the stabilization that the system must have */
  /* number of points that the stage predictor interpolates; 0 if the scheme chooses */
  PetscInt  predictor;
  PetscBool conditionally_stable; /* whether the scheme is stable only for small steps */
  /* whether a change of the step size needs nothing but a new matrix; lms3 and lms4 restart
     instead */
  PetscBool variable_step;
  /* PETSC_TRUE if steps cannot change their size, which holds for explicit schemes with joints */
  PetscBool fixed_step;
  FsShift   shift; /* the factors of M, C and K in the matrix of the first stage of a step */
  /* the number of different shifts of the stages of a step; 0 and 1 mean that all are alike */
  PetscInt shifts;
  /* constant C of the local error C dt^3 q''' of a second-order scheme; its sign is not used */
  PetscReal error_constant;
  /* order of the estimated error of a step in dt; 0 if the scheme has no estimate */
  PetscInt error_order;
  FsState  next; /* owned; the state at the end of the current step */
  /* whether, between steps, next has the state before the current one, which predictors use */
  PetscBool has_previous;
  void     *data; /* data of the family */
};

extern const SchemeFamily lms_family, ss_family, dirk_family, alpha_family, explicit_family,
  semi_implicit_family, energy_momentum_family;

/* SchemeFamilyOf - Returns the family to which a time integration scheme belongs. Not
   collective. */
const SchemeFamily *SchemeFamilyOf(const FsScheme *scheme);

/* IntegratorCheckParameters - Raises an input error if a parameter of a scheme is outside of its
   range, or if the family of the scheme rejects the parameters. Collective. */
PetscErrorCode IntegratorCheckParameters(MPI_Comm comm, const FsIntegratorOptions *options);

/* HHT_ALPHA - The row of the parameter alpha of hht schemes, whose default follows from rho_inf.
   alpha has no unit; 1e-12 lets -1/3 pass that a user or a script writes with 12 digits. */
#define HHT_ALPHA                                                                                  \
  {                                                                                                \
    "hht_alpha",                                                                                   \
      {"-hht_alpha", "-0.05",                                                                      \
       "alpha of hht, hht_i3, hht_si2, hht_add, -1/3 to 0; instead of -rho_inf = (1 + alpha)/(1 "  \
       "- "                                                                                        \
       "alpha)",                                                                                   \
       FS_DESCRIBED},                                                                              \
      -1. / 3 - 1e-12, 0, "[-1/3, 0]; 0 dissipates nothing, -1/3 most"                             \
  }

/* hht_alpha_of_radius - Returns the alpha of an hht scheme that has the spectral radius rho_inf at
   infinite frequency. */
static inline PetscReal hht_alpha_of_radius(PetscReal rho_inf)
{
  return -(1 - rho_inf) / (1 + rho_inf);
}

/* hht_derive_radius - Sets options->rho_inf to the spectral radius of alpha, the first parameter of
   an hht scheme, if alpha is not the value that rho_inf has given it. */
static inline void hht_derive_radius(FsIntegratorOptions *options)
{
  const PetscReal alpha = options->parameter[0];

  if (alpha != hht_alpha_of_radius(options->rho_inf)) options->rho_inf = (1 + alpha) / (1 - alpha);
}

/* IntegratorSwitchToHHT - Replaces the scheme of an integrator by hht with the same rho_inf, and
   sets it up at the initial state s.

   The function setup of another family calls it, after it has freed in->data, if its own scheme is
   not needed because the system has no constraints. Collective. */
PetscErrorCode IntegratorSwitchToHHT(FsIntegrator in, FsState *s);

/* predictor_coefficients - Computes the coefficients by which the velocity at time t [s] is
   predicted from n earlier points.

   The prediction is sum_j (m[j] q_j + d[j] v_j), where q_j and v_j are the displacement and the
   velocity at point j. It is the derivative of the polynomial that interpolates both at all points
   (Hermite interpolation). If n is 1, it is the newest velocity. If two points have the same time,
   the older one and all points before it get the coefficients 0.
   Input:
     tj  [n] times of the points [s], newest first
   Output:
     m   [n] coefficients [1/s]
     d   [n] coefficients, without unit
   Zhang et al. 2022, eqs. (12)-(17). */
void predictor_coefficients(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[],
                            PetscReal d[]);

/* EstimateFromAcceleration - Computes error = C dt^2 (a_next - a), which estimates the local error
   C dt^3 q''' of q in a second-order scheme.

   a and a_next are the accelerations of the states s and next at the start and the end of the step,
   and C is in->error_constant. Collective. */
PetscErrorCode EstimateFromAcceleration(FsIntegrator in, const FsState *s, const FsState *next,
                                        Vec error);

/* EstimateOfFirstOrder - Estimates the local error of q in a step y_next = y + dt [(1 - c) y' + c
   y_next'] from the state s to the state next.

   The vector error becomes the estimate of EstimateFromAcceleration. If c is not 1/2, (1/2 - c) dt
   (v_next - v) is added, which is the error (1/2 - c) dt^2 q'' of this formula. Collective. */
PetscErrorCode EstimateOfFirstOrder(FsIntegrator in, PetscReal c, const FsState *s,
                                    const FsState *next, Vec error);

/* restart_factor - Returns the factor c of the first step after a restart, which is y_next = y + dt
   [(1 - c) y' + c y_next'].

   The trapezoidal rule, c = 1/2, is the most exact. With it, an error of the Lagrange multipliers
   decays from step to step if the system constrains velocities as well, but changes its sign
   in each step if the system constrains positions alone. In this case the function returns damped,
   the factor that the scheme uses in all its steps, and with which such errors decay. */
PetscReal restart_factor(FsIntegrator in, PetscReal damped);

/* multistep_error_constant - Returns the constant C of the local error C dt^3 y''' of a multistep
   scheme.

   The scheme is y_k = sum_j alpha_j y_{k-j} + dt sum_j beta_j y'_{k-j}. C is divided by the sum of
   all beta_j to make schemes comparable.
   Input:
     alpha  [r + 1] alpha_j for j = 1 to r; alpha[0] is not used
     beta   [r + 1] beta_j for j = 0 to r */
PetscReal multistep_error_constant(PetscInt r, const PetscReal alpha[], const PetscReal beta[]);

/* step_ratio - Returns the size of the current step, in->dt, divided by last [s], the size of the
   step before. The result is exactly 1 if the two sizes differ by round-off only. */
static inline PetscReal step_ratio(FsIntegrator in, PetscReal last)
{
  return PetscAbsReal(in->dt - last) <= 1e-12 * last ? 1 : in->dt / last;
}

/* memory_ratio - Returns the factor by which a scheme extrapolates the rates that it remembers of
   the last step, of size last [s], to the current one: step_ratio(), or 0 if it must forget them.

   A force that a program gives may jump in a very short step, and the rate of the force is then as
   large as this step is short. In such a system a scheme forgets rates of steps that are more than
   five times shorter than the current one. Steps that fsolve chooses do not grow by more. */
static inline PetscReal memory_ratio(FsIntegrator in, PetscReal last)
{
  const PetscReal most = 5 * (1 + 1e-9), ratio = step_ratio(in, last);

  return in->sys->traits.stepwise_forces && ratio > most ? 0 : ratio;
}

/* SolveStage - Solves a stage at time t [s] from a predicted state, which is given by linear
   combinations of vectors.

   The unknown x of the stage changes the acceleration, the velocity and the displacement by cm x,
   cc x and ck x, where cm, cc and ck are the members of shift. All states that x can reach lie on a
   line; the predicted state is one of them.
   Input:
     vecs     [nin] vectors. The first one is the displacement of the last accepted state. Newton's
              method starts there if it fails from the predicted state
     q, v, a  [nin] factors of vecs. The sums of the products are q, v and a of the predicted state
   Output:
     out      the solution; its Vecs may be among vecs, but must not be vecs[0]
     info     how the solve went, as FsStageSolve returns it
   Collective. */
PetscErrorCode SolveStage(FsIntegrator in, PetscReal t, FsShift shift, PetscInt nin,
                          const Vec vecs[], const PetscReal q[], const PetscReal v[],
                          const PetscReal a[], FsState *out, FsStageInfo *info);

/* StageStart - The vector from which a direct solver of a linear system starts. It is a
   displacement or a velocity, and one of the vectors vecs of SolveFirstOrderStage. */
typedef struct {
  PetscBool velocity; /* whether vecs[index] is a velocity; otherwise it is a displacement */
  PetscInt  index;
} StageStart;

/* SolveFirstOrderStage - Solves the stage q = q* + s v, v = v* + s a of a family that discretizes
   q' = v and v' = a by the same formula.

   q* and v* are known linear combinations of vectors.
   Input:
     t             the time of the stage [s]
     s             the factor in the equations [s]
     vecs          [nin] vectors. The first one is the displacement of the last accepted state, from
                   which Newton's method starts again if it fails.
     qstar, vstar  [nin] factors of vecs in q* and v*
     vguess        [nin] factors of vecs in the guess of v, for iterative solvers and Newton's
                   method
     start         the vector from which direct solvers of linear systems start, so that unknowns
                   that change little lose no digits
   Output:
     out           the solution; its Vecs may be among vecs, but must not be vecs[0]
     info          how the solve went, as FsStageSolve returns it
   Collective. */
PetscErrorCode SolveFirstOrderStage(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin,
                                    const Vec vecs[], const PetscReal qstar[],
                                    const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, FsState *out, FsStageInfo *info);

#endif
