# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.export_fmu: a co-simulation unit of FMI 2.0, stepped by a small master. A slider-crank under a PI controller does the same as in one program."""
import ctypes
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import unittest
import urllib.parse
import zipfile
from unittest import mock
from xml.etree import ElementTree

import numpy as np

import fsolve
from fsolve.fmu import unit_path
from run import SOURCE, FolderTest

CRANK = os.path.join(SOURCE, "inputs", "slider_crank.opts")
SPEED, KP, KI, END = 0.5, 20.0, 100.0, 0.064  # the PI controller: speed of the rod's center [m/s]; [N s/m], [N/m]
OK, WARNING, DISCARD, ERROR = range(4)
# Members of the standard that an importer calls, from its text.
LOGGER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p)
FUNCTIONS = """GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode ExitInitializationMode
Terminate Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate FreeFMUstate
SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative SetRealInputDerivatives GetRealOutputDerivatives DoStep
CancelStep GetStatus GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus EnterEventMode NewDiscreteStates EnterContinuousTimeMode
CompletedIntegratorStep SetTime SetContinuousStates GetDerivatives GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates""".split()


class Callbacks(ctypes.Structure):
    _fields_ = [("logger", LOGGER), *((name, ctypes.c_void_p) for name in ("allocate", "free", "finished", "environment"))]


def crank(**keys):
    """The slider-crank with a force along x on its rod."""
    return fsolve.Model(CRANK, t_end=END, probes="crank,rod", loads="push", load_push_set="rod", **keys)


class Master:
    """An unpacked unit and one instance of it."""

    def __init__(self, path, folder, stop=END, guid=None, start=0.0):
        with zipfile.ZipFile(path) as file:
            file.extractall(folder)
        self.xml = ElementTree.parse(os.path.join(folder, "modelDescription.xml")).getroot()
        name = self.xml.find("CoSimulation").get("modelIdentifier")
        self.lib = ctypes.CDLL(os.path.join(folder, "binaries", "linux64", name + ".so"))
        self.lib.fmi2Instantiate.restype = ctypes.c_void_p
        self.numbers = {v.get("name"): int(v.get("valueReference")) for v in self.xml.iter("ScalarVariable")}
        self.said = []
        self.logger = LOGGER(lambda env, instance, status, category, form, text: self.said.append((status, text.decode())))
        self.callbacks = Callbacks(self.logger)  # the format of the unit is "%s", with one argument
        uri = "file://" + urllib.parse.quote(os.path.abspath(os.path.join(folder, "resources")))
        self.c = self.lib.fmi2Instantiate(b"one", 1, (guid or self.xml.get("guid")).encode(), uri.encode(), ctypes.byref(self.callbacks), 0, 0)
        self.start, self.stop = start, stop

    def call(self, name, *arguments):
        return getattr(self.lib, "fmi2" + name)(ctypes.c_void_p(self.c), *arguments)

    def initialize(self, **constants):
        one = self.set_all(constants) if constants else OK
        return max(one, self.call("SetupExperiment", 0, ctypes.c_double(0), ctypes.c_double(self.start), 1, ctypes.c_double(self.stop)),
                   self.call("EnterInitializationMode"), self.call("ExitInitializationMode"))

    def _numbers(self, names):
        return (ctypes.c_uint * len(names))(*(self.numbers[n] for n in names)), ctypes.c_size_t(len(names))

    def set_all(self, values):
        return self.call("SetReal", *self._numbers(list(values)), (ctypes.c_double * len(values))(*values.values()))

    def get(self, *names):
        values = (ctypes.c_double * len(names))()
        assert self.call("GetReal", *self._numbers(names), values) == OK, self.said
        return list(values)

    def rate(self, name, value):
        return self.call("SetRealInputDerivatives", *self._numbers([name]), (ctypes.c_int * 1)(1), (ctypes.c_double * 1)(value))

    def step(self, t, h):
        return self.call("DoStep", ctypes.c_double(t), ctypes.c_double(h), 1)


def controlled(get, step, n):
    """Takes n steps with the force of the PI controller. get() gives the speed; step(k, h, force). Returns the speeds."""
    h, integral, speeds = END / n, 0.0, []
    for k in range(n):
        error = SPEED - get()
        step(k, h, KP * error + KI * integral)
        integral += h * error
        speeds.append(get())
    return np.array(speeds)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Unit(FolderTest):
    def export(self, model, name="crank.fmu", **keys):
        return fsolve.export_fmu(model, self.path(name), **keys)

    def master(self, path, where="unit one", **keys):  # a blank, which is %20 in the URI
        return Master(path, self.path(where), **keys)

    def run_unit(self, path, where, n):
        unit = self.master(path, where)
        self.assertEqual(unit.initialize(), OK, unit.said)

        def step(k, h, force):
            self.assertEqual(unit.set_all({"push.x": force}), OK)
            self.assertEqual(unit.step(k * h, h), OK, unit.said)

        speeds = controlled(lambda: unit.get("v")[0], step, n)
        unit.call("Terminate")
        unit.call("FreeInstance")
        return speeds

    def test_pi_controller(self):
        """The unit has the bits of a case that a program steps. Both converge to a law that is the same controller in one program."""
        path = self.export(crank(load_push_given=True), inputs=["push.x"], outputs={"v": "rod/velocity.x", "x": "rod/displacement.x"})
        with crank(load_push_given=True).case() as case:
            case.setup()
            case.step_to(0)
            n = len(case.field("place", "rod"))

            def step(k, h, force):
                case.force("push", np.tile([force / n, 0, 0], (n, 1)))
                case.step_to(min(k * h + h, END))  # the time that the unit is told

            handle = controlled(lambda: case["rod/velocity"][-1, 0], step, 16)
        np.testing.assert_array_equal(self.run_unit(path, "a", 16), handle)
        # the integral of the error is SPEED t - u
        with crank(load_push_law_x=f"{KP}*({SPEED}-vx)+{KI}*({SPEED}*t-ux)").run() as case:
            law = case["rod/velocity"][-1, 0]
        coarse, fine = (self.run_unit(path, name, n)[-1] - law for name, n in (("b", 32), ("c", 64)))
        self.assertGreater(abs(law), 0.1)
        self.assertTrue(1.6 < coarse / fine < 2.5, (coarse, fine))  # of order 1: the controller reads the speed at the start of a step
        self.assertLess(abs(fine), 0.05 * abs(law))

    def test_states(self):
        """Steps that an importer repeats from a state have the same bits; a state also has the forces that were set."""
        path = self.export(crank(load_push_given=True), inputs=["push.x"], outputs=["rod/velocity.x"])
        unit = self.master(path)
        state = ctypes.c_void_p()
        self.assertEqual(unit.initialize(), OK, unit.said)

        def steps(first, n, force):
            speeds = []
            for k in range(first, first + n):
                if force is not None:
                    unit.set_all({"push.x": force * k})
                self.assertEqual(unit.step(0.004 * k, 0.004), OK, unit.said)
                speeds += unit.get("rod.velocity.x")
            return speeds

        steps(0, 3, 5.0)
        self.assertEqual(unit.call("GetFMUstate", ctypes.byref(state)), OK, unit.said)
        held = steps(3, 4, None)
        self.assertEqual(unit.call("SetFMUstate", state), OK, unit.said)
        other = steps(3, 4, -7.0)
        self.assertNotEqual(held, other)
        self.assertEqual(unit.call("SetFMUstate", state), OK, unit.said)
        self.assertEqual(steps(3, 4, None), held)
        self.assertEqual(unit.call("FreeFMUstate", ctypes.byref(state)), OK)
        self.assertIsNone(state.value)
        unit.call("FreeInstance")

    def mass(self, **keys):
        """A mass m = 2 on a soft spring, and its unit, in which m is a parameter."""
        model = fsolve.Model(let="m=2", mesh="line", mesh_n=1, directions="x", parts="spring,mass", part_spring_set="all", part_spring_element="spring",
                             part_spring_stiffness=1e-9, part_mass_set="end", part_mass_element="mass", part_mass_mass="m", supports="start", probes="end",
                             loads={"push": {"set": "end", "given": True}}, dt=0.01, t_end=1, integrator="trapezoidal")
        return self.export(model, "mass.fmu", parameters=["m"], inputs=["push.x"], outputs={"v": "end/velocity.x"}, **keys)

    def speed(self, unit):
        """The speed after a step of 0.5 s with a force that grows to 8 N: 2/m."""
        self.assertEqual(unit.set_all({"push.x": 8.0}), OK)
        self.assertEqual(unit.step(0, 0.5), OK, unit.said)
        return unit.get("v")[0]

    def test_start_values(self):
        """A parameter that is not set has its start value, also after a reset; it can be set until the end of the initialization."""
        unit = self.master(self.mass(), stop=1)
        self.assertEqual(unit.xml.find("ModelVariables")[0].find("Real").get("start"), "2.0")
        self.assertEqual(unit.get("m"), [2])
        self.assertEqual(unit.initialize(), OK, unit.said)
        self.assertEqual(unit.get("m"), [2])
        self.assertAlmostEqual(self.speed(unit), 1, places=7)
        self.assertEqual(unit.set_all({"m": 3.0}), ERROR)
        self.assertEqual(unit.call("Reset"), OK)
        self.assertEqual(unit.set_all({"m": 3.0}), OK)
        self.assertEqual(unit.call("Reset"), OK)
        self.assertEqual(unit.get("m"), [2])
        self.assertEqual(unit.call("EnterInitializationMode"), OK, unit.said)
        self.assertEqual(unit.get("v"), [0])
        self.assertEqual(unit.set_all({"m": 4.0}), OK, unit.said)
        self.assertEqual(unit.get("v", "m"), [0, 4])
        self.assertEqual(unit.call("ExitInitializationMode"), OK)
        self.assertAlmostEqual(self.speed(unit), 0.5, places=7)
        unit.call("FreeInstance")

    def test_order_of_calls(self):
        """States are kept and restored before the initialization, in it and after a reset; the end comes after steps."""
        unit, new, initial = self.master(self.mass(), stop=1), ctypes.c_void_p(), ctypes.c_void_p()
        self.assertEqual(unit.call("Terminate"), ERROR)
        self.assertEqual(unit.set_all({"m": 4.0}), OK)
        self.assertEqual(unit.call("GetFMUstate", ctypes.byref(new)), OK, unit.said)
        self.assertEqual(unit.set_all({"m": 8.0}), OK)
        self.assertEqual(unit.call("SetFMUstate", new), OK, unit.said)
        self.assertEqual(unit.get("m"), [4])
        self.assertEqual(unit.call("SetupExperiment", 0, ctypes.c_double(0), ctypes.c_double(0), 1, ctypes.c_double(1)), OK)
        self.assertEqual(unit.call("EnterInitializationMode"), OK, unit.said)
        self.assertEqual(unit.call("GetFMUstate", ctypes.byref(initial)), OK, unit.said)
        self.assertEqual(unit.call("ExitInitializationMode"), OK)
        self.assertAlmostEqual(self.speed(unit), 0.5, places=7)
        self.assertEqual(unit.call("SetFMUstate", initial), OK, unit.said)
        self.assertEqual(unit.step(0, 0.5), ERROR)  # it is in the initialization again
        self.assertEqual(unit.call("ExitInitializationMode"), OK)
        self.assertAlmostEqual(self.speed(unit), 0.5, places=7)
        for before in (lambda: OK, lambda: unit.call("Reset")):
            self.assertEqual(before(), OK)
            self.assertEqual(unit.call("SetFMUstate", new), OK, unit.said)
            self.assertEqual(unit.initialize(), OK, unit.said)
            self.assertAlmostEqual(self.speed(unit), 0.5, places=7)
        self.assertEqual(unit.call("Reset"), OK)
        self.assertEqual(unit.call("SetFMUstate", initial), ERROR)  # of a case that is gone
        self.assertIn("destroyed", unit.said[-1][1])
        self.assertEqual((unit.initialize(), unit.call("Terminate")), (OK, OK), unit.said)
        for state in (new, initial):
            self.assertEqual(unit.call("FreeFMUstate", ctypes.byref(state)), OK)
        unit.call("FreeInstance")

    def serialize(self, unit, state):
        size = ctypes.c_size_t()
        self.assertEqual(unit.call("SerializedFMUstateSize", state, ctypes.byref(size)), OK, unit.said)
        found = ctypes.create_string_buffer(size.value)
        self.assertEqual(unit.call("SerializeFMUstate", state, found, size), OK, unit.said)
        return found.raw

    def restore(self, unit, saved):
        state = ctypes.c_void_p()
        code = unit.call("DeSerializeFMUstate", saved, ctypes.c_size_t(len(saved)), ctypes.byref(state))
        if code == OK:
            self.assertEqual(unit.call("SetFMUstate", state), OK, unit.said)
            self.assertEqual(self.serialize(unit, state), saved)
            self.assertEqual(unit.call("FreeFMUstate", ctypes.byref(state)), OK)
        return code

    def test_serialized_states(self):
        """A state as bytes continues with the same bits in a new instance, which has other parameters: in steps with a force, a motor and a rate;
        in the initialization; and before it."""
        path = self.export(crank(load_push_given=True, let="g=1", gravity="0,-g,0"), inputs=["push.x", "shaft.angle_motor"], outputs=["rod/velocity.x"], parameters=["g"])
        unit, saved = self.master(path, "one"), []
        state = ctypes.c_void_p()

        def save():
            self.assertEqual(unit.call("GetFMUstate", ctypes.byref(state)), OK, unit.said)
            saved.append(self.serialize(unit, state))

        def steps(unit, first, n):
            speeds = []
            for k in range(first, first + n):
                self.assertEqual(unit.set_all({"push.x": 5.0 * k, "shaft.angle_motor": 1.0 - k}), OK)
                self.assertEqual(unit.step(0.004 * k, 0.004), OK, unit.said)
                speeds += unit.get("rod.velocity.x")
            return speeds

        self.assertEqual(unit.set_all({"g": 3.0}), OK)
        save()
        self.assertEqual(unit.call("SetupExperiment", 0, ctypes.c_double(0), ctypes.c_double(0), 1, ctypes.c_double(END)), OK)
        self.assertEqual(unit.call("EnterInitializationMode"), OK, unit.said)
        save()
        self.assertEqual(unit.call("ExitInitializationMode"), OK)
        start = steps(unit, 0, 3)
        unit.set_all({"push.x": -20.0})  # for the next step
        self.assertEqual(unit.rate("push.x", 7.0), OK)
        save()
        speed = unit.get("rod.velocity.x")
        self.assertEqual(unit.step(0.012, 0.004), OK, unit.said)
        expected = unit.get("rod.velocity.x") + steps(unit, 4, 3)
        other = self.master(path, "two")
        self.assertEqual(self.restore(other, saved[2]), OK, other.said)
        self.assertEqual(other.get("rod.velocity.x", "g", "push.x"), [*speed, 3, -20])
        self.assertEqual(other.step(0.012, 0.004), OK, other.said)
        self.assertEqual(other.get("rod.velocity.x") + steps(other, 4, 3), expected)
        self.assertEqual(self.restore(other, saved[1]), OK, other.said)
        self.assertEqual(other.call("ExitInitializationMode"), OK, other.said)
        self.assertEqual(steps(other, 0, 3), start)
        self.assertEqual(self.restore(other, saved[0]), OK, other.said)
        self.assertEqual(other.get("g"), [3])
        self.assertEqual((other.initialize(), steps(other, 0, 3)), (OK, start))
        self.assertEqual(other.call("Reset"), OK)
        self.assertEqual(self.restore(other, saved[2]), OK, other.said)
        self.assertEqual(other.get("rod.velocity.x"), speed)
        force = bytearray(saved[2])
        force[90] ^= 1  # in the numbers of the first variable
        for wrong in (b"", saved[2][:-8], b"x" + saved[2][1:], bytes(force)):
            self.assertEqual(self.restore(other, wrong), ERROR)
            self.assertIn("no state of this unit", other.said[-1][1])
        damaged, broken = saved[2][:-1] + bytes([saved[2][-1] ^ 1]), ctypes.c_void_p()
        self.assertEqual(other.call("DeSerializeFMUstate", damaged, ctypes.c_size_t(len(damaged)), ctypes.byref(broken)), OK)
        self.assertEqual(other.call("SetFMUstate", broken), ERROR)
        self.assertIn("not those of a state", other.said[-1][1])
        for each, c in ((state, unit), (broken, other)):
            self.assertEqual(c.call("FreeFMUstate", ctypes.byref(each)), OK)
        for each in (unit, other):
            each.call("FreeInstance")

    def test_states_beside_bytes(self):
        """An instance that bytes have brought to a state saves others in memory: it returns to them with their outputs, also after it has returned to the bytes."""
        unit, fresh = self.master(self.mass(), stop=1), self.master(self.mass(), "two", stop=1)
        state, before = ctypes.c_void_p(), ctypes.c_void_p()
        self.assertEqual(unit.initialize(m=4.0), OK)
        speed = self.speed(unit)
        self.assertEqual(unit.call("GetFMUstate", ctypes.byref(state)), OK, unit.said)
        saved = self.serialize(unit, state)
        self.assertEqual(self.restore(fresh, saved), OK, fresh.said)
        self.assertEqual(fresh.call("GetFMUstate", ctypes.byref(before)), OK, fresh.said)
        self.assertEqual(fresh.step(0.5, 0.1), OK, fresh.said)
        self.assertNotEqual(fresh.get("v"), [speed])
        self.assertEqual(fresh.call("SetFMUstate", before), OK, fresh.said)
        self.assertEqual(fresh.get("v"), [speed])
        self.assertEqual(self.restore(fresh, saved), OK, fresh.said)
        self.assertEqual((fresh.call("SetFMUstate", before), fresh.get("v")), (OK, [speed]), fresh.said)
        for each, c in ((state, unit), (before, fresh)):
            self.assertEqual(c.call("FreeFMUstate", ctypes.byref(each)), OK)
            c.call("FreeInstance")

    def test_two_threads(self):
        """Units that are stepped in two threads wait for each other."""
        path, failed = self.mass(), []
        units = [self.master(path, name, stop=1) for name in ("one", "two")]

        def steps(unit):
            failed.extend(k for k in range(100) if unit.set_all({"push.x": 8.0}) != OK or unit.step(0.01 * k, 0.01) != OK)

        for unit in units:
            self.assertEqual(unit.initialize(), OK, unit.said)
        threads = [threading.Thread(target=steps, args=(unit,)) for unit in units]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [], units[0].said + units[1].said)
        self.assertEqual(units[0].get("v"), units[1].get("v"))
        for unit in units:
            unit.call("FreeInstance")

    def test_library(self):
        """A unit looks first in the folder where the library was when the file was made."""
        with zipfile.ZipFile(self.mass()) as file:
            file.extract("binaries/linux64/mass.so", self.folder)
        said = subprocess.run(["readelf", "-d", self.path("binaries/linux64/mass.so")], capture_output=True, text=True, check=True).stdout
        self.assertEqual(os.path.realpath(re.search(r"runpath: \[([^:]*)", said)[1]), os.path.dirname(os.path.realpath(fsolve.library_path())))

    def test_library_inside(self):
        """A unit that contains the library is loaded after the folder of the library is gone, and also from another folder."""
        os.mkdir(self.path("lib"))
        for file in ("libfsolve.so", "libfsolve_fmu.so"):
            shutil.copy(os.path.join(os.path.dirname(fsolve.library_path()), file), self.path("lib"))
        with mock.patch("fsolve.fmu.library_path", lambda: self.path("lib/libfsolve.so")):
            path = self.mass(library=True)
        shutil.rmtree(self.path("lib"))
        with zipfile.ZipFile(path) as file:
            file.extractall(self.path("unit"))
        folder = self.path("unit/binaries/linux64")
        load = "import ctypes, sys; ctypes.CDLL(sys.argv[1]); print(*(line for line in open('/proc/self/maps') if 'libfsolve' in line))"
        loaded = subprocess.run([sys.executable, "-c", load, os.path.join(folder, "mass.so")], capture_output=True, text=True, check=True).stdout
        self.assertRegex(loaded, os.path.realpath(folder) + r"/libfsolve\.so\.")

    def test_motor(self):
        """A motor that the importer drives is a torque that changes linearly within a step: the unit does what one program does with this formula. A repeated step has its own torque."""
        n, h = 16, END / 16
        torque = [3 * math.sin(40 * k * h) for k in range(n + 1)]
        path = self.export(crank(load_push_force="0,0,0"), inputs={"torque": "shaft.angle_motor"}, outputs={"v": "rod/velocity.x"})
        formula = "+".join(f"({torque[k]!r}+({torque[k + 1] - torque[k]!r})*(t-{k * h!r})/{h!r})*(t>={k * h!r} && t<{(k + 1) * h if k < n - 1 else 9!r} ? 1 : 0)" for k in range(n))
        with crank(load_push_force="0,0,0", joint_shaft_angle_motor=formula).run() as case:
            expected = case["rod/velocity"][::4, 0]
        unit, state, found = self.master(path), ctypes.c_void_p(), []
        self.assertEqual(unit.initialize(), OK, unit.said)
        for k in range(n):
            if k == 5:  # a step that is rejected
                self.assertEqual(unit.call("GetFMUstate", ctypes.byref(state)), OK, unit.said)
                unit.set_all({"torque": -500.0})
                self.assertEqual(unit.step(k * h, h), OK, unit.said)
                wrong = unit.get("v")[0]
                self.assertEqual(unit.call("SetFMUstate", state), OK, unit.said)
            unit.set_all({"torque": torque[k + 1]} if k != 7 else {"torque": torque[k]})
            if k == 7:
                self.assertEqual(unit.rate("torque", (torque[k + 1] - torque[k]) / h), OK)
            self.assertEqual(unit.step(k * h, h), OK, unit.said)
            found += unit.get("v")
        self.assertGreater(np.abs(expected).max(), 0.05)
        self.assertGreater(abs(wrong - expected[6]), 0.1 * np.abs(expected).max())
        np.testing.assert_allclose(found, expected[1:], rtol=0, atol=1e-9 * np.abs(expected).max())
        unit.call("FreeFMUstate", ctypes.byref(state))
        unit.call("FreeInstance")

    def test_motion(self):
        """A support that the importer moves: z = 0.1 t^3 by value, velocity and acceleration is this formula in one program."""
        model = dict(mesh="line", mesh_n=1, parts="spring,mass", part_spring_set="all", part_spring_element="spring", part_spring_stiffness=100, part_mass_set="end",
                     part_mass_element="mass", part_mass_mass=2, supports="start", probes="end", dt=0.01, t_end=0.4, directions="x")
        inputs = ["start.motion_x", "start.motion_x.velocity", "start.motion_x.acceleration"]
        path = self.export(fsolve.Model(**model, support_start_motion_x="given"), "base.fmu", outputs=["end/displacement.x"])
        with fsolve.Model(**model, support_start_motion_x="0.1*t^3").run() as case:
            expected = case["end/displacement"][:, 0]
        unit, found = self.master(path, stop=0.4), []
        self.assertEqual([v.get("name") for v in unit.xml.iter("ScalarVariable")][:3], inputs)
        self.assertEqual([v.find("Real").get("unit") for v in unit.xml.iter("ScalarVariable")][:3], ["m", "m/s", "m/s2"])
        self.assertEqual(unit.initialize(), OK, unit.said)
        for k in range(1, 11):
            t = 0.04 * k
            self.assertEqual(unit.set_all(dict(zip(inputs, (0.1 * t**3, 0.3 * t**2, 0.6 * t)))), OK)
            self.assertEqual(unit.step(0.04 * (k - 1), 0.04), OK, unit.said)
            found += unit.get("end.displacement.x")
        np.testing.assert_allclose(found, expected[4::4], rtol=0, atol=1e-10 * np.abs(expected).max())
        self.assertEqual(unit.rate(inputs[0], 1.0), ERROR)
        unit.call("FreeInstance")

    def test_without_outputs(self):
        """A unit without outputs has no empty lists, which the standard's schema does not allow."""
        path = self.export(crank(load_push_given=True), inputs=["push.x"], outputs=[])
        structure = self.master(path).xml.find("ModelStructure")
        self.assertEqual(list(structure), [])
        with self.assertRaisesRegex(fsolve.FsolveError, "no variables"):
            self.export(crank(load_push_force="1,0,0"), inputs=[], outputs=[])

    def test_description(self):
        path = self.export(crank(load_push_given=True), "2 cranks.fmu")
        with zipfile.ZipFile(path) as file:
            self.assertEqual(sorted(file.namelist()), ["binaries/linux64/_2_cranks.so", "modelDescription.xml", "resources/case.opts", "resources/variables.txt"])
            xml = ElementTree.fromstring(file.read("modelDescription.xml"))
        self.assertEqual((xml.get("fmiVersion"), xml.find("CoSimulation").get("modelIdentifier")), ("2.0", "_2_cranks"))
        roles = {}
        for k, v in enumerate(xml.find("ModelVariables")):
            self.assertEqual(v.get("valueReference"), str(k))
            roles.setdefault(v.get("causality"), []).append(v.get("name"))
        self.assertEqual(roles["input"], ["push.x", "push.y", "push.z"])
        self.assertIn("crank.velocity.y", roles["output"])
        outputs = [str(k + 1) for k, v in enumerate(xml.find("ModelVariables")) if v.get("causality") == "output"]
        for kind in ("Outputs", "InitialUnknowns"):
            self.assertEqual([u.get("index") for u in xml.find("ModelStructure").find(kind)], outputs)
        self.assertEqual({u.get("dependencies") for u in xml.find("ModelStructure").find("Outputs")}, {""})
        self.assertEqual(xml.find("CoSimulation").get("needsExecutionTool"), "true")
        units = {v.get("name"): v.find("Real").get("unit") for v in xml.find("ModelVariables")}
        self.assertEqual((units["crank.displacement.x"], units["crank.velocity.y"], units["push.x"]), ("m", "m/s", "N"))
        self.assertLessEqual(set(filter(None, units.values())), {u.get("name") for u in xml.find("UnitDefinitions")})
        self.assertEqual(xml.find("DefaultExperiment").attrib, {"startTime": "0.0", "stopTime": str(END), "stepSize": "0.001"})
        order = ["CoSimulation", "UnitDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure"]
        self.assertEqual([child.tag for child in xml], order)

    def test_functions(self):
        """The unit has all functions of the standard, and no others but those of FMI 3.0 (fmi3.py)."""
        symbols = subprocess.run(["nm", "-D", "--defined-only", unit_path()], capture_output=True, text=True, check=True).stdout
        found = re.findall(r" T (\w+)", symbols)
        self.assertEqual(sorted(name for name in found if not name.startswith("fmi3")), sorted("fmi2" + name for name in FUNCTIONS))

    def test_parameters_files_and_rates(self):
        """A constant that the importer sets, a table that is in the unit, a force that changes linearly within a step, two instances."""
        with open(self.path("push.csv"), "w", encoding="utf-8") as file:
            file.write("t,f\n0,0\n1,3\n")
        with open(self.path("mass.opts"), "w", encoding="utf-8") as file:
            file.write("-let m=2\n-mesh line -mesh_n 1\n-parts spring,mass\n-part_spring_set all -part_spring_element spring -part_spring_stiffness 1e-9\n"
                       "-part_mass_set end -part_mass_element mass -part_mass_mass m\n-supports start\n-loads push,slow\n-load_push_set end -load_push_given\n"
                       "-tables ramp\n-table_ramp push.csv\n-load_slow_set end -load_slow_force 1,0,0 -load_slow_time ramp_f(t)\n-probes end\n"
                       "-dt 0.01 -t_end 1 -integrator trapezoidal\n")
        path = self.export(self.path("mass.opts"), "mass.fmu", parameters=["m"])
        with zipfile.ZipFile(path) as file:
            self.assertEqual(len([n for n in file.namelist() if n.endswith("_push.csv")]), 1)
        os.remove(self.path("push.csv"))
        one, two = self.master(path, "one", stop=1), self.master(path, "two", stop=1)
        self.assertEqual((one.initialize(), two.initialize(m=4.0)), (OK, OK), one.said + two.said)
        for k in range(10):
            self.assertEqual(two.set_all({"push.x": 2.0}), OK)
            for unit in (one, two):
                self.assertEqual(unit.set_all({"push.x": 5 * 0.1 * k}), OK)
                self.assertEqual(unit.rate("push.x", 5.0), OK)
                self.assertEqual(unit.step(0.1 * k, 0.1), OK, unit.said)
        # m v' = 5 t + 3 t: v = 4 t^2/m, which the trapezoidal rule integrates exactly
        self.assertAlmostEqual(one.get("end.velocity.x")[0], 4 / 2, places=8)
        self.assertAlmostEqual(two.get("end.velocity.x")[0], 4 / 4, places=8)
        for unit in (one, two):
            unit.call("FreeInstance")

    def test_wrong_use(self):
        path = self.export(crank(load_push_given=True), inputs=["push.x"], outputs=["rod/velocity.x"])
        self.assertIsNone(self.master(path, "other", guid="another").c)
        unit = self.master(path)
        self.assertEqual(unit.step(0, 0.01), ERROR)
        self.assertIn("not in this order", unit.said[-1][1])
        self.assertEqual(unit.initialize(), OK)
        self.assertEqual(unit.get("rod.velocity.x"), [0])
        for wrong, message in ((lambda: unit.step(0.02, 0.01), "present time"), (lambda: unit.step(0, -1), "present time"),
                               (lambda: unit.set_all({"rod.velocity.x": 1.0}), "output"), (lambda: unit.set_all({"push.x": math.nan}), "not finite"),
                               (lambda: unit.call("SetReal", (ctypes.c_uint * 1)(77), ctypes.c_size_t(1), (ctypes.c_double * 1)(1)), "no variable 77"),
                               (lambda: unit.call("GetInteger", (ctypes.c_uint * 1)(0), ctypes.c_size_t(1), (ctypes.c_int * 1)()), "real")):
            self.assertEqual(wrong(), ERROR)
            self.assertIn(message, unit.said[-1][1])
        self.assertEqual(unit.step(0, 0.01), OK)  # all of this has not hurt it
        self.assertEqual(unit.step(0.01, 10), ERROR)
        self.assertIn("-t_end", unit.said[-1][1])
        self.assertEqual(unit.call("Reset"), OK)
        self.assertEqual((unit.initialize(), unit.step(0, 0.01)), (OK, OK), unit.said)
        unit.call("FreeInstance")

    def test_refused(self):
        model = crank(load_push_given=True)
        for keys, message in (({"inputs": ["pusch.x"]}, "nearest: push"), ({"inputs": ["push"]}, "push.x"), ({"inputs": ["shaftt.angle_motor"]}, "nearest: shaft"),
                              ({"inputs": ["shaft.angel_motor"]}, "angle"), ({"inputs": ["shaft.displacement_motor"]}, "displacement"),
                              ({"inputs": ["foot.motion_x"]}, "given"), ({"outputs": ["rod/velocty.x"]}, "nearest"),
                              ({"outputs": ["rod/velocity"]}, "velocity.x"), ({"parameters": ["g"]}, "let"),
                              ({"outputs": {"push.x": "rod/velocity.x"}}, "two variables")):
            with self.subTest(keys), self.assertRaisesRegex(fsolve.FsolveError, message):
                self.export(model, **keys)
        with self.assertRaisesRegex(fsolve.FsolveError, "no steps in time"):
            self.export(os.path.join(SOURCE, "inputs", "portal.opts"))

    def test_a_plain_importer(self):
        """An importer without MPI, PETSc or the package: the unit brings what it needs, and the process ends in order."""
        path = self.export(crank(load_push_given=True), inputs=["push.x"], outputs=["rod/velocity.x"])
        code = ("import sys; sys.path.insert(0, sys.argv[1]); import fmu; u = fmu.Master(sys.argv[2], sys.argv[3]); "
                "assert u.c and u.initialize() == 0 and u.step(0, 0.01) == 0, u.said; print(u.get('rod.velocity.x')); u.call('FreeInstance')")
        done = subprocess.run([sys.executable, "-c", code, os.path.dirname(__file__), path, self.path("plain")], capture_output=True, text=True,
                              timeout=100, env=dict(os.environ))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^\[-?\d")


if __name__ == "__main__":
    unittest.main()
