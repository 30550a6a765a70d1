# SPDX-License-Identifier: BSD-2-Clause
"""Schemes: their spectra beside closed forms, and their orders on an oscillator whose motion is known."""
import cmath
import functools
import math

import numpy as np

from verification.case import Case, Quantity, Reference, Refinement, case

MASS, DAMPING, STIFFNESS = 1, 1.2566370614359172, 39.47841760435743  # of inputs/sdof.opts
RHO = 0.6  # the spectral radius at infinite frequency of the schemes that let you choose it

# ---- closed forms of the schemes -----------------------------------------------------------------
# Each function returns the multipliers of a step of an undamped oscillator, z = omega dt.


def multistep(rho, count):
    """lms2 to lms4: y = sum alpha y + dt sum beta y', beta_j = binom(r, j) rho^j beta_0 (Zhang, Zhang & Masarati 2021)."""
    if count == 2:
        first, alpha = 2 / ((1 + rho) * (3 - rho)), [4 * (1 - rho) / (3 - rho), (3 * rho - 1) / (3 - rho)]
    elif count == 3:
        d = rho**2 - 5 * rho + 10
        first, alpha = 6 / ((1 + rho) * d), [3 * (2 * rho**2 - 9 * rho + 5) / d, -3 * (5 * rho**2 - 9 * rho + 2) / d, (10 * rho**2 - 5 * rho + 1) / d]
    else:
        d = -rho**3 + 7 * rho**2 - 21 * rho + 35
        first = 20 / ((1 + rho) * d)
        alpha = [4 * (-2 * rho**3 + 13 * rho**2 - 35 * rho + 14) / d, -4 * (1 - rho) * (7 * rho**2 - 34 * rho + 7) / d, -4 * (14 * rho**3 - 35 * rho**2 + 13 * rho - 2) / d,
                 (35 * rho**3 - 21 * rho**2 + 7 * rho - 1) / d]
    beta = [math.comb(count, j) * rho**j * first for j in range(count + 1)]
    return lambda z: np.concatenate([np.roots([1 - 1j * s * z * beta[0], *(-a - 1j * s * z * b for a, b in zip(alpha, beta[1:]))]) for s in (1, -1)])


def newmark_family(alpha_m, alpha_f):
    """Newmark's formulas with an auxiliary acceleration w, (1 - am) w1 + am w = (1 - af) a1 + af a (Arnold & Bruels 2007)."""
    gamma, beta = 0.5 - alpha_m + alpha_f, (1 - alpha_m + alpha_f)**2 / 4

    def multipliers(z):
        after = np.array([[1, 0, -beta], [0, 1, -gamma], [(1 - alpha_f) * z * z, 0, 1 - alpha_m]])
        before = np.array([[1, 1, 0.5 - beta], [0, 1, 1 - gamma], [-alpha_f * z * z, 0, -alpha_m]])
        return np.linalg.eigvals(np.linalg.solve(after, before))

    return multipliers


def rational(gamma, numerator):
    """Runge-Kutta schemes: R(i z) = P(i z)/(1 - gamma i z)^n. numerator: coefficients of P, from the constant one on; n: how many solves."""
    count, polynomial = numerator
    return lambda z: np.array([np.polynomial.polynomial.polyval(1j * s * z, polynomial) / (1 - 1j * s * z * gamma)**count for s in (1, -1)])


def composite(rho, count):
    """Bathe's scheme and msstc: P = prod (1 + gamma z sqrt(1 - kappa w_k)) with the roots of unity w_k (Zhang et al. 2022)."""
    kappa = (1 - rho**2)**(1 / count)
    root = np.sqrt(1 - kappa * np.exp(2j * math.pi * np.arange(count) / count))
    gamma = 1 / (count + root.sum().real)
    return rational(gamma, (count, functools.reduce(np.polynomial.polynomial.polymul, [[1, gamma * one] for one in root])))


def exponential_part(gamma, count, degree):
    """The numerator that makes P/(1 - gamma z)^count agree with the exponential function up to a degree."""
    return count, [sum(math.comb(count, j) * (-gamma)**j / math.factorial(k - j) for j in range(min(k, count) + 1)) for k in range(degree + 1)]


def mssth(count, rho):
    """Order n with n solves: the numerator follows from gamma, and gamma from the value at infinity, rho for 3 and 4, -rho for 5. Of its roots the stable one with the least error counts."""
    limit = -rho if count == 5 else rho
    equation = [math.comb(count, k) * (-1)**k / math.factorial(count - k) for k in range(count + 1)]
    equation[count] -= limit * (-1)**count
    found = [g.real for g in np.roots(equation[::-1]) if abs(g.imag) < 1e-9 and g.real > 0]
    schemes = [(g, rational(g, exponential_part(g, count, count))) for g in found]
    stable = [(g, one) for g, one in schemes if max(abs(one(z)).max() for z in np.logspace(-2, 4, 400)) < 1 + 1e-9]
    return min(stable, key=lambda pair: abs(pair[1](0.1)[0] - cmath.exp(0.1j)))[1]


def conditionally_explicit(*p):
    """Taylor series whose highest derivative is a weighted mean, that of the displacement one step earlier (Fernandez de Bustos et al. 2024). p: the weights."""
    d = len(p)

    def multipliers(z):
        """States: derivatives 0 to d, and the highest one a step earlier; the derivatives from 2 on obey x'' = -z² x and what follows from the formulas."""
        after, before = np.eye(d + 2), np.zeros((d + 2, d + 2))
        for m in range(d):
            for i in range(m, d):
                before[m, i] += 1 / math.factorial(i - m)
            weight = 1 / math.factorial(d - m)
            if m:
                after[m, d] -= weight * p[m]
                before[m, d] += weight * (1 - p[m])
            else:
                before[0, d] += weight * p[0]
                before[0, d + 1] += weight * (1 - p[0])
        after[d], before[d] = 0, 0  # the equation of motion determines the highest derivative
        after[d, 2 if d > 2 else d], after[d, 0] = 1, z * z
        before[d + 1, d] = 1
        return np.linalg.eigvals(np.linalg.solve(after, before))

    return multipliers


def all_schemes():
    """{name: (closed form of its multipliers, order, number of solves)}."""
    half = (1 - RHO) / (1 + RHO)
    rule, linear = newmark_family(0, 0), {r: multistep(RHO, r) for r in (2, 3, 4)}
    found = {name: (multistep(0, 2), 2, 1) for name in ("bdf2", "nstiff", "nstiff_si2")}
    found |= {f"{family}{r}": (linear[r], 2, 1) for family in ("lms", "ss") for r in (2, 3, 4)}
    found |= {name: (rule, 2, 1) for name in ("trapezoidal", "newmark", "energy_momentum")}
    found |= {name: (newmark_family(0, half), 2, 1) for name in ("hht", "hht_i3", "hht_si2", "hht_add")}
    found |= {"wbz": (newmark_family(-half, 0), 2, 1), "generalized_alpha": (newmark_family((2 * RHO - 1) / (RHO + 1), RHO / (RHO + 1)), 2, 1)}
    found |= {"bathe": (composite(RHO, 2), 2, 2), "tr_bdf2_q": (composite(0, 2), 2, 2)} | {f"msstc{n}": (composite(RHO, n), 2, n) for n in (3, 4, 5)}
    found |= {f"mssth{n}": (mssth(n, RHO), n, n) for n in (3, 4, 5)}
    for name, gamma, count, order in (("esdirk32_4l", 0.435866521508459, 3, 3), ("esdirk32_5l", 9 / 40, 4, 3), ("esdirk43_6l", 31 / 125, 5, 4)):
        found[name] = (rational(gamma, exponential_part(gamma, count, count - 1)), order, count)
    weights = {"central_difference": (1, 1 / 2), "ce3": (4 / 3, 1 / 2), "ce3_2": (2, 1 / 2), "ce4": (3 / 4, 1 / 3, 1 / 2), "ce4_1_4": (1 / 4, 1 / 3, 1 / 2), "ce4_5_4": (5 / 4, 1 / 3, 1 / 2),
               "ce5": (1.49474072, 1.03214808, 1.36030289, 0.85886069), "ce5_a": (1.7372, 1.14409, 1.10096, 0.72209), "ce5_4_5": (4 / 5, 1, 1, 1), "ce5_1": (1, 1, 1, 1),
               "ce5_top": (1.62, 1.03522, 1.0291293, 1.016)}
    orders = {"central_difference": 2, "ce3": 2, "ce3_2": 2, "ce4": 3, "ce4_1_4": 3, "ce4_5_4": 4, "ce5": 3, "ce5_a": 3, "ce5_4_5": 4, "ce5_1": 4, "ce5_top": 4}
    return found | {name: (conditionally_explicit(*p), orders[name], 1) for name, p in weights.items()}


def principal(multipliers, z):
    roots = multipliers(z)
    return roots[np.argmin(abs(roots - cmath.exp(1j * z)))]


# ---- the sheets -----------------------------------------------------------------------------------
SHORT, LONG, WITH_ERROR, EXPLICIT, IMPLICIT = 0.0025, 0.005, 0.02, 0.16, 0.64  # steps over the period and the number of solves: two for the order, one for the error, one for the radius of each kind


def spectrum_of(r, name):
    """The table of a scheme, with the only spectral radius at infinite frequency that the run has."""
    group = r.group(f"spectrum/{name}")
    return group[next(iter(group)).split("/")[0]]


def row_at(table, step):
    return int(abs(table["dt_over_nT"][:] - step).argmin())


def root_error(r, name, step, solves):
    """How far the principal multiplier is from exp(i omega dt)."""
    table = spectrum_of(r, name)
    z = 2 * math.pi * solves * step
    return abs(complex(*table["principal_root"][row_at(table, step)]) - cmath.exp(1j * z))


def quantities_of(name, multipliers, order, solves):
    explicit = name.startswith("c")
    at = EXPLICIT if explicit else IMPLICIT
    z = 2 * math.pi * solves * WITH_ERROR
    return (Quantity(f"{name}: order", "", lambda r: math.log2(root_error(r, name, LONG, solves) / root_error(r, name, SHORT, solves)) - 1,
                     (Reference(order, "integer; uncertainty of steps of finite size", 3e-2),)),
            Quantity(f"{name}: error constant", "", lambda r: root_error(r, name, WITH_ERROR, solves) / z**(order + 1),
                     (Reference(abs(principal(multipliers, z) - cmath.exp(1j * z)) / z**(order + 1), "closed form"),), 1e-5, "round-off of the multiplier over its error"),
            Quantity(f"{name}: spectral radius", "", lambda r: spectrum_of(r, name)["radius"][row_at(spectrum_of(r, name), at)],
                     (Reference(float(max(abs(multipliers(2 * math.pi * solves * at)))), "closed form"),), 1e-9))


@case
def spectra():
    return Case(
        title="The spectra of all schemes",
        text=f"""Each scheme takes steps of an undamped oscillator, and the multipliers of a step are found from them. The closed forms are those of the papers: polynomials of the multi-step schemes,
matrices of the Newmark family and of the explicit schemes, rational functions of the Runge-Kutta schemes. The principal multiplier differs from exp(i ω dt) by C (ω dt)ᵖ⁺¹ with the order p and
the error constant C, which is compared at dt/T = {WITH_ERROR:g} for each solve of a step. The spectral radius is that of dt/T = {IMPLICIT:g} for each solve, or {EXPLICIT:g} for explicit schemes.
The schemes that let you choose it have the spectral radius {RHO:g} at infinite frequency. Two schemes of the same order differ in the error constant and in the radius, so that no scheme
passes for another one, except twins: ss2 to ss4 have the spectra of lms2 to lms4, and bdf2 that of nstiff.""",
        options="verification/cases/spectra.opts",
        quantities=tuple(q for name, form in all_schemes().items() for q in quantities_of(name, *form)),
        elements=(), analyses=("spectrum",), features=("schemes", "spectral radius"), suites=("papers",), ranks=(1, 3),
        planted={"the spectral radius at infinite frequency 0.61 instead of 0.6": {"spectrum_rho_inf": 0.61}, "beta of newmark larger by 1 %": {"newmark_beta": 0.2525},
                 "gamma of newmark larger by 1 %": {"newmark_gamma": 0.505, "newmark_beta": 0.255}, "a damping ratio of 1e-4": {"spectrum_damping": 1e-4},
                 "the quadrature of tr_bdf2_q": {"tr_bdf2_q_advance": "quadrature"}, "the split of bathe larger by 1 %": {"bathe_split": 0.53}})


def motion(t):
    """Displacement and velocity at t: the steady parts, and the free one that fits displacement 1 and velocity 3."""
    steady = [(amplitude / (STIFFNESS - MASS * w * w + 1j * w * DAMPING), w) for amplitude, w in ((-10j, 3), (15, 1))]  # Re(amplitude exp(i w t))
    root = -DAMPING / (2 * MASS) + 1j * math.sqrt(STIFFNESS / MASS - (DAMPING / (2 * MASS))**2)
    x, v = 1 - sum(a.real for a, _ in steady), 3 - sum((1j * w * a).real for a, w in steady)
    free = x + 1j * (root.real * x - v) / root.imag
    parts = [(free, root), *((a, 1j * w) for a, w in steady)]
    return [sum((a * z**k * cmath.exp(z * t)).real for a, z in parts) for k in (0, 1)]


CHOSEN = ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "hht", "wbz", "generalized_alpha", "bathe", "msstc3", "msstc4", "msstc5", "mssth3", "mssth4", "mssth5")  # schemes whose spectral radius is free
DRIVEN = ("lms2", "lms3", "lms4", "bdf2", "ss2", "ss3", "ss4", "trapezoidal", "newmark", "hht", "wbz", "generalized_alpha", "bathe", "msstc3", "msstc4", "msstc5", "tr_bdf2_q",
          "mssth3", "mssth4", "mssth5", "esdirk32_4l", "esdirk32_5l", "esdirk43_6l", "central_difference", "ce3", "ce3_2")


@case
def orders():
    end = 1.7
    exact, schemes = motion(end), all_schemes()
    return Case(
        title="The orders of schemes under forces and damping",
        text=f"""A damped oscillator of 1 Hz under two harmonic forces starts with a displacement and a velocity. Each scheme must have its order in displacement and velocity after {end} s.
Spectra do not show how a scheme samples the forces, nor how a multi-step scheme starts, and both can cost an order. Schemes with a spectral radius have {RHO:g} at infinite frequency.
Another scheme of the same order has errors of the same size, and passes here; the sheet `spectra` tells schemes apart by their error constants.""",
        options="inputs/sdof.opts", keys={"t_end": end, "dt": f"{end}/200"},
        quantities=tuple(Quantity(f"{field}, {name}", unit, lambda r, field=field: r["mass/" + field][-1, 0], (Reference(value, "superposition of free and steady motion"),),
                                  keys={"integrator": name, "rho_inf": RHO if name in CHOSEN else None}, order=schemes[name][1] - (0.15 if schemes[name][1] == 2 else 0.25))
                         for name in DRIVEN for field, unit, value in (("displacement", "m", exact[0]), ("velocity", "m/s", exact[1]))),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("schemes",), suites=("papers",), ranks=(1,),
        refinements=(Refinement("steps", (100, 200, 400), lambda n: {"dt": f"{end}/{n}"}, 1.85),))
