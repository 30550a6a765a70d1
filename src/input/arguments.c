/* arguments.c: check the command line and the options files before PETSc reads them; serial, without PETSc. In PETSc
   3.18 a missing file aborts with a stack trace, a file that includes itself overflows the stack, and a stray word is
   ignored. Functions return 0, or 1 with the message written to message[size]. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <fs/options.h>

enum { MAX_DEPTH = 16, LINE_SIZE = 8192 };

/* Whether text is an option and not a value, as a negative number is. */
static int is_key(const char text[]) { return text[0] == '-' && (isalpha((unsigned char)text[1]) || text[1] == '-'); }

static int ends_with(const char text[], const char end[])
{
  const size_t n = strlen(text), m = strlen(end);

  return n >= m && !strcmp(text + n - m, end);
}

/* A file that is being read; by: the file that includes it, NULL: the command line; depth: number of such files. */
typedef struct File {
  const char        *path;
  const struct File *by;
  int                depth;
} File;

static int check_file(const char path[], const File *by, char message[], size_t size);

/* The character after a value, which ends at its closing quote or before the first space. NULL: the quote is not
   closed. */
static char *end_of_value(char value[])
{
  char *close;

  if (*value != '"' && *value != '\'') return value + strcspn(value, " \t\r\n");
  close = strchr(value + 1, *value);
  return close ? close + 1 : NULL;
}

/* A line of an options file must be empty, a comment, or '-key [value]'. Follows -options_file. Changes line. */
static int check_line(char line[], int number, const File *file, char message[], size_t size)
{
  static const char including[] = "-options_file";
  char             *key         = line + strspn(line, " \t\r\n"), *value, *end;
  size_t            length;

  if (!*key || strchr("#!%", *key)) return 0;
  if (!is_key(key)) {
    snprintf(message, size, "%s:%d: expected '-key value' or a # comment, found '%.40s'", file->path, number,
             strtok(key, "\r\n"));
    return 1;
  }
  length = strcspn(key, " \t\r\n");
  value  = key + length + strspn(key + length, " \t\r\n");
  if (*value == '#') return 0; /* a key without value, and a comment */
  end = end_of_value(value);
  if (!end) {
    snprintf(message, size, "%s:%d: the quote %c is not closed", file->path, number, *value);
    return 1;
  }
  end += strspn(end, " \t\r\n");
  if (*end && *end != '#') {
    snprintf(message, size, "%s:%d: '%.40s' follows the value; quote values that contain spaces", file->path, number,
             strtok(end, "\r\n"));
    return 1;
  }
  if (length != strlen(including) || strncmp(key, including, length)) return 0;
  value[strcspn(value, " \t\r\n")] = 0;
  return check_file(value, file, message, size);
}

/* Refuse a file that includes itself, directly or not, or is too deep. */
static int check_depth(const File *file, char message[], size_t size)
{
  for (const File *f = file->by; f; f = f->by)
    if (!strcmp(f->path, file->path)) {
      snprintf(message, size, "-options_file %s: the file includes itself; remove that line", file->path);
      return 1;
    }
  if (file->depth < MAX_DEPTH) return 0;
  snprintf(message, size, "-options_file %s: files include each other more than %d deep", file->path, MAX_DEPTH);
  return 1;
}

static int check_file(const char path[], const File *by, char message[], size_t size)
{
  const File file = {path, by, by ? by->depth + 1 : 0};
  char       line[LINE_SIZE];
  FILE      *stream;
  int        bad = 0;

  if (check_depth(&file, message, size)) return 1;
  stream = fopen(path, "r");
  if (!stream || fgetc(stream) == EOF) {
    snprintf(message, size, "-options_file %s: %s", path,
             stream ? "the file is empty or not a file" : "cannot be opened; check the path");
    if (stream) fclose(stream);
    return 1;
  }
  rewind(stream);
  if (!ends_with(path, ".yaml") && !ends_with(path, ".yml")) /* PETSc reports what is wrong with YAML */
    for (int number = 1; !bad && fgets(line, sizeof line, stream); number++)
      bad = check_line(line, number, &file, message, size);
  fclose(stream);
  return bad;
}

/* -log_view :file[:format] must name a file that can be written. PETSc would find out at the end of the run, on one
   rank, while the others wait for ever. */
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

int FsArgumentsCheck(int argc, char *const argv[], char message[], size_t size)
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
      if (check_file(argv[i + 1], NULL, message, size)) return 1;
    }
  }
  return 0;
}
