/* node_axes.c: gets the axes of a beam's section at a node from the data of the element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_axes.h"
#include "beam.h"
#include "math/rotation.h"

int beam_node_axes(const ElementKernel *kernel, const double data[], int node, double axes[3][3])
{
  double R[9];

  if (kernel->type != BeamKernel.type) return 0;
  rotation_matrix(((const BeamData *)data)->node[node].axes, R);
  for (int k = 0; k < 9; k++) axes[k % 3][k / 3] = R[k];
  return 1;
}
