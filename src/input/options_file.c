/* options_file.c: reads files of options into names and values, each with its place.

   It runs on one rank, without PETSc. PETSc's own reader is not used, because an error on one rank
   would let the other ranks wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "option_list.h"

enum { MAX_DEPTH = 16, MAX_FILES = 1000, MAX_NAME = 200, MAX_PATH = 4096 };
static const size_t MOST    = (size_t)1 << 28; /* bytes of all options; a case is shorter */
static const char   SPACE[] = " \t\r\n\v\f";

/* A file that is being read. */
typedef struct OptionsFile {
  const char               *path;
  const struct OptionsFile *included_by; /* NULL for a file of the command line */
  int                       depth;
  dev_t                     device;
  ino_t                     number;
} OptionsFile;

int OptionListError(OptionListBuilder *r, const char format[], ...)
{
  va_list args;

  va_start(args, format);
  vsnprintf(r->message, r->size, format, args);
  va_end(args);
  return 1;
}

int option_is_name(const char word[])
{
  const char *p = word + 1 + (word[0] == '-' && word[1] == '-');

  if (word[0] != '-' || !isalpha((unsigned char)*p)) return 0;
  while (isalnum((unsigned char)*p) || *p == '_' || *p == '-' || *p == '.') p++;
  return !*p || (*p == '+' && !p[1]);
}

OptionWord option_word(char **at)
{
  OptionWord w = {*at + strspn(*at, SPACE), 0};
  char      *end;

  if (*w.word == '"' || *w.word == '\'') {
    w.quote = *w.word++;
    end     = strchr(w.word, w.quote);
  } else {
    end = w.word + strcspn(w.word, SPACE);
    if (end == w.word) return (OptionWord){NULL, 0};
  }
  if (!end) return (OptionWord){NULL, w.quote};
  *at  = *end ? end + 1 : end;
  *end = 0;
  return w;
}

static int append(OptionListBuilder *r, const char head[], const char text[])
{
  const size_t more = strlen(head) + strlen(text) + 1;

  if (r->nbytes + more > MOST)
    return OptionListError(r, "the options are longer than %zu MB", MOST >> 20);
  if (r->nbytes + more > r->capacity) {
    const size_t capacity = 2 * (r->nbytes + more);
    char        *bytes    = realloc(r->bytes, capacity);

    if (!bytes) return OptionListError(r, "memory is missing for %zu bytes of options", capacity);
    r->bytes    = bytes;
    r->capacity = capacity;
  }
  r->nbytes += (size_t)snprintf(r->bytes + r->nbytes, more, "%s%s", head, text) + 1;
  return 0;
}

static int read_file(OptionListBuilder *r, const char path[], const char place[],
                     const OptionsFile *included_by);

/* Finds the last option of this name so far. Returns its place and value, or NULL. */
static const char *find_place(const OptionListBuilder *r, const char name[], const char **value)
{
  const char *place = NULL;

  if (!r->bytes) return NULL;
  for (const char *p = r->bytes, *end = p + r->nbytes; p < end;) {
    const char *const at = p + strlen(p) + 1, *const text = at + strlen(at) + 1;

    if (!strcasecmp(p, name)) {
      place  = at;
      *value = *text ? text + 1 : "";
    }
    p = text + strlen(text) + 1;
  }
  return place;
}

/* Adds the values of a list, whose name ends with a plus, behind the last list of this name. */
static int add_to_list(OptionListBuilder *r, const char name[], const char *value,
                       const char place[])
{
  char       *copy, *joined;
  const char *list = "", *const colon = *place ? ": " : "", *earlier;
  const int length = (int)strlen(name) - 1;
  size_t    size;
  int       bad;

  if (!value || !*value)
    return OptionListError(r, "%s%s%s needs values to add to the list %.*s", place, colon, name,
                           length, name);
  copy = strdup(name);
  if (!copy) return OptionListError(r, "memory is missing for %s", name);
  copy[length] = 0;
  earlier      = find_place(r, copy, &list);
  size         = strlen(list) + strlen(value) + 2;
  joined       = malloc(size);
  if (joined) snprintf(joined, size, "%s%s%s", list, *list ? "," : "", value);
  /* a copy, because the bytes may move */
  place = earlier ? strdup(earlier) : place;
  bad   = !joined || !place ? OptionListError(r, "memory is missing for %s", name)
                            : append(r, "", copy) || append(r, "", place) || append(r, "+", joined);
  if (earlier) free((void *)place);
  free(joined);
  free(copy);
  return bad;
}

/* Adds an option of the file included_by, which is NULL for the command line. */
static int add_option(OptionListBuilder *r, const char name[], const char *value,
                      const char place[], const OptionsFile *included_by)
{
  static const char *const unsupported[] = {"-options_file_yaml", "-options_string_yaml",
                                            "-prefix_push", "-prefix_pop"};
  const char *const        colon         = *place ? ": " : "";

  if (name[1] == '-' && strcasecmp(name, "--help") && strcasecmp(name, "--version"))
    return OptionListError(r, "%s%s%.100s: options start with one minus; write %.100s", place,
                           colon, name, name + 1);
  if (name[1] == '-') name++;
  if (!strcasecmp(name, OPTION_LET_NAME "+")) name = OPTION_LET_NAME; /* they all count anyway */
  if (strlen(name) > MAX_NAME)
    return OptionListError(r, "%s%s%.40s...: no option has such a long name", place, colon, name);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(unsupported); k++)
    if (!strcasecmp(name, unsupported[k]))
      return OptionListError(r,
                             "%s%s%s is not supported: write whole names, and lines '-key value'",
                             place, colon, name);
  if (!strcasecmp(name, OPTION_FILE_NAME)) {
    if (!value || !*value)
      return OptionListError(r, "%s%s-options_file needs the name of a file", place, colon);
    return read_file(r, value, place, included_by);
  }
  if (name[strlen(name) - 1] == '+') return add_to_list(r, name, value, place);
  return append(r, "", name) || append(r, "", place) ||
         append(r, value ? "=" : "", value ? value : "");
}

int OptionListAddList(OptionListBuilder *r, FsOptionList list,
                      PetscBool (*skips)(const char name[]))
{
  int bad = 0;

  for (int k = 0; k < list->n && !bad; k++) {
    const OptionEntry *const o = &list->option[k];

    if (skips(o->name)) continue;
    bad = append(r, "", o->name) || append(r, "", o->place) ||
          append(r,
                 !o->value  ? ""
                 : o->added ? "+"
                            : "=",
                 o->value ? o->value : "");
  }
  return bad;
}

int OptionListAdd(OptionListBuilder *r, const char name[], const char *value, const char place[])
{
  return add_option(r, name, value, place, NULL);
}

static int quote_error(OptionListBuilder *r, char quote, const char place[])
{
  return OptionListError(r, "%s: the quote %c is not closed", place, quote);
}

/* Reports a word at the place of an option's name. */
static int word_error(OptionListBuilder *r, OptionWord w, int first, const char place[])
{
  if (first)
    return OptionListError(r, "%s: expected '-key value' or a # comment, found '%.40s'", place,
                           w.word ? w.word : "\"");
  if (!w.word) return quote_error(r, w.quote, place);
  return OptionListError(r, "%s: '%.40s' follows the value; quote values that contain spaces",
                         place, w.word);
}

/* Reads a line, which is empty, a comment, or has '-key [value]' once or several times. It changes
   the line. */
static int read_line(OptionListBuilder *r, char line[], const char place[], const OptionsFile *file)
{
  OptionWord key = option_word(&line);

  for (int first = 1; key.word || key.quote; first = 0) {
    OptionWord value, next;
    int        has_value;

    if (key.word && *key.word == '#' && !key.quote) return 0;
    if (!key.word || key.quote || !option_is_name(key.word))
      return word_error(r, key, first, place);
    value = next = option_word(&line);
    if (!value.word && value.quote) return quote_error(r, value.quote, place);
    has_value = value.word && (value.quote || (*value.word != '#' && !option_is_name(value.word)));
    if (has_value) next = option_word(&line);
    if (add_option(r, key.word, has_value ? value.word : NULL, place, file)) return 1;
    key = next;
  }
  return 0;
}

/* Returns all of a stream, which may be a pipe, in allocated memory, or NULL with the problem. */
static char *read_stream(FILE *stream, const char **problem)
{
  size_t n = 0, capacity = 0, got = 1;
  char  *text = NULL;

  *problem = NULL;
  while (got && !*problem) {
    if (capacity < n + 2) {
      char *bigger = realloc(text, capacity = 2 * capacity + 65536);

      *problem = bigger ? NULL : "memory is missing for it";
      if (!bigger) break;
      text = bigger;
    }
    got = fread(text + n, 1, capacity - n - 1, stream);
    if (memchr(text + n, 0, got)) *problem = "is not a text: it has a zero byte";
    n += got;
    if (n > MOST) *problem = "is too long for options";
  }
  if (ferror(stream)) *problem = strerror(errno);
  else if (!n) *problem = "is empty";
  if (!*problem) {
    text[n] = 0;
    return text;
  }
  free(text);
  return NULL;
}

/* Rejects a file that includes itself, directly or not, one that is nested too deep, and one after
   too many files. A dozen files of which each includes the next ten times would never end. */
static int check_depth(OptionListBuilder *r, const OptionsFile *file)
{
  if (++r->nfiles > MAX_FILES)
    return OptionListError(
      r, "-options_file %.200s: more than %d files of options are read; include each once",
      file->path, MAX_FILES);
  for (const OptionsFile *f = file->included_by; f; f = f->included_by)
    if (f->device == file->device && f->number == file->number)
      return OptionListError(r, "-options_file %.200s: the file includes itself; remove that line",
                             file->path);
  if (file->depth < MAX_DEPTH) return 0;
  return OptionListError(r, "-options_file %.200s: files include each other more than %d deep",
                         file->path, MAX_DEPTH);
}

/* Sets path[MAX_PATH] to name, or to name beside the including file if only that exists. */
static void find_file(const char name[], const OptionsFile *included_by, char path[])
{
  const char *slash = included_by ? strrchr(included_by->path, '/') : NULL;

  snprintf(path, MAX_PATH, "%s", name);
  if (!slash || name[0] == '/' || !access(path, F_OK)) return;
  snprintf(path, MAX_PATH, "%.*s/%s", (int)(slash - included_by->path), included_by->path, name);
  if (access(path, F_OK)) snprintf(path, MAX_PATH, "%s", name);
}

/* Reads the lines of a text, and changes it. */
static int read_lines(OptionListBuilder *r, char text[], const OptionsFile *file)
{
  char *next = text;
  int   bad  = 0;

  if (!strncmp(text, "\xEF\xBB\xBF", 3))
    next += 3; /* the mark with which some editors start UTF-8 */
  for (int number = 1; next && !bad; number++) {
    char *const line = next, place[MAX_PATH + 16];

    next = strchr(line, '\n');
    if (next) *next++ = 0;
    snprintf(place, sizeof place, "%s:%d", file->path, number);
    bad = read_line(r, line, place, file);
  }
  return bad;
}

int OptionListAddText(OptionListBuilder *r, const char text[], const char name[])
{
  const OptionsFile file = {.path = name};
  char             *copy = strdup(text);
  const int         bad =
    copy ? read_lines(r, copy, &file) : OptionListError(r, "memory is missing for the options");

  free(copy);
  return bad;
}

static int read_file(OptionListBuilder *r, const char name[], const char place[],
                     const OptionsFile *included_by)
{
  char        path[MAX_PATH], *text;
  const char *problem, *const colon = *place ? ": " : "";
  const char *end    = strrchr(name, '.');
  OptionsFile file   = {path, included_by, included_by ? included_by->depth + 1 : 0, 0, 0};
  FILE       *stream = NULL;
  struct stat status;
  int         bad;

  find_file(name, included_by, path);
  if (end && (!strcasecmp(end, ".yaml") || !strcasecmp(end, ".yml")))
    return OptionListError(
      r, "%s%s-options_file %.200s: YAML is not read; write one '-key value' a line", place, colon,
      path);
  stream = fopen(path, "r");
  if (!stream)
    return OptionListError(r, "%s%s-options_file %.200s: cannot be opened (%s); check the path",
                           place, colon, path, strerror(errno));
  if (!fstat(fileno(stream), &status)) {
    file.device = status.st_dev;
    file.number = status.st_ino;
  }
  bad  = check_depth(r, &file);
  text = bad ? NULL : read_stream(stream, &problem);
  fclose(stream);
  if (bad) return 1;
  if (!text) return OptionListError(r, "%s%s-options_file %.200s: %s", place, colon, path, problem);
  bad = append(r, "", OPTION_FILE_NAME) || append(r, "", place) || append(r, "=", path) ||
        read_lines(r, text, &file);
  free(text);
  return bad;
}
