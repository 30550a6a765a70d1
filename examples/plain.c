/* plain.c: a case in a program without headers of PETSc and MPI: the swing of a cantilever after a
   step of its load, its static deflection, and the entries of its stiffness matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case_plain.h>
#include <stdio.h>

static const char model[] =
  "-mesh line -mesh_n 4 -mesh_upper 2 -parts rod -part_rod_set all -part_rod_element beam\n"
  "-part_rod_section circle -part_rod_radius 0.05 -part_rod_young 2e11 -part_rod_poisson 0.3\n"
  "-part_rod_density 7800 -supports start -probes end -linearize -integrator trapezoidal\n"
  "-dt 0.005 -t_end 0.2 -output none -quiet\n";

/* The force of the load, which grows linearly to -100 N in 0.1 s. */
static int push(void *context, double t, const double x[3], const double u[3], const double v[3],
                double force[3], double by_u[9], double by_v[9])
{
  (void)context, (void)x, (void)u, (void)v, (void)by_u, (void)by_v; /* not a function of these */
  force[2] = -100 * (t < 0.1 ? t / 0.1 : 1);
  return 0;
}

/* Counts the steps. */
static int count(void *context, fs_case *c, long long step, double t)
{
  (void)c, (void)step, (void)t;
  ++*(long long *)context;
  return 0;
}

static int run(fs_case *c)
{
  long long steps  = 0;
  fs_result tip    = {.data = NULL};
  fs_matrix K      = {.total = 0};
  int       status = fs_case_set_options_text(c, model);

  if (!status) status = fs_case_set_option(c, "-loads", "end");
  if (!status) status = fs_case_set_load_function(c, "end", "z", 0, push, NULL);
  if (!status) status = fs_case_set_monitor(c, count, &steps);
  if (!status) status = fs_case_set_up(c);
  if (!status) status = fs_case_step_to(c, 0.1);
  if (!status) status = fs_case_run(c);
  if (!status) status = fs_case_get_result(c, "/history/end/displacement", &tip);
  if (!status) status = fs_case_get_matrix(c, 'K', &K);
  if (!status)
    printf("fsolve %s: %lld steps, %lld rows of K, tip at %.9g m\n", FsVersion(), steps, K.total,
           ((const double *)tip.data)[3 * tip.dims[0] - 1]);
  fs_matrix_free(&K);
  return status;
}

int main(void)
{
  fs_case *c      = NULL;
  int      status = fs_case_create(&c);

  if (!status) status = run(c);
  if (status) fprintf(stderr, "%s\n", fs_case_message(c));
  fs_case_destroy(&c);
  fs_finalize();
  return status;
}
