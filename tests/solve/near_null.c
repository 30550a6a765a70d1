/* near_null.c: rigid motions cost nothing. In models that nothing holds and nothing strains,
   however they have turned, before and after the chart of rotations has followed, the tangent takes
   all six of them to round-off; what takes nothing to zero is no such motion. Three are left of a
   sheet that is held in its plane, five of a straight line without rotations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/rotation.h"
#include "math/vector.h"
#include "petsc_test.h"
#include "linear/near_null.h"
#include "systems.h"

#define FRAME                                                                                      \
  "-mesh frame -points a,b,c,d,e -point_a 0,0,0 -point_b 1,0,0 -point_c 1,2,0.3 -point_d 0,1,1 "   \
  "-point_e 0,1,1 "                                                                                \
  "-members ring,cross,arc -member_ring a,b,c,a -member_ring_n 3 -member_cross a,d,b "             \
  "-member_cross_n 2 "                                                                             \
  "-member_arc c,e -member_arc_through 0.7,2,1 -member_arc_n 3 -links hinge -link_hinge d,e "
#define STEEL                                                                                      \
  "section circle -part_all_radius 0.02 -part_all_young 2e11 -part_all_poisson 0.3 "               \
  "-part_all_density 7800 "
#define MEMBRANE                                                                                   \
  "-mesh rectangle -mesh_n 4,3 -mesh_upper 2,1 -parts all -part_all_element finite_membrane "      \
  "-part_all_young 1e9 "                                                                           \
  "-part_all_poisson 0.3 -part_all_thickness 1e-3 -part_all_density 1000 "
#define BEAMS "-parts all -part_all_element beam -part_all_set ring,cross,arc -part_all_" STEEL

typedef struct {
  const char *name, *options;
  PetscInt    motions; /* that differ */
  PetscBool   free;    /* nothing is held */
} Case;

static const Case cases[] = {
  {"beams",          FRAME BEAMS "-joints hinge -joint_hinge_type revolute -joint_hinge_axis 0,1,0 ", 6,
   PETSC_TRUE                                                                                                       },
  {"membrane",       MEMBRANE,                                                                        6, PETSC_TRUE },
  {"held membrane",  "-supports all -support_all_fix z " MEMBRANE,                                    3, PETSC_FALSE},
  {"straight truss",
   "-mesh line -mesh_n 5 -mesh_upper 3,0,0 -parts all -part_all_element truss -part_all_area 1e-4 "
   "-part_all_young 1e9 "
   "-part_all_density 1000 ",                                                                         5, PETSC_TRUE }
};

/* Turned about the origin by theta [rad], and moved: q of a model whose chart is at ref. */
static PetscErrorCode Turn(Model model, const double theta[3], const double ref[4], Vec q)
{
  const Layout *l       = &model->layout;
  const double  move[3] = {3, -1, 0.5};
  double        R[9], goal[4], turn[4], chart[3];
  PetscScalar  *x;

  PetscFunctionBeginUser;
  rotation_exp(theta, goal);
  rotation_matrix(goal, R);
  rotation_relative(ref, goal, turn);
  rotation_log(turn, chart);
  PetscCall(VecGetArray(q, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    double now[3];

    mat_vec(R, model->mesh->g.x[i], now);
    for (int c = 0; c < COMPONENTS && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      if (at >= 0)
        x[at - l->first] = c < 3 ? now[c] - model->mesh->g.x[i][c] + move[c] : chart[c - 3];
    }
  }
  PetscCall(VecRestoreArray(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckState(FsSystem sys, const FsState *s, PetscInt motions,
                                 const char name[])
{
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1e6, 1e6};
  const PetscReal        least   = 1e-6; /* of what is no rigid motion, over the largest entries */
  const PetscReal        round_off = 1e-13;
  PetscReal              norm, size, r;
  PetscInt               n;
  Vec                   *motion, Kx;
  Mat                    K;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(sys->vec, FS_RIGID_MOTIONS, &motion));
  PetscCall(VecDuplicate(sys->vec, &Kx));
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &K));
  PetscCall(FsSystemTangent(sys, s, &loading, &rows, (FsShift){.ck = 1}, K));
  PetscCall(MatNorm(K, NORM_INFINITY, &norm));
  PetscCall(FsSystemResidual(sys, s, &loading, &rows, Kx));
  PetscCall(VecNorm(Kx, NORM_INFINITY, &r));
  CHECK(r <= 1e-11 * norm, "%s: strained by %g", name, r / norm);
  PetscCall(sys->ops.geometry.rigid_motions(sys, s, &loading, motion));
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscCall(MatMult(K, motion[k], Kx));
    PetscCall(VecNorm(Kx, NORM_INFINITY, &r));
    PetscCall(VecNorm(motion[k], NORM_INFINITY, &size));
    CHECK(r <= round_off * norm, "%s: motion %d costs %g", name, k, r / norm);
    CHECK(motions < FS_RIGID_MOTIONS || size > 0.4, "%s: motion %d is as small as %g", name, k,
          size);
  }
  PetscCall(NearNullOrthonormalize(motion, &n));
  CHECK(n == motions, "%s: %d motions, not %d", name, (int)n, (int)motions);
  PetscCall(VecSetRandom(motion[0], NULL));
  PetscCall(MatMult(K, motion[0], Kx));
  PetscCall(VecNorm(Kx, NORM_INFINITY, &r));
  CHECK(r > least * norm, "%s: all costs nothing", name);
  PetscCall(MatDestroy(&K));
  PetscCall(VecDestroy(&Kx));
  PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* As it is; turned; accepted there; turned on from there. */
static PetscErrorCode CheckTurns(FsSystem sys, Model model, const void *context)
{
  const Case  *c        = context;
  const double still[4] = {1, 0, 0, 0}, first[3] = {0.4, -0.9, 0.7}, second[3] = {-0.5, 0.8, 1.3};
  double       ref[4];
  FsState      s;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(VecZeroEntries(s.q));
  PetscCall(VecZeroEntries(s.v));
  PetscCall(VecZeroEntries(s.a));
  PetscCall(VecZeroEntries(s.qd));
  PetscCall(CheckState(sys, &s, c->motions, c->name));
  if (c->free) {
    FsState *const states[] = {&s};

    PetscCall(Turn(model, first, still, s.q));
    PetscCall(CheckState(sys, &s, c->motions, c->name));
    PetscCall(FsSystemAccept(sys, &s, 1, states));
    PetscCall(CheckState(sys, &s, c->motions, c->name));
    rotation_exp(first, ref);
    PetscCall(Turn(model, second, ref, s.q));
    PetscCall(CheckState(sys, &s, c->motions, c->name));
  }
  PetscCall(FsSystemStateDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++)
    PetscCall(CheckSystemOf(cases[k].options, CheckTurns, &cases[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
