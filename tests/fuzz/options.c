/* options.c: any bytes as the options of a run. A byte 28 (ASCII's file separator) ends a part: the
   files a, b and c, of which the command line names a; more of the command line, an argument a
   line; PETSC_OPTIONS; and a sixth part, whatever it is, stands for FSOLVE_ALLOW_PETSC=all. What is
   accepted is found again, and what is recorded of it reads as the same options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "input/option_list.h"
#include "input/petsc_options.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { A, B, C, COMMAND_LINE, VARIABLE, ALLOW, NPARTS, SEPARATOR = 28 };

static void check(int good)
{
  if (!good) abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) { return MPI_Init(argc, argv); }

static void write_file(const char name[], const char text[], size_t size)
{
  FILE *file = fopen(name, "w");

  check(file && fwrite(text, 1, size, file) == size && !fclose(file));
}

static int read_all(char *argv[], FsOptionList *supplied)
{
  char message[1024];
  int  argc = 0, bad;

  while (argv[argc]) argc++;
  bad = FsOptionListRead(MPI_COMM_SELF, argc, argv, supplied, message, sizeof message);
  check(!bad || (message[0] && strlen(message) < sizeof message - 1 && !*supplied));
  return bad;
}

/* Whether a file can say what an option says: it has no new lines, one kind of quotes, and may not
 * start programs. */
static int can_be_written(const OptionEntry *o)
{
  const char *const v = o->value ? o->value : "";

  return (strcasecmp(o->name, "-petsc") || !petsc_text_runs_programs(v)) &&
         !strpbrk(v, "\r\n\v\f") && !(strchr(v, '"') && strchr(v, '\''));
}

static void check_record(FsOptionList supplied)
{
  const size_t n    = OptionListWrite(supplied, NULL, NULL, 0);
  char        *text = calloc(n + 1, 1), file[] = "-options_file", name[] = "record",
       *argv[]       = {file, file, name, NULL};
  FsOptionList again = NULL;
  int          all = 1, k = 0;

  check(OptionListWrite(supplied, NULL, text, n + 1) == n && strlen(text) == n);
  for (int i = 0; i < supplied->nnames; i++)
    all = all && (OptionIsFile(&supplied->named[i]) || can_be_written(&supplied->named[i]));
  if (n && all) {
    write_file(name, text, n);
    check(!read_all(argv, &again));
    for (int i = 0; i < supplied->nnames; i++) {
      const OptionEntry *const o = &supplied->named[i];

      if (OptionIsFile(o)) continue;
      while (OptionIsFile(&again->named[k])) k++;
      check(!strcmp(again->named[k].name, o->name) && !again->named[k].value == !o->value);
      check(!o->value || !strcmp(again->named[k].value, o->value));
      k++;
    }
  }
  FsOptionListDestroy(&again);
  free(text);
}

static void check_given(FsOptionList supplied)
{
  for (int i = 0; i < supplied->n; i++) {
    const OptionEntry *const o       = &supplied->option[i];
    const char *const        known[] = {"-dt", "-part_beam_young", o->name};

    check(option_is_name(o->name) && OptionListFind(supplied, o->name) &&
          FsOptionListHas(supplied, o->name));
    (void)petsc_option_looks_like_one(o->name);
    if (i > 0) continue; /* the rest takes most of the time */
    (void)petsc_option_nearest(o->name);
    check(strlen(o->name) > 96 || !strcasecmp(FsNearestWord(o->name, 3, known), o->name));
  }
  check_record(supplied);
}

/* The arguments of the command line: -options_file a, then the lines of text. */
static void split(char *text, char *argv[], size_t most)
{
  static char file[] = "-options_file", a[] = "a";
  size_t      n = 0;

  argv[n++] = file;
  argv[n++] = file;
  argv[n++] = a;
  for (char *line = strtok(text, "\n"); line && n + 1 < most; line = strtok(NULL, "\n"))
    argv[n++] = line;
  argv[n] = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  static const char *const names[] = {"a", "b", "c"};
  char                    *text = calloc(size + 1, 1), *part = text, *argv[64];
  FsOptionList             supplied = NULL;

  if (size) memcpy(text, bytes, size);
  unsetenv("PETSC_OPTIONS");
  unsetenv("FSOLVE_ALLOW_PETSC");
  split(text + size, argv, sizeof argv / sizeof *argv);
  for (int k = 0; k < NPARTS; k++) {
    char *const end    = part ? memchr(part, SEPARATOR, (size_t)(text + size - part)) : NULL;
    size_t      length = part ? (size_t)((end ? end : text + size) - part) : 0;

    if (end) *end = 0;
    if (k <= C && part) write_file(names[k], part, length);
    else if (k <= C) unlink(names[k]);
    else if (k == COMMAND_LINE && part) split(part, argv, sizeof argv / sizeof *argv);
    else if (k == VARIABLE && part) setenv("PETSC_OPTIONS", part, 1);
    else if (k == ALLOW && part) setenv("FSOLVE_ALLOW_PETSC", "all", 1);
    part = end ? end + 1 : NULL;
  }
  if (!read_all(argv, &supplied)) check_given(supplied);
  unsetenv("PETSC_OPTIONS");
  FsOptionListDestroy(&supplied);
  free(text);
  return 0;
}
