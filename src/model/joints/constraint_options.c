/* constraint_options.c: reads the description of joints, ties, couplings and sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_options.h"
#include "model/ends/member_joints.h"

PetscErrorCode ConstraintOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                     ConstraintOptions *c)
{
  PetscFunctionBeginUser;
  PetscCall(JointsOptionsRead(o, comm, &c->joints));
  PetscCall(MemberJointOptionsRead(o, comm, mesh, &c->ends));
  PetscCall(JointStartOptionsRead(o, &c->joints, &c->ends, &c->starts));
  c->ties = TiesOptionsOf(mesh);
  PetscCall(CouplingsOptionsRead(o, comm, &c->couplings));
  PetscCall(SlidersOptionsRead(o, comm, &c->sliders));
  c->assemble = (Assemble){PETSC_FALSE, PETSC_FALSE};
  if (c->joints.n || MemberJointsCount(&c->ends) || c->ties->n || c->sliders.n)
    PetscCall(AssembleRead(o, &c->assemble));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintOptionsFree(ConstraintOptions *c)
{
  PetscFunctionBeginUser;
  PetscCall(JointStartOptionsFree(&c->starts));
  PetscCall(JointsOptionsFree(&c->joints));
  PetscCall(MemberJointOptionsFree(&c->ends));
  PetscCall(CouplingsOptionsFree(&c->couplings));
  PetscCall(SlidersOptionsFree(&c->sliders));
  PetscFunctionReturn(PETSC_SUCCESS);
}
