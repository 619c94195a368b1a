#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holt-Winters of statsmodels on the loads of table "forecasts", as experiments/expected/forecasts.csv
has its figures: told the season, from the same hours as ours. Of seasons of a day and of a week, with
and without a trend, the best for each kind of load counts.

    python3 -m venv venv && venv/bin/pip install statsmodels
    venv/bin/python experiments/holt_winters.py --seeds 1000 1001 > experiments/expected/forecasts.csv
"""

import argparse
import sys
import warnings

import numpy as np
from statsmodels.tsa.holtwinters import ExponentialSmoothing

KNOWN, ORIGINS, APART, STEPS = 1344, 20, 13, 48  # hours
HOURS = KNOWN + (ORIGINS - 1) * APART + STEPS
WEATHER = {  # noise of a measurement, spread of what comes and goes, hours in which it is forgotten
    "two peaks": (2.0, 3.0, 12.0),
    "offices": (1.5, 2.0, 24.0),
    "growing": (1.0, 1.0, 6.0),
    "loud": (12.0, 3.0, 24.0),
    "under weather": (2.0, 1.0, 0.0),
}


def regular(load, t):
    hour, weekend = t % 24, t // 24 % 7 >= 5

    def bump(centre, width):
        return np.exp(-0.5 * ((hour - centre) / width) ** 2)

    if load == "offices":
        day = 30 / (1 + np.exp(-2 * (hour - 7.5))) / (1 + np.exp(2 * (hour - 17.5)))
        return np.where(weekend, 0.0, day)
    if load == "growing":
        return 15 * np.sin(2 * np.pi * (hour - 9) / 24) - 12 * weekend + 0.05 * t
    return 20 * bump(8, 2) + 28 * bump(19, 3) - 8 * bump(3, 3) - 12 * weekend


def hourly_load(load, seed):
    draw = np.random.RandomState(seed)
    gusts, noise = draw.standard_normal(HOURS), draw.standard_normal(HOURS)
    level, spread, memory = WEATHER[load]
    kept = np.exp(-1 / memory) if memory else 1.0
    added = spread * np.sqrt(1 - kept**2) if memory else spread
    y, wandering = np.empty(HOURS), 0.0
    for t in range(HOURS):
        wandering = kept * wandering + added * gusts[t]
        y[t] = 100 + wandering + level * noise[t]
    return y + regular(load, np.arange(HOURS))


def squares(y, season, trend):
    """Squared errors, origins x steps."""
    errors = []
    for k in range(ORIGINS):
        known, ahead = np.split(y[k * APART:k * APART + KNOWN + STEPS], [KNOWN])
        how = "estimated" if season < 100 else "heuristic"  # 168 numbers are too many to search for
        model = ExponentialSmoothing(known, trend=trend, seasonal="add", seasonal_periods=season,
                                     initialization_method=how)
        errors.append((model.fit().forecast(STEPS) - ahead) ** 2)
    return np.array(errors)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, nargs="+", default=[1000, 1001])
    parser.add_argument("--first-rows", action="store_true", help="print the loads' sums instead")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    if arguments.first_rows:
        for load in WEATHER:
            print(load, repr(hourly_load(load, 1).sum()))
        return
    print("# Holt-Winters of statsmodels, told the season (experiments/holt_winters.py, seeds "
          f"{' '.join(map(str, arguments.seeds))}): RMSE over 20 origins, 1 to 48 hours ahead.")
    print('row,"RMSE"')
    for load in WEATHER:
        found = {}
        for season in (24, 168):
            for trend in (None, "add"):
                found[season, trend] = [np.sqrt(squares(hourly_load(load, seed), season, trend).mean())
                                        for seed in arguments.seeds]
        best = min(found, key=lambda how: np.median(found[how]))
        print(f'"{load}",{np.median(found[best]):.3f}', flush=True)
        print(load, {how: np.round(errors, 3).tolist() for how, errors in found.items()},
              file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
