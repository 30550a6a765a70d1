/* load_options.c: see load_options.h. */
#include "load_options.h"

const FsOptionDoc load_options[] = {
  {"-loads",                      "<name>,...",   "names of loads, each described by -load_<name>_..."               },
  {"-load_<name>_set",            "<name>",       "set of the mesh it acts on; default: the load's own name"         },
  {"-load_<name>_force",          "<x,y,z>",      "force on each node of the set [N]"                                },
  {"-load_<name>_traction",       "<x,y,z>",
   "instead: force per reference length of the set's lines [N/m] or area of its surfaces [N/m2]"                     },
  {"-load_<name>_moment",         "<x,y,z>",      "instead: moment on each node of the set [N m]"                    },
  {"-load_<name>_moment_per",     "node",
   "length, area: the moment is one per reference length of the set's lines [N m/m] or area of its surfaces [N m/m2]"},
  {"-load_<name>_pressure",       "<p>",
   "instead: pressure on the set's surfaces [N/m2], along the normal of the deformed surface (nodes run around it)"  },
  {"-load_<name>_follower",       "false",
   "force, traction or moment in the axes of the rotating node, at first the global ones"                            },
  {"-load_<name>_field",          "<f(x,y,z,t)>",
   "factor of force, traction, moment or pressure as a function of the place in the reference configuration, and, but "
   "of pressures, of t: a "
   "load that moves"                                                                                                 },
  {"-load_<name>_time",           "1",            "factor as a function of t; in a static analysis t by default"     },
  {"-load_<name>_harmonic",       "<a,phase>",
   "factor of the response analysis: a cos(omega t + phase [degrees]); without _time there is no other then"         },
  {"-load_<name>_law_<x|y|z>",    "",
   "instead: force on each node of the set [N] as a formula of t, its displacement ux, uy, uz, its velocity vx, vy, "
   "vz, its place x, y, z, and of rotating nodes the rotation vector rx, ry, rz (up to pi) and angular velocity wx, "
   "wy, wz; all in global axes"                                                                                      },
  {"-load_<name>_law_<mx|my|mz>", "",             "the same for moments [N m]"                                       },
  {"-load_<name>_law_per",        "node",
   "length, area: the formulas are forces per reference length of the set's lines [N/m] or area of its surfaces "
   "[N/m2]"                                                                                                          },
  {NULL,                          NULL,           NULL                                                               }
};

const char *const load_kind_names[NKINDS] = {"force", "traction", "moment", "pressure"};

PetscReal given_factor(const GivenLoad *given, const double x[3])
{
  return given->field ? ExpressionValue(given->field, (const PetscReal[]){x[0], x[1], x[2], 0}) : 1;
}

void given_weights(const GivenLoad *given, Shape shape, const double x[][3], double N[])
{
  if (given->field) LoadFieldWeights(given->field, shape, x, N);
  else shape_weights(shape, x, N);
}

/* given->cells. */
static PetscErrorCode ReadCells(FsOptions o, GivenLoad *given)
{
  static const char *const pers[] = {"node", "length", "area", NULL};
  PetscInt                 per    = 0;

  PetscFunctionBeginUser;
  if (given->kind == MOMENT)
    PetscCall(FsOptionsChoice(o, FsOptionName(o, "-load_%s_moment_per", given->name), pers, &per, NULL));
  given->cells = given->kind == TRACTION ? 1 << 1 | 1 << 2 : per ? 1 << per : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool given_acts_on(const Geometry *g, const GivenLoad *given, int cell)
{
  return (PetscBool)(given->cells & 1 << shape_dimension((Shape)g->shape[cell]) &&
                     geometry_cell_in_set(g, cell, (int)given->set));
}

PetscErrorCode GivenLoadRead(FsOptions o, Model model, const char name[], PetscInt on, GivenLoad *given,
                             PetscBool *found)
{
  int       n = 0;
  PetscBool timed, harmonic;

  PetscFunctionBeginUser;
  *given = (GivenLoad){.name = name, .set = on, .time = model->load_time};
  PetscCall(PetscSNPrintf(given->option, sizeof given->option, "-load_%s_time",
                          name)); /* kept longer than FsOptionName keeps it */
  for (LoadKind k = FORCE; k < NKINDS; k++) {
    PetscReal value[3] = {0, 0, 0};
    PetscInt  three    = 3;
    PetscBool set;

    if (k == PRESSURE) PetscCall(FsOptionsReal(o, FsOptionName(o, "-load_%s_pressure", name), value, &set));
    else PetscCall(FsOptionsReals(o, FsOptionName(o, "-load_%s_%s", name, load_kind_names[k]), 3, &three, value, &set));
    if (!set) continue;
    n++;
    given->kind = k;
    PetscCall(PetscArraycpy(given->value, value, 3));
  }
  *found = (PetscBool)(n > 0);
  PetscCheck(n <= 1, model->comm, PETSC_ERR_USER_INPUT,
             "load '%s' has %d of force, traction, moment and pressure: it takes one; make another load of the rest",
             name, n);
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadCells(o, given));
  PetscCall(HarmonicFromOptions(o, model, FsOptionName(o, "-load_%s_harmonic", name), &given->harmonic, &harmonic));
  if (harmonic) given->time = "0";
  PetscCall(FsOptionsText(o, given->option, &given->time, &timed));
  if (!timed && !harmonic) model->load_timed = PETSC_TRUE;
  PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_follower", name), &given->follower, NULL));
  PetscCall(LoadFieldFromOptions(o, model, name, &given->field));
  given->moves = (PetscBool)(given->field && ExpressionDependsOn(given->field, 3));
  PetscCheck(!given->moves || !harmonic, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_harmonic: the load moves by -load_%s_field; leave t out of one of them", name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
