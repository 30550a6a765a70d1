# SPDX-License-Identifier: BSD-2-Clause
"""Writes frames as .vtu files, the XML format of VTK for unstructured grids.

ParaView, VisIt and meshio read them. Data is base64 of little-endian bytes, each array behind its
length in bytes. The length has 64 bits, because 32 bits would end at 4 GB.
"""
from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np

from fsolve.error import FsolveError, check_new

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

# Numbers of VTK. The nodes of our cells have the order of VTK.
TYPES = {"point": 1, "line": 3, "line3": 21, "triangle": 5, "quadrilateral": 9}
NAMES = {np.dtype("<f8"): "Float64", np.dtype("<i8"): "Int64", np.dtype("u1"): "UInt8"}


def array(name: str, values: np.ndarray) -> str:
    """Returns a DataArray element."""
    values = np.ascontiguousarray(values)
    if values.dtype != np.uint8:
        values = values.astype("<f8" if values.dtype.kind == "f" else "<i8")
    raw = values.tobytes()
    columns = values.shape[1] if values.ndim > 1 else 1
    length = np.array([len(raw)], "<u8").tobytes()
    data = base64.b64encode(length).decode() + base64.b64encode(raw).decode()
    return (f'<DataArray type="{NAMES[values.dtype]}" Name={quoteattr(name)} '
            f'NumberOfComponents="{columns}" format="binary">{data}</DataArray>\n')


def cell_data(result: Result, frame: Snapshot) -> dict[str, np.ndarray]:
    """Returns results of elements on the cells of all parts, and the number of the part.

    A result is NaN on the cells of parts that do not have it.
    """
    names = [n for n in frame.names() if n.count("/") == 2]
    values: dict[str, list[np.ndarray]] = {n.split("/")[2]: [] for n in names}
    for name, cells in result.cells.items():
        for what, pieces in values.items():
            known = [n for n in names if n.endswith("/" + what)]
            here = f"{name}/{what}"
            if here in known:
                pieces.append(frame[here].reshape(len(cells), -1))
            else:
                pieces.append(np.full((len(cells), frame[known[0]][:1].size), np.nan))
    numbers = [np.full(len(c), list(result.parts).index(n.split("/")[0]))
               for n, c in result.cells.items()]
    part = np.concatenate(numbers)
    found = {"part": part}
    for what, pieces in values.items():
        if len({p.shape[1] for p in pieces}) == 1:
            found[what] = np.concatenate(pieces)
            continue
        start = 0  # parts give results of one name different widths: a field for each part
        for (name, cells), piece in zip(result.cells.items(), pieces):
            whole = np.full((len(part), piece.shape[1]), np.nan)
            whole[start:start + len(cells)] = piece
            found[f"{name.split('/')[0]} {what}"] = whole
            start += len(cells)
    return found


def grid(result: Result, frame: Snapshot, mesh: str) -> str:
    """Returns the VTKFile element of a frame. mesh is mesh_text(result)."""
    count = sum(len(c) for c in result.cells.values())
    lines = ['<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" '
             'header_type="UInt64">\n<UnstructuredGrid>\n',
             f'<FieldData>{array("TimeValue", np.array([frame.time]))}</FieldData>\n',
             f'<Piece NumberOfPoints="{len(result.nodes)}" NumberOfCells="{count}">\n', mesh,
             "<PointData>\n"]
    lines += [array(name, frame[name]) for name in frame.names() if "/" not in name]
    lines += ["</PointData>\n<CellData>\n"]
    lines += [array(name, values) for name, values in cell_data(result, frame).items()]
    return "".join(lines + ["</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"])


def mesh_text(result: Result) -> str:
    """Returns the points and cells, which are the same in all frames."""
    cells = result.cells
    widths = np.concatenate([np.full(len(c), c.shape[1]) for c in cells.values()])
    types = np.concatenate([np.full(len(c), TYPES[n.split("/")[1]], np.uint8)
                            for n, c in cells.items()])
    connectivity = np.concatenate([c.ravel() for c in cells.values()])
    return (f"<Points>\n{array('Points', result.nodes)}</Points>\n<Cells>\n"
            f"{array('connectivity', connectivity)}{array('offsets', np.cumsum(widths))}"
            f"{array('types', types)}</Cells>\n")


def write(result: Result, folder: str | os.PathLike[str], overwrite: bool = False) -> str:
    """Writes all frames into a folder, and returns the path of the .pvd file.

    overwrite: replaces files that exist
    """
    if not len(result.frames):
        raise FsolveError(f"{result.file} has no frames; -output_every n writes one every n steps")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FsolveError(f"{folder}: {error.strerror}") from None
    stem = os.path.splitext(os.path.basename(result.file))[0]
    path = os.path.join(folder, stem + ".pvd")
    names = [f"{stem}_{k:06d}.vtu" for k in range(len(result.frames))]
    for new in (path, *(os.path.join(folder, name) for name in names)):
        check_new(new, overwrite)
    mesh, sets = mesh_text(result), []
    for name, frame in zip(names, result.frames):
        with open(os.path.join(folder, name), "w", encoding="ascii",
                  errors="xmlcharrefreplace") as file:
            file.write('<?xml version="1.0"?>\n' + grid(result, frame, mesh))
        sets.append(f'<DataSet timestep="{float(frame.time)!r}" part="0" '
                    f"file={quoteattr(name)}/>\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" '
                   'byte_order="LittleEndian">\n<Collection>\n'
                   + "".join(sets) + "</Collection>\n</VTKFile>\n")
    return path
