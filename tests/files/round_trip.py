#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every format, written by NumPy, SciPy or h5py and read by us, and the other way round, bit for bit.

usage: round_trip.py CONVERT_SERIES, a program that is called with an input and an output file.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import numpy as np
    import scipy.io
    import scipy.sparse
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

CONVERT = sys.argv[1]
ARCHIVES = [".npz", ".mat", ".h5"]
ODD_NAMES = ["a b", 'say "so"', "x, y;z", "\u00e4\u20ac", "#1", "", "2026-11-15", "1.5", "'"]
rng = np.random.default_rng(1)
failures = []


def write(path, arrays):
    """Named arrays, the way each library does it by itself."""
    if path.suffix == ".npz":
        np.savez(path, **arrays)
    elif path.suffix == ".mat":
        cells = {k: np.array(list(a), dtype=object) if a.dtype.kind in "US" else a
                 for k, a in arrays.items()}
        scipy.io.savemat(path, cells)
    else:
        with h5py.File(path, "w") as file:
            for name, array in arrays.items():
                file[name] = array.astype(object) if array.dtype.kind == "U" else array


def read(path):
    if path.suffix == ".npz":
        return dict(np.load(path))
    if path.suffix == ".mat":
        content = scipy.io.loadmat(path, chars_as_strings=True)
        # A cell is an array of one string, or of none where the string is empty.
        text = {k: [str(cell[0]) if cell.size else "" for cell in a.ravel()]
                for k, a in content.items() if isinstance(a, np.ndarray) and a.dtype == object}
        return {k: text.get(k, a) for k, a in content.items() if not k.startswith("__")}
    with h5py.File(path) as file:
        return {k: list(d.asstr()[()]) if h5py.check_string_dtype(d.dtype) else d[()]
                for k, d in file.items()}


def convert(source, target):
    done = subprocess.run([CONVERT, source, target], stderr=subprocess.PIPE, text=True)
    return done.stderr.strip()


def same(a, b):
    a, b = np.asarray(a, dtype="<f8"), np.asarray(b, dtype="<f8")
    bits_a, bits_b = a.copy(order="C").view("<u8"), b.copy(order="C").view("<u8")
    both_missing = np.isnan(a) & np.isnan(b) if a.shape == b.shape else False
    return a.shape == b.shape and bool(np.all((bits_a == bits_b) | both_missing))


def expect(holds, case):
    if not holds:
        failures.append(case)
        print("FAILED", case)


def expect_series(path, case, values, channels=None, time=None, labels=None):
    """What we wrote to an archive, seen by the others."""
    found = read(path)
    expect(same(found["values"], values), f"{case}: values")
    if channels is not None:
        expect(list(found.get("channels", [])) == list(channels), f"{case}: channels")
    if time is not None:
        expect(same(np.ravel(found["time"]), time), f"{case}: time")
    if labels is not None:
        expect(list(found["time_labels"]) == list(labels), f"{case}: labels")


def check(folder, case, suffix, arrays, values, targets=ARCHIVES, **expected):
    """Theirs to each archive of ours."""
    source = folder / f"in{suffix}"
    write(source, arrays)
    for target_suffix in targets:
        target = folder / f"out{target_suffix}"
        error = convert(source, target)
        name = f"{case}, {suffix} to {target_suffix}"
        expect(not error, f"{name}: {error}")
        if not error:
            expect_series(target, name, values, **expected)


def matrices():
    usual = rng.standard_normal((7, 3))
    odd = usual.copy()
    odd[1] = np.nan
    odd[2] = [np.inf, -np.inf, -0.0]
    odd[3, 0] = 5e-324
    return {"usual": usual, "odd numbers": odd, "1 x 1": usual[:1, :1], "1 x D": usual[:1],
            "T x 1": usual[:, :1]}


def check_values(folder):
    for case, values in matrices().items():
        names = [f"c{j}" for j in range(values.shape[1])]
        for suffix in ARCHIVES:
            arrays = {"values": values, "channels": np.array(names)}
            check(folder, case, suffix, arrays, values, channels=names)
            check(folder, case + ", nameless", suffix, {"values": values}, values, [suffix],
                  channels=[])


def check_element_types(folder):
    integers = np.arange(12).reshape(4, 3)
    kinds = ["<f4", ">f4", ">f8", "<i1", "<i2", "<i4", "<i8", ">i4", "<u1", "<u2", "<u4", "<u8",
             ">u2", "?"]
    for kind in kinds:
        for order in "CF":
            values = np.array(integers, dtype=kind, order=order)
            case = f"{kind} {order}"
            for suffix in ARCHIVES if order == "C" else []:
                source, target = folder / f"in{suffix}", folder / "out.npy"
                write(source, {"values": values})
                error = convert(source, target)
                expect(not error and same(np.load(target), values.astype("f8")),
                       f"{case} {suffix}: {error}")
            np.save(folder / "in.npy", values)
            error = convert(folder / "in.npy", folder / "out.npy")
            expect(not error and same(np.load(folder / "out.npy"), values.astype("f8")),
                   f"{case} .npy: {error}")
    floats = rng.standard_normal((5, 2)).astype("f4")
    check(folder, "float32", ".npz", {"values": floats}, floats.astype("f8"))


def check_names_and_time(folder):
    values = rng.standard_normal((4, len(ODD_NAMES)))
    time = np.array([0.1, 0.2, np.nan, 1e300])
    labels = ["1970-01-01", "1970-01-01 00:00:01", "", "1970-01-02T00:00:00.5Z"]
    seconds = np.array([0, 1, np.nan, 86400.5])
    names = np.array(ODD_NAMES)
    for suffix in ARCHIVES:
        numeric = {"values": values, "channels": names, "time": time}
        check(folder, "odd names", suffix, numeric, values, channels=ODD_NAMES, time=time)
        stamped = {"values": values, "channels": names, "time": seconds,
                   "time_labels": np.array(labels)}
        check(folder, "timestamps", suffix, stamped, values, channels=ODD_NAMES, time=seconds,
              labels=labels)
        for text in [".csv", ".tsv"]:
            write(folder / f"in{suffix}", stamped)
            error = convert(folder / f"in{suffix}", folder / f"text{text}")
            error = error or convert(folder / f"text{text}", folder / f"out{suffix}")
            expect(not error, f"through {text}: {error}")
            if not error:
                expect_series(folder / f"out{suffix}", f"through {text}", values, ODD_NAMES,
                              seconds, labels)


def check_loose_arrays(folder):
    x, y, t = rng.standard_normal(5), rng.standard_normal((5, 2)), np.arange(5) / 10
    values = np.column_stack([x, y])
    for suffix in ARCHIVES:  # SciPy writes 1-D arrays as rows
        check(folder, "loose arrays", suffix, {"t": t, "x": x, "y": y}, values,
              channels=["x", "y_0", "y_1"], time=t)
        check(folder, "one array", suffix, {"signal": y}, y, channels=["signal_0", "signal_1"])
        check(folder, "dates", suffix,
              {"x": x, "date": np.array([f"1970-01-0{i + 1}" for i in range(5)])}, x[:, None],
              channels=["x"], time=86400.0 * np.arange(5))


def check_storage(folder):
    values = rng.standard_normal((50, 2))
    np.savez_compressed(folder / "a.npz", values=values)
    scipy.io.savemat(folder / "a.mat", {"values": values}, do_compression=True)
    with h5py.File(folder / "a.h5", "w") as file:
        file.create_dataset("values", data=values, compression="gzip", chunks=(7, 1))
        file["channels"] = np.array([b"x", b"yy"])
        file.create_group("more")["z"] = 1
    with h5py.File(folder / "scalar.h5", "w") as file:
        file["x"] = 1.5
    for name in ["a.npz", "a.mat", "a.h5"]:
        error = convert(folder / name, folder / "out.npz")
        expect(not error and same(np.load(folder / "out.npz")["values"], values),
               f"compressed {name}: {error}")
    expect(list(np.load(folder / "out.npz")["channels"]) == ["x", "yy"], "strings of fixed length")
    error = convert(folder / "scalar.h5", folder / "out.npy")
    expect(not error and same(np.load(folder / "out.npy"), [[1.5]]), f"scalar: {error}")
    scipy.io.savemat(folder / "traces.mat", {"z": np.array([[1 + 1e-9j], [3]])})
    error = convert(folder / "traces.mat", folder / "out.npy")
    expect(not error and same(np.load(folder / "out.npy"), [[1.0], [3.0]]), f"traces: {error}")


def nested(depth):
    cell = np.empty((1, 2), dtype=object)
    cell[0, 0], cell[0, 1] = "word", nested(depth - 1) if depth else 1.5
    return cell


def check_refusals(folder):
    for suffix in ARCHIVES:
        write(folder / f"bad{suffix}", {"z": np.array([1 + 2j, 3])})
        error = convert(folder / f"bad{suffix}", folder / "out.csv")
        expect("comp" in error, f"complex {suffix}: {error}")
        write(folder / f"bad{suffix}", {"z": np.zeros((2, 3, 4))})
        error = convert(folder / f"bad{suffix}", folder / "out.csv")
        expect("3 dimensions" in error, f"3-D {suffix}: {error}")
    scipy.io.savemat(folder / "bad.mat", {"x": np.zeros((3, 1)), "s": {"rate": 5}})
    error = convert(folder / "bad.mat", folder / "out.csv")
    expect("'s' is a structure" in error, f"structure: {error}")
    # More entries than bytes, and nested as deeply as people do.
    for packed in [False, True]:
        scipy.io.savemat(folder / "bad.mat", {"cells": nested(5), "big": scipy.sparse.eye(3000)},
                         do_compression=packed)
        error = convert(folder / "bad.mat", folder / "out.csv")
        expect("'big' is sparse" in error or "(is sparse)" in error, f"sparse: {error}")
    np.savez_compressed(folder / "bomb.npz", values=np.zeros((20_000_000, 1)))
    expect("too many" in convert(folder / "bomb.npz", folder / "out.npy"), "zip bomb")


def check_large(folder):
    values = rng.standard_normal((100_000, 50))
    for suffix in ARCHIVES:
        write(folder / f"in{suffix}", {"values": values})
    for source, target in [("in.npz", "out.mat"), ("in.mat", "out.h5"), ("in.h5", "out.npz"),
                           ("in.npz", "out.csv"), ("out.csv", "back.npz")]:
        error = convert(folder / source, folder / target)
        expect(not error, f"large {source} to {target}: {error}")
    for name in ["out.mat", "out.h5", "out.npz", "back.npz"]:
        expect(same(read(folder / name)["values"], values), f"large {name}")


def main():
    checks = [check_values, check_element_types, check_names_and_time, check_loose_arrays,
              check_storage, check_refusals, check_large]
    for run in checks:
        with tempfile.TemporaryDirectory() as folder:
            run(Path(folder))
    print(f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
