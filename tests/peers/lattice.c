/* lattice.c: steps of central differences of a cubic lattice of trusses in plain loops, with which
   scripts/bench compares those of fsolve. It knows that all nodes are alike: no supports but the
   ground, no output, no checks. The strain is (l^2/L^2 - 1)/2, the mass is lumped. usage:
   peer_lattice side steps dt EA mass_per_length */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double gravity[3] = {0, 0, -9.81};

typedef struct {
  long nodes, members, ground; /* the first nodes are on the ground */
  int (*end)[2];               /* [members] */
  double *length, *mass;
  double (*x)[3], (*q)[3], (*v)[3], (*a)[3], (*force)[3];
} Lattice;

static void *zeros(long n, size_t size)
{
  void *memory = calloc((size_t)n, size);

  if (!memory) exit(1);
  return memory;
}

/* A node is i + side (j + side k) at (i, j, k). */
static Lattice create(int side, double mass_per_length)
{
  const long n = (long)side * side * side;
  Lattice    l = {.nodes = n, .ground = (long)side * side};

  l.end    = zeros(3 * n, sizeof *l.end);
  l.length = zeros(3 * n, sizeof *l.length);
  l.mass   = zeros(n, sizeof *l.mass);
  l.x      = zeros(n, sizeof *l.x);
  l.q      = zeros(n, sizeof *l.q);
  l.v      = zeros(n, sizeof *l.v);
  l.a      = zeros(n, sizeof *l.a);
  l.force  = zeros(n, sizeof *l.force);
  for (long i = 0; i < n; i++) {
    const long place[3]  = {i % side, i / side % side, i / l.ground},
               stride[3] = {1, side, l.ground};

    for (int c = 0; c < 3; c++) l.x[i][c] = (double)place[c];
    for (int c = 0; c < 3; c++) {
      if (place[c] == side - 1) continue;
      l.end[l.members][0]   = (int)i;
      l.end[l.members][1]   = (int)(i + stride[c]);
      l.length[l.members++] = 1;
      l.mass[i] += mass_per_length / 2;
      l.mass[i + stride[c]] += mass_per_length / 2;
    }
  }
  return l;
}

static void add_forces(const Lattice *l, double EA)
{
  for (long e = 0; e < l->members; e++) {
    const int i = l->end[e][0], j = l->end[e][1];
    double    d[3], square        = 0, factor;

    for (int c = 0; c < 3; c++) {
      d[c] = l->x[j][c] + l->q[j][c] - (l->x[i][c] + l->q[i][c]);
      square += d[c] * d[c];
    }
    factor = EA / 2 * (square / (l->length[e] * l->length[e]) - 1) / l->length[e];
    for (int c = 0; c < 3; c++) {
      l->force[i][c] += factor * d[c];
      l->force[j][c] -= factor * d[c];
    }
  }
}

/* Computes the accelerations of the free nodes, and the rest of their velocities. */
static void accelerate(const Lattice *l, double dt)
{
  for (long i = l->ground; i < l->nodes; i++)
    for (int c = 0; c < 3; c++) {
      l->a[i][c] = l->force[i][c] / l->mass[i] + gravity[c];
      l->v[i][c] += dt / 2 * l->a[i][c];
      l->force[i][c] = 0;
    }
}

static void step(const Lattice *l, double dt, double EA)
{
  for (long i = l->ground; i < l->nodes; i++)
    for (int c = 0; c < 3; c++) {
      l->q[i][c] += dt * (l->v[i][c] + dt / 2 * l->a[i][c]);
      l->v[i][c] += dt / 2 * l->a[i][c];
    }
  add_forces(l, EA);
  accelerate(l, dt);
}

int main(int argc, char *argv[])
{
  const int    side = argc > 5 ? atoi(argv[1]) : 33, steps = argc > 5 ? atoi(argv[2]) : 30;
  const double dt = argc > 5 ? atof(argv[3]) : 1e-4, EA = argc > 5 ? atof(argv[4]) : 1.64934e9,
               mass    = argc > 5 ? atof(argv[5]) : 61.6539;
  const Lattice   l    = create(side, mass);
  const double    t    = steps * dt;
  double          fall = 0;
  struct timespec started, ended;

  accelerate(&l, 0);
  clock_gettime(CLOCK_MONOTONIC, &started);
  for (int k = 0; k < steps; k++) step(&l, dt, EA);
  clock_gettime(CLOCK_MONOTONIC, &ended);
  /* the top falls freely until the first wave arrives */
  fall = l.q[l.nodes - 1][2] / (gravity[2] * t * t / 2);
  if (sqrt(EA / mass) * t < 0.6 * side && !(fabs(fall - 1) < 1e-9)) return 1;
  printf(
    "done: %ld dofs, %.6g seconds a step\n", 3 * (l.nodes - l.ground),
    ((double)(ended.tv_sec - started.tv_sec) + 1e-9 * (double)(ended.tv_nsec - started.tv_nsec)) /
      steps);
  return 0;
}
