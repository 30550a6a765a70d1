# SPDX-License-Identifier: BSD-2-Clause
"""Units for model exchange of FMI 2.0 and 3.0, integrated by a small importer: an oscillator has its closed form, a swinging beam the motion of fsolve's own
run, also beyond a turn; directional derivatives are those of linearize and of differences, in co-simulation those of repeated steps."""
import ctypes
import os
import subprocess
import sys
import unittest
import urllib.parse
import zipfile
from xml.etree import ElementTree

import numpy as np
from scipy.integrate import DOP853, solve_ivp

import fsolve
from fsolve import fmu as export
from fmi3 import LOGGER as LOGGER3
from fmu import LOGGER, OK, ERROR, Callbacks
from run import LAUNCH, MORE_RANKS, SOURCE, FolderTest

SPRING, MASS = 250.0, 2.0
OSCILLATOR = dict(let=f"m={MASS}", mesh="line", mesh_n=1, directions="x", quiet=True, parts="spring,mass", part_spring_set="all", part_spring_element="spring",
                  part_spring_stiffness=SPRING, part_mass_set="end", part_mass_element="mass", part_mass_mass="m", supports="start", probes="end",
                  loads={"push": {"set": "end", "given": True}}, dt=0.01, t_end=1, integrator="trapezoidal")
BEAM = {"set": "all", "element": "beam", "section": "rectangle", "width": 0.1, "height": 0.1, "direction": (0, 1, 0), "young": 2e6, "poisson": 0.3, "density": 1000}
# A beam whose end is fixed and can rotate, so that it swings as a pendulum does, without joints. Damping of masses makes velocities matter.
SWING = dict(mesh={"": "line", "n": 2, "upper": 1}, parts={"rod": BEAM}, supports={"start": {"fix": "xyz"}}, probes="end", gravity="0,0,-9.81", damping_mass=0.2,
             initial_static=False, quiet=True, loads={"push": {"set": "end", "given": True}}, t_end=2)


ON_RANKS = """
import ctypes, os, numpy as np, fsolve
from fmi_exchange import SWING
wave = {"wave": {"set": "all", "law_z": "t < 0.2 ? 50*x : 20"}}
with fsolve.Case(**dict(SWING, mesh={"": "line", "n": 5, "upper": 1}, loads={**SWING["loads"], **wave}), dt=0.01).setup() as case:
    dofs = case.dofs()
    number = np.array([7.0 * node + 3 * "xyz".find(c[-1]) + c.startswith("r") for node, c in dofs])
    x = np.concatenate([0.1 * np.sin(number), np.cos(number)])
    rates, change = np.zeros(len(x)), ctypes.c_double()
    case._call("FsCaseFindChange", 2.0, ctypes.byref(change))
    case._call("FsCaseSetCoordinates", 0.3, len(x), x.ctypes.data)
    case._call("FsCaseGetCoordinates", len(x), None, rates.ctypes.data)
    rows = np.array([case._gather(part) for part in ([n for n, _ in dofs], [len(c) + ord(c[-1]) for _, c in dofs], *rates.reshape(2, -1), 0 * rates[len(dofs):] + change.value)])
    if os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0":
        print(repr(rows[:, np.lexsort(rows[1::-1])].tolist()))
"""


class EventInfo(ctypes.Structure):
    """fmi2EventInfo."""
    _fields_ = [(name, ctypes.c_int) for name in ("again", "ends", "nominals", "values", "defined")] + [("next", ctypes.c_double)]


class Importer:
    """An unpacked unit and one instance of it, of model exchange or co-simulation."""

    def __init__(self, path, folder, exchange=True):
        with zipfile.ZipFile(path) as file:
            file.extractall(folder)
        self.xml = ElementTree.parse(os.path.join(folder, "modelDescription.xml")).getroot()
        self.version = int(self.xml.get("fmiVersion")[0])
        kind = self.xml.find("ModelExchange" if exchange else "CoSimulation")
        platform = {2: "linux64", 3: "x86_64-linux"}[self.version]
        self.lib = ctypes.CDLL(os.path.join(folder, "binaries", platform, kind.get("modelIdentifier") + ".so"))
        self.numbers = {v.get("name"): int(v.get("valueReference")) for v in self.xml.find("ModelVariables")}
        self.said = []
        resources = os.path.join(os.path.abspath(folder), "resources")
        if self.version == 2:
            self.logger = LOGGER(lambda env, instance, status, category, form, text: self.said.append((status, text.decode())))
            self.callbacks = Callbacks(self.logger)
            self.lib.fmi2Instantiate.restype = ctypes.c_void_p
            self.c = self.lib.fmi2Instantiate(b"one", 0 if exchange else 1, self.xml.get("guid").encode(), ("file://" + urllib.parse.quote(resources)).encode(),
                                              ctypes.byref(self.callbacks), 0, 0)
        else:
            self.logger = LOGGER3(lambda environment, status, category, text: self.said.append((status, text.decode())))
            start = (b"one", self.xml.get("instantiationToken").encode(), resources.encode(), False, False)
            create = self.lib.fmi3InstantiateModelExchange if exchange else self.lib.fmi3InstantiateCoSimulation
            create.restype = ctypes.c_void_p
            self.c = create(*start, None, self.logger) if exchange else create(*start, False, False, None, ctypes.c_size_t(0), None, self.logger, None)
        if self.c and exchange:
            self.n = len([v for v in self.xml.find("ModelVariables") if v.get("derivative") or any(r.get("derivative") for r in v)])

    def code(self, name, *arguments):
        return getattr(self.lib, f"fmi{self.version}{name}")(ctypes.c_void_p(self.c), *arguments)

    def call(self, name, *arguments):
        assert self.code(name, *arguments) == OK, (name, self.said)

    def initialize(self, stop=2.0):
        times = (ctypes.c_double(0), 1, ctypes.c_double(stop))
        if self.version == 2:
            self.call("SetupExperiment", 0, ctypes.c_double(0), *times)
            self.call("EnterInitializationMode")
        else:
            self.call("EnterInitializationMode", False, ctypes.c_double(0), ctypes.c_double(0), True, ctypes.c_double(stop))
        self.call("ExitInitializationMode")

    def start(self, stop=2.0):
        """Goes to continuous time, and returns the states."""
        self.initialize(stop)
        self.event()
        return self.states()

    def event(self):
        """Treats an event. Returns whether states have changed."""
        if self.version == 2:
            info = EventInfo()
            self.call("NewDiscreteStates", ctypes.byref(info))
            changed, defined, self.next = info.values, info.defined, info.next
        else:
            flags, following = [ctypes.c_bool() for _ in range(5)], ctypes.c_double()
            self.call("UpdateDiscreteStates", *map(ctypes.byref, flags), ctypes.byref(following))
            changed, defined, self.next = flags[3].value, flags[4].value, following.value
        if not defined:
            self.next = np.inf
        self.call("EnterContinuousTimeMode")
        return bool(changed)

    def completed(self):
        """Ends a step of the integrator, and treats the event that it asks for. Returns whether states have changed."""
        flags = [(ctypes.c_int if self.version == 2 else ctypes.c_bool)() for _ in range(2)]
        self.call("CompletedIntegratorStep", 1, *map(ctypes.byref, flags))
        if not flags[0].value:
            return False
        self.call("EnterEventMode")
        return self.event()

    def _vector(self, name):
        values = (ctypes.c_double * self.n)()
        self.call(name, values, ctypes.c_size_t(self.n))
        return np.array(values)

    def states(self):
        return self._vector("GetContinuousStates")

    def at(self, t, x):
        self.call("SetTime", ctypes.c_double(t))
        self.call("SetContinuousStates", (ctypes.c_double * self.n)(*x), ctypes.c_size_t(self.n))

    def rates(self, t, x):
        self.at(t, x)
        return self._vector("GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives")

    def _named(self, names):
        return (ctypes.c_uint * len(names))(*(self.numbers[n] for n in names)), ctypes.c_size_t(len(names))

    def set_all(self, **values):
        more = (ctypes.c_size_t(len(values)),) if self.version == 3 else ()
        self.call("SetReal" if self.version == 2 else "SetFloat64", *self._named(list(values)), (ctypes.c_double * len(values))(*values.values()), *more)

    def get(self, *names):
        values = (ctypes.c_double * len(names))()
        more = (ctypes.c_size_t(len(names)),) if self.version == 3 else ()
        self.call("GetReal" if self.version == 2 else "GetFloat64", *self._named(names), values, *more)
        return np.array(values)

    def derivative(self, unknown, known, seed):
        result, seeds = (ctypes.c_double * len(unknown))(), (ctypes.c_double * len(known))(*seed)
        if self.version == 2:
            self.call("GetDirectionalDerivative", *self._named(unknown), *self._named(known), seeds, result)
        else:
            self.call("GetDirectionalDerivative", *self._named(unknown), *self._named(known), seeds, ctypes.c_size_t(len(known)), result,
                      ctypes.c_size_t(len(unknown)))
        return np.array(result)

    def step(self, t, h):
        """Takes a step of co-simulation."""
        more = [ctypes.byref(ctypes.c_bool()) for _ in range(3)] + [ctypes.byref(ctypes.c_double())] if self.version == 3 else []
        self.call("DoStep", ctypes.c_double(t), ctypes.c_double(h), 1, *more)

    def free(self):
        self.code("FreeInstance")


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Exchange(FolderTest):
    def unit(self, model, name="unit", exchange=True, **keys):
        path = fsolve.export_fmu(model, self.path(f"{name}.fmu"), exchange=exchange, **keys)
        found = Importer(path, self.path(name), exchange)
        self.assertTrue(found.c, found.said)
        return found

    def test_oscillator(self):
        """u = F/k (1 - cos(w t)) under a constant force, whose accelerations are F/m - k/m u; with another mass after a reset of parameters."""
        for version in (2, 3):
            unit = self.unit(fsolve.Model(**OSCILLATOR), f"free{version}", inputs=["push.x"], outputs={"u": "end/displacement.x", "a": "end/acceleration.x"},
                             parameters=["m"], version=version)
            unit.set_all(m=8.0)
            x = unit.start()
            self.assertEqual(x.tolist(), [0, 0])
            unit.set_all(**{"push.x": 12.0})
            frequency = np.sqrt(SPRING / 8)
            found = solve_ivp(unit.rates, (0, 1), x, method="DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
            exact = 12 / SPRING * np.array([1 - np.cos(frequency), frequency * np.sin(frequency)])
            np.testing.assert_allclose(found, exact, rtol=1e-9)
            unit.at(1, found)
            np.testing.assert_allclose(unit.get("u", "a"), [exact[0], (12 - SPRING * exact[0]) / 8], rtol=1e-9)
            unit.free()

    def integrate(self, unit, x, end):
        """Integrates from 0 to end with the events that the unit asks for. Returns the states and the number of events that have changed them."""
        t, events = 0.0, 0
        while t < end:
            scheme = DOP853(unit.rates, t, x, end, rtol=1e-10, atol=1e-12)
            changed = False
            while scheme.status == "running" and not changed:
                scheme.step()
                unit.at(scheme.t, scheme.y)
                changed = unit.completed()
            events += changed
            t, x = scheme.t, unit.states()
        return x, events

    def test_spring_as_joint(self):
        """Joints without constraints are allowed: the oscillator with a spring_damper, whose rates are forces over masses."""
        model = {**OSCILLATOR, "parts": "mass", **{k: None for k in OSCILLATOR if k.startswith("part_spring")},
                 "joints": {"link": {"set": "all", "type": "spring_damper", "displacement_stiffness": SPRING, "displacement_damping": 3.0}}, "stabilize": "velocity"}
        unit = self.unit(fsolve.Model(**model), inputs=["push.x"])
        x = unit.start()
        unit.set_all(**{"push.x": 12.0})
        np.testing.assert_allclose(unit.rates(0.1, [0.02, 0.5]), [0.5, (12 - SPRING * 0.02 - 3 * 0.5) / MASS], rtol=1e-12)
        self.assertEqual(len(x), 2)

    def test_swing(self):
        """A beam swings by more than 2 rad, at which its rotation vectors are counted anew. fsolve's own run has the same motion and energy."""
        names = {"x": "end/displacement.x", "z": "end/displacement.z", "vz": "end/velocity.z", "kinetic": "energy/kinetic", "r": "start/reaction.z"}
        with fsolve.Case(**SWING, dt=5e-4, integrator="esdirk43_6l").setup() as case:
            case.step_to(0.8)
            own = [float(case.last(history)["xyz".index(c)] if c else case.last(history)) for history, _, c in (w.partition(".") for w in names.values())]
        self.assertLess(own[0], -1.9)
        for version in (2, 3):
            unit = self.unit(fsolve.Model(**SWING, dt=0.01), f"swing{version}", inputs=["push.x", "push.y"], outputs=names, version=version)
            x, events = self.integrate(unit, unit.start(), 0.8)
            unit.at(0.8, x)
            self.assertEqual(events, 1)
            np.testing.assert_allclose(unit.get(*names), own, rtol=2e-6, atol=1e-9)
            unit.free()

    def runge_kutta(self, unit, x, t, end, n):
        """Takes n steps of the classical scheme, whose last stage is at the end of the step."""
        h = (end - t) / n
        for k in range(n):
            a = unit.rates(t + k * h, x)
            b = unit.rates(t + (k + 0.5) * h, x + h / 2 * a)
            c = unit.rates(t + (k + 0.5) * h, x + h / 2 * b)
            x = x + h / 6 * (a + 2 * b + 2 * c + unit.rates(end if k == n - 1 else t + (k + 1) * h, x + h * c))
        return x

    def test_jumps_in_time(self):
        """A force that jumps: the times of jumps are events, until which the force has the value before the jump. Steps of a scheme of order 4 that end at events
        have the closed form."""
        pulse = {"set": "end", "force": (1, 0, 0), "time": "t < 0.3 ? 12 : (t < 0.55 ? -5 : 0)"}
        model = fsolve.Model(**{**OSCILLATOR, "loads": {"push": {"set": "end", "given": True}, "pulse": pulse}})
        frequency = np.sqrt(SPRING / MASS)
        for version in (2, 3):
            unit = self.unit(model, f"jumps{version}", inputs=["push.x"], outputs={"f": "end/acceleration.x"}, version=version)
            x, t, times, exact = unit.start(1.0), 0.0, [], np.zeros(2)
            for force, end in ((12, 0.3), (-5, 0.55), (0, 1.0)):
                stop = min(unit.next, 1.0)
                times.append(stop)
                static, (c, s) = force / SPRING, (np.cos(frequency * (end - t)), np.sin(frequency * (end - t)))
                exact = np.array([static + (exact[0] - static) * c + exact[1] / frequency * s, -frequency * (exact[0] - static) * s + exact[1] * c])
                x = self.runge_kutta(unit, x, t, stop, 300)
                np.testing.assert_allclose(x, exact, rtol=1e-7)
                t = stop
                if t < 1:
                    unit.at(t, x)
                    before = unit.get("f")[0]
                    self.assertAlmostEqual(before, (force - SPRING * x[0]) / MASS, places=9)
                    unit.call("EnterEventMode")
                    self.assertFalse(unit.event())
                    self.assertAlmostEqual(unit.get("f")[0] - before, {12: -17, -5: 5}[force] / MASS, places=9)
            np.testing.assert_allclose(times, [0.3, 0.55, 1], rtol=1e-13)
            self.assertEqual(unit.next, np.inf)
            unit.free()

    def test_jump_of_a_saved_state(self):
        """A unit that returns to a state before a jump, from one after it, has the force before the jump at the time of the jump."""
        pulse = {"set": "end", "force": (1, 0, 0), "time": "t < 0.3 ? 12 : -5"}
        unit = self.unit(fsolve.Model(**{**OSCILLATOR, "loads": {"pulse": pulse}}), outputs={"f": "end/acceleration.x"})
        unit.start(1.0)
        event, state = unit.next, ctypes.c_void_p()
        unit.at(0.1, [0, 0])
        unit.call("GetFMUstate", ctypes.byref(state))
        for _ in range(2):
            self.assertEqual(unit.rates(event, [0, 0])[1], 12 / MASS)
            unit.call("EnterEventMode")
            unit.event()
            self.assertEqual((unit.rates(event, [0, 0])[1], unit.next), (-5 / MASS, np.inf))
            unit.call("SetFMUstate", state)
        unit.call("FreeFMUstate", ctypes.byref(state))

    def test_motion(self):
        """A support that moves by u = sin(9 t), with its velocity and acceleration: the oscillator on it is resonantly excited as its closed form is."""
        model = fsolve.Model(**{**OSCILLATOR, "loads": None, "supports": {"start": {"motion_x": "given"}}})
        unit = self.unit(model, outputs={"u": "end/displacement.x"}, inputs=["start.motion_x", "start.motion_x.velocity", "start.motion_x.acceleration"])
        forced, free = 9.0, np.sqrt(SPRING / MASS)

        def rates(t, x):
            unit.set_all(**{"start.motion_x": np.sin(forced * t), "start.motion_x.velocity": forced * np.cos(forced * t),
                            "start.motion_x.acceleration": -forced**2 * np.sin(forced * t)})
            return unit.rates(t, x)

        x = solve_ivp(rates, (0, 1), unit.start(), method="DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
        factor = free**2 / (free**2 - forced**2)
        self.assertAlmostEqual(x[0], factor * (np.sin(forced) - forced / free * np.sin(free)), places=8)

    def states_of(self, unit):
        return sorted((n for n in unit.numbers if n.startswith("node")), key=unit.numbers.get)

    def rates_of(self, unit):
        return sorted((n for n in unit.numbers if n.startswith("der(")), key=unit.numbers.get)

    def test_derivatives_of_a_linear_model(self):
        """They are A, B, C and D of Case.linearize."""
        model = dict(SWING, linearize=True, supports={"start": {}}, part_rod_damping=1e-3)
        unit = self.unit(fsolve.Model(**model, dt=0.01), inputs=["push.x", "push.z"], outputs={"u": "end/displacement.z", "a": "end/acceleration.z"})
        states, rates = self.states_of(unit), self.rates_of(unit)
        x = unit.start()
        rng = np.random.default_rng(3)
        unit.at(0.1, x + 1e-3 * rng.standard_normal(unit.n))
        with fsolve.Case(**model, dt=0.01).setup() as case:
            A, B, C, D = case.linearize(["end.x", "end.z"], ["end/displacement.z", "end/acceleration.z"])
        for _ in range(3):
            dx, du = rng.standard_normal(unit.n), rng.standard_normal(2)
            found = unit.derivative([*rates, "u", "a"], [*states, "push.x", "push.z"], [*dx, *du])
            np.testing.assert_allclose(found[:-2], A @ dx + B @ du, rtol=0, atol=1e-7 * abs(A @ dx).max())
            np.testing.assert_allclose(found[-2:], C @ dx + D @ du, rtol=1e-7)
        np.testing.assert_allclose(unit.derivative(["a", "u"], ["push.z"], [1]), [D[1, 1], 0], rtol=1e-7, atol=1e-12)

    def test_derivatives_of_large_rotations(self):
        """They are differences of fourth order, at a state with rotations and velocities."""
        unit = self.unit(fsolve.Model(**SWING, dt=0.01), inputs=["push.y"], outputs={"v": "end/velocity.z", "a": "end/acceleration.x", "e": "energy/kinetic"}, version=3)
        states, rates = self.states_of(unit), self.rates_of(unit)
        rng = np.random.default_rng(4)
        x, dx = unit.start() + 0.3 * rng.standard_normal(unit.n) * np.repeat([0.1, 1], unit.n // 2), rng.standard_normal(unit.n)

        def all_at(s):
            unit.set_all(**{"push.y": 5 + 2 * s})
            rates = unit.rates(0.2, x + s * dx)
            return np.concatenate([rates, unit.get("v", "a", "e")])

        h = 2e-4
        by_differences = (8 * (all_at(h) - all_at(-h)) - all_at(2 * h) + all_at(-2 * h)) / (12 * h)
        unit.set_all(**{"push.y": 5})
        unit.at(0.2, x)
        found = unit.derivative([*rates, "v", "a", "e"], [*states, "push.y"], [*dx, 2])
        np.testing.assert_allclose(found, by_differences, rtol=1e-7, atol=1e-7 * abs(by_differences).max())
        np.testing.assert_array_equal(unit.states(), x)  # as before

    def test_states(self):
        """A saved state, also as bytes in another instance, has the same derivatives and outputs, after rotation vectors were counted anew."""
        outputs = ["end/displacement.x", "end/acceleration.z"]
        units = [self.unit(fsolve.Model(**SWING, dt=0.01), name, inputs=["push.y"], outputs=outputs) for name in ("one", "two")]
        unit, other = units
        x, _ = self.integrate(unit, unit.start(), 0.7)
        unit.set_all(**{"push.y": 3})
        unit.at(0.7, x)
        expected = (unit.rates(0.7, x), unit.get("end.displacement.x", "end.acceleration.z"))
        state, size, copy = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
        unit.call("GetFMUstate", ctypes.byref(state))
        unit.call("SerializedFMUstateSize", state, ctypes.byref(size))
        saved = ctypes.create_string_buffer(size.value)
        unit.call("SerializeFMUstate", state, saved, size)
        unit.rates(0.9, 0 * x)
        unit.call("SetFMUstate", state)
        other.call("DeSerializeFMUstate", saved, size, ctypes.byref(copy))
        other.call("SetFMUstate", copy)
        for each in units:
            np.testing.assert_array_equal(each.states(), x)
            np.testing.assert_allclose(each._vector("GetDerivatives"), expected[0], rtol=1e-12, atol=1e-12 * abs(expected[0]).max())
            np.testing.assert_allclose(each.get("end.displacement.x", "end.acceleration.z"), expected[1], rtol=1e-10)
            self.assertEqual(each.get("push.y")[0], 3)
        unit.call("FreeFMUstate", ctypes.byref(state))
        other.call("FreeFMUstate", ctypes.byref(copy))

    def test_ranks(self):
        """The rates of a case are the same on any number of ranks."""
        paths, found = [os.path.join(SOURCE, "tests", "python"), os.path.join(SOURCE, "tests"), os.environ.get("PYTHONPATH", "")], []
        for ranks in (1, *MORE_RANKS):
            done = subprocess.run([*LAUNCH.format(ranks=ranks).split(), sys.executable, "-W", "ignore", "-c", ON_RANKS], capture_output=True, text=True,
                                  cwd=self.folder, timeout=100, check=False, env=dict(os.environ, PYTHONPATH=os.pathsep.join(paths)))
            self.assertEqual(done.returncode, 0, done.stderr)
            found.append(np.array(eval(done.stdout.splitlines()[0])))
            np.testing.assert_allclose(found[-1], found[0], rtol=1e-9, atol=1e-9 * abs(found[0]).max())
        self.assertGreater(abs(found[0][3]).max(), 1)
        self.assertAlmostEqual(found[0][4, 0], 0.2, places=12)

    def test_order_of_calls(self):
        """Calls in the wrong order or for the other kind of unit are errors, and states without derivatives are discarded."""
        unit = self.unit(fsolve.Model(**OSCILLATOR), inputs=["push.x"], outputs=["end/displacement.x"], parameters=["m"])
        two, n = (ctypes.c_double * 2)(), ctypes.c_size_t(2)
        for name, arguments in (("GetDerivatives", (two, n)), ("SetTime", (ctypes.c_double(0),)), ("EnterContinuousTimeMode", ()), ("EnterEventMode", ())):
            self.assertEqual(unit.code(name, *arguments), ERROR, name)
            self.assertIn("not in this order", unit.said[-1][1])
        unit.start()
        for name, arguments, message in (("GetDerivatives", (two, ctypes.c_size_t(3)), "2 states, not 3"), ("DoStep", (ctypes.c_double(0), ctypes.c_double(0.1), 1), "order"),
                                         ("SetTime", (ctypes.c_double(np.nan),), "finite")):
            self.assertEqual(unit.code(name, *arguments), ERROR, name)
            self.assertIn(message, unit.said[-1][1])
        for unknown, known, message in (("push.x", "push.x", "no output"), ("end.displacement.x", "m", "no input")):
            one, result = (ctypes.c_double * 1)(1), (ctypes.c_double * 1)()
            self.assertEqual(unit.code("GetDirectionalDerivative", *unit._named([unknown]), *unit._named([known]), one, result), ERROR)
            self.assertIn(message, unit.said[-1][1])
        unit.call("Terminate")
        unit.call("Reset")
        unit.set_all(m=4.0)
        unit.start()
        steps = fsolve.export_fmu(fsolve.Model(**OSCILLATOR), self.path("steps.fmu"), inputs=["push.x"])
        self.assertFalse(Importer(steps, self.path("steps"), exchange=False).code("SetTime", ctypes.c_double(0)) == OK)

    def test_refused(self):
        """Models without ordinary differential equations, and outputs that are no functions of the state."""
        pin = dict(SWING, supports={"start": {"fix": "xyz"}}, joints={"pin": {"set": "start", "type": "revolute", "axis": (0, 1, 0)}})
        stop = dict(OSCILLATOR, joints={"wall": {"set": "all", "type": "spring_damper", "displacement_upper": 0.1, "displacement_stop_stiffness": 1e4}})
        massless = {**OSCILLATOR, "parts": "spring", "let": None, **{k: None for k in OSCILLATOR if k.startswith("part_mass")}}
        for model, keys, message in ((pin, {}, "constraints"), (stop, {}, "stops"), (massless, {}, "has no mass"),
                                     (SWING, {"outputs": ["energy/external"]}, "depends on the motion before"), (SWING, {"outputs": ["iterations"]}, "depends on")):
            with self.subTest(message), self.assertRaisesRegex(fsolve.FsolveError, message):
                fsolve.export_fmu(fsolve.Model(**{"dt": 0.01, **model}), self.path("x.fmu"), exchange=True, inputs=["push.x"], **keys)

    def coordinates(self, case):
        """Returns the number of coordinates of a case, if it has ordinary differential equations."""
        return 2 * len(export.coordinates(case))

    def test_missing_mass_beside_a_heavy_one(self):
        """The message names the node without mass, not the heaviest one."""
        heavy = {**OSCILLATOR, "let": "m=2500", "mesh_n": 2, "mesh_upper": 2}
        with fsolve.Case(**heavy) as case, self.assertRaisesRegex(fsolve.FsolveError, r"\(1, 0, 0\).* has no mass"):
            self.coordinates(case.setup())

    def test_motor_of_steps(self):
        """A motor that is called at the start of each step has no value between steps."""
        for once in (True, False):
            pull = {"set": "all", "type": "spring_damper", "displacement": {"motor": lambda t, u, v: -5 * u, "once_a_step": once}}
            with fsolve.Case(**OSCILLATOR, joints={"pull": pull}) as case:
                case.setup()
                if not once:
                    self.assertEqual(self.coordinates(case), 2)
                    continue
                with self.assertRaisesRegex(fsolve.FsolveError, "a motor that is called once a step"):
                    self.coordinates(case)

    def test_motions_stay(self):
        """A motion that was given once acts in each evaluation with its velocity and acceleration: a = k/m (us - u) + b k/m (vs - v)."""
        model = {**OSCILLATOR, "loads": None, "supports": {"start": {"motion_x": "given"}}, "damping_stiffness": 0.02}
        with fsolve.Case(**model) as case:
            case.setup().motion("start", "x", 0.1, 3.0, 5.0)
            for t, u, v in ((0.2, 0.0, 0.0), (0.2, 0.01, 1.0), (0.3, 0.01, 1.0)):
                x, rates = np.array([u, v]), np.zeros(2)
                case._call("FsCaseSetCoordinates", t, 2, x.ctypes.data)
                case._call("FsCaseGetCoordinates", 2, None, rates.ctypes.data)
                np.testing.assert_allclose(rates, [v, SPRING / MASS * (0.1 - u + 0.02 * (3 - v))], rtol=1e-12)

    def test_states_of_another_mesh(self):
        """A constant that changes the number of states: one message says so."""
        rods = dict(SWING, let="n=2", mesh={"": "line", "n": "n", "upper": 1}, dt=0.01)
        for version in (2, 3):
            unit = self.unit(fsolve.Model(**rods), f"rods{version}", inputs=["push.x"], parameters=["n"], version=version)
            unit.set_all(n=3.0)
            with self.assertRaises(AssertionError):
                unit.initialize()
            self.assertEqual([text for _, text in unit.said], ["the model has 42 states with these parameters, not the 30 of the description"])
            unit.free()

    def test_derivatives_of_steps_of_a_heavy_structure(self):
        """A force of 1 N moves it by less than round-off: u, v and a at the end of a step of the trapezoidal rule depend on the force in closed form."""
        k, m, h = 1e13, 1e9, 0.01
        heavy = {**OSCILLATOR, "let": f"m={m}", "part_spring_stiffness": k, "loads": {**OSCILLATOR["loads"], "pull": {"set": "end", "force": (1e10, 0, 0)}}}
        unit = self.unit(fsolve.Model(**heavy), exchange=False, inputs=["push.x"], outputs={n[0]: f"end/{n}.x" for n in ("displacement", "velocity", "acceleration")}, derivatives=True)
        unit.initialize()
        for j in range(3):
            unit.step(j * h, h)
        by_a = 1 / (m + h * h * k / 4)
        for names in ("dva", "d", "v", "a"):
            wanted = {"d": h * h / 4 * by_a, "v": h / 2 * by_a, "a": by_a}
            np.testing.assert_allclose(unit.derivative(list(names), ["push.x"], [1.0]), [wanted[n] for n in names], rtol=1e-6)
        unit.free()

    def test_derivatives_that_are_zero(self):
        """Small motions of a beam along z do not depend on a force along y, except for round-off."""
        unit = self.unit(fsolve.Model(**SWING, dt=0.01, linearize=True), exchange=False, inputs=["push.y", "push.z"], outputs={"z": "end/displacement.z"}, derivatives=True)
        unit.initialize()
        unit.set_all(**{"push.y": 3.0, "push.z": 2.0})
        for j in range(5):
            unit.step(0.01 * j, 0.01)
        (none,), (some,) = (unit.derivative(["z"], [name], [1.0]) for name in ("push.y", "push.z"))
        self.assertLess(abs(none), 1e-6 * abs(some))
        unit.free()

    def test_derivatives_of_steps(self):
        """Co-simulation: how outputs at the end of the last step depend on its inputs, beside steps that are repeated with other inputs; nothing changes."""
        for version, linear in ((2, False), (3, True)):
            model = fsolve.Model(**SWING, dt=0.01, linearize=linear)
            outputs = {"z": "end/displacement.z", "vx": "end/velocity.x", "a": "end/acceleration.y"}
            unit = self.unit(model, f"steps{version}", exchange=False, inputs=["push.x", "push.y", "push.z"], outputs=outputs, derivatives=True, version=version)
            name = {2: "fmi2GetFMUstate", 3: "fmi3GetFMUState"}[version][4:]
            unit.initialize()
            step = lambda t: unit.step(t, 0.03)
            base, seed = np.array([1.0, -2.0, 3.0]), np.array([1.0, 0.5, -2.0])
            put = lambda values: unit.set_all(**dict(zip(("push.x", "push.y", "push.z"), values)))
            put(base)
            for k in range(5):
                step(0.03 * k)
            state = ctypes.c_void_p()
            unit.call(name, ctypes.byref(state))

            def after(s):
                unit.call(name.replace("Get", "Set"), state)
                put(base + s * seed)
                step(0.15)
                return unit.get(*outputs)

            h = 0.02
            expected = (8 * (after(h) - after(-h)) - after(2 * h) + after(-2 * h)) / (12 * h)
            present = after(0)
            found = unit.derivative(list(outputs), ["push.x", "push.y", "push.z"], seed)
            np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7 * abs(expected).max())
            np.testing.assert_array_equal(unit.get(*outputs), present)
            step(0.18)
            following = unit.get(*outputs)
            after(0)
            step(0.18)
            np.testing.assert_array_equal(unit.get(*outputs), following)
            unit.free()


@unittest.skipUnless(os.environ.get("FSOLVE_FMPY"), "FSOLVE_FMPY does not name the folder src of FMPy's sources")
class Fmpy(FolderTest):
    def test_fmpy(self):
        """FMPy, a public importer, finds no problem in units for model exchange of both versions, and its explicit Euler steps are those of the matrices."""
        sys.path.append(os.environ["FSOLVE_FMPY"])
        import fmpy
        from fmpy.validation import validate_fmu

        steps, h = 200, 1e-3
        q, v = 0.0, 0.0
        for _ in range(steps):
            q, v = q + h * v, v + h * (12 - SPRING * q) / 4
        for version in (2, 3):
            path = self.path(f"free{version}.fmu")
            fsolve.export_fmu(fsolve.Model(**OSCILLATOR), path, inputs=["push.x"], outputs={"u": "end/displacement.x"}, parameters=["m"], exchange=True, version=version)
            self.assertEqual(validate_fmu(path), [])
            found = fmpy.simulate_fmu(path, fmi_type="ModelExchange", solver="Euler", step_size=h, stop_time=steps * h, output_interval=h, start_values={"m": 4.0, "push.x": 12.0})
            np.testing.assert_allclose(found[-1]["u"], q, rtol=1e-9)
            swing = self.path(f"swing{version}.fmu")
            fsolve.export_fmu(fsolve.Model(**SWING, dt=0.01), swing, outputs={"z": "end/displacement.z"}, exchange=True, version=version)
            self.assertEqual(validate_fmu(swing), [])
            steps_unit = self.path(f"steps{version}.fmu")
            fsolve.export_fmu(fsolve.Model(**SWING, dt=0.01), steps_unit, outputs={"z": "end/displacement.z"}, derivatives=True, version=version)
            self.assertEqual(validate_fmu(steps_unit), [])


if __name__ == "__main__":
    unittest.main()
