/* prescribed_motion.c: evaluates prescribed motions, and checks them and all tables of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "math/vector.h"
#include "model/model.h"
#include "model/supports/support.h"
#include "model/supports/prescribed_motion.h"
#include "model/joints/joints.h"
#include "model/fields/unstrained.h"
#include "model/parts/block.h"
#include "model/loads/moving_load.h"
#include "model/loads/laws/law.h"
#include "input/formula/discontinuity.h"
#include "element/joint/joint.h"

PetscErrorCode PrescribedMotionCreate(Model model, PrescribedMotion *motions)
{
  return PetscCalloc2(model->nsupports, &motions->support, model->njoints, &motions->driver);
}

PetscErrorCode PrescribedMotionDestroy(PrescribedMotion *motions)
{
  return PetscFree2(motions->support, motions->driver);
}

/* Computes value, velocity and acceleration of a component that a support moves. */
static PetscErrorCode SupportMotion(Model model, const Support *support, PetscInt component,
                                    PetscReal t, PetscReal qva[3])
{
  const Expression motion = support->motion[component];

  PetscFunctionBeginUser;
  if (component >= 3 && support->turn[component - 3]) {
    PetscCall(JointDriverValue(support->turn[component - 3], t, qva));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  qva[0] = ExpressionValue(motion, &t);
  ExpressionDerivatives(motion, t, model->dt, &qva[1], &qva[2]);
  PetscCall(ExpressionCheckMotion(motion, t, qva));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_harmonic(const Harmonic *h, const FsHarmonic *at, PetscReal qva[3])
{
  for (int k = 0; k < 3; k++) qva[k] += harmonic_value(h, at, k);
}

static void scale_motion(PetscReal factor, PetscBool quasistatic, PetscReal qva[3])
{
  for (int k = 0; k < 3; k++) qva[k] *= factor;
  if (quasistatic) qva[1] = qva[2] = 0;
}

PetscErrorCode PrescribedMotionAt(Model model, PetscReal t, PetscReal factor, PetscBool quasistatic,
                                  const FsHarmonic *harmonic, const PrescribedMotion *motions)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (PetscInt c = 0; c < COMPONENTS; c++) {
      if (!model->support[s].motion[c]) continue;
      PetscCall(SupportMotion(model, &model->support[s], c, t, motions->support[s][c]));
      scale_motion(factor, quasistatic, motions->support[s][c]);
      add_harmonic(&model->support[s].harmonic[c], harmonic, motions->support[s][c]);
    }
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      if (!model->joint[j].driver[k]) continue;
      PetscCall(JointDriverValue(model->joint[j].driver[k], t, motions->driver[j][k]));
      scale_motion(factor, quasistatic, motions->driver[j][k]);
      if (model->joint[j].support >= 0)
        add_harmonic(&model->support[model->joint[j].support].harmonic[k], harmonic,
                     motions->driver[j][k]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal prescribed_turn(Model model, const PrescribedMotion *from, const PrescribedMotion *to)
{
  PetscReal largest = 0;

  for (PetscInt s = 0; s < model->nsupports; s++) {
    PetscReal turn[3];

    for (int c = 0; c < 3; c++) turn[c] = to->support[s][3 + c][0] - from->support[s][3 + c][0];
    largest = PetscMax(largest, norm(turn));
  }
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (joint_is_angle((JointCoordinateKind)k))
        largest = PetscMax(largest, PetscAbsReal(to->driver[j][k][0] - from->driver[j][k][0]));
  return largest;
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* Reports a jump of a value, in the unit "m" or "rad", as an input error, and of its rate as a
   warning. */
static PetscErrorCode ReportJumps(MPI_Comm comm, const char option[], const char unit[],
                                  const Discontinuities *corners)
{
  const Discontinuity *jump = &corners->jumps, *kink = &corners->kinks;
  char                 more[64] = "";

  PetscFunctionBeginUser;
  PetscCheck(
    !jump->count, comm, PETSC_ERR_USER_INPUT,
    "%s jumps by %.3g %s at t = %.6g, which no model can follow; replace the jump by a ramp",
    option, (double)jump->jump, unit, (double)jump->t);
  if (!kink->count) PetscFunctionReturn(PETSC_SUCCESS);
  if (kink->count > 1)
    PetscCall(PetscSNPrintf(more, sizeof more, ", and %" PetscInt_FMT " times more until t = %.6g",
                            kink->count - 1, (double)kink->last));
  PetscCall(PetscFPrintf(
    comm, stderr,
    "fsolve: warning: %s: its rate jumps by %.3g %s/s at t = %.6g%s, which causes an impulse on "
    "masses; histories contain neither its force nor its work; smooth the motion\n",
    option, (double)kink->jump, unit, (double)kink->t, more));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the unstrained lengths of parts. A jump of their rate is no impulse, because elements
   stretch. */
static PetscErrorCode CheckLengths(Model model, PetscReal from, PetscReal to)
{
  Discontinuities corners;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Unstrained u = model->block[k].unstrained;

    if (!u || !u->length || !ExpressionDependsOnTime(u->length)) continue;
    ExpressionDiscontinuities(u->length, from, to, model->dt, PETSC_TRUE, &corners);
    corners.kinks = (Discontinuity){.count = 0};
    PetscCall(ReportJumps(model->comm, ExpressionOption(u->length), "m", &corners));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PrescribedMotionCheckJumps(Model model, PetscReal from, PetscReal to)
{
  Discontinuities corners;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++) {
      if (!model->support[s].motion[c]) continue;
      if (c >= 3 && model->support[s].turn[c - 3])
        JointDriverCorners(model->support[s].turn[c - 3], from, to, &corners);
      else
        ExpressionDiscontinuities(model->support[s].motion[c], from, to, model->dt, PETSC_TRUE,
                                  &corners);
      PetscCall(ReportJumps(model->comm, ExpressionOption(model->support[s].motion[c]),
                            c < 3 ? "m" : "rad", &corners));
    }
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      if (!model->joint[j].driver[k]) continue;
      JointDriverCorners(model->joint[j].driver[k], from, to, &corners);
      PetscCall(ReportJumps(model->comm, JointDriverOption(model->joint[j].driver[k]),
                            joint_is_angle((JointCoordinateKind)k) ? "rad" : "m", &corners));
    }
  PetscCall(CheckLengths(model, from, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Checks the tables of formulas of more than time: those of moving loads and temperatures at all
   their places, and of laws, if they do not depend on the motion. */
static PetscErrorCode CheckTablesOfFields(Model model, PetscReal t)
{
  char      text[512] = "";
  PetscBool outside   = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->loads.nmoving && !outside; k++)
    outside = MovingLoadOutsideTable(&model->loads.moving[k], t, text, sizeof text);
  for (PetscInt b = 0; b < model->nparts && !outside; b++)
    outside = UnstrainedOutsideTable(&model->block[b], t, text, sizeof text);
  for (PetscInt k = 0; k < model->loads.nlaws && !outside; k++)
    outside = LawOutsideTable(&model->loads.law[k], t, text, sizeof text);
  for (PetscInt k = 0; k < model->loads.nmoment_laws && !outside; k++)
    outside = LawOutsideTable(&model->loads.moment_law[k], t, text, sizeof text);
  PetscCall(CheckAllRanks(model->comm, outside, "%s", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckTablesAt(Model model, PetscReal t)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++)
      PetscCall(ExpressionCheckTables(model->support[s].motion[c], t));
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      char text[512];

      if (model->joint[j].driver[k])
        PetscCall(JointDriverCheckTables(model->joint[j].driver[k], t));
      PetscCheck(!coordinate_outside_table(&model->joint[j].law[k], t, text, sizeof text),
                 model->comm, PETSC_ERR_USER_INPUT, "%s", text);
    }
  for (PetscInt b = 0; b < model->nblocks; b++)
    PetscCall(ExpressionCheckTables(model->block[b].time, t));
  for (PetscInt k = 0; k < model->loads.nconstant; k++)
    PetscCall(ExpressionCheckTables(model->loads.constant[k].time, t));
  for (PetscInt k = 0; k < model->loads.nmoving; k++)
    PetscCall(ExpressionCheckTables(model->loads.moving[k].time, t));
  for (PetscInt k = 0; k < model->loads.nfollower; k++)
    PetscCall(ExpressionCheckTables(model->loads.follower[k].time, t));
  PetscCall(ExpressionCheckTables(model->gravity.time, t));
  for (int c = 0; c < 3; c++) PetscCall(ExpressionCheckTables(model->gravity.base[c], t));
  PetscCall(CheckTablesOfFields(model, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelCheckTables(Model model, PetscReal from, PetscReal to)
{
  PetscFunctionBeginUser;
  PetscCall(CheckTablesAt(model, from));
  PetscCall(CheckTablesAt(model, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
