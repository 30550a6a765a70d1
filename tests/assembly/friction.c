/* friction.c: the tangent of joints with friction is the derivative of their residual, columns of
   multipliers included, at random states: where it sticks, in the corner, where it
   slips, and where it keeps its direction. Two
   bodies on a cylindrical joint, one of them on a hinge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/assembly.h"
#include "model/model_options.h"
#include "petsc_test.h"

static const char *const options[][2] = {
  {"-mesh",                                     "frame"        },
  {"-points",                                   "one,two"      },
  {"-point_one",                                "0,0,0"        },
  {"-point_two",                                "1,0.2,0.3"    },
  {"-links",                                    "slide"        },
  {"-link_slide",                               "one,two"      },
  {"-parts",                                    "one,two"      },
  {"-part_one_element",                         "body"         },
  {"-part_one_mass",                            "2"            },
  {"-part_one_inertia",                         "1,2,1.5,0,0,0"},
  {"-part_two_element",                         "body"         },
  {"-part_two_mass",                            "1"            },
  {"-part_two_inertia",                         "1,1,2,0,0,0"  },
  {"-gravity",                                  "1,2,-9.81"    },
  {"-joints",                                   "pin,slide"    },
  {"-joint_pin_type",                           "revolute"     },
  {"-joint_pin_set",                            "one"          },
  {"-joint_pin_axis",                           "0,1,1"        },
  {"-joint_pin_angle_friction",                 "0.3"          },
  {"-joint_pin_angle_friction_static",          "0.5"          },
  {"-joint_pin_angle_friction_stribeck",        "0.1"          },
  {"-joint_pin_angle_friction_radius",          "0.2"          },
  {"-joint_pin_angle_friction_stick",           "0.1"          },
  {"-joint_pin_angle_friction_settle",          "0.3"          },
  {"-joint_slide_type",                         "cylindrical"  },
  {"-joint_slide_axis",                         "1,0.2,0.3"    },
  {"-joint_slide_displacement_friction",        "0.4"          },
  {"-joint_slide_displacement_friction_stick",  "0.1"          },
  {"-joint_slide_displacement_friction_settle", "0.7"          },
  {"-joint_slide_angle_friction_force",         "0.8"          },
  {"-joint_slide_angle_friction_stick",         "0.15"         },
  {"-joint_slide_angle_friction_settle",        "0.1"          }
};

/* r at x along the line of shift from s. */
static PetscErrorCode ResidualAt(FsSystem sys, const FsState *s, FsShift shift,
                                 const FsConstraintRows *rows, PetscReal h, Vec x, Vec r)
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         at;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStateCreate(sys, &at));
  at.t = s->t;
  PetscCall(VecWAXPY(at.q, h * shift.ck, x, s->q));
  PetscCall(VecWAXPY(at.v, h * shift.cc, x, s->v));
  PetscCall(VecWAXPY(at.a, h * shift.cm, x, s->a));
  PetscCall(VecCopy(s->qd, at.qd));
  PetscCall(FsSystemResidual(sys, &at, &loading, rows, r));
  PetscCall(FsSystemStateDestroy(&at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *off = |A x - differences of r along x| over |A x|. */
static PetscErrorCode Compare(FsSystem sys, const FsState *s, Vec x, Mat A, PetscReal *off)
{
  const PetscReal        h       = 1e-6;
  const FsShift          shift   = {4, 2, 1, PETSC_FALSE};
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 2, 4};
  const FsLoading        loading = FsLoadingOfMotion();
  PetscReal              size;
  Vec                    r[3];

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) PetscCall(VecDuplicate(x, &r[k]));
  PetscCall(ResidualAt(sys, s, shift, &rows, h, x, r[0]));
  PetscCall(ResidualAt(sys, s, shift, &rows, -h, x, r[1]));
  PetscCall(FsSystemTangent(sys, s, &loading, &rows, shift, A));
  PetscCall(MatMult(A, x, r[2]));
  PetscCall(VecNorm(r[2], NORM_INFINITY, &size));
  PetscCall(VecAXPBYPCZ(r[2], -1 / (2 * h), 1 / (2 * h), 1, r[0], r[1]));
  PetscCall(VecNorm(r[2], NORM_INFINITY, off));
  *off /= size;
  for (int k = 0; k < 3; k++) PetscCall(VecDestroy(&r[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check(FsSystem sys)
{
  enum { STATES = 40 };
  const PetscReal tolerance = 1e-7; /* of differences of second order where velocities change by
                                       1e-5, a tenth of them over Stribeck's */
  PetscRandom random;
  PetscInt    n;
  FsState     s;
  Vec         x;
  Mat         A;

  PetscFunctionBeginUser;
  PetscCall(PetscRandomCreate(PETSC_COMM_WORLD, &random));
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &A));
  PetscCall(VecZeroEntries(s.q));
  PetscCall(FsSystemResetHistory(sys, NULL));
  PetscCall(FsSystemAcceptInitialState(sys, &s));
  for (int k = 0; k < STATES; k++) {
    const PetscReal amount = k % 2 ? 0.2 : 0.05;
    PetscReal       off;

    PetscCall(PetscRandomSetInterval(random, -amount, amount));
    PetscCall(VecSetRandom(s.q, random));
    PetscCall(VecSetRandom(s.v, random));
    PetscCall(PetscRandomSetInterval(random, -5, 5));
    PetscCall(VecSetRandom(s.a, random));
    PetscCall(VecSetRandom(x, random));
    if (sys->rotations) PetscCall(sys->rotations->rate(sys, s.q, s.v, s.qd));
    PetscCall(Compare(sys, &s, x, A, &off));
    CHECK(off < tolerance, "state %d: the tangent is off by %g", k, (double)off);
    if (k % 10 == 4) PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_KEEP, &n));
    if (k % 10 != 9) continue;
    /* other bristles, bent in the state that is accepted next */
    PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_RELEASE_ALL, &n));
    CHECK(n == 3, "%d coordinates have friction", (int)n);
    PetscCall(FsSystemResetHistory(sys, &s));
    PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_FREE, &n));
    PetscCall(FsSystemAcceptInitialState(sys, &s));
  }
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(VecDestroy(&x));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  FsOptions       o;
  Model           model;
  ModelOptions    described;
  FsSystem        sys;
  AssemblyOptions assembly;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++)
    PetscCall(PetscOptionsSetValue(NULL, options[k][0], options[k][1]));
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(ModelOptionsRead(o, PETSC_COMM_WORLD, &described));
  PetscCall(ModelCreate(&described, PETSC_COMM_WORLD, 0.01, "1", &model));
  PetscCall(ModelOptionsFree(&described));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(AssemblyCreateSystem(&assembly, model, FS_STABILIZED_POSITION, &sys));
  CHECK(sys->traits.friction && sys->traits.multiplier_dependent && sys->traits.indefinite,
        "friction depends on multipliers, and solvers know");
  PetscCall(Check(sys));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ModelDestroy(&model));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
