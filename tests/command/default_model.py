# SPDX-License-Identifier: Apache-2.0
"""The default model and --model auto, as a user calls them: fits that take seconds."""

import json

from user import UserTest, main


class DefaultModel(UserTest):
    def error(self, name, truth):
        """Mean squared error of both channels."""
        clean, true = self.table(name), self.table(truth)
        pairs = [(float(a), float(b)) for channel in ["position", "velocity"]
                 for a, b in zip(clean[channel], true[channel])]
        return sum((a - b) ** 2 for a, b in pairs) / len(pairs)

    def test_removes_most_of_the_noise_without_an_option(self):
        self.elto("simulate", "van-der-pol", "--rows", 600, "-o", "noisy.csv", "--truth", "true.csv")
        done = self.elto("denoise", "noisy.csv", "-o", "clean.csv", "--report", "r.html",
                         "--model-output", "m.elto")
        self.assertIn("noise was removed", done.stdout)
        self.assertIn("One row ahead it predicts better than the last row again", done.stdout)
        self.assertIn("better than a tuned trend filter", done.stdout)
        self.assertIn("has learned from these very rows", done.stdout)
        report = self.read("r.html")
        for part in ["channels with learned dynamics", "Can these numbers be believed?",
                     "Kinds of models tried", "No value was passed over"]:
            self.assertIn(part, report)
        raw, clean = self.error("noisy.csv", "true.csv"), self.error("clean.csv", "true.csv")
        self.assertLess(clean, 0.15 * raw)
        self.elto("denoise", "noisy.csv", "-o", "causal.csv", "--causal")
        self.assertGreater(self.error("causal.csv", "true.csv"), clean)
        self.elto("filter", "m.elto", "noisy.csv", "-o", "filtered.csv")
        self.assertEqual(self.read("filtered.csv"), self.read("causal.csv"))
        self.elto("filter", "m.elto", "noisy.csv", "-o", "smoothed.csv", "--smooth")
        self.assertEqual(self.read("smoothed.csv"), self.read("clean.csv"))
        streamed = self.elto("stream", "m.elto", input=self.read("noisy.csv")).stdout
        self.assertEqual([line.split(",", 1)[1] for line in streamed.splitlines()[1:]],
                         self.read("filtered.csv").splitlines()[1:])
        ahead = self.elto("forecast", "m.elto", "noisy.csv", "--steps", 3).stdout
        self.assertEqual(ahead.count("\n"), 4)
        about = json.loads(self.elto("info", "m.elto", "--json").stdout)
        self.assertEqual(about["model"], "default")
        self.assertIn("position", about["inputs"])

    def test_counts_outliers(self):
        self.elto("simulate", "van-der-pol", "--rows", 300, "-o", "noisy.csv")
        lines = self.read("noisy.csv").splitlines()
        for row in (50, 150, 250):
            lines[row] = ",".join([lines[row].rsplit(",", 1)[0], "40"])
        self.write("wild.csv", "\n".join(lines) + "\n")
        done = self.elto("denoise", "wild.csv", "-o", "c.csv")
        self.assertIn("3 of 600 values were passed over as outliers.", done.stdout)
        done = self.elto("denoise", "wild.csv", "-o", "c.csv", "--force", "--json")
        self.assertEqual(json.loads(done.stdout)["diagnostics"]["outliers"],
                         {"rejected": 3, "reopened": 0})

    def test_says_that_a_model_does_not_suit_a_series(self):
        self.elto("simulate", "van-der-pol", "--rows", 300, "-o", "slow.csv")
        self.elto("fit", "slow.csv", "-o", "m.elto")
        header, *rows = self.read("slow.csv").splitlines()
        every_sixth = "\n".join([header, *rows[::6]]) + "\n"
        self.write("fast.csv", every_sixth)
        done = self.elto("filter", "m.elto", "fast.csv", "-o", "c.csv")
        self.assertIn("worse than", done.stdout)
        self.assertIn("does not suit this series", done.stdout)

    def test_uses_rows_that_are_missing_in_part(self):
        lines = self.read(self.noisy(200)).splitlines()
        lines[40] = lines[40].rsplit(",", 1)[0] + ","
        self.write("gap.csv", "\n".join(lines) + "\n")
        done = self.elto("denoise", "gap.csv", "-o", "c.csv")
        self.assertNotIn("missing", done.stdout)
        self.assertNotIn("NaN", self.read("c.csv"))

    def test_same_seed_same_bits_whatever_the_threads(self):
        self.noisy(200)
        for threads in ["1", "3"]:
            self.elto("fit", "noisy.csv", "-o", f"m{threads}.elto", "--threads", threads)
        self.assertEqual((self.folder / "m1.elto").read_bytes(), (self.folder / "m3.elto").read_bytes())


    def test_auto_compares_models_and_keeps_the_best(self):
        self.elto("simulate", "van-der-pol", "--rows", 300, "-o", "noisy.csv", "--truth", "true.csv")
        few = ["--model", "auto", "--tuning.search.evaluations", "20"]
        done = self.elto("denoise", "noisy.csv", "-o", "clean.csv", "--report", "r.html",
                         "--model-output", "m.elto", *few)
        for word in ["held-out", "default", "trend", "paper", "chosen"]:
            self.assertIn(word, done.stdout)
        self.assertIn("Choice of the model", self.read("r.html"))
        self.assertLess(self.error("clean.csv", "true.csv"), 0.5 * self.error("noisy.csv", "true.csv"))
        about = json.loads(self.elto("info", "m.elto", "--json").stdout)
        self.assertEqual([model["model"] for model in about["comparison"]], ["default", "trend", "paper"])
        self.assertIn("chosen", self.elto("info", "m.elto").stdout)
        self.elto("filter", "m.elto", "noisy.csv", "-o", "filtered.csv")
        self.elto("fit", "noisy.csv", "-o", "again.elto", "--threads", "1", *few)
        self.assertEqual((self.folder / "again.elto").read_bytes(), (self.folder / "m.elto").read_bytes())


if __name__ == "__main__":
    main()
