# SPDX-License-Identifier: Apache-2.0
"""What is left after Ctrl-C, kill -9 and a full disk."""

import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

from user import PROGRAM, QUICK, UserTest, main

# Long enough to be interrupted, the same result each time.
LONG = ["--model", "paper", "--tuning.search.evaluations", "1500", "--operators.rank.max_rank", "60", "--spectral.epochs",
        "20", "--noise.blocks", "3"]


class Interruptions(UserTest):
    def start(self, *arguments, **keywords):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                                stderr=subprocess.PIPE, **keywords)

    def test_control_c_keeps_the_search_and_resume_ends_as_if_nothing_had_happened(self):
        self.noisy(400)
        begin = time.monotonic()
        self.elto("fit", "noisy.csv", "-o", "whole.elto", *LONG)
        whole = time.monotonic() - begin
        process = self.start("fit", "noisy.csv", "-o", "m.elto", *LONG)
        time.sleep(0.5 * whole)
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, message)
        self.assertIn("--resume", message)
        self.assertTrue((self.folder / "m.elto.checkpoint").exists())
        self.assertFalse((self.folder / "m.elto").exists())
        self.elto("fit", "noisy.csv", "-o", "m.elto", "--resume", *LONG)
        self.assertEqual((self.folder / "m.elto").read_bytes(),
                         (self.folder / "whole.elto").read_bytes())
        self.assertFalse((self.folder / "m.elto.checkpoint").exists())

    def test_a_checkpoint_of_other_data_is_refused(self):
        self.noisy(400)
        process = self.start("fit", "noisy.csv", "-o", "m.elto", *LONG)
        while not (self.folder / "m.elto.checkpoint").exists() and process.poll() is None:
            time.sleep(0.02)
        process.kill()
        process.communicate()
        self.assertTrue((self.folder / "m.elto.checkpoint").exists())
        self.elto("simulate", "van-der-pol", "--rows", 400, "--seed", 5, "-o", "other.csv")
        self.fails(3, "belongs to other data or other options", "fit", "other.csv", "-o", "m.elto",
                   "--resume", *LONG)
        self.write("m.elto.checkpoint", "{}")
        self.fails(3, "is not a checkpoint", "fit", "noisy.csv", "-o", "m.elto", "--resume", *LONG)

    def test_kill_at_ten_random_moments_of_a_fit(self):
        self.noisy(400)
        begin = time.monotonic()
        self.elto("fit", "noisy.csv", "-o", "whole.elto", *LONG)
        whole = time.monotonic() - begin
        moments = random.Random(1)
        for _ in range(10):
            process = self.start("fit", "noisy.csv", "-o", "m.elto", "--resume", "--quiet", *LONG)
            time.sleep(moments.uniform(0.05, 0.4) * whole)
            process.kill()
            process.communicate()
            if (self.folder / "m.elto").exists():
                break
        if not (self.folder / "m.elto").exists():
            self.elto("fit", "noisy.csv", "-o", "m.elto", "--resume", *LONG)
        self.assertEqual((self.folder / "m.elto").read_bytes(),
                         (self.folder / "whole.elto").read_bytes())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["m.elto", "noisy.csv", "whole.elto"])

    def test_kill_at_ten_random_moments_of_a_stream(self):
        self.kill_at_ten_random_moments()

    def test_kill_at_ten_random_moments_of_a_stream_with_a_lag(self):
        self.kill_at_ten_random_moments("--lag", 7)

    def kill_at_ten_random_moments(self, *options):
        model = self.model()
        self.noisy(3000, "long.csv")
        with open(self.folder / "long.csv") as rows:
            self.elto("stream", model, *options, "-o", "whole.csv", stdin=rows)
        command = ["stream", model, *options, "--state", "s.state", "-o", "out.csv"]
        moments = random.Random(2)
        kills = 0
        while kills < 10:
            with open(self.folder / "long.csv") as rows:
                process = self.start(*command, stdin=rows)
            time.sleep(moments.uniform(0.02, 0.25))
            process.kill()
            _, message = process.communicate()
            kills += 1
        with open(self.folder / "long.csv") as rows:
            self.elto(*command, stdin=rows)
        self.assertEqual(self.read("out.csv"), self.read("whole.csv"))

    def test_an_interrupted_campaign_goes_on_where_it_was(self):
        command = ["reproduce", "real_world", "--trials", 2, "--evaluations", 3, "--seed", 4]
        self.elto(*command, "--out", "whole")
        process = self.start(*command, "--out", "m", "--threads", 1)
        while not (self.folder / "m/trials.csv").exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, message)
        self.assertIn("the same command goes on", message)
        self.assertFalse((self.folder / "m/experiments.md").exists())
        self.elto(*command, "--out", "m")
        self.assertEqual(self.errors("m"), self.errors("whole"))

    def errors(self, folder):
        """Of each trial, whatever the order they were made in; seconds differ."""
        rows = [line.split(",") for line in self.read(f"{folder}/trials.csv").splitlines()
                if not line.startswith("#")]
        return sorted(row[:5] for row in rows)

    def test_full_disk_loses_neither_input_nor_old_output(self):
        self.noisy()
        self.write("clean.csv", "old output")
        before = self.read("noisy.csv")

        def small_files_only():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

        for name in ["clean.csv", "clean.npz", "clean.mat", "clean.h5"]:
            done = self.elto("denoise", "noisy.csv", "-o", name, "--force", *QUICK, code=3,
                             preexec_fn=small_files_only)
            self.assertIn(Path(name).suffix, done.stderr)
        self.assertEqual(self.read("clean.csv"), "old output")
        self.assertEqual(self.read("noisy.csv"), before)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["clean.csv", "noisy.csv"])


if __name__ == "__main__":
    main()
