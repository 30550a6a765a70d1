/* file_place.c: finds the place to which a path leads, by devices and inodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "file_place.h"

enum { MAX_PATH = 4096 };

/* Writes the components of path without "." and ".." to rest[size]. */
static void normalize(const char path[], char rest[], size_t size)
{
  size_t n = 0;

  *rest = 0;
  for (const char *at = path; *at; at += strspn(at, "/")) {
    const size_t length = strcspn(at, "/");

    if (length == 2 && !strncmp(at, "..", 2)) {
      while (n && rest[--n] != '/')
        ;
      rest[n] = 0;
    } else if ((length != 1 || *at != '.') && n + length + 2 < size) {
      n += (size_t)snprintf(rest + n, size - n, "%s%.*s", n ? "/" : "", (int)length, at);
    }
    at += length;
  }
}

FilePlace file_place(const char path[])
{
  FilePlace place            = {.exists = PETSC_FALSE};
  char      folder[MAX_PATH] = "";
  size_t    length;

  place.exists = (PetscBool)!stat(path, &place.file);
  snprintf(folder, sizeof folder - 1, "%s%s", *path == '/' ? "" : "./", path);
  for (length = strlen(folder); length; folder[length] = 0) {
    while (length && folder[length - 1] != '/') length--;
    folder[length] = 0;
    if (!stat(folder, &place.folder) && S_ISDIR(place.folder.st_mode)) break;
    if (length) length--;
  }
  normalize(path + PetscMin(strlen(path), length - (*path == '/' || !length ? 0 : 2)), place.rest,
            sizeof place.rest);
  return place;
}

/* Returns whether two files are one. */
static PetscBool same_inode(const struct stat *a, const struct stat *b)
{
  return (PetscBool)(a->st_dev == b->st_dev && a->st_ino == b->st_ino);
}

PetscBool same_place(const FilePlace *a, const FilePlace *b)
{
  if (a->exists && b->exists && same_inode(&a->file, &b->file)) return PETSC_TRUE;
  return (PetscBool)(same_inode(&a->folder, &b->folder) && !strcmp(a->rest, b->rest));
}

PetscBool same_path(const char a[], const char b[])
{
  const FilePlace x = file_place(a), y = file_place(b);

  return same_place(&x, &y);
}
