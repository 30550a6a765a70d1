# SPDX-License-Identifier: BSD-2-Clause
"""python -m fsolve.plot <kind> ...: draws a picture of an output file."""
from fsolve.plot.command import main

if __name__ == "__main__":
    main()
