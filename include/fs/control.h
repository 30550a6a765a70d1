/* control.h: steps of chosen size: fixed ones that are cut back where a stage cannot be solved, or steps by their estimated error. */
#ifndef CONTROL_H
#define CONTROL_H

#include <fs/integrator.h>

typedef struct _n_StepControl *StepControl;

/* Read -adapt, -adapt_rtol, -adapt_atol, -dt_min, -dt_max for an integrator (borrowed). SetUp: after IntegratorSetUp, whose step is the
   nominal one, or the first; s is the initial state. Input errors: sizes that contradict, a scheme without an error estimate. */
PetscErrorCode StepControlCreate(Options o, Integrator in, StepControl *control);
PetscErrorCode StepControlSetUp(StepControl control, const State *s);
PetscErrorCode StepControlDestroy(StepControl *control);
PetscBool      StepControlIsAdaptive(StepControl control);

/* Before SetUp: no step longer than dt, for schemes that are unstable beyond. */
void StepControlLimit(StepControl control, PetscReal dt);

/* How a step ended: the last solve (iterations: of all attempts), and the attempts that came before it. */
typedef struct {
  StageInfo solve;
  PetscReal dt;       /* of the last accepted step [s] */
  PetscInt  accepted; /* steps within */
  PetscInt  failed;   /* attempts cut back because a stage was not solved */
  PetscInt  rejected; /* attempts repeated because the error was too large (-adapt) */
} StepInfo;

/* Advance s to t_stop in one step of the nominal size, or in shorter ones where a stage cannot be solved; with -adapt by one
   step of a size that keeps the estimated error within the tolerances, t_stop at most. info->solve.ok false: no step down to -dt_min
   could be solved; s is the last good state. The Vecs of s may be exchanged for others. Collective. */
PetscErrorCode StepControlAdvance(StepControl control, PetscReal t_stop, State *s, StepInfo *info);

extern const OptionDoc control_options[];

#endif
