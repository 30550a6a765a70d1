/* fe.c: the System of a Model: M, C, K of the linear parts assembled once, forces by time, and what depends on the
   configuration (elements.c) or on the motion of a node (laws). */
#include "fe.h"
#include "profile.h"

/* The linear parts of some elements of a block. */
static PetscErrorCode AssembleSome(const FE *fe, const Block *b, PetscInt first, PetscInt n, const Adding to[])
{
  double values[3][ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  Places places;

  PetscFunctionBeginUser;
  PetscCall(PlacesCreate(fe->M, fe->model->layout.global, b->nd, n, b->dofs + first * b->nd, &places));
  for (PetscInt e = 0; e < n; e++) {
    PetscCall(BlockLinearPart(fe->model, b, first + e, values[0], values[1], values[2]));
    for (int m = 0; m < 3; m++)
      if (to[m].A) PetscCall(PlacesAdd(places, e, values[m], &to[m]));
  }
  PetscCall(PlacesDestroy(&places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Terms without an entry go; the mass of a linear model stays, whatever it is. */
static PetscErrorCode Assemble(FE *fe, PetscBool linear)
{
  enum { SOME = 1024 }; /* elements whose places are kept at a time */
  Mat *const all[3] = {&fe->M, &fe->C, &fe->K};
  Adding     to[3]  = {{NULL}};

  PetscFunctionBeginUser;
  for (int m = 0; m < 3; m++)
    if (*all[m]) PetscCall(AddingBegin(*all[m], &to[m]));
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b = &fe->model->block[k];

    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    for (PetscInt first = 0; first < b->ncells; first += SOME)
      PetscCall(AssembleSome(fe, b, first, PetscMin(SOME, b->ncells - first), to));
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  for (int m = 0; m < 3; m++) {
    PetscReal norm;

    if (!*all[m]) continue;
    PetscCall(AddingEnd(&to[m]));
    PetscCall(MatAssemblyBegin(*all[m], MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*all[m], MAT_FINAL_ASSEMBLY));
    PetscCall(MatNorm(*all[m], NORM_FROBENIUS, &norm));
    if (norm == 0 && !(linear && all[m] == &fe->M)) PetscCall(MatDestroy(all[m]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Forces of the linear parts' mass in a unit acceleration along x, y, z, held nodes included. */
static PetscErrorCode CreateField(FE *fe)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  const DM     dm = fe->model->mesh->dm;
  PetscScalar *f[3];
  PetscReal    most = 0, size;
  Vec          local[3];

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscCall(DMCreateGlobalVector(dm, &fe->field[c]));
    PetscCall(DMGetLocalVector(dm, &local[c]));
    PetscCall(VecZeroEntries(local[c]));
    PetscCall(VecGetArray(local[c], &f[c]));
  }
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b  = &fe->model->block[k];
    const int    nc = b->kernel->nc;

    for (PetscInt e = 0; e < b->ncells; e++) {
      const PetscInt *dofs = b->dofs + e * b->nd;

      PetscCall(ElementLinearPart(fe->model, b, e, M, C, K));
      for (PetscInt i = 0; i < b->nd; i++)
        for (PetscInt j = 0; j < b->nd; j++) {
          const int c = nc == 1 ? 2 : (int)(j % nc);

          if (dofs[i] >= 0 && c < 3) f[c][dofs[i]] += M[i * b->nd + j];
        }
    }
  }
  for (int c = 0; c < 3; c++) {
    PetscCall(VecRestoreArray(local[c], &f[c]));
    PetscCall(VecZeroEntries(fe->field[c]));
    PetscCall(DMLocalToGlobalBegin(dm, local[c], ADD_VALUES, fe->field[c]));
    PetscCall(DMLocalToGlobalEnd(dm, local[c], ADD_VALUES, fe->field[c]));
    PetscCall(DMRestoreLocalVector(dm, &local[c]));
    PetscCall(VecNorm(fe->field[c], NORM_INFINITY, &size));
    most = PetscMax(most, size);
  }
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b = &fe->model->block[k];

    if (BlockIsNonlinear(fe->model, b) && b->kernel->traits(b->prop).weight_turns) most = 1;
  }
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, fe->model->comm));
  PetscCheck(most > 0, fe->model->comm, PETSC_ERR_USER_INPUT,
             "-gravity, -base_acceleration_x: the model has no mass that moves; give the parts a density or the like");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mult_FE(System sys, Vec q, Vec v, Vec a, Vec y)
{
  FE       *fe    = sys->data;
  PetscBool added = PETSC_FALSE; /* whether y holds something already */

  PetscFunctionBeginUser;
  if (a && fe->M) {
    PetscCall(MatMult(fe->M, a, y));
    added = PETSC_TRUE;
  }
  if (v && fe->C) {
    PetscCall(added ? MatMultAdd(fe->C, v, y, y) : MatMult(fe->C, v, y));
    added = PETSC_TRUE;
  }
  if (q && fe->K) {
    PetscCall(added ? MatMultAdd(fe->K, q, y, y) : MatMult(fe->K, q, y));
    added = PETSC_TRUE;
  }
  if (!added) PetscCall(VecZeroEntries(y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_FE(System sys, PetscReal t, Vec f)
{
  FE          *fe = sys->data;
  PetscScalar *x;
  PetscReal    gravity[3];

  PetscFunctionBeginUser;
  PetscCall(ModelGravity(fe->model, t, gravity));
  for (int c = 0; c < 3; c++)
    if (gravity[c] != 0) PetscCall(VecAXPY(f, fe->factor * gravity[c], fe->field[c]));
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < fe->model->nloads; k++) {
    const Load *load = &fe->model->load[k];
    PetscReal   g    = ExpressionValue(load->time, &t);

    PetscCall(ExpressionCheck(load->time, &t, g));
    g *= fe->factor;
    for (PetscInt i = 0; i < load->n; i++) x[load->at[i]] += g * load->force[i];
  }
  PetscCall(VecRestoreArray(f, &x));
  PetscCall(DriveForce(fe->drive, t, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceOfLaws(FE *fe, PetscReal t, Vec q, Vec v, Vec f)
{
  const PetscScalar *x, *xd;
  PetscScalar       *y;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  PetscCall(VecGetArray(f, &y));
  for (PetscInt k = 0; k < fe->model->nlaws; k++) PetscCall(LawForces(&fe->model->law[k], t, x, xd, y));
  PetscCall(VecRestoreArray(f, &y));
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_FE(System sys, PetscReal t, Vec q, Vec v, Vec a, Vec r)
{
  PetscFunctionBeginUser;
  PetscCall(Mult_FE(sys, q, v, a, r));
  PetscCall(VecScale(r, -1));
  PetscCall(Force_FE(sys, t, r));
  PetscCall(ForceOfLaws(sys->data, t, q, v, r));
  PetscCall(VecScale(r, -1));
  if (((FE *)sys->data)->local) PetscCall(ElementsResidual(sys->data, &sys->rows, t, q, v, a, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A -= cc dF/dv + ck dF/dq of the laws. */
static PetscErrorCode AddSlopesOfLaws(FE *fe, PetscReal t, Vec q, Vec v, PetscReal cc, PetscReal ck, Mat A)
{
  const PetscScalar *x, *xd;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  for (PetscInt k = 0; k < fe->model->nlaws; k++) {
    const Law *law = &fe->model->law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      PetscReal by_q[9], by_v[9], block[9];
      PetscInt  at[3];

      PetscCall(LawSlopes(law, i, t, x, xd, by_q, by_v));
      for (int j = 0; j < 9; j++) block[j] = -cc * by_v[j] - ck * by_q[j];
      for (int c = 0; c < 3; c++) at[c] = law->at[3 * i + c] < 0 ? -1 : first + law->at[3 * i + c];
      PetscCall(MatSetValues(A, 3, at, 3, at, block, ADD_VALUES));
    }
  }
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_FE(System sys, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm, PetscReal cc,
                                 PetscReal ck, Mat A)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  if (fe->stencil) {
    const PetscReal c[STENCIL_TERMS] = {cm, cc, ck};

    PetscCall(StencilCombine(fe->stencil, c, A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (fe->M) PetscCall(MatCopy(fe->M, A, SAME_NONZERO_PATTERN));
  if (fe->M) PetscCall(MatScale(A, cm));
  else PetscCall(MatZeroEntries(A));
  if (fe->K) PetscCall(MatAXPY(A, ck, fe->K, SAME_NONZERO_PATTERN));
  if (fe->C) PetscCall(MatAXPY(A, cc, fe->C, SAME_NONZERO_PATTERN));
  if (!q || !v) PetscFunctionReturn(PETSC_SUCCESS); /* of the linear parts alone */
  if (fe->model->nlaws && (cc != 0 || ck != 0)) PetscCall(AddSlopesOfLaws(fe, t, q, v, cc, ck, A));
  if (fe->local) PetscCall(ElementsTangent(fe, &sys->rows, t, q, qd, v, a, cm, cc, ck, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Matrix_FE(System sys, PetscBool assembled, Mat *A)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  if (assembled) PetscCall(StencilCreateAssembled(fe->stencil, A));
  else PetscCall(StencilCreateOperator(fe->stencil, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* M, C, K of a linear model as operators, where their rows repeat; the assembled ones go. */
static PetscErrorCode ReplaceMatrices(Options o, System sys)
{
  enum { AUTO, ASSEMBLED, MATRIX_FREE };
  static const char *const names[]              = {"auto", "assembled", "matrix_free", NULL};
  FE                      *fe                   = sys->data;
  const Mat                terms[STENCIL_TERMS] = {fe->M, fe->C, fe->K};
  Mat *const               mats[STENCIL_TERMS]  = {&fe->M, &fe->C, &fe->K};
  PetscInt                 choice               = AUTO;
  PetscReal                length               = 0;

  PetscFunctionBeginUser;
  PetscCall(OptionsChoice(o, "-operator", names, &choice, NULL));
  PetscCheck(choice != MATRIX_FREE || sys->linear, sys->comm, PETSC_ERR_USER_INPUT,
             "-operator matrix_free is for linear models: leave it out, or take -linearize");
  if (choice == ASSEMBLED || !sys->linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StencilCreate(terms, &length, &fe->stencil));
  PetscCheck(choice != MATRIX_FREE || fe->stencil, sys->comm, PETSC_ERR_USER_INPUT,
             "-operator matrix_free needs rows of nodes that repeat, as in a generated mesh (%.3g in a row alike here, "
             "8 needed): take -operator assembled",
             (double)length);
  if (!fe->stencil) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < STENCIL_TERMS; k++) {
    PetscReal c[STENCIL_TERMS] = {0};

    if (!terms[k]) continue;
    PetscCall(MatDestroy(mats[k]));
    PetscCall(StencilCreateOperator(fe->stencil, mats[k]));
    c[k] = 1;
    PetscCall(StencilCombine(fe->stencil, c, *mats[k]));
  }
  PetscCall(MatDestroy(&sys->mat));
  sys->ops.matrix = Matrix_FE;
  sys->operators  = PETSC_TRUE;
  sys->always     = (PetscBool)(choice == MATRIX_FREE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Small models have time to solve to the last digit; with joints, multipliers, which no test of the steps sees, would lag
   behind. */
static PetscErrorCode ChooseNewton(Options o, System sys)
{
  enum { MODIFIED, FULL };
  static const char *const names[] = {"modified", "full", NULL};
  PetscInt                 choice  = MODIFIED, n;
  PetscBool                set;

  PetscFunctionBeginUser;
  PetscCall(OptionsChoice(o, "-newton", names, &choice, &set));
  PetscCheck(!set || !sys->linear, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton has no effect: the model is linear; remove it");
  PetscCheck(!set || !sys->constrained || choice == FULL, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton modified is not for models with -joints; remove it");
  PetscCall(VecGetSize(sys->vec, &n));
  sys->keeps = (PetscBool)(!sys->linear && !sys->constrained && choice == MODIFIED && (set || n > SMALL_MODEL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_FE(System sys)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(StencilDestroy(&fe->stencil));
  PetscCall(MatDestroy(&fe->M));
  PetscCall(MatDestroy(&fe->C));
  PetscCall(MatDestroy(&fe->K));
  for (int c = 0; c < 3; c++) PetscCall(VecDestroy(&fe->field[c]));
  PetscCall(VecDestroy(&fe->local));
  PetscCall(VecDestroy(&fe->turned));
  PetscCall(ElementsForget(fe));
  PetscCall(DriveDestroy(&fe->drive));
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What the elements of a model ask of a solver. */
typedef struct {
  int nonlinear;      /* some are evaluated at every state */
  int damped;         /* the linear parts have a C */
  int velocity_bound; /* forces of some nonlinear ones depend on the velocity */
  int rotates;        /* a free dof is a finite rotation */
} Traits;

static PetscErrorCode FindTraits(Model model, Traits *traits)
{
  PetscFunctionBeginUser;
  *traits = (Traits){.nonlinear = model->noriented > 0 || model->njoints > 0};
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b        = &model->block[k];
    const int    velocity = b->kernel->traits(b->prop).velocity;

    if (BlockIsNonlinear(model, b)) traits->nonlinear = 1, traits->velocity_bound |= velocity;
    else traits->damped |= velocity;
  }
  traits->damped |= model->damping_mass > 0 || model->damping_stiffness > 0;
  traits->rotates = !model->linearize && NodesChart(model->nodes)->n > 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, traits, sizeof *traits / sizeof(int), MPI_INT, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SystemSetLoadFactor(System sys, PetscReal factor)
{
  FE *fe = sys->data;

  fe->factor = factor;
  NodesSetFactor(fe->model->nodes, factor);
  DriveForget(fe->drive);
}

void SystemSetStatic(System sys, PetscBool still)
{
  FE *fe = sys->data;

  NodesSetStatic(fe->model->nodes, still);
  DriveForget(fe->drive);
}

/* M, C, K of the linear parts, and the pattern of all matrices. */
static PetscErrorCode CreateMatrices(Options o, System sys, PetscBool damped)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_PATTERN));
  PetscCall(PatternCreate(fe->model, sys->linear, &sys->mat));
  PetscCall(EventEnd(EVENT_PATTERN));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->M));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->K));
  if (damped) PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->C));
  PetscCall(EventBegin(EVENT_MATRICES));
  PetscCall(Assemble(fe, sys->linear));
  PetscCall(EventEnd(EVENT_MATRICES));
  if (sys->linear) { /* M is as good a pattern */
    PetscCall(MatDestroy(&sys->mat));
    sys->mat = fe->M;
    PetscCall(PetscObjectReference((PetscObject)sys->mat));
  }
  PetscCall(ReplaceMatrices(o, sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateFE(Options o, Model model, System *out)
{
  System sys;
  FE    *fe;
  Traits traits;

  PetscFunctionBeginUser;
  PetscCall(FindTraits(model, &traits));
  PetscCheck(!traits.nonlinear || model->damping_stiffness == 0, model->comm, PETSC_ERR_USER_INPUT,
             "-damping_stiffness is of linear elements; give -part_<name>_damping, which is proportional to the "
             "present stiffness");
  PetscCall(SystemCreate(model->comm, &sys));
  PetscCall(PetscNew(&fe));
  fe->model        = model;
  fe->factor       = 1;
  sys->data        = fe;
  sys->linear      = (PetscBool)(model->nlaws == 0 && !traits.nonlinear);
  sys->rotates     = (PetscBool)traits.rotates;
  sys->constrained = (PetscBool)(model->njoints > 0);
  sys->rates       = sys->rotates;
  sys->rows        = (Constraints){CONSTRAINT_POSITION, 1, 1};
  sys->ops         = (SystemOps){.mult      = Mult_FE,
                                 .force     = Force_FE,
                                 .residual  = Residual_FE,
                                 .tangent   = Tangent_FE,
                                 .frequency = Frequency_FE,
                                 .destroy   = Destroy_FE};
  VectorOps(&sys->ops);
  ConstraintOps(&sys->ops);
  sys->velocity_free = (PetscBool)(!traits.damped && !traits.velocity_bound && !traits.rotates);
  for (PetscInt k = 0; k < model->nlaws; k++)
    if (model->law[k].viscous) sys->velocity_free = PETSC_FALSE;
  PetscCall(ModelReach(model, &sys->reach));
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &sys->vec));
  PetscCall(CreateMatrices(o, sys, (PetscBool)traits.damped));
  PetscCall(ChooseNewton(o, sys));
  if (traits.nonlinear) PetscCall(DMCreateLocalVector(model->mesh->dm, &fe->local));
  if (traits.rotates) {
    PetscCall(VecDuplicate(sys->vec, &fe->turned));
    PetscCall(VecZeroEntries(fe->turned));
  }
  if (ModelHasGravity(model)) PetscCall(CreateField(fe));
  PetscCall(DriveCreate(model, &fe->drive));
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}
