/* joint_laws.c: laws of coordinates at random states: slopes against differences, forces against
 * energies, signs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joint_laws.h"
#include "petsc_test.h"
#include <stdlib.h>
#include <string.h>

static double between(double least, double most)
{
  return least + (most - least) * rand() / RAND_MAX;
}

static PetscErrorCode Make(FsOptions o, Symbols symbols, const char *const pairs[],
                           CoordinateLaw *law)
{
  CoordinateOptions x;
  const JointType  *hinge = joint_types;

  PetscFunctionBeginUser;
  while (strcmp(hinge->name, "revolute")) hinge++;
  for (int k = 0; pairs[k]; k += 2) PetscCall(PetscOptionsSetValue(NULL, pairs[k], pairs[k + 1]));
  PetscCall(CoordinateOptionsRead(o, symbols->comm, "j", hinge, JOINT_ANGLE, &x));
  CHECK(x.law.set_option != NULL, "a law was given");
  PetscCall(CoordinateLawCreate(PETSC_COMM_WORLD, symbols, "-joint_j_angle", &x.law, law));
  for (int k = 0; pairs[k]; k += 2) PetscCall(PetscOptionsClearValue(NULL, pairs[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double force_at(const CoordinateLaw *law, double t, double u, double v)
{
  const CoordinateState at = {t, u, v, 0};

  return coordinate_resistance(law, &at, PETSC_FALSE).force;
}

static void check_slopes(const CoordinateLaw *law, const char what[])
{
  const double h = 1e-6;

  for (int k = 0; k < 200; k++) {
    const CoordinateState at = {between(0, 2), between(-1, 1), between(-2, 2), 0};
    const Resistance      r  = coordinate_resistance(law, &at, PETSC_TRUE);
    const double          by_u =
      (force_at(law, at.t, at.u + h, at.v) - force_at(law, at.t, at.u - h, at.v)) / (2 * h);
    const double by_v =
      (force_at(law, at.t, at.u, at.v + h) - force_at(law, at.t, at.u, at.v - h)) / (2 * h);

    if (fabs(at.u - law->lower) < h || fabs(at.u - law->upper) < h) continue; /* corners */
    CHECK_CLOSE(r.force, force_at(law, at.t, at.u, at.v), 0, what);
    CHECK_CLOSE(r.by_u, by_u, 1e-7 * (1 + fabs(by_u)),
                what); /* h^2 times third derivatives, round-off over h */
    CHECK_CLOSE(r.by_v, by_v, 1e-7 * (1 + fabs(by_v)), what);
  }
}

/* Without dampers and motors the force at rest is the slope of the energy; a rate adds what the
 * loss says. */
static void check_energy(const CoordinateLaw *law, const char what[])
{
  const double h = 1e-5;

  for (int k = 0; k < 200; k++) {
    const CoordinateState at = {0, between(-1, 1), between(-2, 2), 0}, below = {0, at.u - h, 0, 0},
                          above      = {0, at.u + h, 0, 0};
    PetscReal before[JOINT_ENERGIES] = {0}, after[JOINT_ENERGIES] = {0}, here[JOINT_ENERGIES] = {0};

    if (fabs(at.u - law->lower) < h || fabs(at.u - law->upper) < h) continue;
    coordinate_add_energies(law, &below, before);
    coordinate_add_energies(law, &above, after);
    coordinate_add_energies(law, &at, here);
    CHECK_CLOSE((after[JOINT_ENERGY] - before[JOINT_ENERGY]) / (2 * h), force_at(law, 0, at.u, 0),
                1e-7, what);
    CHECK_CLOSE(here[JOINT_DISSIPATION],
                (force_at(law, 0, at.u, at.v) - force_at(law, 0, at.u, 0)) * at.v, 1e-12, what);
    CHECK(here[JOINT_DISSIPATION] >= 0, "%s: loss %g", what, here[JOINT_DISSIPATION]);
  }
}

/* Never pulls; k x on the way in, e^2 k x on the way out; the same on both sides. */
static void check_stops(const CoordinateLaw *law)
{
  const double k = law->stop_stiffness, e2 = law->restitution * law->restitution,
               far = 50 * law->stop_velocity;

  for (int i = 0; i < 200; i++) {
    const double          x = between(0, 1), v = between(-2, 2);
    const CoordinateState between_stops = {0, (law->lower + law->upper) / 2, v, 0};

    CHECK(force_at(law, 0, law->upper + x, v) >= 0, "pulls at x = %g, v = %g", x, v);
    CHECK_CLOSE(force_at(law, 0, law->lower - x, -v), -force_at(law, 0, law->upper + x, v), 1e-12,
                "both sides");
    CHECK_CLOSE(force_at(law, 0, law->upper + x, far), k * x, 1e-12, "in");
    CHECK_CLOSE(force_at(law, 0, law->upper + x, -far), e2 * k * x, 1e-12, "out");
    CHECK_CLOSE(force_at(law, 0, law->upper + x, 0), (1 + e2) / 2 * k * x, 1e-12, "at rest");
    CHECK_CLOSE(force_at(law, 0, between_stops.u, v), 0, 0, "between");
  }
}

static PetscErrorCode Check(void)
{
  static const struct {
    const char *what, *pairs[16];
    PetscBool   conserves;
  } laws[] = {
    {"linear",   {"-joint_j_angle_stiffness", "3", "-joint_j_angle_rest", "0.2"},         PETSC_TRUE },
    {"hard",     {"-joint_j_angle_spring", "2*u+5*u^3", "-joint_j_angle_stiffness", "1"}, PETSC_TRUE },
    {"backlash",
     {"-joint_j_angle_spring", "u>0.3 ? 7*(u-0.3) : u<-0.3 ? 7*(u+0.3) : 0"},
     PETSC_TRUE                                                                                      },
    {"drag",
     {"-joint_j_angle_damper", "0.3*v*abs(v)*(1+u^2)", "-joint_j_angle_damping", "0.1"},
     PETSC_FALSE                                                                                     },
    {"motor",    {"-joint_j_angle_motor", "2*(1-v/3)*sin(t)+u*v"},                        PETSC_FALSE},
    {"stops",
     {"-joint_j_angle_lower", "-0.4", "-joint_j_angle_upper", "0.1",
      "-joint_j_angle_stop_stiffness", "6", "-joint_j_angle_stop_restitution", "0.6",
      "-joint_j_angle_stop_velocity", "0.5"},
     PETSC_TRUE                                                                                      },
  };
  FsOptions o;
  Symbols   none = NULL;

  PetscFunctionBeginUser;
  PetscCall(SymbolsCreate(PETSC_COMM_SELF, &none));
  PetscCall(FsOptionsCreate(PETSC_COMM_SELF, &o));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(laws); k++) {
    CoordinateLaw law;

    PetscCall(Make(o, none, laws[k].pairs, &law));
    CHECK(coordinate_acts(&law), "%s acts", laws[k].what);
    check_slopes(&law, laws[k].what);
    if (laws[k].conserves) check_energy(&law, laws[k].what);
    if (isfinite(law.lower)) check_stops(&law);
    PetscCall(CoordinateLawDestroy(&law));
  }
  PetscCall(FsOptionsDestroy(&o));
  PetscCall(SymbolsDestroy(&none));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Check); }
