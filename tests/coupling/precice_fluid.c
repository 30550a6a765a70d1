/* precice_fluid.c: the fluid of precice_stand_in.c as a program of its own, for preCICE itself.

   usage: precice_fluid <config.xml> <force x> <spring> <damper>

   Its mesh has the nodes of the flap of precice.py. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "precice_c.h"

enum { NODES = 9, AXES = 3 };

int main(int argc, char *argv[])
{
  static const char mesh[]          = "Fluid-Mesh";
  double            u[NODES * AXES] = {0}, v[NODES * AXES], force[NODES * AXES];
  int               id[NODES];

  if (argc != 5) return 1;
  precicec_createParticipant("Fluid", argv[1], 0, 1);
  for (int k = 0; k < NODES; k++) u[AXES * k + 2] = k / (NODES - 1.);
  precicec_setMeshVertices(mesh, NODES, u, id);
  precicec_initialize();
  while (precicec_isCouplingOngoing()) {
    const double dt = precicec_getMaxTimeStepSize();

    (void)precicec_requiresWritingCheckpoint(); /* this fluid remembers nothing */
    precicec_readData(mesh, "Displacement", NODES, id, dt, u);
    precicec_readData(mesh, "Velocity", NODES, id, dt, v);
    for (int i = 0; i < NODES * AXES; i++)
      force[i] = (i % AXES ? 0 : atof(argv[2])) - atof(argv[3]) * u[i] - atof(argv[4]) * v[i];
    precicec_writeData(mesh, "Force", NODES, id, force);
    precicec_advance(dt);
    (void)precicec_requiresReadingCheckpoint();
  }
  precicec_finalize();
  return 0;
}
