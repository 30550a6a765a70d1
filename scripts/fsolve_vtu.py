"""Frames as .vtu files, VTK's XML format of unstructured grids, which ParaView, VisIt and meshio read: binary data in base64, little endian,
each behind its length in bytes (UInt32 would end at 4 GB, so UInt64)."""
import base64
import os
from xml.sax.saxutils import quoteattr

import numpy as np

from fsolve import FsolveError

TYPES = {"point": 1, "line": 3, "line3": 21, "triangle": 5, "quadrilateral": 9}  # VTK's numbers; nodes are in VTK's order
NAMES = {np.dtype("<f8"): "Float64", np.dtype("<i8"): "Int64", np.dtype("u1"): "UInt8"}


def array(name, values):
    values = np.ascontiguousarray(values)
    if values.dtype != np.uint8:
        values = values.astype("<f8" if values.dtype.kind == "f" else "<i8")
    raw = values.tobytes()
    columns = values.shape[1] if values.ndim > 1 else 1
    data = base64.b64encode(np.array([len(raw)], "<u8").tobytes()).decode() + base64.b64encode(raw).decode()
    return f'<DataArray type="{NAMES[values.dtype]}" Name={quoteattr(name)} NumberOfComponents="{columns}" format="binary">{data}</DataArray>\n'


def cell_data(result, frame):
    """Results of elements on the cells of all parts, NaN where a part does not have one; and the number of the part."""
    names = [n for n in frame.names() if n.count("/") == 2]
    values = {n.split("/")[2]: [] for n in names}
    for name, cells in result.cells.items():
        for what, pieces in values.items():
            known = [n for n in names if n.endswith("/" + what)]
            here = f"{name}/{what}"
            if here in known:
                pieces.append(frame[here].reshape(len(cells), -1))
            else:
                pieces.append(np.full((len(cells), frame[known[0]][:1].size), np.nan))
    part = np.concatenate([np.full(len(c), list(result.parts).index(n.split("/")[0])) for n, c in result.cells.items()])
    found = {"part": part}
    for what, pieces in values.items():
        if len({p.shape[1] for p in pieces}) == 1:
            found[what] = np.concatenate(pieces)
        else:  # of one name and not of one width: a field for each part
            for name, cells, piece in zip(result.cells, result.cells.values(), pieces):
                whole = np.full((len(part), piece.shape[1]), np.nan)
                start = sum(len(c) for n, c in list(result.cells.items())[: list(result.cells).index(name)])
                whole[start : start + len(cells)] = piece
                found[f"{name.split('/')[0]} {what}"] = whole
    return found


def grid(result, frame, mesh):
    point = {name: frame[name] for name in frame.names() if "/" not in name}
    count = sum(len(c) for c in result.cells.values())
    lines = ['<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n<UnstructuredGrid>\n',
             f'<FieldData>{array("TimeValue", np.array([frame.time]))}</FieldData>\n',
             f'<Piece NumberOfPoints="{len(result.nodes)}" NumberOfCells="{count}">\n', mesh, "<PointData>\n"]
    lines += [array(name, values) for name, values in point.items()] + ["</PointData>\n<CellData>\n"]
    lines += [array(name, values) for name, values in cell_data(result, frame).items()]
    return "".join(lines + ["</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"])


def mesh_text(result):
    """Points and cells, the same in all frames."""
    cells = result.cells
    widths = np.concatenate([np.full(len(c), c.shape[1]) for c in cells.values()])
    types = np.concatenate([np.full(len(c), TYPES[n.split("/")[1]], np.uint8) for n, c in cells.items()])
    connectivity = np.concatenate([c.ravel() for c in cells.values()])
    return (f"<Points>\n{array('Points', result.nodes)}</Points>\n<Cells>\n{array('connectivity', connectivity)}"
            f"{array('offsets', np.cumsum(widths))}{array('types', types)}</Cells>\n")


def write(result, folder):
    """See Result.to_vtu."""
    if not len(result.frames):
        raise FsolveError(f"{result.file} has no frames; -output_every n writes one every n steps")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FsolveError(f"{folder}: {error.strerror}") from None
    stem = os.path.splitext(os.path.basename(result.file))[0]
    mesh, sets = mesh_text(result), []
    for k, frame in enumerate(result.frames):
        name = f"{stem}_{k:06d}.vtu"
        with open(os.path.join(folder, name), "w", encoding="ascii", errors="xmlcharrefreplace") as file:
            file.write('<?xml version="1.0"?>\n' + grid(result, frame, mesh))
        sets.append(f'<DataSet timestep="{frame.time!r}" part="0" file={quoteattr(name)}/>\n')
    path = os.path.join(folder, stem + ".pvd")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>\n'
                   + "".join(sets) + "</Collection>\n</VTKFile>\n")
    return path
