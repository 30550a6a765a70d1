/* integrator.c: the registry of schemes and the life of an integrator. */
#include "integrator.h"

static const SchemeFamily *const families[] = {&lms_family, &ss_family, &dirk_family, &alpha_family};
enum { NFAMILIES = PETSC_STATIC_ARRAY_LENGTH(families), MAX_SCHEMES = 64 };

const OptionDoc integrator_options[] = {
  {"-integrator",  "lms4",     "lms2..4, ss2..4, bathe, esdirk32_5l, esdirk43_6l, trapezoidal, generalized_alpha"},
  {"-rho_inf",     "0",
   "spectral radius at infinite frequency, 0 (most dissipative) to 1 (none); some schemes have but one"          },
  {"-dt",          "required", "time step [s]; shortened so that a whole number of steps lands on -t_end"        },
  {"-t_start",     "0",        "initial time [s]"                                                                },
  {"-t_end",       "required", "final time [s]"                                                                  },
  {"-lms_startup", "one_step", "first steps of lms: one_step (same matrix) or trapezoidal (second order)"        },
  {NULL,           NULL,       NULL                                                                              }
};

PetscErrorCode IntegratorCreate(Options o, MPI_Comm comm, Integrator *out)
{
  const char         *names[MAX_SCHEMES + 1];
  const Scheme       *schemes[MAX_SCHEMES];
  const SchemeFamily *family[MAX_SCHEMES];
  PetscInt            n = 0, chosen = 0;
  PetscBool           set, same;
  Integrator          in;

  PetscFunctionBeginUser;
  for (int f = 0; f < NFAMILIES; f++)
    for (const Scheme *s = families[f]->schemes; s->name; s++) {
      names[n]    = s->name;
      schemes[n]  = s;
      family[n++] = families[f];
      PetscCall(PetscStrcmp(s->name, "lms4", &same));
      if (same) chosen = n - 1;
    }
  names[n] = NULL;
  PetscCall(OptionsChoice(o, "-integrator", names, &chosen, NULL));
  PetscCall(PetscNew(&in));
  in->comm    = comm;
  in->scheme  = schemes[chosen];
  in->family  = family[chosen];
  in->rho_inf = in->scheme->rho_inf;
  PetscCall(OptionsReal(o, "-rho_inf", &in->rho_inf, &set));
  PetscCheck(in->rho_inf >= 0 && in->rho_inf <= 1, comm, PETSC_ERR_USER_INPUT,
             "-rho_inf %.12g is outside [0, 1]; 0 dissipates high frequencies most, 1 not at all", (double)in->rho_inf);
  if (!in->scheme->tunable) in->rho_inf = in->scheme->rho_inf;
  if (in->family->setfromoptions) PetscCall(in->family->setfromoptions(in, o));
  *out = in;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorDestroy(Integrator *in)
{
  PetscFunctionBeginUser;
  if (!*in) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall((*in)->family->destroy(*in));
  PetscCall(PetscFree(*in));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorSetUp(Integrator in, System sys, Stage stage, PetscReal dt, const State *s)
{
  PetscFunctionBeginUser;
  in->sys   = sys;
  in->stage = stage;
  in->dt    = dt;
  in->k     = 0;
  PetscCall(in->family->setup(in, s));
  PetscCall(StageSetUp(stage, in->cv, in->ca));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorStep(Integrator in, State *s, StageInfo *info)
{
  PetscFunctionBeginUser;
  *info = (StageInfo){.ok = PETSC_TRUE};
  PetscCall(in->family->step(in, s, info));
  if (info->ok) in->k++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
