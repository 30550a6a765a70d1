/* synonym.c: lists other words for which users search the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "synonym.h"

#define HINGE_TERMS "revolute,spherical,rotational_spring,-links,-link_"
#define MODES_TERMS "-analysis,-modes,-buckling"
#define RAYLEIGH_TERMS "Rayleigh,-damping_,loss_factor,-spectrum_damping"
#define SECTION_TERMS "cross-section,-part_<beam>_"
#define SUPPORT_TERMS "-supports,-support_<name>_set,-support_<name>_fix"

/* clang-format off */
static const Synonym synonyms[] = {
  {"actuator", "an actuator is a motor, or a prescribed coordinate of a joint", "motor,prescribed"},
  {"animation",
   "ParaView shows the snapshots of the XDMF file beside the output",
   "-output,-output_every,-output_interval"},
  {"boundary condition", "boundary conditions are supports", SUPPORT_TERMS},
  {"clamp", "a clamp is a support with -support_<name>_fix all", SUPPORT_TERMS},
  {"constraint",
   "constraints are supports, joints, couplings and sliders",
   "-supports,-joints,-couplings,-sliders"},
  {"contact", "the stops of joints are the contacts that fsolve has", "stop,-events"},
  {"cross-section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"damping ratio",
   "the ratio at omega is alpha/(2 omega) + beta omega/2 for C = alpha M + beta K",
   RAYLEIGH_TERMS},
  {"dead load",
   "a dead load is -gravity, or a load that does not follow the motion",
   "-gravity,-loads,-load_<name>_force,-load_<name>_traction,-load_<name>_follower"},
  {"earthquake",
   "an earthquake is an acceleration of the ground, often a column of a table",
   "-base_,-tables,-table_"},
  {"eigenfrequency", "-analysis modes computes natural frequencies", MODES_TERMS},
  {"eigenmode", "-analysis modes computes modes", MODES_TERMS},
  {"eigenvalue",
   "-analysis modes computes frequencies, -analysis buckling load factors",
   MODES_TERMS},
  {"hinge", "a hinge is a joint of the type revolute (one axis) or spherical", HINGE_TERMS},
  {"modulus", "Young's modulus is _young", "_young"},
  {"natural frequency", "-analysis modes computes natural frequencies", MODES_TERMS},
  {"pin",
   "a pinned support fixes no rotations; a pinned connection is a revolute or spherical joint",
   HINGE_TERMS "," SUPPORT_TERMS},
  {"pretension", "a pretension is _prestress", "_prestress,_tension"},
  {"profile", "beams take a steel profile by name, such as IPE300", "_profile," SECTION_TERMS},
  {"release",
   "a release is a joint between two nodes at one place, such as a link of a frame",
   HINGE_TERMS},
  {"roller",
   "a roller is a support that fixes one displacement, as in -support_<name>_fix z",
   SUPPORT_TERMS},
  {"rotor", "a rotor is a model in a frame that rotates", "-spin,-modes_damped"},
  {"section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"seismic",
   "an earthquake is an acceleration of the ground, often a column of a table",
   "-base_,-tables,-table_"},
  {"self-weight", "the self-weight is the gravity of all masses", "-gravity"},
  {"time step", "the time step is -dt; -adapt chooses it by the error", "-dt,-adapt,-events"},
  {"tolerance", "tolerances are those of steps and of solvers", "-adapt_,-ksp_type,-snes_,-newton"},
  {"unit",
   "units are yours, consistently; the manual prints those of SI: m, kg, s, N, rad, and Hz",
   "-mesh_scale"},
  {"weight", "the weight is the gravity of all masses", "-gravity"},
};
/* clang-format on */

const Synonym *synonym_find(const char word[])
{
  for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++) {
    const size_t      length = strlen(synonyms[k].word);
    const char *const rest   = word + length;

    if (!strncasecmp(word, synonyms[k].word, length) && (!*rest || !strcasecmp(rest, "s")))
      return &synonyms[k];
  }
  return NULL;
}
