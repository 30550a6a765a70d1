# SPDX-License-Identifier: BSD-2-Clause
"""Finds libfsolve and declares the functions of <fs/case.h>."""
from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess

from fsolve.error import FsolveError
from fsolve.functions import Law, Load

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = "libfsolve.so"
# The library relative to this file: in a wheel, in the source tree, and in an installed tree.
NEAR = (("lib",), ("..", "..", "build"), ("..", "..", "..", "..", "lib"))
Printer = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
Monitor32 = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_double)
Monitor64 = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_double)
Freed = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
WORLD = -1  # FS_WORLD


class Result32(ctypes.Structure):
    """FsResult, if PetscInt has 32 bits."""
    _fields_ = [("type", ctypes.c_int), ("ndims", ctypes.c_int32), ("dims", ctypes.c_int32 * 3),
                ("axis", ctypes.c_int32), ("first", ctypes.c_int32), ("n", ctypes.c_int32),
                ("data", ctypes.c_void_p)]


class Result64(ctypes.Structure):
    """FsResult, if PetscInt has 64 bits."""
    _fields_ = [("type", ctypes.c_int), ("ndims", ctypes.c_int64), ("dims", ctypes.c_int64 * 3),
                ("axis", ctypes.c_int64), ("first", ctypes.c_int64), ("n", ctypes.c_int64),
                ("data", ctypes.c_void_p)]


class OptionDoc(ctypes.Structure):
    """FsOptionDoc."""
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p), ("help", ctypes.c_char_p)]


class ManualRow(ctypes.Structure):
    """FsManualRow."""
    _fields_ = [("section", ctypes.c_char_p), *OptionDoc._fields_]


class PlaceMotion(ctypes.Structure):
    """FsPlaceMotion."""
    _fields_ = [(name, ctypes.c_double * 3) for name in ("displacement", "velocity", "acceleration")]


def records(integer: type) -> tuple[type, type, type]:
    """Returns FsRows, FsMatrixEntries and FsPlaceRows for a type of PetscInt."""
    head = [(name, integer) for name in ("total", "first", "n")]

    class Rows(ctypes.Structure):
        """FsRows."""
        _fields_ = head + [("node", ctypes.POINTER(integer)), ("component", ctypes.POINTER(integer))]

    class Entries(ctypes.Structure):
        """FsMatrixEntries."""
        _fields_ = head + [("start", ctypes.POINTER(integer)), ("column", ctypes.POINTER(integer)), ("value", ctypes.POINTER(ctypes.c_double))]

    class PlaceRows(ctypes.Structure):
        """FsPlaceRows."""
        _fields_ = [("n", integer), ("row", ctypes.POINTER(integer)), ("value", ctypes.POINTER(ctypes.c_double)), ("rotates", ctypes.c_int)]

    return Rows, Entries, PlaceRows


def from_pkg_config() -> str | None:
    """Returns the path that pkg-config knows, or None."""
    if not shutil.which("pkg-config"):
        return None
    done = subprocess.run(["pkg-config", "--variable=libdir", "fsolve"], capture_output=True, text=True, check=False)
    return os.path.join(done.stdout.strip(), FILE) if done.stdout.strip() else None


def numbered_file() -> str:
    """Returns the name under which programs look for the library when they start."""
    from fsolve import __version__

    return FILE + "." + ".".join(__version__.split(".")[:2])


def library_path() -> str:
    """Returns the path of the library that Case uses.

    This is $FSOLVE_LIBRARY, else the library that was built or installed beside this file, else the
    one of pkg-config.
    """
    given = os.environ.get("FSOLVE_LIBRARY")
    if given:
        if not os.path.exists(given):
            raise FsolveError(f"FSOLVE_LIBRARY {given}: there is no such file")
        return os.path.abspath(given)
    multiarch = os.path.join(HERE, "..", "..", "..", "..", "lib", f"{os.uname().machine}-linux-gnu")
    folders = [os.path.join(HERE, *words) for words in NEAR] + [multiarch]
    numbered = os.path.join(folders[0], numbered_file())  # a wheel has no links
    for path in [os.path.join(folder, FILE) for folder in folders] + [numbered, from_pkg_config()]:
        if path and os.path.exists(path):
            return os.path.abspath(path)
    raise FsolveError(f"there is no {FILE}: build it with scripts/build, or name it in $FSOLVE_LIBRARY")


def check_version(lib: ctypes.CDLL, path: str) -> None:
    """Raises FsolveError if the library is of another version than this package, whose structures would not fit."""
    from fsolve import __version__

    version = getattr(lib, "FsVersion", None)  # earlier releases have none
    if version is not None:
        version.restype = ctypes.c_char_p
    found = version().decode() if version else "of an earlier release"
    if found != __version__:
        raise FsolveError(f"{path} is fsolve {found}, but this Python package is {__version__}: set FSOLVE_LIBRARY to the library of this "
                          "version, or install the package beside the library")


@functools.lru_cache(None)
def library() -> ctypes.CDLL:
    """Loads the library, and declares its functions."""
    path = library_path()
    try:
        lib = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)  # modules of Open MPI look for its symbols
    except OSError as error:
        raise FsolveError(f"{path} cannot be loaded: {error}") from None
    handle, text = ctypes.c_void_p, ctypes.c_char_p
    check_version(lib, path)
    lib.FsManualRow = ManualRow
    lib.FsCaseResult = Result64 if lib.FsCaseIntegerBytes() == 8 else Result32
    integer = ctypes.c_int64 if lib.FsCaseResult is Result64 else ctypes.c_int32
    lib.FsRows, lib.FsMatrixEntries, lib.FsPlaceRows = records(integer)
    lib.FsCaseMonitor = Monitor64 if integer is ctypes.c_int64 else Monitor32
    for name, arguments in {
        "FsCaseCreateFortran": (ctypes.c_int, ctypes.POINTER(handle)),
        "FsCaseDestroy": (ctypes.POINTER(handle),),
        "FsCaseAbandon": (ctypes.POINTER(handle), Freed, ctypes.c_void_p),
        "FsCaseCatchInterrupts": (handle, ctypes.c_int),
        "FsCaseWasInterrupted": (handle,),
        "FsFinalize": (),
        "FsThreadsWait": (ctypes.c_int,),
        "FsCaseSetOption": (handle, text, text),
        "FsCaseSetOptionFrom": (handle, text, text, text),
        "FsCaseSetOptionsText": (handle, text),
        "FsCaseSetOptionsFile": (handle, text),
        "FsCaseSetMesh": (handle, ctypes.c_void_p),
        "FsCaseSetPrinter": (handle, Printer, ctypes.c_void_p),
        "FsCaseSetUp": (handle,),
        "FsCaseReset": (handle,),
        "FsCaseRun": (handle,),
        "FsCaseStepTo": (handle, ctypes.c_double),
        "FsCaseGetTime": (handle, ctypes.POINTER(ctypes.c_double)),
        "FsCaseGetResult": (handle, text, ctypes.POINTER(lib.FsCaseResult)),
        "FsCaseGetField": (handle, text, text, ctypes.POINTER(lib.FsCaseResult)),
        "FsCaseTry": (handle, ctypes.c_double, ctypes.POINTER(ctypes.c_int)),
        "FsCaseAccept": (handle,),
        "FsCaseReject": (handle,),
        "FsCaseSetMonitor": (handle, lib.FsCaseMonitor, ctypes.c_void_p),
        "FsCaseModes": (handle, integer),
        "FsCaseBuckling": (handle, integer),
        "FsCasePath": (handle,),
        "FsCaseResponse": (handle,),
        "FsCaseStep": (handle, ctypes.POINTER(ctypes.c_int)),
        "FsCaseGetRows": (handle, ctypes.POINTER(lib.FsRows)),
        "FsCaseGetMatrixEntries": (handle, ctypes.c_char, ctypes.POINTER(lib.FsMatrixEntries)),
        "FsCaseGetForces": (handle, ctypes.c_int, ctypes.POINTER(integer), ctypes.POINTER(ctypes.POINTER(ctypes.c_double))),
        "FsCaseGetMotionForces": (handle, text, integer, integer, ctypes.POINTER(integer), ctypes.POINTER(ctypes.POINTER(ctypes.c_double))),
        "FsCaseGetModalDamping": (handle, ctypes.POINTER(integer), ctypes.POINTER(integer), ctypes.POINTER(ctypes.POINTER(ctypes.c_double))),
        "FsCaseGather": (handle, integer, ctypes.c_void_p, ctypes.POINTER(integer), ctypes.POINTER(ctypes.POINTER(ctypes.c_double))),
        "FsCaseCountCoordinates": (handle, ctypes.POINTER(integer), ctypes.POINTER(ctypes.c_double)),
        "FsCaseSetCoordinates": (handle, ctypes.c_double, integer, ctypes.c_void_p),
        "FsCaseFindChange": (handle, ctypes.c_double, ctypes.c_void_p),
        "FsCaseGetCoordinates": (handle, integer, ctypes.c_void_p, ctypes.c_void_p),
        "FsCaseFindPlace": (handle, ctypes.c_void_p, ctypes.POINTER(integer)),
        "FsCaseGetPlaceMotion": (handle, integer, ctypes.POINTER(PlaceMotion)),
        "FsCaseGetPlaceRows": (handle, integer, ctypes.POINTER(lib.FsPlaceRows)),
        "FsCaseSaveState": (handle, ctypes.POINTER(handle)),
        "FsCaseRestoreState": (handle, handle),
        "FsCaseStateDestroy": (ctypes.POINTER(handle),),
        "FsCaseStateToBytes": (handle, ctypes.c_size_t, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)),
        "FsCaseStateFromBytes": (handle, ctypes.c_size_t, ctypes.c_void_p, ctypes.POINTER(handle)),
        "FsCaseCheckpoint": (handle, text),
        "FsCaseSetMotion": (handle, text, integer, ctypes.c_double, ctypes.c_double, ctypes.c_double),
        "FsCaseSetLoadFunction": (handle, text, text, Load, ctypes.c_void_p),
        "FsCaseSetLoadFunctionPerStep": (handle, text, text, Load, ctypes.c_void_p),
        "FsCaseSetLawFunction": (handle, text, Law, ctypes.c_void_p),
        "FsCaseSetLawFunctionPerStep": (handle, text, Law, ctypes.c_void_p),
        "FsCaseSetNodalForce": (handle, text, integer, ctypes.c_void_p),
        "FsCaseSetNodalMoment": (handle, text, integer, ctypes.c_void_p),
        "FsCaseGetStatus": (ctypes.c_int,),
        "FsOptionListReadFile": (text, ctypes.POINTER(handle), text, ctypes.c_size_t),
        "FsOptionListGet": (handle, ctypes.c_int, *3 * [ctypes.POINTER(text)]),
        "FsOptionListDestroy": (ctypes.POINTER(handle),),
        "FsManualGet": (ctypes.c_int, ctypes.POINTER(ManualRow)),
        "FsOptionIsOfPetsc": (text,),
    }.items():
        getattr(lib, name).argtypes = arguments
    lib.FsCaseGetMessage.argtypes, lib.FsCaseGetMessage.restype = (handle,), text
    lib.FsCaseGetResultName.restype = text
    lib.FsCaseGetResultName.argtypes = (handle, integer)
    return lib


def threads_wait(waits: bool = True) -> None:
    """Lets a thread wait while another thread is in a call of fsolve. By default, and with False, its call is an error."""
    library().FsThreadsWait(int(waits))
