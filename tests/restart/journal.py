# SPDX-License-Identifier: BSD-2-Clause
"""A run that is killed in the middle of a flush: the journal beside the file completes it at a restart."""
import os
import struct
import tempfile
import unittest

from chain import contents, differences
from run import fsolve, options

KEYS = {"mesh_n": "6,5", "dt": 0.05, "quiet": True, "output": "out.h5"}


def checksum(data):
    """hash_bytes of src/base/hash_index.c: words of eight bytes by a multiplication each, and the finalizer of MurmurHash3 at the end."""
    bits, golden = (1 << 64) - 1, 0x9e3779b97f4a7c15
    whole, total = len(data) // 8 * 8, len(data)
    for k in range(0, whole, 8):
        total = (total ^ int.from_bytes(data[k:k + 8], "little")) * golden & bits
        total ^= total >> 29
    total = (total ^ int.from_bytes(data[whole:], "little")) * golden & bits
    for factor in (0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53):
        total = (total ^ total >> 33) * factor & bits
    return total ^ total >> 33


class Journal(unittest.TestCase):
    def test_recovery(self):
        """Bytes 64 to 160 of the file are destroyed as by half a flush; a whole journal has them, half of one counts for nothing, nor does one of
        the file as it was at another time."""
        for whole, same in ((True, True), (False, True), (True, False)):
            with tempfile.TemporaryDirectory() as cwd:
                path = os.path.join(cwd, "out.h5")
                self.assertEqual(fsolve(options("wave2d", t_end=0.5, checkpoint="kept", **KEYS), cwd=cwd).returncode, 0)
                with open(path, "rb") as file:
                    data = bytearray(file.read())
                piece = struct.pack("<QQ", 64, 96) + (data[64:160] if same else bytes(96))
                journal = b"fsolve j" + struct.pack("<QQQ", 1, len(piece), checksum(piece)) + (data[:48] if same else bytes(48)) + piece
                if whole and same:
                    data[64:160] = bytes(96)
                with open(path, "wb") as file:
                    file.write(data)
                with open(path + ".journal", "wb") as file:
                    file.write(journal if whole else journal[:60])
                done = fsolve(options("wave2d", t_end=1, restart="kept", **KEYS), 1 + whole, cwd=cwd)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(set(os.listdir(cwd)), {"out.h5", "out.xdmf", "kept"})
                self.assertEqual(contents(path)["steps"], 20)

    def test_others_files(self):
        """A file of that name that is no journal stays as it is."""
        with tempfile.TemporaryDirectory() as cwd:
            with open(os.path.join(cwd, "out.h5.journal"), "w") as file:
                file.write("my journal of today")
            self.assertEqual(fsolve(options("wave2d", t_end=0.5, checkpoint="kept", **KEYS), cwd=cwd).returncode, 0)
            straight = contents(os.path.join(cwd, "out.h5"))
            self.assertEqual(fsolve(options("wave2d", t_end=0.5, restart="kept", **KEYS), cwd=cwd).returncode, 0)
            self.assertEqual(differences(straight, contents(os.path.join(cwd, "out.h5"))), {})
            with open(os.path.join(cwd, "out.h5.journal")) as file:
                self.assertEqual(file.read(), "my journal of today")


if __name__ == "__main__":
    unittest.main()
