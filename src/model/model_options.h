/* model_options.h: what the options say about a model, as plain values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODEL_OPTIONS_H
#define FS_MODEL_MODEL_OPTIONS_H

#include "mesh/mesh_options.h"
#include "model/combinations/combinations.h"
#include "model/joints/constraint_options.h"
#include "model/model.h"
#include "model/supports/support_options.h"
#include "model/initial/initial.h"
#include "model/parts/part_options.h"

/* ModelOptions - The description of a model. */
typedef struct _n_ModelOptions {
  Symbols     symbols; /* constants and tables; borrowed from the options */
  MeshOptions mesh;
  PetscBool   linearize; /* whether displacements count as small; default PETSC_FALSE */
  /* whether loads that the model does not have balance its prestress; default PETSC_FALSE */
  PetscBool           linearize_balanced;
  PetscReal           damping_mass;      /* alpha of Rayleigh damping [1/s]; default 0 */
  PetscReal           damping_stiffness; /* beta of Rayleigh damping [s]; default 0 */
  ModalDampingOptions modal_damping;
  /* angle between the normals of two neighboring cells up to which a surface is smooth there [rad];
     default 20 degrees */
  PetscReal shell_kink;
  /* bits 1, 2, 4 for the displacements x, y, z that nodes have; default DIRECTIONS_OF_PARTS: those
     in which some element acts */
  int             directions;
  PetscInt        nparts, nsupports, nloads, ninitials;
  char          **part_names, **support_names, **load_names, **initial_names; /* [nsupports], ... */
  PartOptions    *part;                                                       /* [nparts] */
  SupportOptions *support;                                                    /* [nsupports] */
  LoadOptions    *load;                                                       /* [nloads] */
  InitialOptions *initial;                                                    /* [ninitials] */
  GravityOptions  gravity;
  Spin            spin;
  ConstraintOptions constraints;
  Combinations      combinations; /* NULL without load cases */
} ModelOptions;

/* ModelOptionsRead - Reads the description of a model.

   Output:
     m  the caller frees its arrays by ModelOptionsFree()
   Collective. Input errors name the option and the remedy. */
PetscErrorCode ModelOptionsRead(FsOptions o, MPI_Comm comm, ModelOptions *m);
PetscErrorCode ModelOptionsFree(ModelOptions *m);

#endif
