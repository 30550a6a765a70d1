/* part_ends.c: reads releases and offsets of the lines of a part from the options.

   Both are lists of sets of points: "hinges:ry,rz feet:rx" and "eaves:0,0,-0.2". */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "part_ends.h"
#include <string.h>

const FsOptionDoc part_end_options[] = {
  {"-part_<name>_release",         "none",
   "hinges of its lines at sets of points, in the axes of the section: \"hinges:ry,rz "
   "feet:rx=1e5\"; "
   "as -member_<name>_release"                                                              },
  {"-part_<name>_end_offset",      "none",
   "rigid arms from the points of sets to the ends of its lines: \"eaves:0,0,-0.2\" [m]"    },
  {"-part_<name>_end_offset_axes", "global",
   "axes of these arms: global, or section, those of a line between its points without arms"},
  {NULL,                           NULL,     NULL                                           }
};

/* The sets of points of a part, while they are read. */
typedef struct {
  FsOptions   o;
  MPI_Comm    comm;
  const char *option, *text;
  PetscInt    n;
  PartEnd    *ends;
} PartEndReader;

/* Reads what an entry "set:value" says about its set; value is text[length]. */
typedef PetscErrorCode (*EntryReader)(const PartEndReader *r, const char value[], size_t length,
                                      PartEnd *end);

static PetscErrorCode ReadRelease(const PartEndReader *r, const char value[], size_t length,
                                  PartEnd *end)
{
  return MemberEndRelease(r->o, r->comm, r->option, r->text, value, length, &end->end);
}

static PetscErrorCode ReadOffset(const PartEndReader *r, const char value[], size_t length,
                                 PartEnd *end)
{
  const char *at = value;
  int         n  = 0;

  PetscFunctionBeginUser;
  for (; n < 3 && at <= value + length; n++) {
    const size_t size = PetscMin((size_t)(value + length - at), strcspn(at, ","));

    PetscCall(MemberEndNumber(r->o, r->option, at, size, &end->end.offset[n]));
    PetscCheck(isfinite(end->end.offset[n]), r->comm, PETSC_ERR_USER_INPUT,
               "%s %s: %.*s is not a finite number", r->option, r->text, (int)size, at);
    at += size + 1;
  }
  PetscCheck(n == 3 && at == value + length + 1, r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: '%.*s' is not a vector; write \"%s:0,0,-0.2\"", r->option, r->text,
             (int)length, value, end->set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds or adds the set whose name is text[length]. */
static PetscErrorCode FindOrAdd(PartEndReader *r, const char text[], size_t length, PartEnd **end)
{
  PetscInt k = 0;

  PetscFunctionBeginUser;
  while (k < r->n && (strlen(r->ends[k].set) != length || strncmp(r->ends[k].set, text, length)))
    k++;
  if (k == r->n) {
    PetscCall(PetscRealloc((size_t)(++r->n) * sizeof *r->ends, &r->ends));
    PetscCall(PetscArrayzero(&r->ends[k], 1));
    PetscCall(PetscStrncpy(r->ends[k].set, text, length + 1));
  }
  *end = &r->ends[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the entries of an option, which are separated by spaces. */
static PetscErrorCode ReadEntries(PartEndReader *r, EntryReader read)
{
  const PetscInt before = r->n;
  PetscBool     *read_before, set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(r->o, r->option, &r->text, &set));
  if (!set || !strcasecmp(r->text, "none")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1((size_t)before + strlen(r->text) + 1, &read_before));
  for (const char *at = r->text + strspn(r->text, " \t;"); *at;) {
    const size_t length = strcspn(at, " \t;"), name = strcspn(at, ":");
    PartEnd     *end = NULL;

    PetscCheck(name > 0 && name < SET_NAME_SIZE && name + 1 < length, r->comm, PETSC_ERR_USER_INPUT,
               "%s %s: '%.*s' is not a set of points with a value behind ':'; write \"%s\"",
               r->option, r->text, (int)length, at,
               read == ReadOffset ? "hinges:0,0,-0.2" : "hinges:ry,rz");
    PetscCall(FindOrAdd(r, at, name, &end));
    PetscCheck(!read_before[end - r->ends], r->comm, PETSC_ERR_USER_INPUT,
               "%s %s: the set '%s' occurs twice", r->option, r->text, end->set);
    read_before[end - r->ends] = PETSC_TRUE;
    PetscCall(read(r, at + name + 1, length - name - 1, end));
    at += length;
    at += strspn(at, " \t;");
  }
  PetscCall(PetscFree(read_before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartEndsFromOptions(FsOptions o, MPI_Comm comm, const char part[], PetscInt *n,
                                   PartEnd **ends)
{
  PartEndReader r = {.o = o, .comm = comm};

  PetscFunctionBeginUser;
  r.option = FsOptionName(o, "-part_%s_release", part);
  PetscCall(ReadEntries(&r, ReadRelease));
  r.option = FsOptionName(o, "-part_%s_end_offset", part);
  PetscCall(ReadEntries(&r, ReadOffset));
  for (PetscInt k = 0; k < r.n; k++) r.ends[k].end.jointed = PETSC_TRUE;
  *n    = r.n;
  *ends = r.ends;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether an end has an offset. */
static PetscBool has_offset(const PartSplit *split)
{
  for (PetscInt k = 0; k < split->n; k++) {
    const PetscReal *x = split->ends[k].end.offset;

    if (x[0] != 0 || x[1] != 0 || x[2] != 0) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Reads the releases and offsets at the ends of the lines of a part. If the
   part has any, the function also reads which cells are in the part, and the axes of the offsets.

   Input:
     part   name of the part; must live as long as split
   Output:
     split  the result. The caller frees split->ends by PetscFree(); split->n is 0 if the part has
            no releases and offsets
   Collective. Input errors: an option is wrong; the part is selected by -part_<name>_point and has
   no lines. Also, if offsets are in the axes of the section: the axes vary along the beam, or turn
   with a pattern or with -mesh_rotate. */
static PetscErrorCode PartSplitFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                           PartSplit *split)
{
  PetscFunctionBeginUser;
  *split = (PartSplit){.part = part};
  PetscCall(PartEndsFromOptions(o, comm, part, &split->n, &split->ends));
  if (!split->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MeshSelectionFromOptions(o, comm, "part", SELECT_IN_OWN_SET | SELECT_SPLIT_ENDS, part,
                                     &split->lines));
  PetscCheck(!split->lines.nearest, comm, PETSC_ERR_USER_INPUT,
             "-part_%s_point: a part at a point has no lines that a release or an offset at the "
             "set '%s' could split; leave one of both out",
             part, split->ends->set);
  if (has_offset(split)) PetscCall(SectionOffsetOfPart(o, comm, part, &split->section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the edit of the mesh -------------------------------------------------------------------- */

static PetscErrorCode PartSplitsFree(void *data)
{
  PartSplits *x = data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < x->n; i++) PetscCall(PetscFree(x->split[i].ends));
  PetscCall(PetscFree(x->split));
  PetscCall(PetscStrNArrayDestroy(x->nparts, &x->part_names));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PartSplitsRead(FsOptions o, MPI_Comm comm, void **data)
{
  PartSplits *x;

  PetscFunctionBeginUser;
  *data = NULL;
  PetscCall(PetscNew(&x));
  PetscCall(FsOptionsNames(o, "-parts", &x->nparts, &x->part_names));
  PetscCall(PetscCalloc1(x->nparts, &x->split));
  for (PetscInt i = 0; i < x->nparts; i++) {
    PartSplit *split = &x->split[x->n];

    PetscCall(PartSplitFromOptions(o, comm, x->part_names[i], split));
    if (split->n) x->n++;
  }
  if (x->n) *data = x;
  else PetscCall(PartSplitsFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PartSplitsApply(MPI_Comm comm, const void *data, DistributedMesh *d)
{
  const PartSplits *x = data;

  PetscFunctionBeginUser;
  PetscCall(PartEndsSplit(comm, x->n, x->split, d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const MeshEditKind part_split_edit = {PartSplitsRead, PartSplitsApply, PartSplitsFree, PETSC_TRUE};
