# SPDX-License-Identifier: BSD-2-Clause
"""Writes a unit of the standards FMI 2.0 and 3.0: a case that other programs step (co-simulation) or integrate (model exchange)."""
from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union
from xml.etree import ElementTree

from fsolve.case import Case
from fsolve.description import Model, line, replaced
from fsolve.error import FsolveError, missing
from fsolve.file import COMPONENTS, column
from fsolve.library import library_path, numbered_file
from fsolve.model import constant, constants
from fsolve.result import Path
from fsolve.units import Units

UNIT = "libfsolve_fmu.so"
PLATFORMS = {2: "linux64", 3: "x86_64-linux"}
# The first path in which the unit looks for the library (CMakeLists.txt). An exported unit has the
# folder of the library instead, and then its own folder.
LIBRARY_FOLDER = b"/FSOLVE_LIBRARY_FOLDER" + 490 * b"/"
DERIVATIVES = ("", ".velocity", ".acceleration")  # of motions that are inputs
PROBED = ("displacement", "velocity")  # histories that are outputs by default
OF_STATES = ("kinetic", "strain", "potential")  # energies that are functions of the state, unlike works
Chosen = Union[Iterable[str], Mapping[str, str], None]


@dataclass
class Kind:
    """The kind of a unit: of FMI 2.0 or 3.0 (version), for model exchange (exchange) or co-simulation, with directional derivatives or without.

    states  of model exchange: the node and the component of each coordinate
    """
    version: int
    exchange: bool
    derivatives: bool
    states: list[tuple[int, str]] = field(default_factory=list)

    def lines(self) -> str:
        """Returns the lines of the table that describe the unit."""
        return f"states {2 * len(self.states)}\n" if self.exchange else "derivatives\n" * self.derivatives


@dataclass
class Variable:
    """A variable of the unit.

    kind   "constant", "force", "motor", "motion" or "result"
    words  the rest of its line in the table of the unit
    """
    name: str
    kind: str
    words: str
    unit: str = ""
    start: float = 0.0

    def element(self, number: int, version: int) -> ElementTree.Element:
        """Returns its element of the description."""
        roles = {"constant": {"causality": "parameter", "variability": "fixed", "initial": "exact"},
                 "result": {"causality": "output", "variability": "continuous", "initial": "calculated"}}
        role = roles.get(self.kind, {"causality": "input", "variability": "continuous"})
        tag = "ScalarVariable" if version == 2 else "Float64"
        scalar = ElementTree.Element(tag, name=self.name, valueReference=str(number), **role)
        real = ElementTree.SubElement(scalar, "Real") if version == 2 else scalar
        if self.kind != "result":
            real.set("start", repr(self.start))
        if self.unit:
            real.set("unit", self.unit)
        return scalar


def unit_path() -> str:
    """Returns the path of the unit that the library was built or installed with."""
    folder = os.path.dirname(library_path())
    for path in (os.path.join(folder, UNIT), os.path.join(folder, "fsolve", UNIT)):
        if os.path.exists(path):
            return path
    raise FsolveError(f"there is no {UNIT} beside {library_path()}; build all with scripts/build")


def unit_binary() -> bytes:
    """Returns the unit, which finds the library in the folder where it is now, or beside itself."""
    with open(unit_path(), "rb") as file:
        binary = file.read()
    folder = os.fsencode(os.path.dirname(os.path.realpath(library_path())))
    folders = folder + b":$ORIGIN"
    if binary.count(LIBRARY_FOLDER) != 1 or len(folders) > len(LIBRARY_FOLDER):
        raise FsolveError(f"{unit_path()}: the folder of the library, {os.fsdecode(folder)}, cannot be written into the unit; build both again, "
                          f"or install them in a folder with a shorter name")
    return binary.replace(LIBRARY_FOLDER, folders.ljust(len(LIBRARY_FOLDER), b"/"))


def named(chosen: Chosen, default: list[str]) -> dict[str, str]:
    """Returns {name of a variable: what it is}."""
    if isinstance(chosen, Mapping):
        return dict(chosen)
    words = default if chosen is None else list(chosen)
    return {word.replace("/", "."): word for word in words}


def split(word: str) -> tuple[str, str]:
    """Returns a name and its component: "tip/displacement.x" gives "tip/displacement" and "x"."""
    name, dot, component = word.rpartition(".")
    return (name, component) if dot else (word, "")


# ---- variables ----------------------------------------------------------------------------------


def is_motor(word: str) -> bool:
    return word.endswith("_motor")


def motor(model: Model, name: str, word: str) -> Variable:
    """Returns an input such as shaft.angle_motor."""
    joint, coordinate = split(word)
    if joint not in model.joints:
        raise missing("the model", "joint", joint, list(model.joints))
    return Variable(name, "motor", f"-joint_{joint}_{coordinate}", "N m" if "angle" in coordinate else "N")


def motions(model: Model) -> list[str]:
    """Returns the motions of supports that are "given", such as base.motion_z."""
    return [f"{n}.{key}" for n in model.supports for key, value in model.supports[n].items()
            if re.fullmatch("(motion|rotation)_[xyz]", key) and value == "given"]


def motion(model: Model, name: str, word: str) -> Variable:
    """Returns an input such as base.motion_z, base.motion_z.velocity, base.motion_z.acceleration."""
    moved, derivative = word, 0
    for k, suffix in enumerate(DERIVATIVES):
        if suffix and word.endswith(suffix):
            moved, derivative = word.removesuffix(suffix), k
    there = motions(model)
    if moved not in there:
        raise missing("the model", 'motion "given" of a support', moved, there)
    support, component = split(moved)
    kind, axis = component.split("_")
    number = "xyz".index(axis) + (3 if kind == "rotation" else 0)
    unit = ("rad" if kind == "rotation" else "m") + ("", "/s", "/s2")[derivative]
    return Variable(name, "motion", f"{support} {number} {derivative}", unit)


def given(case: Case, model: Model, name: str, word: str) -> Variable:
    """Returns an input: a force, a motor or a motion."""
    if is_motor(word):
        return motor(model, name, word)
    if re.search(r"\.(motion|rotation)_", word):
        return motion(model, name, word)
    return force(case, model, name, word)


def force(case: Case, model: Model, name: str, word: str) -> Variable:
    """Returns an input such as push.x. The load must have -load_<load>_given."""
    load, component = split(word)
    there = [n for n in model.loads if "given" in model.loads[n]]
    if load not in there:
        raise missing("the model", "load with load_<name>_given", load, there)
    if component not in ("x", "y", "z"):
        raise FsolveError(f"input {word}: write {load}.x, {load}.y or {load}.z")
    for chosen in (f"load_{load}", str(model.loads[load].get("set", load))):
        try:
            nodes = len(case.field("place", chosen))
        except FsolveError:
            continue
        break
    else:
        raise FsolveError(f"input {word}: the nodes of load {load} are in no single set; give it one, load_{load}_set")
    if not nodes:
        raise FsolveError(f"input {word}: load {load} has no nodes")
    return Variable(name, "force", f"{load} {'xyz'.index(component)} {nodes}", "N")


def result(case: Case, name: str, word: str, exchange: bool) -> Variable:
    """Returns an output such as tip/displacement.x or energy/total."""
    history, component = split(word)
    group, _, quantity = history.rpartition("/")
    if exchange and (quantity == "work" or not group or (group == "energy" and quantity not in OF_STATES)):
        raise FsolveError(f"output {word}: it depends on the motion before, and in model exchange outputs are functions of the state; leave it out")
    values = case[history]
    width = int(values[0].size)
    if not component and width > 1:
        raise FsolveError(f"output {word}: write {word}.{COMPONENTS.get(width, '0')[0]}, ...")
    number = column(history, width, component) if component else 0
    return Variable(name, "result", f"/history/{history} {number}", unit_of(history, number))


def unit_of(history: str, number: int) -> str:
    """Returns the unit of a component of a history, or "" if it has none."""
    quantity = history.rsplit("/", 1)[-1]
    if quantity == "reaction":
        quantity = "force" if number < 3 else "moment"
    if quantity == "total" or history.startswith("energy/"):
        quantity = "energy"
    return Units().of_history(quantity)[0].replace("²", "2")


def all_outputs(case: Case, model: Model) -> list[str]:
    return [f"{probe}/{field}.{c}" for probe in model.probes for field in PROBED for c in "xyz"
            if f"/history/{probe}/{field}" in case.keys()]


def coordinates(case: Case) -> list[tuple[int, str]]:
    """Returns the node and the component of each coordinate of a case. Raises FsolveError if another program cannot integrate it."""
    count, size = case._lib.FsRows._fields_[0][1](), ctypes.c_double()
    case._call("FsCaseCountCoordinates", ctypes.byref(count), ctypes.byref(size))
    return case.dofs()


def variables(model: Model, inputs: Chosen, outputs: Chosen, parameters: Iterable[str], kind: Kind) -> list[Variable]:
    """Returns the variables, which a case of the model has, and notes its states in kind."""
    moved = [f"{word}{suffix}" for word in motions(model) for suffix in DERIVATIVES]
    chosen = named(inputs, [f"{n}.{c}" for n in model.loads if "given" in model.loads[n] for c in "xyz"] + moved)
    motors = {motor(model, "", word).words[1:]: "0" for word in chosen.values() if is_motor(word)}
    known = constants({"let": model.get("let")})
    found = []
    for name in parameters:
        if name not in known:
            raise missing("-let of the model", "constant number", name, known)
        found.append(Variable(name, "constant", f"{name} {known[name]!r}", start=known[name]))
    with model.case(**motors) as case:
        case.setup()
        case.step_to(case.time)  # records the initial state
        found += [given(case, model, *item) for item in chosen.items()]
        found += [result(case, *item, kind.exchange) for item in named(outputs, all_outputs(case, model)).items()]
        if kind.exchange:
            kind.states = coordinates(case)
    names = [v.name for v in found]
    if not found and not kind.exchange:
        raise FsolveError("export_fmu: the unit has no variables; give inputs, outputs or parameters")
    twice = next((n for n in names if names.count(n) > 1), None)
    if twice:
        raise FsolveError(f"export_fmu: there are two variables {twice}; give them names by dictionaries")
    return found


# ---- files --------------------------------------------------------------------------------------


def head(name: str, guid: str, kind: Kind) -> ElementTree.Element:
    """Returns the root of modelDescription.xml with what the unit can do."""
    same = {"modelName": name, "generationTool": "fsolve", "variableNamingConvention": "flat"}
    can = {"modelIdentifier": name, "needsExecutionTool": "true"}
    if not kind.exchange:
        can.update(canHandleVariableCommunicationStepSize="true", maxOutputDerivativeOrder="0")
    derives = str(kind.exchange or kind.derivatives).lower()
    tag = "ModelExchange" if kind.exchange else "CoSimulation"
    if kind.version == 3:
        root = ElementTree.Element("fmiModelDescription", fmiVersion="3.0", instantiationToken=guid, **same)
        ElementTree.SubElement(root, tag, canGetAndSetFMUState="true", canSerializeFMUState="true", providesDirectionalDerivatives=derives, **can)
        return root
    root = ElementTree.Element("fmiModelDescription", fmiVersion="2.0", guid=guid, numberOfEventIndicators="0", **same)
    if not kind.exchange:
        can["canInterpolateInputs"] = "true"
    ElementTree.SubElement(root, tag, canGetAndSetFMUstate="true", canSerializeFMUstate="true", providesDirectionalDerivative=derives,
                           canNotUseMemoryManagementFunctions="true", **can)
    return root


def state_names(states: list[tuple[int, str]]) -> list[tuple[str, str]]:
    """Returns the names of the states, displacements and then velocities, and their units."""
    turns = [component.startswith("rotation") for _, component in states]
    names = [f"node{node}.{component}" for node, component in states]
    return ([(name, "rad" if turn else "m") for name, turn in zip(names, turns)]
            + [(f"{name}.velocity", "rad/s" if turn else "m/s") for name, turn in zip(names, turns)])


def state_elements(states: list[tuple[int, str]], first: int, version: int) -> list[ElementTree.Element]:
    """Returns the elements of the states and of their derivatives in time. first: the number of the first state."""
    found, names = [], state_names(states)
    for k, (name, unit) in enumerate(names + [(f"der({name})", f"{unit}2" if unit.endswith("/s") else f"{unit}/s") for name, unit in names]):
        scalar = ElementTree.Element("ScalarVariable" if version == 2 else "Float64", name=name, valueReference=str(first + k), causality="local",
                                     variability="continuous", initial="calculated")
        real = ElementTree.SubElement(scalar, "Real") if version == 2 else scalar
        real.set("unit", unit)
        if k >= len(names):  # FMI 2.0 counts elements from 1, among which the time has no place
            real.set("derivative", str(first + k - len(names)))
        found.append(scalar)
    return found


def structure(root: ElementTree.Element, found: list[Variable], kind: Kind) -> None:
    """Adds the lists of outputs and of derivatives. In co-simulation no present input changes outputs, which are values at the end of the last step."""
    element = ElementTree.SubElement(root, "ModelStructure")
    results, n = [k for k, v in enumerate(found) if v.kind == "result"], 2 * len(kind.states)
    states = [len(found) + 1 + k for k in range(n)]
    rates = [k + n for k in states]
    nothing = {} if kind.exchange else {"dependencies": ""}
    for tag, numbers, more in (("Output", results, nothing), ("ContinuousStateDerivative", rates, {}), ("InitialUnknown", [*results, *states, *rates], {})):
        if not numbers:  # the standard has no empty lists
            continue
        if kind.version == 3:
            for k in numbers:
                ElementTree.SubElement(element, tag, valueReference=str(k), **more)
            continue
        unknowns = ElementTree.SubElement(element, "Derivatives" if tag.startswith("Cont") else tag + "s")
        for k in numbers:  # the time, which is number len(found), is no element of FMI 2.0
            ElementTree.SubElement(unknowns, "Unknown", index=str(k + 1 if k < len(found) else k), **more)


def description(name: str, guid: str, found: list[Variable], times: dict[str, float], kind: Kind) -> bytes:
    """Returns modelDescription.xml."""
    root = head(name, guid, kind)
    states = state_elements(kind.states, len(found) + 1, kind.version)
    units = sorted({v.unit for v in found if v.unit} | {real.get("unit", "") for scalar in states for real in scalar.iter() if real.get("unit")})
    if units:
        every = ElementTree.SubElement(root, "UnitDefinitions")
        for unit in units:
            ElementTree.SubElement(every, "Unit", name=unit)
    categories = ElementTree.SubElement(root, "LogCategories")
    for category in ("logStatusError", "logStatusWarning"):
        ElementTree.SubElement(categories, "Category", name=category)
    ElementTree.SubElement(root, "DefaultExperiment", {k: repr(v) for k, v in times.items() if not kind.exchange or k != "stepSize"})
    scalars = ElementTree.SubElement(root, "ModelVariables")
    scalars.extend(v.element(k, kind.version) for k, v in enumerate(found))
    if kind.version == 3:
        ElementTree.SubElement(scalars, "Float64", name="time", valueReference=str(len(found)), causality="independent", variability="continuous")
    scalars.extend(states)
    structure(root, found, kind)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)


def copy_files(model: Model, folder: str, start: str) -> str:
    """Copies the files that the model reads into a folder, and returns its options with their new names.

    The names start with a word, so that no file of the importer's working directory has them.
    """
    def copy(file: str) -> str | None:
        if not os.path.isfile(file):
            return None
        with open(file, "rb") as stream:
            number = hashlib.sha256(os.path.realpath(file).encode()).hexdigest()[:6]
            new = f"{start}_{number}_{re.sub(r'[^A-Za-z0-9_.-]', '_', os.path.basename(file))}"
            with open(os.path.join(folder, new), "wb") as out:
                shutil.copyfileobj(stream, out)
        return new

    lines = []
    for text in model.given_last():
        lines.append(line(text.name, replaced(text.name, text.value, copy) if isinstance(text.value, str) else text.value))
    return "".join(text + "\n" for text in lines)


def export_fmu(model: Model | Path, path: Path, *, inputs: Chosen = None, outputs: Chosen = None,
               parameters: Iterable[str] = (), version: int = 2, exchange: bool = False, derivatives: bool = False,
               library: bool = False) -> str:
    """Writes a unit of the standard FMI 2.0 or 3.0, and returns its path.

        fsolve.export_fmu("crank.opts", "crank.fmu", inputs=["push.x"], outputs={"speed": "slider/velocity.x"})

    model       a transient model, or its options file
    inputs      Forces [N] of loads with load_<name>_given, as "push.x". Motors of joints, as
                "shaft.angle_motor". Motions of supports that are "given", as "base.motion_z", with
                "base.motion_z.velocity" and "base.motion_z.acceleration". Default: all these forces
                and motions.
    outputs     histories, as "tip/displacement.x", "energy/total"; default: displacements and
                velocities of the probes
    parameters  constants of -let that the importer may set before its run
    version     2 or 3: of the standard
    exchange    True: a unit for model exchange, whose states the importer integrates; else for co-simulation
    derivatives True: co-simulation with directional derivatives of steps; model exchange always has them
    library     True: the file contains libfsolve, for computers that have PETSc, SLEPc, Open MPI, HDF5
                and muParser of the same versions, but not fsolve

    Inputs and outputs are lists, or dictionaries {name of the variable: what it is}. The force of a
    load is the total one, shared evenly by its nodes. Without library=True, the unit needs libfsolve
    where it is now.

    An example of FMI 3.0 with a parameter, and with the motion of a support and its derivatives:

        mast = fsolve.Model(let="E=2.1e11", mesh="line", mesh_n=4, mesh_upper=(2, 0, 0), directions="xz", dt=1e-3, t_end=1)

        mast.parts["beam"] = {"set": "all", "element": "beam", "section": "rectangle", "width": 0.1, "height": 0.02,
                              "young": "E", "poisson": 0.3, "density": 7850}

        mast.supports["base"] = {"set": "start", "fix": "all", "motion_z": "given"}
        mast.probes["tip"] = {"set": "end"}

        moved = ["base.motion_z", "base.motion_z.velocity", "base.motion_z.acceleration"]
        fsolve.export_fmu(mast, "mast.fmu", version=3, inputs=moved,
                          outputs={"tip": "tip/displacement.z"}, parameters=["E"])
    """
    if version not in PLATFORMS:
        raise FsolveError(f"export_fmu: version {version!r} is neither 2 nor 3")
    if not isinstance(model, Model):
        model = Model(model)
    if model.get("analysis", "transient") != "transient":
        raise FsolveError(f"export_fmu: -analysis {model['analysis']} has no steps in time")
    path = os.fspath(path)
    name = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0], flags=re.ASCII)
    name = name if re.match("[A-Za-z_]", name) else "_" + name
    kind = Kind(version, exchange, derivatives)
    found = variables(model, inputs, outputs, parameters, kind)
    if version == 3 and any(v.name == "time" for v in found):
        raise FsolveError("export_fmu: the variable \"time\" is that of FMI 3.0; give this one another name by a dictionary")
    table = kind.lines() + "".join(f"{v.kind} {v.words}\n" for v in found)
    guid = hashlib.sha256((name + model.text() + table + "".join(v.name for v in found)).encode()).hexdigest()[:32]
    known = constants({"let": model.get("let")})
    times = {key: float(value) for key, value in (("startTime", number(model, "t_start", known, 0.0)),
                                                  ("stopTime", number(model, "t_end", known)),
                                                  ("stepSize", number(model, "dt", known))) if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        options = copy_files(model, folder, f"{name}_{guid[:8]}")
        try:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
                out.writestr("modelDescription.xml", description(name, guid, found, times, kind))
                out.writestr(f"binaries/{PLATFORMS[version]}/{name}.so", unit_binary())
                if library:
                    out.write(library_path(), f"binaries/{PLATFORMS[version]}/{numbered_file()}")
                out.writestr("resources/case.opts", options)
                out.writestr("resources/variables.txt", f"guid {guid}\n{table}")
                for file in sorted(os.listdir(folder)):
                    out.write(os.path.join(folder, file), f"resources/{file}")
        except OSError as error:
            raise FsolveError(f"{path}: {error.strerror}") from None
    return path


def number(model: Model, name: str, known: dict[str, float], default: float | None = None) -> Any:
    """Returns the value of an option that is a number or a formula of constants; else the default."""
    value = constant(str(model[name]), known) if name in model else None
    return default if value is None else value
