# SPDX-License-Identifier: Apache-2.0
"""Calls the program as a user does. The path of the program is in ELTO_PROGRAM."""

import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["ELTO_PROGRAM"]
# Enough to tell right from wrong, not to be accurate.
QUICK = ["--model", "paper", "--tuning.search.evaluations", "30", "--operators.rank.max_rank", "20",
         "--spectral.epochs", "20", "--noise.blocks", "2"]


class UserTest(unittest.TestCase):
    """A folder of its own for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def elto(self, *arguments, code=0, **keywords):
        """Runs the program in the test's folder and checks its exit code."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, **keywords)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def fails(self, code, message, *arguments, **keywords):
        """The error is one line on standard error and says what is wrong."""
        done = self.elto(*arguments, code=code, **keywords)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("elto: "), done.stderr)
        return done

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def table(self, name):
        """Columns by name, as text."""
        with open(self.folder / name, newline="") as file:
            rows = list(csv.reader(file))
        return {column: [row[i] for row in rows[1:]] for i, column in enumerate(rows[0])}

    def noisy(self, rows=120, name="noisy.csv"):
        self.elto("simulate", "van-der-pol", "--rows", rows, "-o", name, "--quiet")
        return name

    def model(self, name="m.elto", rows=120):
        """Learned from training.csv, which is made anew."""
        self.elto("simulate", "van-der-pol", "--rows", rows, "-o", "training.csv", "--quiet",
                  "--force")
        self.elto("fit", "training.csv", "-o", name, *QUICK, "--quiet")
        return name


def main():
    result = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]], exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
