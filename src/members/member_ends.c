/* member_ends.c: reads releases, offsets and rigid zones of members from the options.

   A release is a list of ends: "start:ry,rz end:ry=1e5". Each end has the components that it
   releases, with a stiffness or without. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_ends.h"
#include <string.h>
#include "input/formula/expression.h"
#include "members/part_of_member.h"
#include "members/section_offset.h"

static const char *const components[] = {"x", "y", "z", "rx", "ry", "rz"};

const FsOptionDoc member_end_options[] = {
  {"-member_<name>_release",      "none",
   "hinges at its ends, in the axes of the section: \"start:ry,rz end:ry=1e5\"; x, y, z, rx, ry, "
   "rz, free or with a stiffness [N/m, N m/rad]; 'both:' for the two ends"                              },
  {"-member_<name>_offset_start", "0,0,0",
   "from its first point to the start of the beam, a rigid arm [m]; also _offset_end"                   },
  {"-member_<name>_offset_axes",  "global",
   "axes of its offsets: global, or section, those of a beam between its points without offsets"        },
  {"-member_<name>_rigid",        "0,0",    "lengths of rigid zones at its two ends, along the beam [m]"},
  {NULL,                          NULL,     NULL                                                        }
};

/* The option that is being read. */
typedef struct {
  FsOptions   o;
  MPI_Comm    comm;
  const char *option, *text;
} ReleaseReader;

PetscErrorCode MemberEndNumber(FsOptions o, const char option[], const char text[], size_t length,
                               PetscReal *value)
{
  const PetscReal none = 0;
  char            item[256];
  Expression      e;

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(item, text, PetscMin(length + 1, sizeof item)));
  PetscCall(ExpressionCreate(OptionsSymbols(o), option, item, 0, NULL, &e));
  *value = ExpressionValue(e, &none);
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads one component, such as "ry" or "ry=1e5", from text[length]. */
static PetscErrorCode ReadComponent(const ReleaseReader *r, const char text[], size_t length,
                                    MemberEnd *end)
{
  const size_t name  = PetscMin(length, strcspn(text, "="));
  int          c     = 0;
  PetscReal    value = 0;

  PetscFunctionBeginUser;
  while (c < MEMBER_END_COMPONENTS &&
         (strlen(components[c]) != name || strncasecmp(components[c], text, name)))
    c++;
  PetscCheck(c < MEMBER_END_COMPONENTS, r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: '%.*s' is not a component; choose from x, y, z, rx, ry, rz", r->option,
             r->text, (int)name, text);
  if (name < length) {
    PetscCall(MemberEndNumber(r->o, r->option, text + name + 1, length - name - 1, &value));
    PetscCheck(isfinite(value) && value > 0, r->comm, PETSC_ERR_USER_INPUT,
               "%s %s: '%.*s' has no positive stiffness; without '=' the component is free",
               r->option, r->text, (int)length, text);
  }
  PetscCheck(!(end->released & 1 << c), r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: %s occurs twice at one end", r->option, r->text, components[c]);
  end->released |= 1 << c;
  end->stiffness[c] = value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberEndRelease(FsOptions o, MPI_Comm comm, const char option[], const char text[],
                                const char components_of_end[], size_t length, MemberEnd *end)
{
  const ReleaseReader r    = {o, comm, option, text};
  const char         *stop = components_of_end + length;

  PetscFunctionBeginUser;
  end->given = PETSC_TRUE;
  for (const char *at = components_of_end; at <= stop;) {
    const size_t size = PetscMin((size_t)(stop - at), strcspn(at, ","));

    PetscCall(ReadComponent(&r, at, size, end));
    at += size + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the components of one end, such as "start:ry,rz", from text[length]. */
static PetscErrorCode ReadEnd(const ReleaseReader *r, const char text[], size_t length,
                              MemberEnd end[2])
{
  static const char *const names[] = {"start:", "end:", "both:"};
  int                      which   = 0;

  PetscFunctionBeginUser;
  while (which < 3 && strncasecmp(names[which], text, strlen(names[which]))) which++;
  PetscCheck(which < 3 && length > strlen(names[which]), r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: '%.*s' is not an end with its components; write \"start:ry,rz end:ry\"",
             r->option, r->text, (int)length, text);
  for (int e = 0; e < 2; e++) {
    const size_t name = strlen(names[which]);

    if (which == 2 || which == e)
      PetscCall(
        MemberEndRelease(r->o, r->comm, r->option, r->text, text + name, length - name, &end[e]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadRelease(FsOptions o, MPI_Comm comm, const char name[], MemberEnd end[2])
{
  ReleaseReader r = {o, comm, FsOptionName(o, "-member_%s_release", name), NULL};
  PetscBool     set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, r.option, &r.text, &set));
  if (!set || !strcasecmp(r.text, "none")) PetscFunctionReturn(PETSC_SUCCESS);
  for (const char *at = r.text + strspn(r.text, " \t;"); *at;) {
    const size_t length = strcspn(at, " \t;");

    PetscCall(ReadEnd(&r, at, length, end));
    at += length;
    at += strspn(at, " \t;");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberEndsFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                     MemberEnd end[2])
{
  const char *const option   = FsOptionName(o, "-member_%s_rigid", name);
  PetscReal         rigid[2] = {0, 0};
  PetscInt          two      = 2;

  PetscFunctionBeginUser;
  memset(end, 0, 2 * sizeof *end);
  PetscCall(ReadRelease(o, comm, name, end));
  PetscCall(FsOptionsReals(o, option, 2, &two, rigid, NULL));
  for (int e = 0; e < 2; e++) {
    PetscInt three = 3;

    PetscCheck(rigid[e] >= 0, comm, PETSC_ERR_USER_INPUT,
               "%s %.6g,%.6g: the length of a rigid zone must not be negative", option,
               (double)rigid[0], (double)rigid[1]);
    end[e].rigid = rigid[e];
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-member_%s_offset_%s", name, frame_end_names[e]),
                             3, &three, end[e].offset, NULL));
    end[e].jointed = (PetscBool)(end[e].given || rigid[e] > 0 || end[e].offset[0] != 0 ||
                                 end[e].offset[1] != 0 || end[e].offset[2] != 0);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what a frame has to know ---------------------------------------------------------------- */

static PetscErrorCode ReadFrameEnds(FsOptions o, MPI_Comm comm, const char member[],
                                    PetscBool straight, FrameMemberEnd ends[2])
{
  MemberEnd end[2];

  PetscFunctionBeginUser;
  PetscCall(MemberEndsFromOptions(o, comm, member, end));
  PetscCheck(straight || (end[0].rigid == 0 && end[1].rigid == 0), comm, PETSC_ERR_USER_INPUT,
             "-member_%s_rigid: the member is an arc; give the arms of its ends, -member_%s_"
             "offset_start and _offset_end",
             member, member);
  for (int e = 0; e < 2; e++) {
    ends[e] = (FrameMemberEnd){.splits = end[e].jointed, .rigid = end[e].rigid};
    PetscCall(PetscArraycpy(ends[e].offset, end[e].offset, 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Turns the offsets into global axes if they are given in those of the section. */
static PetscErrorCode TurnFrameOffsets(FsOptions o, MPI_Comm comm, const char member[],
                                       PetscBool straight, const double x[2][3],
                                       double offset[2][3])
{
  SectionOffset section;

  PetscFunctionBeginUser;
  PetscCall(SectionOffsetOfMember(o, comm, member, &section));
  if (!section.given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(straight, comm, PETSC_ERR_USER_INPUT,
             "%s section: the member is an arc; give its offsets in global axes", section.option);
  for (int e = 0; e < 2; e++)
    PetscCheck(!SectionOffsetTurn(&section, x, offset[e]), comm, PETSC_ERR_USER_INPUT,
               "%s section: the beam lies along its direction, so that its section has no axes",
               section.option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FrameEndReader member_end_reader = {ReadFrameEnds, TurnFrameOffsets, MemberIsWhole};
