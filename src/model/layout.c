/* layout.c: which node has which dofs, and where they are in local and global vectors. Nodes of membranes have z. Nodes
   of other elements have the model's directions: those of -directions, else all in which some element acts. Nodes of
   beams and bodies also have rotations: all in space, the one about the normal in a plane. The multipliers of a joint
   are dofs of its cell (multipliers.c). */
#include "base/error.h"
#include "model/joints/couplings.h"
#include "model/joints/sliders.h"
#include "model/element_iterator.h"

/* Bits of the displacements on which forces of the model's parts may act, on all ranks; membranes do not count. */
static PetscErrorCode ActiveDirections(Model model, int *directions)
{
  int local = 0;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); local != DISPLACEMENTS && NextElement(&it);) {
    const Block           *b = it.block;
    double                 x[ELEMENT_MAX_NODES][3];
    const ElementReference ref = {b->kernel, (const double(*)[3])x, NULL, b->prop};

    if (b->kernel->nc == 1) continue;
    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[it.element], x);
    local |= b->kernel->directions(&ref);
  }
  PetscCallMPI(MPI_Allreduce(&local, directions, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The model's directions, bits 1, 2, 4: -directions, else those of the parts; of a model that has neither, z with
   membranes and all without. */
static PetscErrorCode DirectionsFromOptions(FsOptions o, Model model, int *directions)
{
  PetscBool set, membrane = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsComponents(o, "-directions", directions, &set));
  if (set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ActiveDirections(model, directions));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->nc == 1) membrane = PETSC_TRUE;
  if (!*directions) *directions = membrane ? 4 : DISPLACEMENTS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bits of the rotations that nodes with these displacements have: all in space, about the normal in a plane,
   else none. */
static int rotations(int directions)
{
  return directions == DISPLACEMENTS                     ? ROTATIONS
         : __builtin_popcount((unsigned)directions) == 2 ? (DISPLACEMENTS & ~directions) << 3
                                                         : 0;
}

/* layout.components and rotates. */
static PetscErrorCode NodeComponents(Model model, int directions)
{
  const Geometry *g       = &model->mesh->g;
  int             rotates = 0;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Block *b   = it.block;
    const int    all = b->kernel->nc == 1   ? 4
                       : b->kernel->nc == 3 ? directions
                                            : directions | rotations(directions);

    for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
      model->layout.components[it.node[i]] |= (unsigned char)all;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, model->layout.components, MPI_BOR));
  for (int i = 0; i < g->nnodes; i++) rotates |= (model->layout.components[i] & ROTATIONS) != 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &rotates, 1, MPI_INT, MPI_LOR, model->comm));
  model->layout.rotates = (PetscBool)rotates;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set layout.supported, and by[c][i] = the support that holds component c of node i. Input errors: two supports of one
   component of which one moves it; a support that holds nothing. */
static PetscErrorCode ApplySupports(Model model, PetscInt *support_of[COMPONENTS])
{
  const Geometry *g = &model->mesh->g;
  Layout         *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++) {
    const Support *support = &model->support[s];
    PetscInt       other = -1, other_component = 0;
    int            found = 0, everywhere;

    for (int i = 0; i < g->nnodes; i++) {
      if (!geometry_node_in_set(g, i, (int)support->set)) continue;
      for (int c = 0; c < COMPONENTS; c++) {
        if (!(support->fixed & l->components[i] & 1 << c)) continue;
        found |= 1 << c;
        if (support_of[c][i] >= 0 &&
            (support->motion[c] || model->support[support_of[c][i]].motion[c]))
          other = support_of[c][i], other_component = c;
        support_of[c][i] = s;
        l->supported[i] |= (unsigned char)(1 << c);
      }
    }
    PetscCall(CheckAllRanks(
      model->comm, (PetscBool)(other >= 0),
      "supports '%s' and '%s' both hold %s of the same node, and one moves it", support->name,
      other >= 0 ? model->support[other].name : "", component_names[other_component]));
    PetscCallMPI(MPI_Allreduce(&found, &everywhere, 1, MPI_INT, MPI_BOR, model->comm));
    PetscCheck(
      everywhere, model->comm, PETSC_ERR_USER_INPUT,
      "support '%s' holds nothing: no node of set '%s' belongs to a part and has these components",
      support->name, g->set_name[support->set]);
    for (int c = 0; c < COMPONENTS; c++) {
      if (!support->motion[c]) continue;
      PetscCheck(
        everywhere & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
        "%s: no node of set '%s' has the component %s; %s", ExpressionOption(support->motion[c]),
        g->set_name[support->set], component_names[c],
        c < 3 ? "-directions gives nodes more components" : "nodes of beams and bodies rotate");
      if (c < 3)
        PetscCall(
          ModelWarnMissingComponent(model, ExpressionOption(support->motion[c]), support->set, c));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: a node with three rotations of which one is held, because rotations do not commute and holding one
   defines no motion of the others; a node of which some rotations are moved and others free. */
static PetscErrorCode CheckRotations(Model model, PetscInt *const support_of[COMPONENTS])
{
  const Layout *l     = &model->layout;
  PetscInt      alone = -1, moved = -1;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    const int has = l->components[i] & ROTATIONS, held = l->supported[i] & ROTATIONS;
    PetscInt  holder = -1, mover = -1;

    for (int c = 3; c < COMPONENTS; c++) {
      if (support_of[c][i] < 0) continue;
      holder = support_of[c][i];
      if (model->support[holder].motion[c]) mover = holder;
    }
    if (has == ROTATIONS && __builtin_popcount((unsigned)held) == 1) alone = holder;
    if (mover >= 0 && held != has) moved = mover;
  }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(moved >= 0),
    "support '%s' moves a rotation of a node whose other rotations are free; hold them, too "
    "(-support_%s_fix_rotation all)",
    moved >= 0 ? model->support[moved].name : "", moved >= 0 ? model->support[moved].name : ""));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(alone >= 0),
                          "support '%s' holds one rotation of a node and leaves two free: about "
                          "which axes would change with the motion; "
                          "hold two (a hinge), three, or none, or take a joint (universal)",
                          alone >= 0 ? model->support[alone].name : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: more dofs and multipliers than a PetscInt can count. */
static PetscErrorCode CheckDofCount(Model model)
{
  int64_t n = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    if (model->mesh->owned[i]) n += __builtin_popcount(model->layout.components[i]);
  for (PetscInt k = 0; k < model->njoints; k++)
    n += (int64_t)model->joint[k].nrows * model->joint[k].ncells;
  n += CouplingsCountShares(model); /* more than their multipliers */
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT64_T, MPI_SUM, model->comm));
  PetscCheck(
    n <= PETSC_MAX_INT, model->comm, PETSC_ERR_USER_INPUT,
    "the model has %lld dofs, and PETSc's integers of %d bits count to %" PetscInt_FMT
    ": make the mesh coarser, or build with a PETSc of 64-bit indices (libpetsc64-real-dev)",
    (long long)n, (int)(8 * sizeof(PetscInt)), PETSC_MAX_INT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The dofs of cells come before those of nodes, whose points come first. */
static PetscErrorCode OrderPoints(const Geometry *g, PetscSection section)
{
  PetscInt *point;
  IS        order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)g->ncells + (size_t)g->nnodes, &point));
  for (PetscInt i = 0; i < g->ncells + g->nnodes; i++)
    point[i] = i < g->ncells ? g->nnodes + i : i - g->ncells;
  PetscCall(
    ISCreateGeneral(PETSC_COMM_SELF, g->ncells + g->nnodes, point, PETSC_OWN_POINTER, &order));
  PetscCall(PetscSectionSetPermutation(section, order));
  PetscCall(ISDestroy(&order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The DM's PetscSection: dofs and held dofs of nodes, multipliers of cells. Where no cell can have any it ends with the nodes,
   for its memory. */
static PetscErrorCode CreateSection(Model model)
{
  const PetscBool cells = (PetscBool)(model->njoints || model->sliders);
  const Geometry *g     = &model->mesh->g;
  Layout         *l     = &model->layout;
  DM              dm    = model->mesh->dm;
  PetscSection    section;

  PetscFunctionBeginUser;
  PetscCall(PetscSectionCreate(model->comm, &section));
  PetscCall(PetscSectionSetChart(section, 0, g->nnodes + (cells ? g->ncells : 0)));
  if (cells) PetscCall(OrderPoints(g, section));
  for (int i = 0; i < g->nnodes; i++) {
    const int all  = __builtin_popcount(l->components[i]),
              held = __builtin_popcount(l->supported[i]);

    if (all) PetscCall(PetscSectionSetDof(section, i, all));
    if (held) PetscCall(PetscSectionSetConstraintDof(section, i, held));
  }
  PetscCall(MultipliersAddDofs(model, section));
  PetscCall(PetscSectionSetUp(section));
  for (int i = 0; i < g->nnodes; i++) {
    PetscInt held[COMPONENTS], n = 0, position = 0;

    if (!l->supported[i]) continue;
    for (int c = 0; c < COMPONENTS; c++) {
      if (l->supported[i] & 1 << c) held[n++] = position;
      position += l->components[i] >> c & 1;
    }
    PetscCall(PetscSectionSetConstraintIndices(section, i, held));
  }
  PetscCall(DMSetLocalSection(dm, section));
  PetscCall(PetscSectionDestroy(&section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The index tables of the layout, of the joints and of the blocks, from the PetscSection. */
static PetscErrorCode IndexDofs(Model model)
{
  const Geometry *g = &model->mesh->g;
  Layout         *l = &model->layout;
  PetscSection    section, global;

  PetscFunctionBeginUser;
  PetscCall(DMGetLocalSection(model->mesh->dm, &section));
  PetscCall(DMGetGlobalSection(model->mesh->dm, &global));
  PetscCall(PetscSectionGetStorageSize(section, &l->nlocal));
  PetscCall(PetscMalloc2(COMPONENTS * (size_t)g->nnodes, &l->dof,
                         (size_t)(l->nlocal + CouplingsCountShares(model)), &l->global));
  for (int i = 0; i < g->nnodes; i++) {
    PetscInt at, free;

    PetscCall(PetscSectionGetOffset(section, i, &at));
    PetscCall(PetscSectionGetOffset(global, i, &free));
    if (free < 0) free = -(free + 1);
    for (int c = 0; c < COMPONENTS; c++) {
      const int has = l->components[i] >> c & 1, held = l->supported[i] >> c & 1;

      l->dof[COMPONENTS * i + c] = has ? at : -1;
      if (has) l->global[at++] = held ? -1 : free++;
    }
  }
  PetscCall(MultipliersIndexDofs(model, section, global));
  {
    Vec      v;
    PetscInt n;

    PetscCall(DMCreateGlobalVector(model->mesh->dm, &v));
    PetscCall(VecGetSize(v, &n));
    PetscCall(VecGetOwnershipRange(v, &l->first, &l->end));
    l->nfree = n;
    PetscCall(VecDestroy(&v));
  }
  for (PetscInt k = 0; k < model->nblocks; k++) {
    Block *b = &model->block[k];

    PetscCall(PetscMalloc1((size_t)b->nd * (size_t)b->ncells, &b->dofs));
  }
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    const int nc   = it.block->kernel->nc;
    PetscInt *dofs = BlockDofs(it.block, it.element);

    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      for (int c = 0; c < nc; c++)
        dofs[i * nc + c] = l->dof[COMPONENTS * it.node[i] + BlockComponent(it.block, c)];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* layout.nheld, held. */
static PetscErrorCode ListSupportDofs(Model model, PetscInt *const support_of[COMPONENTS])
{
  const PetscInt n = model->mesh->g.nnodes;
  Layout        *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) l->nheld += __builtin_popcount(l->supported[i]);
  PetscCall(PetscMalloc1(l->nheld, &l->held));
  for (PetscInt i = 0, h = 0; i < n; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (support_of[c][i] >= 0)
        l->held[h++] = (SupportDof){l->dof[COMPONENTS * i + c], i, c, support_of[c][i]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Support.about of those that have none: the mean of the nodes, in the reference, that they hold. */
static PetscErrorCode FindMomentPoints(Model model, PetscInt *const support_of[COMPONENTS])
{
  const Geometry *g = &model->mesh->g;
  PetscReal(*sum)[4]; /* of positions, and how many */

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->nsupports, &sum));
  for (int i = 0; i < g->nnodes; i++)
    for (PetscInt s = 0;
         s < model->nsupports && model->mesh->owned[i] && model->layout.supported[i]; s++) {
      PetscBool holds = PETSC_FALSE;

      for (int c = 0; c < COMPONENTS; c++) holds = (PetscBool)(holds || support_of[c][i] == s);
      for (int d = 0; d < 3 && holds; d++) sum[s][d] += g->x[i][d];
      sum[s][3] += holds;
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, (PetscMPIInt)(4 * model->nsupports), MPIU_REAL,
                              MPI_SUM, model->comm));
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int d = 0; d < 3 && !model->support[s].has_moment_point && sum[s][3] > 0; d++)
      model->support[s].moment_point[d] = sum[s][d] / sum[s][3];
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* layout.nmotions, moved, motion_of. */
static PetscErrorCode ListMovedDofs(Model model, PetscInt *const support_of[COMPONENTS])
{
  Layout *l = &model->layout;
  PetscInt(*number)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->nsupports, &number));
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++)
      number[s][c] = model->support[s].motion[c] ? l->nmotions++ : -1;
  for (int pass = 0; pass < 2; pass++) {
    l->nmoved = 0;
    for (int i = 0; i < model->mesh->g.nnodes; i++)
      for (int c = 0; c < COMPONENTS; c++) {
        const PetscInt s = support_of[c][i];

        if (s < 0 || number[s][c] < 0) continue;
        if (pass) l->moved[l->nmoved] = (MovedDof){l->dof[COMPONENTS * i + c], s, c, number[s][c]};
        l->nmoved++;
      }
    if (!pass) PetscCall(PetscMalloc1(l->nmoved, &l->moved));
  }
  PetscCall(PetscFree(number));
  if (!l->nmotions) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(l->nlocal, &l->motion_of));
  for (PetscInt i = 0; i < l->nlocal; i++) l->motion_of[i] = -1;
  for (PetscInt m = 0; m < l->nmoved; m++) l->motion_of[l->moved[m].dof] = l->moved[m].motion;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LayoutCreate(FsOptions o, Model model)
{
  const PetscInt n = model->mesh->g.nnodes;
  int            directions;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(n, &model->layout.components, n, &model->layout.supported));
  PetscCall(DirectionsFromOptions(o, model, &directions));
  PetscCall(NodeComponents(model, directions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LayoutSetUp(Model model)
{
  const PetscInt n = model->mesh->g.nnodes;
  Layout        *l = &model->layout;
  PetscInt      *support_of[COMPONENTS]; /* the support that holds a component of a node */

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++) {
    PetscCall(PetscMalloc1(n, &support_of[c]));
    for (PetscInt i = 0; i < n; i++) support_of[c][i] = -1;
  }
  PetscCall(ApplySupports(model, support_of));
  PetscCall(CheckRotations(model, support_of));
  PetscCall(CheckDofCount(model));
  PetscCall(CreateSection(model));
  PetscCall(IndexDofs(model));
  PetscCall(MultipliersList(model));
  PetscCall(CouplingsIndexDofs(model));
  PetscCall(SlidersIndexDofs(model));
  PetscCall(ListSupportDofs(model, support_of));
  PetscCall(FindMomentPoints(model, support_of));
  PetscCall(ListMovedDofs(model, support_of));
  for (int c = 0; c < COMPONENTS; c++) PetscCall(PetscFree(support_of[c]));
  PetscCheck(l->nfree > l->nmultipliers, model->comm, PETSC_ERR_USER_INPUT,
             "the model has no free dofs: every node is supported; take sets out of -supports");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LayoutDestroy(Model model)
{
  Layout *l = &model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscFree2(l->components, l->supported));
  PetscCall(PetscFree2(l->dof, l->global));
  PetscCall(PetscFree(l->held));
  PetscCall(PetscFree(l->moved));
  PetscCall(PetscFree(l->motion_of));
  PetscCall(PetscFree(l->multiplier));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local)
{
  PetscFunctionBeginUser;
  PetscCall(DMGlobalToLocalBegin(model->mesh->dm, global, INSERT_VALUES, local));
  PetscCall(DMGlobalToLocalEnd(model->mesh->dm, global, INSERT_VALUES, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}
