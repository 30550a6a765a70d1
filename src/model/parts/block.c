/* block.c: creates the blocks of elements of parts and loads, with their cells and properties. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/registry.h"
#include "element/section/rib_section.h"
#include "base/error.h"
#include "element/beam/inside/beam_line.h"
#include "element/beam/varying/section_points.h"
#include "model/model.h"
#include "block.h"
#include "ribs.h"
#include "model/parts/surfaces/surfaces.h"
#include "base/profile.h"
#include "model/parts/part_places.h"
#include "model/fields/varying.h"
#include "model/fields/flow.h"
#include "model/fields/unstrained.h"
#include "element/beam/node_axes.h"
#include "math/vector.h"

/* ---- plane sections -------------------------------------------------------------------------- */

/* Returns the chord of a cell; if its middle is out of the plane, a vector out of the plane. */
static void plane_chord(const Geometry *g, int cell, const double normal[3], double chord[3])
{
  /* Distance of the middle from the plane, relative to the length of the chord. Coordinates have a
     round-off of 1e-16, to which arcs of frames add a few digits. tests/element/beam_axes.py has
     beams in the plane, and one out of the plane. */
  const double  flat = 1e-12;
  const double *rise = geometry_cell_rise(g, cell);
  double        x[ELEMENT_MAX_NODES][3], middle[3];

  geometry_cell_coordinates(g, cell, x);
  for (int c = 0; c < 3; c++) {
    chord[c]  = x[1][c] - x[0][c];
    middle[c] = (geometry_cell_size(g, cell) > 2 ? x[2][c] - x[0][c] : 0) + (rise ? rise[c] : 0);
  }
  if (fabs(dot(middle, normal)) > flat * norm(chord))
    for (int c = 0; c < 3; c++) chord[c] = middle[c];
}

/* Returns the axes of the sections of all cells on all ranks. */
static PetscErrorCode FindAxes(Model model, const ElementKernel *kernel, PetscInt set,
                               const double given[], const double normal[3], int *axes)
{
  const Geometry *g = &model->mesh->g;
  double(*turn)[9];
  PetscInt *cells;
  int       n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->ncells, &cells));
  for (int cell = 0; cell < g->ncells; cell++)
    if (g->shape[cell] == kernel->shape && geometry_cell_in_set(g, cell, (int)set))
      cells[n++] = cell;
  PetscCall(PatternCopiesTurns(model->mesh->copies, model->comm, g, n, cells, &turn));
  *axes = 0;
  for (int i = 0; i < n; i++) {
    double chord[3];

    plane_chord(g, (int)cells[i], normal, chord);
    *axes |= plane_section_axis(given, chord, turn ? turn[i] : NULL, normal);
  }
  PetscCall(PetscFree(turn));
  PetscCall(PetscFree(cells));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, axes, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PlaneSectionFill - Fills in the stiffnesses of a part of beams that a plane model does not use.

   If the section of each cell has its y or its z axis along the normal of the plane, torsion, one
   bending and one shear do no work. A user who gives the other three stiffnesses, ea among them,
   need not give those. The values that are filled in change no result. Nothing is filled in beside
   a twist, an offset or a direction that varies: such sections may couple the plane with the rest.
   Input:
     set         index of the part's set
     directions  displacements of the model, bits 1, 2, 4; other numbers than two of them are no
                 plane
     varying     the formulas of the part; NULL without
   Input/Output:
     given       [ELEMENT_MAX_GIVEN] in the order of the kernel's table of properties
   Collective. */
static PetscErrorCode PlaneSectionFill(Model model, const PartOptions *part,
                                       const ElementKernel *kernel, PetscInt set, int directions,
                                       Varying varying, double given[])
{
  const double normal[3] = {!(directions & 1), !(directions & 2), !(directions & 4)};
  int          axes;

  PetscFunctionBeginUser;
  if (!kernel->type->has_section || !plane_section_lacks(given) ||
      __builtin_popcount((unsigned)(directions & DISPLACEMENTS)) != 2)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (part_property(part, "twist")->given || (varying && varying->twist) ||
      VaryingHasDirection(varying))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindAxes(model, kernel, set, given, normal, &axes));
  if (axes == SECTION_Y_IS_NORMAL || axes == SECTION_Z_IS_NORMAL) plane_section_fill(axes, given);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static PetscBool kernel_fits_cell(const Geometry *g, const ElementKernel *kernel, PetscInt set,
                                  int cell)
{
  return (PetscBool)(g->shape[cell] == kernel->shape && geometry_cell_in_set(g, cell, (int)set));
}

/* Sets b->results, b->nvalues and b->nusual from the kernel and its properties. */
static void gather_results(Block *b)
{
  const ElementKernel *kernel = b->kernel;
  int                  n      = 0;

  for (const ElementResult *r = kernel->type->results; r && r->name; r++) {
    b->results[n++] = *r;
    b->nvalues += r->count;
  }
  for (const ElementResult *r = kernel->type->derived ? kernel->type->derived(b->prop) : NULL;
       r && r->name; r++)
    b->results[n++] = *r;
  for (int k = 0; k < 2 && b->nplaces; k++)
    for (const ElementResult *r = k ? span_place_stresses : span_place_results;
         r->name && (k == 0 || kernel->type->derived(b->prop)); r++) {
      b->results[n] = *r;
      b->results[n++].count *= b->nplaces;
    }
  b->nusual = n;
  for (const ElementResult *r = kernel->type->requested; r && r->name; r++) b->results[n++] = *r;
}

/* Appends a block of the cells of a set that have the kernel's shape and, unless only is NULL, are
   marked there. At most n cells of this rank are. The pointer *out is valid until the next call. */
static PetscErrorCode AddBlock(Model model, const char part[], PetscLogEvent event, PetscInt set,
                               const PetscBool only[], const ElementKernel *kernel,
                               const double given[], PetscInt n, Block **out)
{
  const Geometry *g     = &model->mesh->g;
  const char     *wrong = NULL;
  Block          *b;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(model->nblocks + 1) * sizeof *model->block, &model->block));
  b = &model->block[model->nblocks++];
  memset(b, 0, sizeof *b);
  b->set = set;
  PetscCall(PetscStrallocpy(part, &b->part));
  b->kernel = kernel;
  b->event  = event;
  b->nd     = shape_nodes(kernel->shape) * kernel->nc;
  if (kernel->type->prepare) wrong = kernel->type->prepare(given, b->prop);
  else memcpy(b->prop, given, sizeof b->prop);
  PetscCheck(!wrong, model->comm, PETSC_ERR_USER_INPUT, "part '%s': %s", part, wrong);
  b->kernel     = element_of_properties(kernel, b->prop);
  b->nonlinear  = (PetscBool)(b->kernel->type->forces && !model->linearize);
  b->linearized = (PetscBool)(b->kernel->type->forces && model->linearize);
  PetscCall(PetscMalloc1(n, &b->cells));
  for (int c = 0; c < g->ncells; c++)
    if (kernel_fits_cell(g, kernel, set, c) && (!only || only[c])) b->cells[b->ncells++] = c;
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the cells of the set for each kernel of the registry, on this rank and on all ranks. */
static PetscErrorCode CountCells(Model model, PetscInt set, PetscInt local_count[], PetscInt all[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int k = 0; element_kernels[k]; k++) {
    PetscCheck(k < MAX_KERNELS, model->comm, PETSC_ERR_PLIB,
               "more than %d kernels: enlarge MAX_KERNELS", MAX_KERNELS);
    local_count[k] = 0;
    for (int c = 0; c < g->ncells; c++)
      local_count[k] += kernel_fits_cell(g, element_kernels[k], set, c) ? 1 : 0;
  }
  PetscCallMPI(MPIU_Allreduce(local_count, all, MAX_KERNELS, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the shapes of an element, such as "triangle or quadrilateral", for a message. */
static void describe_cells(const char element[], char text[], size_t size)
{
  int n = 0;

  text[0] = 0;
  for (int k = 0; element_kernels[k]; k++)
    if (!strcmp(element_kernels[k]->name, element))
      n += snprintf(text + n, size - (size_t)n, "%s%s", n ? " or " : "",
                    shape_name(element_kernels[k]->shape));
}

/* Adds a block of the cells of a part that have the kernel's shape. */
static PetscErrorCode AddPartBlock(Model model, const PartOptions *part, int directions,
                                   PetscLogEvent event, PetscInt set, const ElementKernel *kernel,
                                   PetscInt ncells)
{
  double       given[ELEMENT_MAX_GIVEN] = {0};
  Block       *block;
  Varying      varying;
  Expression   field;
  MemberPlace *places;

  PetscFunctionBeginUser;
  PetscCall(PropertiesSet(model, part, kernel, given, &varying));
  PetscCall(PlaneSectionFill(model, part, kernel, set, directions, varying, given));
  PetscCall(PartFieldCreate(model, part, &field));
  PetscCall(PartPlacesFind(model, part, set, varying, field, &places));
  if (varying) {
    PetscCall(VaryingAtFirst(model, kernel, set, places, varying, given));
    kernel = kernel->varying;
  }
  PetscCall(AddBlock(model, part->name, event, set, NULL, kernel, given, ncells, &block));
  block->varying           = varying;
  block->field             = field;
  block->profile_in_metres = (PetscBool)(part->profile && part->profile_unit == 0);
  block->young             = part_number(part, "young");
  block->density           = part_number(part, "density");
  block->nplaces           = (int)part->section_places;
  gather_results(block);
  PetscCall(BlockTakePlaces(block, &places));
  PetscCall(UnstrainedCreate(model, part, block));
  PetscCall(FlowCreate(model, part, &block->flow));
  PetscCall(LossFactorSet(model, part->loss_factor, block));
  PetscCall(PatternCopiesTurns(model->mesh->copies, model->comm, &model->mesh->g,
                               (int)block->ncells, block->cells, &block->turn));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddPart(Model model, const PartOptions *part, int directions)
{
  const char   *element = part->kernel->name;
  char          cells[128], remedy[256] = "";
  PetscInt      set, total = 0, local_count[MAX_KERNELS] = {0}, all[MAX_KERNELS];
  PetscLogEvent event;

  PetscFunctionBeginUser;
  PetscCall(MeshSelect(model->mesh, &part->cells, &set));
  PetscCall(CountCells(model, set, local_count, all));
  for (int k = 0; element_kernels[k]; k++)
    if (!strcmp(element_kernels[k]->name, element)) total += all[k];
  describe_cells(element, cells, sizeof cells);
  if (!strcmp(model->mesh->g.set_name[set], "all"))
    PetscCall(PetscSNPrintf(remedy, sizeof remedy,
                            ", and 'all' has only those of the highest dimension: give "
                            "-part_%s_set",
                            part->name));
  else if (!strcmp(cells, "point"))
    PetscCall(PetscSNPrintf(remedy, sizeof remedy,
                            ": give points by -part_%s_set or -part_%s_point; what is spread over "
                            "lines or surfaces is a mass of their own part, such as its density",
                            part->name, part->name));
  PetscCheck(total, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_element %s: set '%s' has no cells for it; it needs cells of shape %s%s",
             part->name, element, model->mesh->g.set_name[set], cells, remedy);
  PetscCall(EventRegister("part", part->name, &event));
  for (int k = 0; element_kernels[k]; k++)
    if (!strcmp(element_kernels[k]->name, element) && all[k])
      PetscCall(
        AddPartBlock(model, part, directions, event, set, element_kernels[k], local_count[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set, const PetscBool only[],
                            const ElementKernel *const kernels[], double value, const char option[],
                            const char time[], Harmonic harmonic, PetscInt *ncells)
{
  const char *const t                        = "t";
  const Geometry   *g                        = &model->mesh->g;
  const double      given[ELEMENT_MAX_GIVEN] = {value};
  PetscLogEvent     event;

  PetscFunctionBeginUser;
  *ncells = 0;
  PetscCall(EventRegister("load", name, &event));
  for (int k = 0; kernels[k]; k++) {
    PetscInt n = 0;
    Block   *b;

    for (int c = 0; c < g->ncells; c++) n += kernel_fits_cell(g, kernels[k], set, c) ? 1 : 0;
    PetscCall(AddBlock(model, name, event, set, only, kernels[k], given, n, &b));
    gather_results(b);
    PetscCall(ExpressionCreate(model->symbols, option, time, 1, &t, &b->time));
    b->harmonic = harmonic;
    *ncells += b->ncells;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, ncells, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the normals at the nodes of a cell. */
static void gather_normals(const Geometry *g, int cell, double (*const normals)[3], double at[][3])
{
  for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
    memcpy(at[i - g->offset[cell]], normals[g->conn[i]], sizeof at[0]);
}

/* Computes the data of element e. normals is that of NodeNormalsCreate(). Returns NULL, or a static
 * text that names what is wrong. */
static const char *set_up_element(const Geometry *g, Block *b, PetscInt e,
                                  double (*const normals)[3], const unsigned char straight[])
{
  const int cell = (int)b->cells[e], nn = shape_nodes(b->kernel->shape);
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0}, C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0};
  double K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0};
  double x[ELEMENT_MAX_NODES][3], field[ELEMENT_MAX_NODES];
  double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS], at_nodes[ELEMENT_MAX_NODES][3];
  SectionBreaks    breaks;
  const char      *wrong = NULL;
  ElementReference ref   = {.kernel = b->kernel,
                            .x      = (const double(*)[3])x,
                            .prop   = b->prop,
                            .rise   = geometry_cell_rise(g, cell),
                            .turn   = VaryingHasDirection(b->varying) ? NULL : BlockTurn(b, e),
                            .data   = b->data + (size_t)e * (size_t)b->kernel->ndata};

  geometry_cell_coordinates(g, cell, x);
  if (BlockField(b, e, (const double(*)[3])x, field)) ref.field = field;
  for (int i = 0; i < nn && ref.field; i++)
    if (!isfinite(field[i])) return "has a node where its formula of the place has no finite value";
  if (normals) {
    gather_normals(g, cell, normals, at_nodes);
    ref.normals  = (const double(*)[3])at_nodes;
    ref.straight = straight[cell];
  }
  if (b->varying) {
    VaryingBreaks(g, b, e, &breaks);
    wrong = VaryingSections(g, b, e, &breaks, sections);
    if (wrong) return wrong;
    ref.breaks   = &breaks;
    ref.sections = (const double(*)[ELEMENT_MAX_PROPS])sections;
  }
  if (b->kernel->type->setup)
    wrong = b->kernel->type->setup(&ref, b->data + (size_t)e * (size_t)b->kernel->ndata);
  if (!wrong && b->kernel->type->matrices) wrong = b->kernel->type->matrices(&ref, M, C, K);
  return wrong;
}

/* Copies to text what set_up_element() found wrong, with the name of the part for <name>. */
static PetscErrorCode NamePart(const char part[], const char wrong[], char text[], size_t size)
{
  const char  place[] = "<name>";
  const char *at;

  PetscFunctionBeginUser;
  PetscCall(PetscStrstr(wrong, place, (char **)&at));
  if (!at) at = wrong + strlen(wrong);
  PetscCall(PetscSNPrintf(text, size, "%.*s%s%s", (int)(at - wrong), wrong, *at ? part : "",
                          *at ? at + sizeof place - 1 : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns " of 'set'", where set is the first set of the cell beside "all", or "". */
static PetscErrorCode DescribeSet(const Geometry *g, int cell, char text[], size_t size)
{
  PetscFunctionBeginUser;
  text[0] = 0;
  for (int set = 0; set < g->nsets && !text[0]; set++)
    if (geometry_cell_in_set(g, cell, set) && strcmp(g->set_name[set], "all"))
      PetscCall(PetscSNPrintf(text, size, " of '%s'", g->set_name[set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the data of all elements of a block. */
static PetscErrorCode SetUpElements(Model model, Block *b, double (*normals)[3],
                                    const unsigned char straight[])
{
  const char *wrong                   = NULL;
  double      x[ELEMENT_MAX_NODES][3] = {{0}};
  char        text[256] = "", set[64] = "";

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < b->ncells && !wrong; e++) {
    wrong = set_up_element(&model->mesh->g, b, e, normals, straight);
    if (!wrong) continue;
    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
    PetscCall(NamePart(b->part, wrong, text, sizeof text));
    PetscCall(DescribeSet(&model->mesh->g, (int)b->cells[e], set, sizeof set));
  }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(wrong != NULL),
    "%s '%s': the %s%s at (%.6g, %.6g, %.6g) %s; correct the mesh or the options of the %s",
    b->time ? "load" : "part", b->part, b->kernel->name, set, x[0][0], x[0][1], x[0][2], text,
    b->time ? "load" : "part"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksSetUp(Model model, PetscReal kink, const int held[])
{
  double(*normals)[3];
  unsigned char *straight = NULL;
  PetscBool      is_rib;

  PetscFunctionBeginUser;
  PetscCall(NodeNormalsCreate(model, kink, &normals));
  if (normals) PetscCall(StraightSidesFind(model, held, &straight));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    Block *b = &model->block[k];

    PetscCall(PetscMalloc1((size_t)b->ncells * (size_t)b->kernel->ndata, &b->data));
    PetscCall(SetUpElements(model, b, normals, straight));
    BlockDropIdle(b);
    PetscCall(BlockIsRib(model, b, normals, &is_rib));
    if (is_rib) {
      rib_release(b->prop);
      PetscCall(SetUpElements(model, b, normals, straight));
    }
    if (b->varying) PetscCall(VaryingTraits(model, b));
    if (b->kernel->type->nmemory && b->nonlinear)
      b->nmemory = b->kernel->type->nmemory(b->kernel, b->prop);
    PetscCall(PetscCalloc1((size_t)b->ncells * (size_t)b->nmemory, &b->memory));
    PetscCall(UnstrainedSetUp(model, b));
  }
  PetscCall(PetscFree(normals));
  PetscCall(PetscFree(straight));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksCreate(Model model, int directions, PetscInt n, const PartOptions parts[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) PetscCall(AddPart(model, &parts[i], directions));
  model->nparts = model->nblocks;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt b = 0; b < model->nblocks; b++) {
    PetscCall(PetscFree(model->block[b].part));
    PetscCall(PetscFree(model->block[b].cells));
    PetscCall(PetscFree(model->block[b].turn));
    PetscCall(PetscFree(model->block[b].dofs));
    PetscCall(PetscFree(model->block[b].data));
    PetscCall(PetscFree(model->block[b].memory));
    PetscCall(VaryingDestroy(&model->block[b].varying));
    PetscCall(UnstrainedDestroy(&model->block[b].unstrained));
    PetscCall(FlowDestroy(&model->block[b].flow));
    PetscCall(PetscFree(model->block[b].lateral));
    PetscCall(ExpressionDestroy(&model->block[b].field));
    PetscCall(PetscFree(model->block[b].along));
    PetscCall(ExpressionDestroy(&model->block[b].loss_formula));
    PetscCall(ExpressionDestroy(&model->block[b].time));
  }
  PetscCall(PetscFree(model->block));
  PetscFunctionReturn(PETSC_SUCCESS);
}
