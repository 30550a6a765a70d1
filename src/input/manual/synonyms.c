/* synonyms.c: words of users that -help answers although the manual does not use them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include "manual.h"

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
  {"bolt,weld seam,anchor",
   "fsolve has no bolts: a connection is a rigid node, a release with a stiffness, a joint, or a "
   "spring",
   "_release,-joint_<name>_type,-part_<spring>_stiffness"},
  {"boundary condition", "boundary conditions are supports", SUPPORT_TERMS},
  {"brace,bracing,cross bracing",
   "braces that bear tension alone are cables, or trusses with -part_<name>_law tension_only; other "
   "braces are trusses or beams",
   "_element,_prestress,_law"},
  {"buckling factor,critical load,euler load,buckling load,stability",
   "-analysis buckling computes the factors of the loads at which the structure buckles",
   "-analysis,-buckling,-path_direction"},
  {"camber,precamber,lack of fit",
   "a camber is an initial curvature of the mesh, or an imperfection; a lack of fit is an initial "
   "strain",
   "_initial_strain,-imperfection,-member_<name>_through"},
  {"clamp,fixed end,fixed support,built-in,encastre",
   "a clamped end is a support with -support_<name>_fix all, which is the default",
   SUPPORT_TERMS},
  {"code check,eurocode,aisc,design check,standard",
   "fsolve checks no code of practice: python -m fsolve.tables makes tables of member forces",
   "utilisation,_capacity"},
  {"concrete,reinforcement,rebar",
   "fsolve has no concrete: beams take stiffnesses of a cracked section as numbers",
   "-part_<beam>_eiy,-part_<beam>_eiz"},
  {"constraint",
   "constraints are supports, joints, couplings and sliders",
   "-supports,-joints,-couplings,-sliders"},
  {"construction stage,staged construction",
   "fsolve has no construction stages: every part is there from the start; -state_from takes an "
   "equilibrium for modes",
   "-state_from,-initial_static"},
  {"contact", "the stops of joints are the contacts that fsolve has", "stop,-events"},
  {"crack,fatigue,fracture",
   "fsolve has no cracks and no fatigue: histories of stresses are results for other programs",
   "-probe_<name>_extreme"},
  {"creep,shrinkage,relaxation",
   "fsolve has no creep and no relaxation; a shrinkage is a negative _initial_strain or "
   "temperature",
   "_initial_strain,_temperature"},
  {"cross-section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"current,drag,morison,ocean wave,hydrodynamics",
   "the drag of currents, waves and wind on lines is the element drag; fsolve has no added mass and "
   "no buoyancy",
   "-part_<drag>_"},
  {"damping ratio",
   "the ratio at omega is alpha/(2 omega) + beta omega/2 for C = alpha M + beta K",
   RAYLEIGH_TERMS},
  {"dead load",
   "a dead load is -gravity, or a load that does not follow the motion",
   "-gravity,-loads,-load_<name>_force,-load_<name>_traction,-load_<name>_follower"},
  {"deflection,drift,sway,storey drift",
   "a deflection is a displacement: frames have all nodes, a probe has one place; beams have "
   "deflection_max inside",
   "-probe,-part_<beam>_section_places"},
  {"diagram,bending moment,shear force,axial force,normal force,internal force,member force,"
   "section force",
   "plot_section draws the forces and moments of members, python -m fsolve.tables makes a table "
   "of them (docs/howto/member_forces.md)",
   "-output_fields,-part_<beam>_section_places,-probe_<name>_extreme,-envelopes"},
  {"distributed load,line load,uniform load,trapezoidal load,triangular load,partial load",
   "a load per length is -load_<name>_traction; a part of a member and trapezoids have _from, _to "
   "and _traction_to",
   "-load_<name>_force,-load_<name>_point,-load_<name>_traction,-load_<name>_from,-load_<name>_to"},
  {"earthquake,seismic",
   "an earthquake is an acceleration of the ground, often a column of a table "
   "(docs/howto/earthquake.md)",
   "-base_,-tables,-table_"},
  {"effective length,buckling length,slenderness",
   "fsolve has no effective lengths: -analysis buckling takes the whole structure, exact with one "
   "element a member if -part_<name>_correction is axial",
   "-analysis,-buckling,-part_<beam>_correction"},
  {"eigenfrequency,natural frequency,frequency of vibration,period",
   "-analysis modes computes natural frequencies",
   MODES_TERMS},
  {"eigenmode,mode shape", "-analysis modes computes modes", MODES_TERMS},
  {"eigenvalue",
   "-analysis modes computes frequencies, -analysis buckling load factors",
   MODES_TERMS},
  {"envelope", "envelopes are the largest and the least values over all steps", "-envelopes"},
  {"export,csv file,report,excel,spreadsheet",
   "python -m fsolve.tables writes tables of member forces as CSV; the output file is HDF5 and "
   "XDMF",
   "-output,-output_fields"},
  {"first order,linear analysis,small displacement",
   "-linearize makes displacements small; by default they may be large",
   "-linearize"},
  {"form finding,tensile structure",
   "a form is the equilibrium of soft cables with a prestress (docs/howto/form_finding.md)",
   "_prestress,-part_<cable>_ea"},
  {"foundation,elastic support,soil,subgrade,winkler,bedding,pile",
   "an elastic bed of lines or surfaces is a law per length or area, such as -load_bed_law_z "
   "\"-k*uz\" -load_bed_law_per length; an elastic support of a node is a spring to the ground "
   "(docs/howto/elastic_support.md)",
   "-load_<name>_law_per,-part_<spring>_stiffness,-part_<rotational_spring>_stiffness"},
  {"free body,free-free,unsupported",
   "-hold_rigid holds the motions of a free body whose loads balance; modes and motions need no "
   "supports",
   "-hold_rigid,-supports"},
  {"gap,clearance,uplift",
   "a gap is the stop of a joint between two nodes, such as a distance or a prismatic joint",
   "stop,-events"},
  {"hinge,internal hinge,moment release",
   "a hinge at the end of a member is -member_<name>_release; between nodes it is a joint "
   "(revolute, spherical)",
   "_release," HINGE_TERMS},
  {"inclination,out of plumb,sway imperfection,initial bow,initial sway",
   "columns that lean or bow have an imperfection by a formula, such as z/200,0,0",
   "-imperfection_formula,-imperfection"},
  {"influence line",
   "-load_<name>_place in a static analysis gives influence lines: t is the place",
   "-load_<name>_place,-load_<name>_field,-load_<name>_time"},
  {"lateral torsional buckling,lateral buckling",
   "-analysis buckling includes lateral buckling of beams, without warping",
   "-analysis,-buckling"},
  {"live load",
   "a live load is a load; its combinations are load steps or -cases",
   "-loads,-load_<name>_time,-cases"},
  {"load case,combination,load combination,superposition,partial factor",
   "load cases and combinations are load steps, or rows of -cases (docs/howto/combinations.md)",
   "-load_<name>_time,-cases,-tables,-envelopes"},
  {"local axes,orientation,beta angle,roll angle",
   "-part_<name>_direction is the y axis of the section; plot_model draws the axes",
   "-part_<beam>_direction,-part_<beam>_twist"},
  {"material,steel,timber,aluminium",
   "fsolve has no library of materials: a part has -part_<name>_young, _poisson (timber: "
   "_shear_modulus) and _density",
   "_young,_poisson,_shear_modulus,_density"},
  {"mechanism,singular,singular matrix,singular stiffness,mobility,unstable,zero pivot",
   "a model that can move has a singular matrix: -show model counts its motions, modes of 0 Hz "
   "show them (docs/howto/mechanism.md)",
   "-show,-analysis,-hold_rigid,-support_<name>_fix,_release,-mesh_unjoined,-mesh_unused"},
  {"mesh refinement,element size,subdivide",
   "-member_<name>_n is the number of elements of a member, -mesh_n that of a generated mesh",
   "-member_<name>_n,-mesh_n,-mesh_size"},
  {"modulus", "Young's modulus is _young", "_young"},
  {"moment of inertia,second moment of area,flexural rigidity",
   "a section has a shape, a profile, or the stiffness E I as -part_<name>_eiy and _eiz",
   "-part_<beam>_section,-part_<beam>_profile,-part_<beam>_eiy,-part_<beam>_eiz,-part_<beam>_gj"},
  {"moving load,axle,vehicle,crane load",
   "forces that move along members have -load_<name>_place and _axles (docs/howto/moving_load.md)",
   "-load_<name>_place,-load_<name>_axle"},
  {"nodal mass,lumped mass,point mass,concentrated mass",
   "a mass at a node is a part with the element mass, or body if it rotates",
   "_element,-part_<mass>_mass,-part_<body>_mass"},
  {"pin,pinned,pinned support,pin-ended,simply supported",
   "a pinned support fixes no rotations (-support_<name>_fix xyz); a pinned end of a member is "
   "-member_<name>_release",
   HINGE_TERMS "," SUPPORT_TERMS},
  {"plastic,plasticity,elastoplastic,plastic hinge",
   "fsolve has no plasticity of its own: a law with memory comes from a plug-in "
   "(examples/plugins/hardening.c); elastic laws are -part_<name>_law",
   "_law,-plugin"},
  {"point load,concentrated load,nodal load",
   "a point load is -load_<name>_force, at nodes of a set or at a place -load_<name>_point",
   "-load_<name>_force,-load_<name>_point,-load_<name>_traction,-load_<name>_from,-load_<name>_to"},
  {"pretension", "a pretension is _prestress", "_prestress,_tension"},
  {"profile", "beams take a steel profile by name, such as IPE300", "_profile," SECTION_TERMS},
  {"ramp", "a ramp is a formula of time, such as min(t/T,1)", "-load_<name>_time,-gravity_time"},
  {"release,end release,member end release",
   "a release is a hinge at the end of a member, or a joint between two nodes at one place",
   "_release," HINGE_TERMS},
  {"response spectrum,modal superposition",
   "fsolve has no response spectrum method: give the ground motion as a table "
   "(docs/howto/earthquake.md)",
   "-base_,-modes,-tables"},
  {"rigid link,rigid arm,rigid body,rigid diaphragm,rigid zone,eccentricity",
   "nodes that move as one body are a tie; arms at the ends of members are _offset_start and "
   "_rigid",
   "-tie_<name>_type,-member_<name>_offset_start,-member_<name>_rigid,-part_<name>_end_offset"},
  {"roller",
   "a roller is a support that fixes one displacement, as in -support_<name>_fix z",
   SUPPORT_TERMS},
  {"rope,eyelet,pulley,tackle,block and tackle",
   "a rope through rings or over pulleys is a tie of type rope",
   "-tie_<name>_type,-tie_<name>_through,-tie_<name>_length"},
  {"rotor", "a rotor is a model in a frame that rotates", "-spin,-modes_damped"},
  {"second order,p-delta,second-order,large displacement,geometric nonlinearity",
   "analyses are of second order by default, with large displacements; -linearize makes them "
   "linear",
   "-linearize,-part_<beam>_correction"},
  {"section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"section modulus,elastic modulus of the section",
   "stresses follow from the shape of the section: the result stress_max needs no section modulus",
   "-part_<beam>_section,-part_<beam>_profile,-probe_<name>_extreme"},
  {"self-weight,self weight,weight,dead weight",
   "the self-weight is the gravity of all masses",
   "-gravity"},
  {"settlement,imposed displacement,prescribed displacement",
   "a settlement is a prescribed motion of a support",
   "-support_<name>_motion_x,-support_<name>_motion_z"},
  {"shear area,timoshenko,shear deformation",
   "beams deform by shear: the shear stiffnesses follow from the shape, or are numbers",
   "-part_<beam>_gay,-part_<beam>_gaz"},
  {"slab,plate,floor,wall",
   "plates and walls are parts with the element shell on surfaces of the mesh; a rigid floor is a "
   "diaphragm",
   "_element,-part_<shell>_thickness,-tie_<name>_type"},
  {"snap through,arc length,limit load,post-buckling,pushover",
   "-analysis static follows a path through limit points to its load, -analysis path a whole path, "
   "with elastic elements",
   "-analysis,-static_arc,-path_"},
  {"snow,projected load",
   "snow is -load_<name>_traction with -load_<name>_projected, per length or area of the plan",
   "-load_<name>_traction,-load_<name>_projected,-load_<name>_field"},
  {"strength",
   "fsolve checks no code of practice; laminates have failure indices, and stresses are results",
   "stress,strength"},
  {"symmetry,half model",
   "symmetry is a support that fixes the displacement across the plane and the rotations in it "
   "(docs/howto/symmetry.md)",
   SUPPORT_TERMS},
  {"tension only,tension-only,slack",
   "members that bear tension alone are cables, or bars, trusses and springs with "
   "-part_<name>_law tension_only, without -linearize",
   "_law,_element,-part_<cable>_"},
  {"time history,accelerogram",
   "a time history is a column of a table, or a formula of t",
   "-tables,-table_,-base_,-load_<name>_time,-dt"},
  {"time step", "the time step is -dt; -adapt chooses it by the error", "-dt,-adapt,-events"},
  {"tolerance", "tolerances are those of steps and of solvers", "-adapt_,-ksp_type,-snes_,-newton"},
  {"torsion,torsion constant,warping",
   "the torsional stiffness is G J (-part_<name>_gj, or from the shape); fsolve has no warping of "
   "beams",
   "-part_<beam>_gj,-part_<beam>_section"},
  {"unit,unit system",
   "units are yours, consistently; the manual prints those of SI: m, kg, s, N, rad, and Hz",
   "-mesh_scale,-part_<beam>_profile_unit"},
  {"utilization,unity check",
   "the result utilisation is the axial force over the capacity of a bar, truss or cable",
   "_capacity,utilisation"},
  {"wind,wind load",
   "wind is a traction or a pressure, often with a formula of place and time; the element drag has "
   "the drag of wind on lines that move",
   "-load_<name>_traction,-load_<name>_pressure,-load_<name>_field,-part_<drag>_"},
  {"yield,yield stress",
   "fsolve has no plasticity of its own: compare the result von_mises_max with the yield stress",
   "-probe_<name>_extreme"},
};
/* clang-format on */

/* Returns the next character of a word that counts, in lower case, and moves *p behind it. Spaces,
   "-" and "_" do not count. */
static int next_letter(const char **p)
{
  while (**p == ' ' || **p == '-' || **p == '_') (*p)++;
  return **p ? tolower((unsigned char)*(*p)++) : 0;
}

/* Returns whether a word is the first one of a list with commas, in singular or plural. */
static PetscBool is_first(const char word[], const char list[])
{
  int a, b;

  do {
    a = next_letter(&word);
    b = next_letter(&list);
  } while (a && a == b);
  if (b && b != ',') return PETSC_FALSE;
  return (PetscBool)(!a || (a == 's' && !next_letter(&word)));
}

const Synonym *synonym_find(const char word[])
{
  for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++)
    for (const char *list = synonyms[k].words; list; list = strchr(list, ',')) {
      list += *list == ',';
      if (is_first(word, list)) return &synonyms[k];
    }
  return NULL;
}
