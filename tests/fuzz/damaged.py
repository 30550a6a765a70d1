# SPDX-License-Identifier: BSD-2-Clause
"""Cases of inputs/ whose options or mesh are damaged at random, half of them with another study asked for, by the whole program, every tenth
on two ranks. However it ends, it ends well: with status 0; or with 2 or 3 and one message that names an option, a file, a part or a time;
nothing of PETSc's, no hang, no file made or replaced where the status is 2; and what is written is finite.

By hand: tools/fuzz --count 2000 damaged, or --seconds 600. An input is its seed and number; what ends badly is kept in
build/fuzz/damaged.found/<seed>_<number>, where fsolve -options_file case.opts shows it again."""
import argparse
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np

from run import BUILD, FSOLVE, LAUNCH, SOURCE

CASES = sorted(glob.glob(os.path.join(SOURCE, "inputs", "*.opts")))
OLD = b"of another run\n"  # what is in files that are there already
STEPS = 3
LIMIT = 60  # [s] a run takes less than one; sanitizers, many cut-backs and a busy machine together take thirty
NUMBERS = b"""-1 0 -0 1 2 3 7 1e-300 1e300 -1e300 1e-9 1e9 1e999 nan -nan inf 2147483647 2147483648 -2147483649 99999999999999999999
1,2 0x10 x""".split() + [b""]
SCHEMES = b"esdirk43_6l mssth3 mssth5 generalized_alpha hht newmark trapezoidal central_difference ce5_a ss2 ss4 bathe lms2 lms3".split()
MORE = b"""analysis static/analysis transient/analysis kinematic/linearize/initial_static/assemble all/assemble positions/damping_mass 2/damping_stiffness 1e-3
gravity 0,1,-9.81/gravity 0,0,1e300/gravity_time "t^-1"/base_acceleration_x "cos(3*t)"/rho_inf 0.5/dt_exact/predictor constant/stabilize velocity
stabilize projection/adapt/adapt_rtol 1e-14/newton full/operator matrix_free/operator assembled/output_every 1/t_start 1/energies false
mesh_order 2/mesh_n 3/mesh_cell triangle/mesh_upper 1,0,0/ksp_type cg/ksp_type gmres/pc_type gamg/pc_type icc/pc_type none/ksp_rtol 1e-3
ksp_max_it 1/lms_startup trapezoidal/allow_unstable/supports all/parts all/initials all/probes end
analysis modes/analysis buckling/analysis path/analysis response/modes_damped/modes 3/spin 0,0,3/spin 1e3,0,0/spin_speeds 0,1,5/response_range 1,2/path_steps 3/initial_static""".replace(b"\n", b"/").split(b"/")
MORE += b"""let n=3/let L=2*B,B=L/let a=0,dt_=1/a/member_rod_n n/mesh frame,line/mesh_join 1e-3/mesh_join 10/mesh_scale 1e-3/mesh_rotate 0,0,90/mesh_translate 1e9,0,0
show model/show balance/envelopes all/output_reactions/output_fields displacement/output_interval 1e-3/output_at 0,1e-3/output_precision single
supports s/support_s_where x<1e-3/support_s_box 0,0,0,1,1,1/support_s_point 0,0,0/loads w/load_w_set all/load_w_force 0,0,1/load_w_field exp(-(x-t)^2)
load_w_field 1/x/load_w_law_z 1/x-vz/load_w_law_mz 1-rz/load_w_plane 0,0,0,1,0,0/member_m_n 0/member_rib_through 1,1,1/pattern_dome_n 2/pattern_dome_n 1/pattern_dome_angle 1e9
joint_hinge_angle_spring u^-1/joint_hinge_angle_damper v*abs(v)/joint_hinge_angle_motor sqrt(v)-u/joint_hinge_angle_upper 1/joint_pin_angle_motor "2*(1-v)"/joint_pin_angle_spring u^3
pattern_storeys_n 1000000,1000,1000/pattern_storeys_n 3,2/links l/link_l l,r/link_l l+1,l/tables q/table_q case.csv/table_quake_kind cubic/table_quake_outside repeat""".replace(b"\n", b"/").split(b"/")
MORE += [b"integrator " + scheme for scheme in SCHEMES]
NUMBER = re.compile(rb"(?<![\w.])-?\d+\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
WORD = re.compile(rb"[A-Za-z][\w.]*")
# an option, a file, a time, a part's name; or what a model takes
NAMES = re.compile(r"(^|[\s'(])-[a-zA-Z]\w+|\w\.(msh|opts|h5|xdmf)\b|\bt = | '|memory| GB |\bload factor ")
BAD = re.compile(r"PETSC ERROR|Caught signal|received signal|runtime error|Sanitizer|Assertion|corrupted|terminate called|muParser|HDF5-DIAG")


def value(text, key, missing):
    found = re.search(rb"^-" + key + rb"\s+(\S+)", text, re.M)
    return found[1] if found else missing


def beside(path, name):
    """A file that a case names."""
    with open(os.path.join(os.path.dirname(path), os.fsdecode(name)), "rb") as file:
        return file.read()


def short(path):
    """The files of a case by their names here: its options, of a few steps, its mesh and the first rows of its table, if it has them."""
    with open(path, "rb") as file:
        text = file.read()
    mesh, table = (re.search(rb"^-%s (\S+\.%s)" % ends, text, re.M) for ends in ((b"mesh", b"msh"), (rb"table_\w+", b"csv")))
    start, dt = value(text, b"t_start", b"0"), value(text, b"dt", None)
    if re.search(rb"^-t_end ", text, re.M) and b"-analysis static" not in text:
        text = re.sub(rb"^-t_end .*$", b"-t_end %s+%d*(%s)" % (start, STEPS, dt), text, flags=re.M)
    text = re.sub(rb"^-mesh_n \d\d+$", b"-mesh_n 10", text, flags=re.M)
    text = re.sub(rb"links=\d\d+", b"links=10", text)
    text = re.sub(rb"^-output .*\n", b"", text, flags=re.M) + b"\n-output out.h5\n-overwrite\n"
    files = {}
    if mesh:
        text = text.replace(mesh[1], b"case.msh")
        files["case.msh"] = beside(path, mesh[1])
    if table:
        text = text.replace(table[1], b"case.csv")
        files["case.csv"] = b"".join(beside(path, table[1]).splitlines(True)[:20])
    return {"case.opts": text, **files}


def exchange_match(pattern, data, rng, words):
    """Another word in place of one that the pattern finds."""
    found = list(pattern.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(words(found)) + data[one.end() :]


def damage(data, rng):
    """One of: bytes flipped, a line dropped, swapped, repeated, a number or a name exchanged, the end cut off."""
    kind, lines = rng.randrange(9), data.split(b"\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 0:
        flipped = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return bytes(flipped)
    if kind == 1:
        del lines[i]
    elif kind == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 3:
        lines.insert(j, lines[i])
    elif kind == 4:
        return data[: rng.randrange(1, len(data))]
    elif kind in (5, 6, 7):
        return exchange_match(NUMBER, data, rng, lambda found: NUMBERS)
    else:
        return exchange_match(WORD, data, rng, lambda found: [m[0] for m in found])
    return b"\n".join(lines)


def write_input(folder, seed, number):
    """The number-th damaged input in a folder. Returns on how many ranks it runs, and from which case it is."""
    rng = random.Random(f"{seed}:{number}")
    path = rng.choice(CASES)
    files = short(path)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(list(files)[1:]) if len(files) > 1 and rng.random() < 0.4 else "case.opts"
        files[name] = damage(files[name] or b"\n", rng)
    if rng.random() < 0.5:
        files["case.opts"] += b"".join(b"-%s\n" % rng.choice(MORE) for _ in range(rng.choice((1, 2))))
    files.update({"out.h5": OLD, "out.xdmf": OLD})
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return 2 if number % 10 == 9 else 1, os.path.basename(path)


def contents(folder):
    """Of each file its bytes."""
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def run(folder, ranks):
    """Status (None: it took too long), what it printed on both streams."""
    words = (LAUNCH.format(ranks=ranks).split() if ranks > 1 else []) + [FSOLVE, "-options_file", "case.opts"]
    giga = 1 << 30
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 * giga, 8 * giga)) if ranks == 1 and
                               "ASAN_OPTIONS" not in os.environ else None)
    try:
        said = process.communicate(timeout=LIMIT)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, status = process.communicate(), None
    return (status, *(text.decode(errors="replace") for text in said))


def undefined(folder):
    """A dataset of the folder's output that is not all finite, or None."""
    found = []

    def look(name, data):
        if isinstance(data, h5py.Dataset) and data.dtype.kind == "f" and not np.isfinite(data[()]).all():
            found.append(name)

    for path in glob.glob(os.path.join(folder, "*.h5")):
        with open(path, "rb") as file:
            if file.read() == OLD:
                continue
        with h5py.File(path) as file:
            file.visititems(look)
    return found[0] if found else None


def complaint(status, out, err, ranks, before, after):
    """What is wrong with an end, or None."""
    lines = [line for line in err.split("\n") if line.startswith("fsolve: ") and not line.startswith("fsolve: warning: ")]
    others = [line for line in err.split("\n") if line and not line.startswith("fsolve: ")]
    if status is None:
        return None if re.search(r"^step \d+ ", out, re.M) else f"nothing within {LIMIT} s"  # a long run is none that hangs
    if status not in (0, 2, 3):
        return f"status {status}"
    if BAD.search(out + err):
        return "text that is not ours: " + BAD.search(out + err)[0]
    if others and ranks == 1:  # mpirun adds a notice of its own
        return "more than a message: " + others[0][:200]
    if len(lines) != (status != 0):
        return f"{len(lines)} messages"
    if status and not NAMES.search(lines[0][8:]):
        return "the message names nothing: " + lines[0]
    if status == 2 and before != after:
        return "status 2, and files changed: " + ", ".join(sorted(n for n in before.keys() | after.keys() if before.get(n) != after.get(n)))
    return None


def try_input(seed, number, counts):
    """What is wrong with the end of an input, or None; counts[status] += 1."""
    with tempfile.TemporaryDirectory() as folder:
        ranks, case = write_input(folder, seed, number)
        before = contents(folder)
        status, out, err = run(folder, ranks)
        wrong = complaint(status, out, err, ranks, before, contents(folder))
        if not wrong and status in (0, 3) and undefined(folder):
            wrong = "not finite in the output: " + undefined(folder)
        counts[status] = counts.get(status, 0) + 1
        if wrong:
            kept = os.path.join(BUILD, "fuzz", "damaged.found", f"{seed}_{number}")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            with open(os.path.join(kept, "said"), "w") as file:
                file.write(f"{wrong}\n{case}, {ranks} ranks, status {status}\n{out}{err}")
            wrong = f"{kept}: {case} on {ranks}: {wrong}\n{err[-1500:]}"
    return wrong


class Damaged(unittest.TestCase):
    COUNT = 40

    def test_damaged(self):
        counts = {}
        for number in range(self.COUNT):
            self.assertIsNone(try_input(1, number, counts))
        self.assertGreater(counts[0], self.COUNT // 10)
        self.assertGreater(counts[2], self.COUNT // 10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no more inputs after so long")
    parser.add_argument("--seed", default=str(int(time.time())))
    parser.add_argument("--first", type=int, default=0, help="the first input's number")
    given = parser.parse_args()
    started, counts, found = time.time(), {}, 0
    for number in range(given.first, given.first + given.count):
        if time.time() - started > given.seconds:
            break
        wrong = try_input(given.seed, number, counts)
        if wrong:
            print(wrong, flush=True)
            found += 1
    total = max(sum(counts.values()), 1)
    ends = ", ".join(f"{n} {'stopped on their way' if status is None else f'with status {status}'}" for status, n in sorted(counts.items(), key=str))
    print(f"damaged, seed {given.seed}: {total} inputs, {(time.time() - started) / total:.2f} s each, {ends}; {found or 'nothing'} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main() if len(sys.argv) > 1 else unittest.main())
