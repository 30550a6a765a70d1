/* precice_stand_in.c: a library with preCICE's interface for C, and a fluid inside it.

   The fluid gives each node the force f - k u - c v, of its displacement u and velocity v. The
   configuration has a word and numbers on each line:

     mesh <name> <dimension>
     window <length> <end>               times [s]
     implicit <tolerance> <relaxation>   otherwise the coupling is explicit
     force <x> <y> <z>                   f of each node [N]; as many as the mesh has dimensions
     spring <k>                          [N/m]
     damper <c>                          [N s/m]
     scalar                              data are scalars, which is wrong
     ramp <t>                            instead of the fluid: forces that grow in proportion to
                                         time, to f at the time t [s], and that are interpolated

   With explicit coupling the forces within a window are those of the motion at its start. With
   implicit coupling they change linearly from the start of the window to its end. At the
   end the library writes "windows iterations" to <configuration>.log. It ends the program if it is
   used in the wrong order, as preCICE does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "precice_c.h"

static struct {
  MPI_Comm comm;
  char     config[4096], mesh[64];
  int      dimension, n, implicit, scalar, initialized;
  double   window, end, tolerance, relaxation, force[3], spring, damper, ramp;
  double   time, within; /* start of the window, and how much of it has passed [s] */
  double  *u, *v, *f;    /* [n][dimension] */
  double  *before;       /* [n][dimension] forces at the start of the window */
  int      must_write, must_read, windows, iterations;
} fluid;

static void require(int condition, const char message[])
{
  if (condition) return;
  fprintf(stderr, "stand-in for preCICE: %s\n", message);
  abort();
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static void read_line(const char line[])
{
  char word[64] = "";

  sscanf(line, "%63s", word);
  if (!strcmp(word, "mesh")) sscanf(line, "%*s %63s %d", fluid.mesh, &fluid.dimension);
  if (!strcmp(word, "window")) sscanf(line, "%*s %lf %lf", &fluid.window, &fluid.end);
  if (!strcmp(word, "implicit"))
    fluid.implicit = sscanf(line, "%*s %lf %lf", &fluid.tolerance, &fluid.relaxation) == 2;
  if (!strcmp(word, "force"))
    sscanf(line, "%*s %lf %lf %lf", &fluid.force[0], &fluid.force[1], &fluid.force[2]);
  if (!strcmp(word, "spring")) sscanf(line, "%*s %lf", &fluid.spring);
  if (!strcmp(word, "damper")) sscanf(line, "%*s %lf", &fluid.damper);
  if (!strcmp(word, "scalar")) fluid.scalar = 1;
  if (!strcmp(word, "ramp")) sscanf(line, "%*s %lf", &fluid.ramp);
}

void precicec_createParticipant_withCommunicator(const char *participant, const char *config,
                                                 int rank, int size, void *comm)
{
  char  line[256];
  int   own_rank, own_size;
  FILE *file = fopen(config, "r");

  require(file != NULL, "no configuration");
  require(!strcmp(participant, "Solid"), "the configuration has no participant of this name");
  fluid.comm = *(MPI_Comm *)comm;
  MPI_Comm_rank(fluid.comm, &own_rank);
  MPI_Comm_size(fluid.comm, &own_size);
  require(rank == own_rank && size == own_size, "wrong rank or size");
  snprintf(fluid.config, sizeof fluid.config, "%s", config);
  while (fgets(line, sizeof line, file)) read_line(line);
  fclose(file);
}

int precicec_getMeshDimensions(const char *mesh)
{
  require(!strcmp(mesh, fluid.mesh), "the configuration has no mesh of this name");
  return fluid.dimension;
}

int precicec_getDataDimensions(const char *mesh, const char *data)
{
  (void)data;
  return fluid.scalar ? 1 : precicec_getMeshDimensions(mesh);
}

void precicec_setMeshVertices(const char *mesh, int n, const double *place, int *id)
{
  const size_t size = (size_t)(n * precicec_getMeshDimensions(mesh)) + 1;

  require(!fluid.initialized, "vertices come too late");
  (void)place;
  fluid.n      = n;
  fluid.u      = calloc(size, sizeof(double));
  fluid.v      = calloc(size, sizeof(double));
  fluid.f      = calloc(size, sizeof(double));
  fluid.before = calloc(size, sizeof(double));
  for (int k = 0; k < n; k++) id[k] = n - 1 - k;
}

/* Returns the force of the fluid on component c of node k. */
static double force_of(int k, int c)
{
  const int at = k * fluid.dimension + c;

  return fluid.force[c] - fluid.spring * fluid.u[at] - fluid.damper * fluid.v[at];
}

void precicec_initialize(void)
{
  for (int k = 0; k < fluid.n; k++)
    for (int c = 0; c < fluid.dimension; c++) {
      const int at = k * fluid.dimension + c;

      fluid.f[at] = fluid.before[at] = force_of(k, c);
    }
  fluid.initialized = 1;
  fluid.must_write  = fluid.implicit;
}

/* ---- windows --------------------------------------------------------------------------------- */

int precicec_requiresInitialData(void) { return 1; }

int precicec_isCouplingOngoing(void) { return fluid.time < fluid.end * (1 - 1e-12); }

double precicec_getMaxTimeStepSize(void) { return fluid.window - fluid.within; }

int precicec_requiresWritingCheckpoint(void)
{
  const int must = fluid.must_write;

  fluid.must_write = 0;
  return must;
}

int precicec_requiresReadingCheckpoint(void)
{
  const int must = fluid.must_read;

  fluid.must_read = 0;
  return must;
}

static double *data_of(const char data[])
{
  if (!strcmp(data, "Displacement")) return fluid.u;
  if (!strcmp(data, "Velocity")) return fluid.v;
  require(!strcmp(data, "Force"), "the configuration has no data of this name");
  return fluid.f;
}

void precicec_writeData(const char *mesh, const char *data, int n, const int *id,
                        const double *value)
{
  require(n == fluid.n && !strcmp(mesh, fluid.mesh), "wrong mesh or number of nodes");
  for (int k = 0; k < n; k++)
    memcpy(data_of(data) + id[k] * fluid.dimension, value + k * fluid.dimension,
           (size_t)fluid.dimension * sizeof *value);
}

void precicec_readData(const char *mesh, const char *data, int n, const int *id, double dt,
                       double *value)
{
  require(n == fluid.n && !strcmp(mesh, fluid.mesh), "wrong mesh or number of nodes");
  require(dt >= 0 && dt <= precicec_getMaxTimeStepSize() * (1 + 1e-12),
          "a time outside the window");
  require(data_of(data) == fluid.f, "only forces are read");
  for (int k = 0; k < n; k++)
    for (int c = 0; c < fluid.dimension; c++) {
      const int    at   = id[k] * fluid.dimension + c;
      const double now  = fluid.time + fluid.within + dt;
      const double part = fluid.implicit ? (fluid.within + dt) / fluid.window : 1;

      if (fluid.ramp > 0) {
        value[k * fluid.dimension + c] = fluid.force[c] * fmin(now / fluid.ramp, 1);
        continue;
      }
      value[k * fluid.dimension + c] = part * fluid.f[at] + (1 - part) * fluid.before[at];
    }
}

/* Moves the forces towards those of the motion. Returns the largest change on all ranks. */
static double update_forces(double relaxation)
{
  double change = 0;

  for (int k = 0; k < fluid.n; k++)
    for (int c = 0; c < fluid.dimension; c++) {
      double      *f = &fluid.f[k * fluid.dimension + c];
      const double d = force_of(k, c) - *f;

      change = fmax(change, fabs(d));
      *f += relaxation * d;
    }
  MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, fluid.comm);
  return change;
}

void precicec_advance(double dt)
{
  require(fluid.initialized, "advance before initialize");
  require(!fluid.must_write && !fluid.must_read, "nobody has asked for checkpoints");
  require(dt > 0 && dt <= precicec_getMaxTimeStepSize() * (1 + 1e-12), "a step beyond the window");
  fluid.within += dt;
  if (fluid.within < fluid.window * (1 - 1e-12)) return;
  fluid.iterations++;
  fluid.must_read =
    update_forces(fluid.implicit ? fluid.relaxation : 1) > fluid.tolerance && fluid.implicit;
  fluid.within = 0;
  if (fluid.must_read) return;
  memcpy(fluid.before, fluid.f, (size_t)(fluid.n * fluid.dimension) * sizeof *fluid.f);
  fluid.windows++;
  fluid.must_write = fluid.implicit;
  fluid.time       = fluid.windows * fluid.window;
}

void precicec_finalize(void)
{
  char  path[4200];
  int   rank;
  FILE *file;

  MPI_Comm_rank(fluid.comm, &rank);
  snprintf(path, sizeof path, "%s.log", fluid.config);
  if (rank == 0 && (file = fopen(path, "w"))) {
    fprintf(file, "%d %d\n", fluid.windows, fluid.iterations);
    fclose(file);
  }
  free(fluid.u);
  free(fluid.v);
  free(fluid.f);
  free(fluid.before);
}

const char *precicec_getVersionInformation(void) { return "0.0.0;stand-in"; }
