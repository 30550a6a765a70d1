/* member_joint_options.c: reads what is at the ends of members and parts from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_joint_options.h"

static PetscErrorCode ReadMember(FsOptions o, MPI_Comm comm, const char name[], MemberEnds *member)
{
  const char *points = "";
  PetscInt    commas = 0;
  PetscBool   set;

  PetscFunctionBeginUser;
  *member = (MemberEnds){.name = name};
  PetscCall(MemberEndsFromOptions(o, comm, name, member->end));
  PetscCall(FsOptionsText(o, FsOptionName(o, "-member_%s", name), &points, &set));
  for (; *points; points++) commas += *points == ',';
  member->has_middle_points = (PetscBool)(commas > 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberJointOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                      MemberJointOptions *ends)
{
  const PartSplits *splits = MeshOptionsFindEdit(mesh, &part_split_edit);
  PetscBool         frame  = PETSC_FALSE;

  PetscFunctionBeginUser;
  *ends = (MemberJointOptions){.nmembers = 0};
  if (splits) ends->nsplits = splits->n, ends->split = splits->split;
  for (PetscInt i = 0; i < mesh->nsources; i++)
    if (mesh->source[i].kind == SOURCE_FRAME) frame = PETSC_TRUE;
  if (!frame) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsNames(o, "-members", &ends->nmembers, &ends->names));
  PetscCall(PetscCalloc1(ends->nmembers, &ends->member));
  for (PetscInt i = 0; i < ends->nmembers; i++)
    PetscCall(ReadMember(o, comm, ends->names[i], &ends->member[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberJointOptionsFree(MemberJointOptions *ends)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(ends->nmembers, &ends->names));
  PetscCall(PetscFree(ends->member));
  PetscFunctionReturn(PETSC_SUCCESS);
}
