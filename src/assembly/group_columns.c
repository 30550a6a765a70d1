/* group_columns.c: CombineColumns of several elements at once, all of whose nodes rotate. */
#include "term.h"
#include "math/rotation_lanes.h"

/* The matrices of the columns of a node of each element. */
typedef struct {
  Lanes spin[9], velocity[9], acceleration[9];
} LaneColumns;

static ALWAYS_INLINE void gather_columns(const ChartColumns *const of[LANES], LaneColumns *to)
{
  const double *spin[LANES], *velocity[LANES], *acceleration[LANES];

  for (int k = 0; k < LANES; k++) {
    spin[k]         = of[k]->spin;
    velocity[k]     = of[k]->velocity;
    acceleration[k] = of[k]->acceleration;
  }
  for (int i = 0; i < 9; i++) {
    to->spin[i]         = lanes_gather(spin, i);
    to->velocity[i]     = lanes_gather(velocity, i);
    to->acceleration[i] = lanes_gather(acceleration, i);
  }
}

SIMD_CLONES void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift,
                              const Lanes K[], const Lanes C[], const Lanes M[], Lanes A[])
{
  for (PetscInt node = 0; node < nd; node += COMPONENTS) {
    LaneColumns of;

    gather_columns(columns[node / COMPONENTS], &of);
    for (PetscInt at = node; at < nd * nd; at += nd) {
      Lanes spin[3], velocity[3], acceleration[3];

      for (PetscInt i = at; i < at + 3; i++)
        A[i] = shift.ck * K[i] + shift.cc * C[i] + shift.cm * M[i];
      mat_t_vec(of.spin, K + at + 3, spin);
      mat_t_vec(of.velocity, C + at + 3, velocity);
      mat_t_vec(of.acceleration, M + at + 3, acceleration);
      for (int c = 0; c < 3; c++) A[at + 3 + c] = spin[c] + velocity[c] + acceleration[c];
    }
  }
}
