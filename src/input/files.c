/* files.c: what must be right about the command line and the options files before PETSc reads them. In 3.18 a missing
   file aborts with a stack trace, a file that includes itself overflows the stack, and a stray word is ignored. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "options.h"

enum { MAX_DEPTH = 16, LINE_SIZE = 8192 };

static int is_key(const char text[]) { return text[0] == '-' && (isalpha((unsigned char)text[1]) || text[1] == '-'); }

static int ends_with(const char text[], const char end[])
{
  const size_t n = strlen(text), m = strlen(end);

  return n >= m && !strcmp(text + n - m, end);
}

static int check_file(const char path[], const char *const open_files[], int depth, char message[], size_t size);

/* One line of an options file: empty, a comment, or '-key [value]' with closed quotes. */
static int check_line(char line[], const char path[], int number, const char *const open_files[], int depth,
                      char message[], size_t size)
{
  char  *p = line + strspn(line, " \t\r\n"), *value, *end;
  size_t length;

  if (!*p || strchr("#!%", *p)) return 0;
  if (!is_key(p)) {
    snprintf(message, size, "%s:%d: expected '-key value' or a # comment, found '%.40s'", path, number,
             strtok(p, "\r\n"));
    return 1;
  }
  value  = p + strcspn(p, " \t\r\n");
  length = (size_t)(value - p);
  value += strspn(value, " \t\r\n");
  if (*value == '#') return 0; /* a key without value, and a comment */
  if (*value == '"' || *value == '\'') {
    if (!strchr(value + 1, *value)) {
      snprintf(message, size, "%s:%d: the quote %c is not closed", path, number, *value);
      return 1;
    }
  }
  end = *value == '"' || *value == '\'' ? strchr(value + 1, *value) + 1 : value + strcspn(value, " \t\r\n");
  end += strspn(end, " \t\r\n");
  if (*end && *end != '#') {
    snprintf(message, size, "%s:%d: '%.40s' follows the value; quote values that contain spaces", path, number,
             strtok(end, "\r\n"));
    return 1;
  }
  if (length == strlen("-options_file") && !strncmp(p, "-options_file", length)) {
    value[strcspn(value, " \t\r\n")] = 0;
    return check_file(value, open_files, depth + 1, message, size);
  }
  return 0;
}

static int check_file(const char path[], const char *const open_files[], int depth, char message[], size_t size)
{
  const char *files[MAX_DEPTH + 1];
  char        line[LINE_SIZE];
  FILE       *file;
  int         bad = 0;

  for (int i = 0; i < depth; i++) {
    files[i] = open_files[i];
    if (!strcmp(files[i], path)) {
      snprintf(message, size, "-options_file %s: the file includes itself; remove that line", path);
      return 1;
    }
  }
  if (depth >= MAX_DEPTH) {
    snprintf(message, size, "-options_file %s: files include each other more than %d deep", path, MAX_DEPTH);
    return 1;
  }
  files[depth] = path;
  file         = fopen(path, "r");
  if (!file || fgetc(file) == EOF) {
    snprintf(message, size, "-options_file %s: %s", path,
             file ? "the file is empty or not a file" : "cannot be opened; check the path");
    if (file) fclose(file);
    return 1;
  }
  rewind(file);
  if (!ends_with(path, ".yaml") && !ends_with(path, ".yml"))
    for (int number = 1; !bad && fgets(line, sizeof line, file); number++)
      bad = check_line(line, path, number, files, depth, message, size);
  fclose(file);
  return bad;
}

/* -log_view :file[:format]. PETSc opens the file at the end, on one rank, and the others would wait for it for ever. */
static int check_log_view(const char value[], char message[], size_t size)
{
  char  path[LINE_SIZE];
  FILE *file;

  if (value[0] != ':') return 0;
  snprintf(path, sizeof path, "%.*s", (int)strcspn(value + 1, ":"), value + 1);
  file = fopen(path, "a");
  if (file) {
    fclose(file);
    return 0;
  }
  snprintf(message, size, "-log_view :%.200s cannot be written; check the path", path);
  return 1;
}

int ArgumentsCheck(int argc, char *const argv[], char message[], size_t size)
{
  for (int i = 1; i < argc; i++) {
    if (!is_key(argv[i])) {
      if (i > 1 && is_key(argv[i - 1])) continue; /* the value of the key before it */
      snprintf(message, size, "argument '%.100s' belongs to no option%s%.100s", argv[i],
               ends_with(argv[i], ".opts") ? "; write -options_file " : "; quote values that contain spaces",
               ends_with(argv[i], ".opts") ? argv[i] : "");
      return 1;
    }
    if (!strcmp(argv[i], "-log_view") && i + 1 < argc && check_log_view(argv[i + 1], message, size)) return 1;
    if (!strcmp(argv[i], "-options_file")) {
      if (i + 1 == argc || is_key(argv[i + 1])) {
        snprintf(message, size, "-options_file needs the name of a file");
        return 1;
      }
      if (check_file(argv[i + 1], NULL, 0, message, size)) return 1;
    }
  }
  return 0;
}
