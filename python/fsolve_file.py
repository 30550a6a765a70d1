# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.file, kept for one release."""
import sys

import fsolve.file

sys.modules[__name__] = fsolve.file
