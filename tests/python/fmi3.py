# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.export_fmu(version=3): a co-simulation unit of FMI 3.0 has the bits of the unit of FMI 2.0, also after states as bytes; it has all functions of
the standard and no others, and a description with its elements."""
import ctypes
import math
import os
import re
import subprocess
import sys
import unittest
import zipfile
from xml.etree import ElementTree

import numpy as np

import fsolve
from fmu import END, ERROR, OK, Master, controlled, crank
from fsolve.fmu import unit_path
from run import FolderTest

TYPES = "Float32 Float64 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String Binary Clock".split()
# The functions of fmi3Functions.h of the standard.
FUNCTIONS = [w + t for w in ("Get", "Set") for t in TYPES] + """GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation
InstantiateScheduledExecution FreeInstance EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset GetNumberOfVariableDependencies
GetVariableDependencies GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState GetDirectionalDerivative
GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction
SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode
CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates
GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode GetOutputDerivatives DoStep ActivateModelPartition""".split()
LOGGER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
MODEL = {"inputs": ["push.x"], "outputs": {"v": "rod/velocity.x"}}


class Master3:
    """An unpacked unit of FMI 3.0 and one instance of it."""

    def __init__(self, path, folder, token=None, events=False):
        with zipfile.ZipFile(path) as file:
            file.extractall(folder)
        self.xml = ElementTree.parse(os.path.join(folder, "modelDescription.xml")).getroot()
        name = self.xml.find("CoSimulation").get("modelIdentifier")
        self.lib = ctypes.CDLL(os.path.join(folder, "binaries", "x86_64-linux", name + ".so"))
        self.lib.fmi3InstantiateCoSimulation.restype = ctypes.c_void_p
        self.numbers = {v.get("name"): int(v.get("valueReference")) for v in self.xml.find("ModelVariables")}
        self.said = []
        self.logger = LOGGER(lambda environment, status, category, text: self.said.append((status, text.decode())))
        resources = os.path.join(os.path.abspath(folder), "resources", "")
        self.c = self.lib.fmi3InstantiateCoSimulation(b"one", (token or self.xml.get("instantiationToken")).encode(), resources.encode(), False, False,
                                                      events, False, None, ctypes.c_size_t(0), None, self.logger, None)

    def call(self, name, *arguments):
        return getattr(self.lib, "fmi3" + name)(ctypes.c_void_p(self.c), *arguments)

    def initialize(self):
        code = self.call("EnterInitializationMode", False, ctypes.c_double(0), ctypes.c_double(0), True, ctypes.c_double(END))
        return max(code, self.call("ExitInitializationMode"))

    def set_all(self, values):
        n = len(values)
        return self.call("SetFloat64", (ctypes.c_uint * n)(*(self.numbers[k] for k in values)), ctypes.c_size_t(n), (ctypes.c_double * n)(*values.values()),
                         ctypes.c_size_t(n))

    def get(self, *names):
        n, values = len(names), (ctypes.c_double * len(names))()
        code = self.call("GetFloat64", (ctypes.c_uint * n)(*(self.numbers[k] for k in names)), ctypes.c_size_t(n), values, ctypes.c_size_t(n))
        assert code == OK, self.said
        return list(values)

    def step(self, t, h):
        flags, last = [ctypes.c_bool(True) for _ in range(3)], ctypes.c_double()
        code = self.call("DoStep", ctypes.c_double(t), ctypes.c_double(h), True, *map(ctypes.byref, flags), ctypes.byref(last))
        assert not any(flag.value for flag in flags)
        return code, last.value


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Unit3(FolderTest):
    def unit(self, where="unit one", **keys):
        path = fsolve.export_fmu(crank(load_push_given=True), self.path("crank.fmu"), version=3, **MODEL)
        return Master3(path, self.path(where), **keys)

    def test_as_version_2(self):
        """Under a PI controller the unit has the bits of the one of FMI 2.0. In the middle a new instance takes over by a state as bytes."""
        two = Master(fsolve.export_fmu(crank(load_push_given=True), self.path("two.fmu"), **MODEL), self.path("two"))
        self.assertEqual(two.initialize(), OK, two.said)
        expected = controlled(lambda: two.get("v")[0], lambda k, h, force: (two.set_all({"push.x": force}), two.step(k * h, h)), 16)
        two.call("FreeInstance")
        units = [self.unit("one"), self.unit("other")]
        self.assertEqual(units[0].initialize(), OK, units[0].said)
        present = [units[0]]

        def step(k, h, force):
            if k == 7:
                state, copy, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
                self.assertEqual(units[0].call("GetFMUState", ctypes.byref(state)), OK, units[0].said)
                self.assertEqual(units[0].call("SerializedFMUStateSize", state, ctypes.byref(size)), OK)
                saved = ctypes.create_string_buffer(size.value)
                self.assertEqual(units[0].call("SerializeFMUState", state, saved, size), OK)
                self.assertEqual(units[1].call("DeserializeFMUState", saved, size, ctypes.byref(copy)), OK, units[1].said)
                self.assertEqual(units[1].call("SetFMUState", copy), OK, units[1].said)
                for unit, each in ((units[0], state), (units[1], copy)):
                    self.assertEqual(unit.call("FreeFMUState", ctypes.byref(each)), OK)
                present[0] = units[1]
            self.assertEqual(present[0].set_all({"push.x": force}), OK)
            self.assertEqual(present[0].step(k * h, h), (OK, k * h + h), present[0].said)
            self.assertEqual(present[0].get("time"), [k * h + h])

        np.testing.assert_array_equal(controlled(lambda: present[0].get("v")[0], step, 16), expected)
        for unit in units:
            unit.call("FreeInstance")

    def test_order_of_calls(self):
        """Calls in the wrong order and with wrong arguments are errors, after which the unit goes on; a reset brings it back to its start."""
        unit = self.unit()
        unit.lib.fmi3GetVersion.restype = ctypes.c_char_p
        self.assertEqual(unit.lib.fmi3GetVersion(), b"3.0")
        self.assertEqual(unit.step(0, 0.004)[0], ERROR)
        self.assertIn("DoStep: not in this order", unit.said[-1][1])
        self.assertEqual(unit.call("Terminate"), ERROR)
        self.assertEqual(unit.initialize(), OK, unit.said)
        one, n = (ctypes.c_uint * 1)(0), ctypes.c_size_t(1)
        for name, arguments, message in (("SetFloat64", (one, n, (ctypes.c_double * 1)(math.nan), n), "not finite"),
                                         ("SetFloat64", (one, n, (ctypes.c_double * 2)(), ctypes.c_size_t(2)), "2 values for 1 variables"),
                                         ("GetFloat64", ((ctypes.c_uint * 1)(77), n, (ctypes.c_double * 1)(), n), "no variable 77"),
                                         ("GetInt32", (one, n, (ctypes.c_int * 1)(), n), "Float64"), ("GetClock", (one, n, (ctypes.c_bool * 1)()), "Float64"),
                                         ("EnterEventMode", (), "for co-simulation"), ("EnterStepMode", (), "does not have it"),
                                         ("SetTime", (ctypes.c_double(1),), "for co-simulation")):
            self.assertEqual(unit.call(name, *arguments), ERROR, name)
            self.assertIn(message, unit.said[-1][1])
        dependencies = ctypes.c_size_t(9)
        self.assertEqual(unit.call("GetNumberOfVariableDependencies", ctypes.c_uint(unit.numbers["v"]), ctypes.byref(dependencies)), OK)
        self.assertEqual(dependencies.value, 0)
        self.assertEqual(unit.step(0, 0.004)[0], OK)
        first = unit.get("v", "time")
        self.assertEqual(unit.call("Reset"), OK)
        self.assertEqual((unit.initialize(), unit.get("time"), unit.step(0, 0.004)[0], unit.get("v", "time")), (OK, [0], OK, first))
        self.assertEqual(unit.call("Terminate"), OK)
        unit.call("FreeInstance")
        self.assertIsNone(self.unit("wrong", token="another").c)
        self.assertIsNone(self.unit("events", events=True).c)
        unit.lib.fmi3InstantiateModelExchange.restype = ctypes.c_void_p
        resources = os.path.join(self.path("unit one"), "resources").encode()
        self.assertIsNone(unit.lib.fmi3InstantiateModelExchange(b"", unit.xml.get("instantiationToken").encode(), resources, False, False, None, unit.logger))
        self.assertIn("co-simulation", unit.said[-1][1])

    def test_functions(self):
        symbols = subprocess.run(["nm", "-D", "--defined-only", unit_path()], capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(re.findall(r" T (fmi3\w+)", symbols)), sorted("fmi3" + name for name in FUNCTIONS))

    def test_description(self):
        xml = self.unit().xml
        self.assertEqual([child.tag for child in xml], ["CoSimulation", "UnitDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure"])
        self.assertEqual((xml.get("fmiVersion"), xml.get("guid")), ("3.0", None))
        self.assertRegex(xml.get("instantiationToken"), "^[0-9a-f]{32}$")
        self.assertEqual({v.tag for v in xml.find("ModelVariables")}, {"Float64"})
        self.assertEqual([(v.get("name"), v.get("causality"), v.get("start"), v.get("unit")) for v in xml.find("ModelVariables")],
                         [("push.x", "input", "0.0", "N"), ("v", "output", None, "m/s"), ("time", "independent", None, None)])
        self.assertEqual([(e.tag, e.get("valueReference"), e.get("dependencies")) for e in xml.find("ModelStructure")],
                         [("Output", "1", ""), ("InitialUnknown", "1", None)])
        for keys, message in (({"version": 1}, "neither 2 nor 3"), ({"version": 3, "outputs": {"time": "rod/velocity.x"}}, "another name")):
            with self.assertRaisesRegex(fsolve.FsolveError, message):
                fsolve.export_fmu(crank(load_push_given=True), self.path("x.fmu"), **keys)


@unittest.skipUnless(os.environ.get("FSOLVE_FMPY"), "FSOLVE_FMPY does not name the folder src of FMPy's sources")
class Importer(FolderTest):
    def test_fmpy(self):
        """FMPy, a public importer, finds no problem in units of both versions, and simulates them as a loop over the case does."""
        sys.path.append(os.environ["FSOLVE_FMPY"])
        import fmpy
        from fmpy.validation import validate_fmu

        rod = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": "E", "poisson": 0.3, "density": 7800}
        keys = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": rod}, supports="start", loads={"push": {"set": "end", "given": True}}, probes="end",
                    dt=1e-3, t_end=0.1, quiet=True)
        fsolve.Model(**keys, let="E=2e11").write(self.path("rod.opts"))
        with fsolve.Case(**keys, let="E=1e11").setup() as case:
            for k in range(1, 21):
                case.force("push", [[0, 0, -50.0 * (k - 1)]])  # FMPy gives the force at the start of a step
                case.step_to(1e-3 * k)
            tip = case.last("end/displacement")[2]
        times = np.arange(21) * 1e-3
        force = np.array([(t, -50.0 * k) for k, t in enumerate(times)], dtype=[("time", float), ("push.z", float)])
        for version in (2, 3):
            path = self.path(f"rod{version}.fmu")
            fsolve.export_fmu(self.path("rod.opts"), path, version=version, inputs=["push.z"], outputs={"tip": "end/displacement.z"}, parameters=["E"])
            self.assertEqual(validate_fmu(path), [])
            last = fmpy.simulate_fmu(path, stop_time=0.02, output_interval=1e-3, input=force, start_values={"E": 1e11})[-1]
            self.assertEqual(last["tip"], tip)


if __name__ == "__main__":
    unittest.main()
