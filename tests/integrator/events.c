/* events.c: steps that end where a force law switches (-events), on masses whose motion is known
 * piece by piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "masses.h"
#include "problems.h"
#include "petsc_test.h"

typedef struct {
  const Mass *mass;
  MassPiece   exact;
  double      error, size, t, x, v;
} Watch;

static void watch(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                  const PetscScalar a[], void *context)
{
  Watch *w = context;

  (void)step, (void)a;
  mass_follow(w->mass, t, &w->exact);
  w->error += (q[0] - w->exact.x) * (q[0] - w->exact.x);
  w->size += w->exact.x * w->exact.x;
  w->t = t;
  w->x = q[0];
  w->v = v[0];
}

static void look(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                 const PetscScalar a[], void *context)
{
  Watch *w = context;

  (void)step, (void)t, (void)a;
  w->x = q[0];
  w->v = v[0];
}

/* 0.6, as far as the scheme lets choose. */
static PetscReal rho_of(const char scheme[])
{
  const FsScheme *const *s = FsIntegratorSchemes();

  while (strcmp((*s)->name, scheme)) s++;
  return (*s)->tunable ? PetscMax(0.6, (*s)->rho_min) : (*s)->rho_inf;
}

/* A run of n steps; the motion is known at each of them. */
static PetscErrorCode RunMass(Mass m, const char scheme[], int n, Watch *w, FsStepInfo *sum)
{
  FsSystem sys;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateMass(&m, &sys));
  *w = (Watch){.mass = &m, .exact = mass_start(&m)};
  PetscCall(IntegrateControlled(sys, scheme, rho_of(scheme), m.t_end / n, m.t_end, &m.x0, &m.v0,
                                watch, w, sum));
  CHECK(sum->solve.ok, "%s ends at %g", scheme, w->t);
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const Mass bounce = {.kind = BOUNCE, .k = 300, .g = 9.81, .x0 = 0.5, .t_end = 1.5};
static const Mass stop   = {
    .kind = STOP, .k = 300, .restitution = 0.8, .g = 9.81, .x0 = 0.5, .t_end = 2};
static const Mass block = {.kind = FRICTION, .k = 30, .friction = 3, .x0 = 1.33, .t_end = 4};

/* ---- orders
 * ------------------------------------------------------------------------------------------------------
 */

enum { LEVELS = 2, STARTS = 2 };
static const int coarsest = 300, finer = 2;

/* error[level]: of x, relative, over several heights of fall, since an error depends on where in a
   step the switches are. Counts of events and steps are right. */
static PetscErrorCode Errors(Mass m, const char scheme[], PetscBool nowhere, double error[LEVELS])
{
  const double between = 0.003; /* heights, over the first */
  const double x0      = m.x0;

  PetscFunctionBeginUser;
  m.nowhere = nowhere;
  for (int level = 0, n = coarsest; level < LEVELS; level++, n *= finer) {
    double wrong = 0, size = 0;

    for (int i = 0; i < STARTS; i++) {
      FsStepInfo sum;
      Watch      w;

      m.x0 = x0 * (1 + i * between);
      PetscCall(RunMass(m, scheme, n, &w, &sum));
      wrong += w.error;
      size += w.size;
      CHECK(sum.events == (nowhere ? 0 : w.exact.events), "%s: %d events located, there are %d",
            scheme, (int)sum.events, w.exact.events);
      /* one step more for each, and where it is too near to the end of a step two more for both */
      CHECK(sum.accepted >= n + sum.events - 1 && sum.accepted <= n + sum.events + 1,
            "%s: %d steps of %d and %d events", scheme, (int)sum.accepted, n, (int)sum.events);
    }
    error[level] = sqrt(wrong / size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Located, each scheme has the order that it has on smooth motions. Ignored, what jumps is of first
   order; what has a kink is of second, as the best of schemes then. Where a law without memory is
   asked at stages beyond the end of a step, the kink stays within reach (kink: the order then). */
static PetscErrorCode Orders(void)
{
  static const struct {
    const char *scheme;
    double      order, kink;
  } cases[] = {
    {"lms2",               2, 2  },
    {"lms3",               2, 2  },
    {"lms4",               2, 2  },
    {"bdf2",               2, 2  },
    {"ss2",                2, 2  },
    {"ss4",                2, 2  },
    {"trapezoidal",        2, 2  },
    {"bathe",              2, 2  },
    {"hht",                2, 2  },
    {"generalized_alpha",  2, 2  },
    {"mssth3",             3, 3  },
    {"mssth4",             4, 4  },
    {"esdirk32_5l",        3, 3  },
    {"esdirk43_6l",        4, 1.5},
    {"central_difference", 2, 2  },
    {"ce4",                3, 3  },
    {"ce4_5_4",            4, 4  }
  };
  const Mass       *masses[] = {&bounce, &stop, &block};
  const char *const names[]  = {"bounce", "stop", "block"};
  const double      scatter = 0.35, first = 1.6, gain = 4;

  PetscFunctionBeginUser;
  for (size_t c = 0; c < PETSC_STATIC_ARRAY_LENGTH(cases); c++)
    for (int k = 0; k < 3; k++) {
      const PetscBool jumps = (PetscBool)(masses[k]->kind != BOUNCE);
      const double    least = (jumps ? cases[c].order : cases[c].kink) - scatter;
      double          located[LEVELS], ignored[LEVELS], with, without;

      PetscCall(Errors(*masses[k], cases[c].scheme, PETSC_FALSE, located));
      PetscCall(Errors(*masses[k], cases[c].scheme, PETSC_TRUE, ignored));
      with    = log(located[0] / located[1]) / log(finer);
      without = log(ignored[0] / ignored[1]) / log(finer);
      if (getenv("VERBOSE"))
        printf("%-18s %-6s located %.1e, order %.2f; ignored %.1e, order %.2f\n", cases[c].scheme,
               names[k], located[1], with, ignored[1], without);
      CHECK(with > least, "%s, %s: order %.2f (%.1e)", cases[c].scheme, names[k], with, located[1]);
      CHECK(!jumps || without < first, "%s, %s: order %.2f where events are ignored",
            cases[c].scheme, names[k], without);
      CHECK(located[1] * (jumps || least > 2 ? gain : 1) < ignored[1],
            "%s, %s: error %.1e located, %.1e ignored", cases[c].scheme, names[k], located[1],
            ignored[1]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what ends location
 * ------------------------------------------------------------------------------------------ */

/* What hits the stop at the end of a step, nearly: a step that would be shorter than -dt_min is not
   made. The error of what lies on the wrong side of the switch is that of a step of -dt_min. */
static PetscErrorCode NearEnds(void)
{
  const double off[] = {-1e-12, 1e-12, -1e-5, 1e-5, -1e-3, 1e-3}; /* of a step */
  const int    n = 400, fall = 60; /* steps, in all and until the impact */
  double       usual;
  Watch        w;
  FsStepInfo   sum;

  PetscFunctionBeginUser;
  PetscCall(RunMass(stop, "esdirk32_5l", n, &w, &sum));
  usual = sqrt(w.error / w.size);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(off); i++) {
    Mass m = stop;

    m.x0 = m.g / 2 * PetscSqr((fall + off[i]) * m.t_end / n);
    PetscCall(RunMass(m, "esdirk32_5l", n, &w, &sum));
    CHECK(sum.events == w.exact.events, "impact at %g of a step: %d events, there are %d", off[i],
          (int)sum.events, w.exact.events);
    CHECK(sqrt(w.error / w.size) < 10 * usual, "impact at %g of a step: error %.1e, otherwise %.1e",
          off[i], sqrt(w.error / w.size), usual);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A mass that comes to rest on the stop, where its force is too large on the way in and too small
   on the way out: infinitely many events, of which few are located. It rests where one of both
   forces is too large, the other too small. */
static PetscErrorCode Rest(void)
{
  static const char *const schemes[] = {"lms4", "ss2", "generalized_alpha", "esdirk32_5l",
                                        "central_difference"};
  const double             near = 1e-3, slow = 0.05; /* [m, m/s]: gravity acts for a step */
  const int                n = 1000;
  Mass                     m = stop;

  PetscFunctionBeginUser;
  m.t_end = 6;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(schemes); i++)
    for (int nowhere = 0; nowhere < 2; nowhere++) {
      const double hard = -m.g / m.k, soft = hard / PetscSqr(m.restitution);
      FsStepInfo   sum;
      FsSystem     sys;
      Watch        w = {.mass = &m};

      m.nowhere = nowhere;
      PetscCall(SystemCreateMass(&m, &sys));
      PetscCall(IntegrateControlled(sys, schemes[i], rho_of(schemes[i]), m.t_end / n, m.t_end,
                                    &m.x0, &m.v0, look, &w, &sum));
      PetscCall(FsSystemDestroy(&sys));
      if (getenv("VERBOSE"))
        printf("%-18s rest: %d steps, %d events, x %.5f in [%.5f, %.5f], v %.1e\n", schemes[i],
               (int)sum.accepted, (int)sum.events, w.x, soft, hard, w.v);
      CHECK(sum.solve.ok && sum.accepted < n + n / 5, "%s: %d steps of %d", schemes[i],
            (int)sum.accepted, n);
      CHECK(w.x > soft - near && w.x < hard + near && fabs(w.v) < slow, "%s: x %g, v %g at rest",
            schemes[i], w.x, w.v);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Steps by their error: a switch costs one that ends there, and not the many that an error estimate
 * takes to get past it. */
static PetscErrorCode Adaptive(void)
{
  Mass       m = block;
  FsStepInfo sum[2];
  Watch      w[2];

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(NULL, "-adapt", "true"));
  PetscCall(PetscOptionsSetValue(NULL, "-adapt_rtol", "1e-6"));
  for (int nowhere = 0; nowhere < 2; nowhere++) {
    m.nowhere = nowhere;
    PetscCall(RunMass(m, "esdirk32_5l", 400, &w[nowhere], &sum[nowhere]));
    if (getenv("VERBOSE"))
      printf("adapt: %d steps, %d rejected, %d events of %d, error %.1e\n",
             (int)sum[nowhere].accepted, (int)sum[nowhere].rejected, (int)sum[nowhere].events,
             w[nowhere].exact.events, sqrt(w[nowhere].error / w[nowhere].size));
  }
  CHECK(sum[0].events == w[0].exact.events, "-adapt: %d events, there are %d", (int)sum[0].events,
        w[0].exact.events);
  CHECK(sum[0].accepted + sum[0].rejected < sum[1].accepted + sum[1].rejected,
        "-adapt: %d + %d steps with events, %d + %d without", (int)sum[0].accepted,
        (int)sum[0].rejected, (int)sum[1].accepted, (int)sum[1].rejected);
  CHECK(w[0].error < w[1].error / 25, "-adapt: errors %.1e with events, %.1e without",
        sqrt(w[0].error / w[0].size), sqrt(w[1].error / w[1].size));
  PetscCall(PetscOptionsClearValue(NULL, "-adapt"));
  PetscCall(PetscOptionsClearValue(NULL, "-adapt_rtol"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(NULL, "-snes_atol", "1e-14"));
  PetscCall(Orders());
  PetscCall(NearEnds());
  PetscCall(Rest());
  PetscCall(Adaptive());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
