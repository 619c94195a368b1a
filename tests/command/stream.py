# SPDX-License-Identifier: Apache-2.0
"""Rows in, estimates out."""

import csv
import io
import json
import os
import select
import subprocess
import sys

from user import PROGRAM, UserTest, main


def crc64(data):
    """CRC-64/XZ, the end of an array file."""
    crc = 2**64 - 1
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xC96C5795D7870F42 if crc & 1 else 0)
    return crc ^ 2**64 - 1


class Stream(UserTest):
    def test_equals_the_filter(self):
        model = self.model()
        self.elto("filter", model, "training.csv", "-o", "batch.csv")
        done = self.elto("stream", model, input=self.read("training.csv"))
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        batch = self.table("batch.csv")
        self.assertEqual([row["row"] for row in rows], [str(i + 1) for i in range(120)])
        for column in batch:
            self.assertEqual([float(row[column]) for row in rows], [float(x) for x in batch[column]])

    def test_answers_at_once(self):
        model = self.model()
        process = subprocess.Popen([PROGRAM, "stream", model], cwd=self.folder, text=True, bufsize=1,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write("position,velocity\n1,2\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 20)
        self.assertTrue(ready)
        self.assertEqual(process.stdout.readline(), "row,position,position_std,velocity,velocity_std\n")
        self.assertTrue(process.stdout.readline().startswith("1,"))
        process.stdin.close()
        self.assertEqual(process.wait(20), 0)
        process.stdout.close()

    def test_json_rows(self):
        model = self.model()
        rows = ['{"time": "noon", "position": 1.5, "velocity": 0.5}', "[1.0, 0.25]",
                '{"position": 1.0, "velocity": null}']
        done = self.elto("stream", model, input="\n".join(rows) + "\n")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer["row"] for answer in answers], [1, 2, 3])
        self.assertEqual(answers[0]["time"], "noon")
        self.assertGreater(answers[2]["position_std"], answers[1]["position_std"])

    def test_bad_rows_are_reported_with_their_number_and_skipped(self):
        model = self.model()
        done = self.elto("stream", model, input="position,velocity\n1,2\n1,x\n1\n1,inf\n1,2\n")
        self.assertEqual(done.stdout.count("\n"), 6)
        self.assertIn("row 2 (line 3): 'x' is not a number; taken as missing", done.stderr)
        self.assertIn("row 3 (line 4): has 1 fields instead of 2", done.stderr)
        self.assertIn("row 4 (line 5)", done.stderr)

    def test_a_row_may_nest_as_deeply_as_it_is_long(self):
        model = self.model()
        deep = "[" * 100000 + "]" * 100000
        rows = [f'{{"position": {deep}, "velocity": 1}}',
                f'{{"time": {deep}, "position": 1, "velocity": 1}}', deep]
        done = self.elto("stream", model, input="\n".join(rows) + "\n")
        self.assertEqual(done.stdout.count("\n"), 3)
        self.assertIn("row 1 (line 1): has a value of kind array instead of a number", done.stderr)

    def test_bad_rows_stop_the_run_if_asked(self):
        model = self.model()
        done = self.fails(3, "row 2 (line 3): 'x' is not a number", "stream", model, "--on-error",
                          "stop", input="position,velocity\n1,2\n1,x\n1,2\n")
        self.assertEqual(done.stdout.count("\n"), 2)

    def test_header_without_a_channel(self):
        self.fails(3, "no column 'velocity'", "stream", self.model(), input="position,v\n1,2\n")

    def test_a_pipe_goes_on_with_the_rows_that_come_next(self):
        model = self.model()
        lines = self.read("training.csv").splitlines(keepends=True)
        whole = self.elto("stream", model, input="".join(lines)).stdout
        first = self.elto("stream", model, "--state", "s", input="".join(lines[:50])).stdout
        second = self.elto("stream", model, "--state", "s", input="".join(lines[50:])).stdout
        self.assertEqual(first + second, whole)

    def test_a_replayed_pipe_skips_what_was_answered(self):
        model = self.model()
        lines = self.read("training.csv").splitlines(keepends=True)
        whole = self.elto("stream", model, input="".join(lines)).stdout
        first = self.elto("stream", model, "--state", "s", input="".join(lines[:50])).stdout
        second = self.elto("stream", model, "--state", "s", "--replay", input="".join(lines)).stdout
        self.assertEqual(first + second, whole)
        self.fails(3, "the input is not the one this state was made from", "stream", model, "--state",
                   "s", "--replay", input="position,velocity\n1,2\n")

    def test_the_state_of_another_model_is_refused(self):
        model = self.model()
        self.model("other.elto", rows=130)
        self.elto("stream", model, "--state", "s", input="1,2\n")
        self.fails(3, "was made with another model", "stream", "other.elto", "--state", "s",
                   input="1,2\n")

    def test_a_state_that_counts_below_zero_is_refused(self):
        model = self.model()
        self.elto("stream", model, "--state", "s.elto", "-o", "out.csv", input="1,2\n" * 12)
        state = (self.folder / "s.elto").read_bytes()[:-8]
        self.assertIn(b'"rows":12', state)
        state = state.replace(b'"rows":12', b'"rows":-2', 1)
        (self.folder / "s.elto").write_bytes(state + crc64(state).to_bytes(8, "little"))
        self.fails(3, "s.elto: its count of rows is -2", "stream", model, "--state", "s.elto", "-o",
                   "out.csv", input="1,2\n" * 13)

    def test_a_lag_smooths(self):
        model = self.model()
        self.elto("filter", model, "training.csv", "--smooth", "-o", "smoothed.csv")
        rows = self.read("training.csv")
        answers = self.elto("stream", model, "--lag", 9999, input=rows).stdout.splitlines()
        smoothed = self.read("smoothed.csv").splitlines()
        self.assertEqual(len(answers), len(smoothed))
        for answer, row in zip(answers[1:], smoothed[1:]):
            for one, other in zip(answer.split(",")[-4:], row.split(",")[-4:]):
                self.assertAlmostEqual(float(one), float(other), delta=1e-6)
        self.fails(2, "--lag: must be from 0 to 10000", "stream", model, "--lag", -1, input="1,2\n")

    def test_existing_output_is_kept(self):
        model = self.model()
        self.write("out.csv", "mine")
        self.fails(3, "exists; use --force", "stream", model, "-o", "out.csv", input="1,2\n")
        self.assertEqual(self.read("out.csv"), "mine")

    def test_memory_does_not_grow(self):
        model = self.model()
        row = "1.25,0.5\n"
        # The address sanitizer keeps what was freed for a while.
        environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"}

        def peak(rows):
            watched = ("import resource, subprocess, sys;"
                       "subprocess.run(sys.argv[1:], check=True);"
                       "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
            done = subprocess.run([sys.executable, "-c", watched, PROGRAM, "stream", model, "-o",
                                   f"{rows}.csv"], cwd=self.folder, input=row * rows, text=True,
                                  stdout=subprocess.PIPE, check=True, env=environment)
            return int(done.stdout)

        self.assertLess(peak(30000), peak(300) + 4096)  # KiB


if __name__ == "__main__":
    main()
