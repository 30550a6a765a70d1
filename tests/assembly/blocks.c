/* block_newton.c: tangents in blocks are those in entries: the same products and diagonals, of
   models whose nodes have six dofs or three, or of which supports leave three; where rows make up
   no blocks there are none. Blocks of six store no more entries, and one column for 36 of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "petsc_test.h"
#include "base/aij.h"
#include "systems.h"

#define LATTICE                                                                                    \
  "-mesh frame -points p -point_p 0,0,0 -patterns cube -pattern_cube p -pattern_cube_n 4,3,3 "     \
  "-pattern_cube_vector 1,0,0 -pattern_cube_vector2 0,1,0 -pattern_cube_vector3 0,0,1 -members "   \
  "x,y,z,d "                                                                                       \
  "-member_x p,p+1 -member_y p,p+0+1 -member_z p,p+0+0+1 -member_d p,p+1+1 "                       \
  "-supports ground -support_ground_plane 0,0,0,0,0,1 -gravity 1,2,-9.81 "
#define STEEL                                                                                      \
  "section circle -part_all_radius 0.02 -part_all_young 2e11 -part_all_poisson 0.3 "               \
  "-part_all_density 7800 "
#define BEAMS "-parts all -part_all_element beam -part_all_" STEEL
#define WIRE                                                                                       \
  "-part_wire_element truss -part_wire_ea 1e6 -part_wire_mass_per_length 2 -part_wire_set d "
#define LOADS                                                                                      \
  "-loads tip,wind -load_tip_point 3,2,2 -load_tip_moment 10,20,30 -load_wind_set all "            \
  "-load_wind_law_x -3*vx-2*ux*uy-rz -load_wind_law_my 5*rx-wy "

typedef struct {
  const char *name, *options;
  PetscInt    bs;
} Case;

static const Case cases[] = {
  {"held",       LATTICE BEAMS,                                                                6},
  {"loaded",     LATTICE BEAMS LOADS,                                                          6},
  {"pinned",     LATTICE BEAMS "-support_ground_fix xyz ",                                     3},
  {"hinged",     LATTICE BEAMS "-support_ground_fix xyz -support_ground_fix_rotation xz ",     1},
  {"on rollers", LATTICE BEAMS "-support_ground_fix z ",                                       1},
  {"trusses",
   LATTICE "-parts wire -part_wire_set all -part_wire_element truss -part_wire_ea 1e6 "
           "-part_wire_mass_per_length 2 ",                                                    3},
  {"both",
   LATTICE "-parts all,wire -part_all_set x,y,z -part_all_element beam -part_all_" STEEL WIRE, 3},
  {"membrane",
   "-mesh rectangle -mesh_n 5,4 -mesh_upper 2,1 -parts all -part_all_element finite_membrane "
   "-part_all_young 1e9 "
   "-part_all_poisson 0.3 -part_all_thickness 1e-3 -part_all_density 1000 -supports left ",    3}
};

/* *off = the largest entry of a - b over that of b. Overwrites a. */
static PetscErrorCode Difference(Vec a, Vec b, PetscReal *off)
{
  PetscReal size;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(b, NORM_INFINITY, &size));
  PetscCall(VecAXPY(a, -1, b));
  PetscCall(VecNorm(a, NORM_INFINITY, off));
  *off /= size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Any state of small strains and turns. */
static PetscErrorCode Draw(FsState *s)
{
  const Vec       all[] = {s->q, s->v, s->a, s->qd};
  const PetscReal size  = 0.01;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecSetRandom(all[k], NULL));
    PetscCall(VecScale(all[k], k ? 1 : size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compare(FsSystem sys, const char name[], PetscInt bs, Mat entries, Mat blocks)
{
  const PetscReal round_off = 1e-14;
  PetscReal       off;
  PetscInt        found;
  MatInfo         info[2];
  Vec             x, y, z;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(VecDuplicate(sys->vec, &y));
  PetscCall(VecDuplicate(sys->vec, &z));
  PetscCall(AIJGetBlockSize(blocks, &found));
  CHECK(found == bs, "%s: blocks of %d, not %d", name, (int)found, (int)bs);
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(MatMult(entries, x, y));
  PetscCall(MatMult(blocks, x, z));
  PetscCall(Difference(z, y, &off));
  CHECK(off <= round_off, "%s: products differ by %g", name, off);
  PetscCall(MatGetDiagonal(entries, y));
  PetscCall(MatGetDiagonal(blocks, z));
  PetscCall(Difference(z, y, &off));
  CHECK(off <= round_off, "%s: diagonals differ by %g", name, off);
  PetscCall(MatGetInfo(entries, MAT_GLOBAL_SUM, &info[0]));
  PetscCall(MatGetInfo(blocks, MAT_GLOBAL_SUM, &info[1]));
  CHECK(info[1].nz_used >= info[0].nz_used, "%s: %g entries in blocks, %g without", name,
        info[1].nz_used, info[0].nz_used);
  CHECK(bs < 6 || info[1].nz_used == info[0].nz_used, "%s: %g entries in blocks, %g without", name,
        info[1].nz_used, info[0].nz_used);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckCase(FsSystem sys, Model model, const void *context)
{
  const Case          *c        = context;
  static const FsShift shifts[] = {
    {.cm = 300, .cc = 20, .ck = 1},
    {.ck = 1 },
    {.cm = 1  }
  };
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1, 1};
  FsState                s;
  Mat                    A, B;

  PetscFunctionBeginUser;
  (void)model;
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(Draw(&s));
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &A));
  PetscCall(FsSystemCreateBlockMatrix(sys, &B));
  /* in turn: each has places of its own */
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(shifts); k++) {
    PetscCall(FsSystemTangent(sys, &s, &loading, &rows, shifts[k], A));
    PetscCall(FsSystemTangent(sys, &s, &loading, &rows, shifts[k], B));
    PetscCall(Compare(sys, c->name, c->bs, A, B));
  }
  PetscCall(MatDestroy(&A));
  PetscCall(MatDestroy(&B));
  PetscCall(FsSystemStateDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++)
    PetscCall(CheckSystemOf(cases[k].options, CheckCase, &cases[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
