/* factor_cost.c: lines, surfaces and lattices are told apart by how balls grow in their graphs,
   however fine they are and over however many ranks they are dealt out. A ball of radius r in the
   middle of a line has 2 r + 1 nodes, of a grid (2 r + 1)^2, of a cubic lattice (2 r + 1) (2 r^2 +
   2 r + 3)/3: doubling r from 2 on makes powers below 1 and 2, and of 2.37 in space. Levels are
   counted from corner to corner of what is not held. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "linear/factor_cost.h"
#include "systems.h"

#define SHEET                                                                                      \
  "-mesh rectangle -mesh_upper 1,1 -parts all -part_all_element finite_membrane -part_all_young "  \
  "1e9 "                                                                                           \
  "-part_all_poisson 0.3 -part_all_thickness 1e-3 -part_all_density 1000 -supports left -mesh_n "
#define LATTICE                                                                                    \
  "-mesh frame -points p -point_p 0,0,0 -patterns cube -pattern_cube p -pattern_cube_vector "      \
  "1,0,0 "                                                                                         \
  "-pattern_cube_vector2 0,1,0 -pattern_cube_vector3 0,0,1 -members x,y,z -member_x p,p+1 "        \
  "-member_y p,p+0+1 "                                                                             \
  "-member_z p,p+0+0+1 -supports ground -support_ground_plane 0,0,0,0,0,1 "
#define WIRES "-parts all -part_all_element truss -part_all_ea 1e6 -part_all_mass_per_length 2 "
#define BEAMS                                                                                      \
  "-parts all -part_all_element beam -part_all_section circle -part_all_radius 0.02 "              \
  "-part_all_young 2e11 "                                                                          \
  "-part_all_poisson 0.3 -part_all_density 7800 "

typedef struct {
  const char *name, *options;
  PetscReal   levels, least, most;
} Case;

static const Case cases[] = {
  {"line",             "-mesh line -mesh_n 500 -mesh_upper 3,0,0 -supports start " WIRES, 500, 0.8, 1},
  {"sheet",            SHEET "40,30",                                                     40,  1.6, 2},
  {"finer sheet",      SHEET "180,150",                                                   180, 1.9, 2},
  {"strip",            SHEET "200,20",                                                    200, 0.8, 2},
  {"lattice",          LATTICE WIRES "-pattern_cube_n 12,12,12",                          33,  2.1, 3},
  {"lattice of beams", LATTICE BEAMS "-pattern_cube_n 9,9,9",                             24,  2.1, 3},
  {"finer lattice",    LATTICE WIRES "-pattern_cube_n 24,24,24",                          69,  2.1, 3}
};

static PetscErrorCode CheckGrowth(FsSystem sys, Model model, const void *context)
{
  const Case *c = context;

  PetscFunctionBeginUser;
  (void)model;
  for (int blocks = 0; blocks < 2; blocks++) {
    FactorCost cost;
    Mat        A;

    if (blocks) PetscCall(FsSystemCreateBlockMatrix(sys, &A));
    else PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &A));
    PetscCall(FactorCostEstimate(A, &cost));
    CHECK(cost.growth > c->least && cost.growth < c->most, "%s%s: a ball grows by the power %g",
          c->name, blocks ? " in blocks" : "", cost.growth);
    CHECK(cost.levels == c->levels, "%s%s: %g levels, not %g", c->name, blocks ? " in blocks" : "",
          cost.levels, c->levels);
    PetscCall(MatDestroy(&A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++)
    PetscCall(CheckSystemOf(cases[k].options, CheckGrowth, &cases[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
