/* load_options.c: reads the options of a load with a factor g(t). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_options.h"

const FsOptionDoc load_options[] = {
  {"-loads",                      "<name>,...",   "names of loads, each described by -load_<name>_..."             },
  {"-load_<name>_set",            "<name>",       "set of the mesh on which it acts; default: the name of the load"},
  {"-load_<name>_force",          "<x,y,z>",      "force on each node of the set [N]"                              },
  {"-load_<name>_traction",       "<x,y,z>",
   "instead: force per reference length of the set's lines [N/m] or area of its surfaces [N/m2]"                   },
  {"-load_<name>_moment",         "<x,y,z>",      "instead: moment on each node of the set [N m]"                  },
  {"-load_<name>_moment_per",     "node",
   "length, area: the moment is per reference length of the set's lines [N m/m] or area of its "
   "surfaces [N m/m2]"                                                                                             },
  {"-load_<name>_pressure",       "<p>",
   "instead: pressure on the set's surfaces [N/m2], along the normal of the deformed surface "
   "(nodes run around it)"                                                                                         },
  {"-load_<name>_follower",       "false",
   "force, traction or moment in the axes of the rotating node, which are initially global"                        },
  {"-load_<name>_field",          "<f(x,y,z,t)>",
   "factor of force, traction, moment or pressure as a function of the place in the reference "
   "configuration; except for pressures also of t: a moving load"                                                  },
  {"-load_<name>_time",           "1",            "factor as a function of t; default in a static analysis: t"     },
  {"-load_<name>_harmonic",       "<a,phase>",
   "factor in the response analysis: a cos(omega t + phase [degrees]); the default of _time is "
   "then 0"                                                                                                        },
  {"-load_<name>_law_<x|y|z>",    "",
   "instead: force on each node of the set [N] as a formula of t, of its displacement ux, uy, uz, "
   "velocity vx, vy, vz and place x, y, z. For rotating nodes also of the rotation vector rx, ry, "
   "rz "
   "(up to pi) and angular velocity wx, wy, wz. All are in global axes"                                            },
  {"-load_<name>_law_<mx|my|mz>", "",             "the same for moments [N m]"                                     },
  {"-load_<name>_law_per",        "node",
   "length, area: the formulas are forces per reference length of the set's lines [N/m] or area of "
   "its surfaces [N/m2]"                                                                                           },
  {"-load_<name>_given",          "false",
   "instead: forces on the nodes of the set that the program gives which runs the case "
   "(docs/handle.md)"                                                                                              },
  {NULL,                          NULL,           NULL                                                             }
};

const char *const load_kind_names[NLOAD_KINDS] = {"force", "traction", "moment", "pressure"};

PetscReal load_options_factor(const LoadOptions *options, const double x[3])
{
  return options->field ? ExpressionValue(options->field, (const PetscReal[]){x[0], x[1], x[2], 0})
                        : 1;
}

void load_options_node_weights(const LoadOptions *options, Shape shape, const double x[][3],
                               double N[])
{
  if (options->field) LoadFieldWeights(options->field, shape, x, N);
  else shape_weights(shape, x, N);
}

/* Sets options->cells. */
static PetscErrorCode LoadCellsFromOptions(FsOptions o, LoadOptions *options)
{
  static const char *const pers[] = {"node", "length", "area", NULL};
  PetscInt                 per    = 0;

  PetscFunctionBeginUser;
  if (options->kind == LOAD_MOMENT)
    PetscCall(
      FsOptionsChoice(o, FsOptionName(o, "-load_%s_moment_per", options->name), pers, &per, NULL));
  options->cells = options->kind == LOAD_TRACTION ? 1 << 1 | 1 << 2 : per ? 1 << per : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool load_options_act_on_cell(const Geometry *g, const LoadOptions *options, int cell)
{
  return (PetscBool)(options->cells & 1 << shape_dimension((Shape)g->shape[cell]) &&
                     geometry_cell_in_set(g, cell, (int)options->set));
}

PetscErrorCode LoadOptionsRead(FsOptions o, Model model, const char name[], PetscInt load_set,
                               LoadOptions *options, PetscBool *found)
{
  int       n = 0;
  PetscBool has_time, harmonic;

  PetscFunctionBeginUser;
  *options = (LoadOptions){.name = name, .set = load_set, .time = model->loads.time};
  /* a copy, because the text of FsOptionName is temporary */
  PetscCall(PetscSNPrintf(options->option, sizeof options->option, "-load_%s_time", name));
  for (LoadKind k = LOAD_FORCE; k < NLOAD_KINDS; k++) {
    PetscReal value[3] = {0, 0, 0};
    PetscInt  three    = 3;
    PetscBool set;

    if (k == LOAD_PRESSURE)
      PetscCall(FsOptionsReal(o, FsOptionName(o, "-load_%s_pressure", name), value, &set));
    else
      PetscCall(FsOptionsReals(o, FsOptionName(o, "-load_%s_%s", name, load_kind_names[k]), 3,
                               &three, value, &set));
    if (!set) continue;
    n++;
    options->kind = k;
    PetscCall(PetscArraycpy(options->value, value, 3));
  }
  *found = (PetscBool)(n > 0);
  PetscCheck(n <= 1, model->comm, PETSC_ERR_USER_INPUT,
             "load '%s' has %d of force, traction, moment and pressure: give one of them, and put "
             "the rest into another load",
             name, n);
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LoadCellsFromOptions(o, options));
  PetscCall(HarmonicFromOptions(o, model->comm, FsOptionName(o, "-load_%s_harmonic", name),
                                &options->harmonic, &harmonic));
  if (harmonic) PetscCall(ModelRememberHarmonic(model, FsOptionName(o, "-load_%s_harmonic", name)));
  if (harmonic) options->time = "0";
  PetscCall(FsOptionsText(o, options->option, &options->time, &has_time));
  if (!has_time && !harmonic) model->loads.time_used = PETSC_TRUE;
  PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_follower", name), &options->follower, NULL));
  PetscCall(LoadFieldFromOptions(o, model, name, &options->field));
  options->is_moving = (PetscBool)(options->field && ExpressionDependsOn(options->field, 3));
  PetscCheck(!options->is_moving || !harmonic, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_harmonic: the load moves by -load_%s_field; leave t out of one of them",
             name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
