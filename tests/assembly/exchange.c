/* exchange.c: any two evaluations of a model may be exchanged without changing either. A chain of
   beams with joints, springs, a driver, a moved support, gravity, dead, turning and lawful loads is
   asked for residuals, tangents, constraints and energies at two states under two loadings; between
   two answers to one question another is asked: the answers have the same bits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/assembly.h"
#include "model/model_options.h"
#include "petsc_test.h"
#include "recovery/energy_meter.h"

static const char *const options[][2] = {
  {"-mesh",                         "frame"                 },
  {"-points",                       "start,end"             },
  {"-point_start",                  "0,0,0"                 },
  {"-point_end",                    "1,0,0"                 },
  {"-patterns",                     "chain"                 },
  {"-pattern_chain",                "start,end"             },
  {"-pattern_chain_n",              "5"                     },
  {"-pattern_chain_vector",         "1,0,0"                 },
  {"-members",                      "link"                  },
  {"-member_link",                  "start,end"             },
  {"-links",                        "joints"                },
  {"-link_joints",                  "end,start+1"           },
  {"-parts",                        "link"                  },
  {"-part_link_element",            "beam"                  },
  {"-part_link_section",            "circle"                },
  {"-part_link_radius",             "0.02"                  },
  {"-part_link_young",              "1e9"                   },
  {"-part_link_poisson",            "0.3"                   },
  {"-part_link_density",            "1000"                  },
  {"-part_link_damping",            "1e-3"                  },
  {"-joints",                       "joints"                },
  {"-joint_joints_type",            "revolute"              },
  {"-joint_joints_axis",            "0,1,0"                 },
  {"-joint_joints_angle_stiffness", "30"                    },
  {"-joint_joints_angle_damping",   "0.2"                   },
  {"-supports",                     "start"                 },
  {"-support_start_point",          "0,0,0"                 },
  {"-support_start_motion_z",       "0.1*sin(3*t)"          },
  {"-support_start_fix",            "xy"                    },
  {"-support_start_fix_rotation",   "all"                   },
  {"-gravity",                      "0,0,-9.81"             },
  {"-loads",                        "end,tip,law,run"       },
  {"-load_run_set",                 "all"                   },
  {"-load_run_traction",            "1,0.5,-1"              },
  {"-load_run_field",               "exp(-(x-3*t)^2)"       },
  {"-load_end_point",               "5,0,0"                 },
  {"-load_end_force",               "1,2,3"                 },
  {"-load_end_time",                "cos(t)"                },
  {"-load_tip_point",               "5,0,0"                 },
  {"-load_tip_moment",              "0.3,0.2,0.1"           },
  {"-load_law_point",               "5,0,0"                 },
  {"-load_law_law_x",               "-3*ux-0.1*vx*abs(vx)+t"}
};

enum { STATES = 2, LOADINGS = 2 };

typedef struct {
  FsSystem  sys;
  FsState   s[STATES];
  FsLoading loading[LOADINGS];
  Vec       x, lambda; /* some vectors */
  Mat       A;
} Case;

/* An answer as a vector. */
typedef PetscErrorCode (*Question)(Case *c, const FsState *s, const FsLoading *loading, Vec answer);

static PetscErrorCode Residual(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 2, 3};

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(c->sys, s, loading, &rows, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ResidualOfAccelerations(Case *c, const FsState *s, const FsLoading *loading,
                                              Vec answer)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_ACCELERATION, 1, 1};

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(c->sys, s, loading, &rows, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 2, 3};

  PetscFunctionBeginUser;
  PetscCall(FsSystemTangent(c->sys, s, loading, &rows, (FsShift){4, 2, 1, PETSC_FALSE}, c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TangentOfRates(Case *c, const FsState *s, const FsLoading *loading,
                                     Vec answer)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_VELOCITY, 2, 3};

  PetscFunctionBeginUser;
  PetscCall(FsSystemTangent(c->sys, s, loading, &rows, (FsShift){4, 2, 1, PETSC_TRUE}, c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With strains that another state and its velocities foretell. */
static PetscErrorCode TangentOfStrains(Case *c, const FsState *s, const FsLoading *loading,
                                       Vec answer)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 2, 3};
  FsState                at   = *s;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(c->sys->strain, &at.strain));
  PetscCall(FsSystemStrains(c->sys, &c->s[s == c->s], loading, at.strain));
  PetscCall(FsSystemTangent(c->sys, &at, loading, &rows, (FsShift){4, 2, 1, PETSC_FALSE}, c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscCall(VecDestroy(&at.strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstantPart(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  PetscFunctionBeginUser;
  (void)s, (void)loading;
  PetscCall(c->sys->ops.matrix.combine(c->sys, (FsShift){.cm = 1}, c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(c->A));
  PetscCall(c->sys->constraints->gradient(c->sys, s, loading, 2, c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Velocities(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  PetscFunctionBeginUser;
  PetscCall(c->sys->constraints->rows(c->sys, FS_CONSTRAINT_VELOCITY, s, loading, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  PetscFunctionBeginUser;
  PetscCall(c->sys->constraints->force(c->sys, s, loading, c->lambda, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ForceTangent(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(c->A));
  PetscCall(c->sys->constraints->tangent(c->sys, s, loading, s->q, c->lambda, 1.5,
                                         FS_CONSTRAINT_VELOCITY, 2, (FsShift){0, 3, 1, PETSC_FALSE},
                                         c->A));
  PetscCall(MatMult(c->A, c->x, answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Kinetic and strain energy, momentum, angular momentum, into the first entries; frequency bound,
 * too. */
static PetscErrorCode Energies(Case *c, const FsState *s, const FsLoading *loading, Vec answer)
{
  const Assembly a = AssemblyOf(c->sys);
  EnergyMeter    meter;
  Energy         e;
  PetscReal      omega, damping;

  PetscFunctionBeginUser;
  PetscCall(EnergyMeterCreate(a, &meter));
  PetscCall(EnergyMeterRead(meter, s, loading, &e));
  PetscCall(EnergyMeterDestroy(&meter));
  PetscCall(AssemblyFrequency(a, s, &omega, &damping));
  {
    const PetscReal value[] = {e.kinetic,     e.strain,     e.momentum[0], e.momentum[1],
                               e.momentum[2], e.angular[0], e.angular[1],  e.angular[2],
                               omega,         damping};

    PetscCall(VecZeroEntries(answer));
    for (PetscInt i = 0; i < (PetscInt)PETSC_STATIC_ARRAY_LENGTH(value); i++)
      PetscCall(VecSetValue(answer, i, value[i], INSERT_VALUES)); /* the same on all ranks */
    PetscCall(VecAssemblyBegin(answer));
    PetscCall(VecAssemblyEnd(answer));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const struct {
  const char *name;
  Question    ask;
} questions[] = {
  {"residual",                  Residual               },
  {"residual of accelerations", ResidualOfAccelerations},
  {"tangent",                   Tangent                },
  {"tangent of rates",          TangentOfRates         },
  {"tangent of strains",        TangentOfStrains       },
  {"constant part",             ConstantPart           },
  {"gradient",                  Gradient               },
  {"velocity constraints",      Velocities             },
  {"force of constraints",      Force                  },
  {"its tangent",               ForceTangent           },
  {"energies",                  Energies               }
};
enum { QUESTIONS = PETSC_STATIC_ARRAY_LENGTH(questions), ALL = QUESTIONS * STATES * LOADINGS };

static PetscErrorCode Ask(Case *c, int k, Vec answer)
{
  const int state = k / QUESTIONS % STATES, loading = k / QUESTIONS / STATES;

  PetscFunctionBeginUser;
  PetscCall(questions[k % QUESTIONS].ask(c, &c->s[state], &c->loading[loading], answer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSame(Vec x, Vec y, const char what[], const char between[])
{
  PetscBool same;
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(VecEqual(x, y, &same));
  PetscCall(VecNorm(x, NORM_INFINITY, &norm));
  CHECK(same && norm > 0, "%s differs after %s", what, between);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateCase(FsOptions o, Model model, Case *c)
{
  PetscRandom     random;
  AssemblyOptions assembly;

  PetscFunctionBeginUser;
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(AssemblyCreateSystem(&assembly, model, FS_STABILIZED_VELOCITY, &c->sys));
  CHECK(c->sys->rotations && c->sys->constraints && !c->sys->traits.linear,
        "the model has all that is to be tested");
  PetscCall(PetscRandomCreate(PETSC_COMM_WORLD, &random));
  PetscCall(PetscRandomSetInterval(random, -0.1, 0.1));
  for (int k = 0; k < STATES; k++) {
    FsState *s = &c->s[k];

    PetscCall(FsSystemStateCreate(c->sys, s));
    s->t = 0.3 + 0.4 * k;
    PetscCall(VecSetRandom(s->q, random));
    PetscCall(VecSetRandom(s->v, random));
    PetscCall(VecSetRandom(s->a, random));
    PetscCall(VecSetRandom(s->qd, random));
  }
  c->loading[0] = FsLoadingOfMotion();
  c->loading[1] = FsLoadingOfEquilibrium(0.7);
  PetscCall(VecDuplicate(c->sys->vec, &c->x));
  PetscCall(VecDuplicate(c->sys->vec, &c->lambda));
  PetscCall(VecSetRandom(c->x, random));
  PetscCall(VecSetRandom(c->lambda, random));
  PetscCall(FsSystemCreateMatrix(c->sys, PETSC_TRUE, &c->A));
  PetscCall(PetscRandomDestroy(&random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyCase(Case *c)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < STATES; k++) PetscCall(FsSystemStateDestroy(&c->s[k]));
  PetscCall(VecDestroy(&c->x));
  PetscCall(VecDestroy(&c->lambda));
  PetscCall(MatDestroy(&c->A));
  PetscCall(FsSystemDestroy(&c->sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  FsOptions    o;
  Model        model;
  ModelOptions described;
  Case         c = {.sys = NULL};
  Vec          first[ALL], again;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++)
    PetscCall(PetscOptionsSetValue(NULL, options[k][0], options[k][1]));
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(ModelOptionsRead(o, PETSC_COMM_WORLD, &described));
  PetscCall(ModelCreate(&described, PETSC_COMM_WORLD, 0.01, "1", &model));
  PetscCall(ModelOptionsFree(&described));
  PetscCall(CreateCase(o, model, &c));
  PetscCall(VecDuplicate(c.sys->vec, &again));
  for (int k = 0; k < ALL; k++) {
    PetscCall(VecDuplicate(again, &first[k]));
    PetscCall(Ask(&c, k, first[k]));
  }
  for (int k = 0; k < ALL; k++)
    for (int between = 0; between < ALL; between++) {
      PetscCall(Ask(&c, between, again));
      PetscCall(Ask(&c, k, again));
      PetscCall(CheckSame(first[k], again, questions[k % QUESTIONS].name,
                          questions[between % QUESTIONS].name));
    }
  for (int k = 0; k < ALL; k++) PetscCall(VecDestroy(&first[k]));
  PetscCall(VecDestroy(&again));
  PetscCall(DestroyCase(&c));
  PetscCall(ModelDestroy(&model));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
