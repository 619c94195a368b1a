# SPDX-License-Identifier: Apache-2.0
"""Every verb, every exit code, every documented error."""

import json

from user import QUICK, UserTest, main


class Help(UserTest):
    VERBS = ["denoise", "fit", "filter", "forecast", "stream", "discover pde", "discover ode",
             "simulate", "reproduce", "info", "completion", "manual"]

    def test_lists_the_verbs(self):
        page = self.elto("--help").stdout
        for verb in self.VERBS:
            self.assertIn(f"\n  {verb} ", page)

    def test_has_a_page_with_examples_for_each_verb(self):
        for verb in self.VERBS:
            page = self.elto(*verb.split(), "--help").stdout
            self.assertIn(f"Usage: elto {verb}", page)
            self.assertIn("Examples", page)
            self.assertLessEqual(max(map(len, page.splitlines())), 100, verb)

    def test_nothing_asked_for_is_wrong_usage(self):
        self.assertIn("Verbs", self.elto(code=2).stdout)

    def test_knows_its_version(self):
        self.assertRegex(self.elto("--version").stdout, r"^elto \d+\.\d+\.\d+\n$")

    def test_man_page_and_markdown_name_every_verb(self):
        for kind in ["man", "markdown"]:
            page = self.elto("manual", kind).stdout
            for verb in self.VERBS:
                self.assertIn(f"elto {verb}", page)

    def test_completes_in_each_shell(self):
        for shell in ["bash", "zsh", "fish"]:
            self.assertIn("denoise", self.elto("completion", shell).stdout)
        self.fails(2, "no completion for 'tcsh'", "completion", "tcsh")


class Usage(UserTest):
    def test_unknown_verb(self):
        self.fails(2, "--help", "denose", "x.csv")

    def test_unknown_option(self):
        self.fails(2, "--widow", "denoise", "x.csv", "--widow", "3")

    def test_missing_argument(self):
        self.fails(2, "DATA", "denoise")

    def test_value_that_is_no_number(self):
        self.fails(2, "--window: 'five' is not a whole number", "denoise", "x.csv", "--window", "five")

    def test_value_that_is_no_word_of_the_list(self):
        self.fails(2, "--noise.structure: 'big' is none of scalar, diagonal, full", "denoise",
                   "x.csv", "--noise.structure", "big")

    def test_value_out_of_bounds(self):
        self.fails(2, "window: must be at least 1, got 0", "denoise", self.noisy(), "--model", "paper",
                   "--window", "0", "-o", "c.csv")

    def test_kernel_that_is_not_known(self):
        self.fails(2, "--operators.state_kernel", "denoise", "x.csv", "--operators.state_kernel",
                   "gauss")

    def test_summary_and_data_cannot_share_standard_output(self):
        self.fails(2, "-o", "denoise", self.noisy(), "--json")

    def test_fit_must_know_where_to(self):
        self.fails(2, "-o", "fit", self.noisy())


class Files(UserTest):
    def test_no_such_file(self):
        self.fails(3, "absent.csv", "denoise", "absent.csv", "-o", "c.csv")

    def test_not_numbers(self):
        self.write("bad.csv", "x,y\n1,2\n3,four\n")
        self.fails(3, "bad.csv: line 3, column 2: 'four' is not a number", "denoise", "bad.csv", "-o",
                   "c.csv")

    def test_too_few_rows(self):
        self.write("short.csv", "x\n1\n2\n3\n")
        self.fails(3, "short.csv: series length: must be at least", "denoise", "short.csv", "-o",
                   "c.csv", "--model", "state")
        self.elto("denoise", "short.csv", "-o", "c.csv")
        self.assertEqual(self.read("c.csv").count("\n"), 4)

    def test_channel_that_never_changes(self):
        self.write("flat.csv", "x\n" + "1\n" * 50)
        self.fails(3, "flat.csv: channel 0: must be varying", "denoise", "flat.csv", "-o", "c.csv",
                   "--model", "state")
        self.elto("denoise", "flat.csv", "-o", "c.csv")
        for line in self.read("c.csv").splitlines()[1:]:
            self.assertAlmostEqual(float(line.split(",")[-2]), 1.0, places=6)

    def test_existing_output_is_kept(self):
        self.write("c.csv", "mine")
        self.fails(3, "c.csv: exists; use --force to replace it", "denoise", self.noisy(), "-o",
                   "c.csv", *QUICK)
        self.assertEqual(self.read("c.csv"), "mine")
        self.elto("denoise", "noisy.csv", "-o", "c.csv", "--force", *QUICK)
        self.assertNotEqual(self.read("c.csv"), "mine")

    def test_folder_that_does_not_exist(self):
        self.fails(3, "folder", "denoise", self.noisy(), "-o", "no/where.csv")

    def test_not_a_model(self):
        self.fails(3, "noisy.csv", "filter", self.noisy(), "noisy.csv")

    def test_channel_missing_in_the_data(self):
        model = self.model()
        self.write("other.csv", "a,b\n" + "1,2\n" * 30)
        self.fails(3, "other.csv: has no column 'position', which the model was learned from",
                   "filter", model, "other.csv")

    def test_unknown_column(self):
        self.fails(3, "speed", "denoise", self.noisy(), "--columns", "speed", "-o", "c.csv")

    def test_unknown_format(self):
        self.write("data.xls", "x")
        self.fails(3, ".xls", "denoise", "data.xls", "-o", "c.csv")


class Numerical(UserTest):
    def test_a_search_without_any_finite_candidate_writes_nothing(self):
        self.fails(4, "noisy.csv: no candidate", "denoise", self.noisy(), "-o", "c.csv", "--model",
                   "paper", "--noise.process", "1e308", "--tuning.search.evaluations", "5")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["noisy.csv"])


class Denoise(UserTest):
    def test_clean_series_report_and_model_from_one_command(self):
        self.noisy()
        done = self.elto("denoise", "noisy.csv", "-o", "clean.csv", "--report", "r.html",
                         "--model-output", "m.elto", *QUICK)
        clean = self.table("clean.csv")
        self.assertEqual(list(clean),
                         ["time", "position", "position_std", "velocity", "velocity_std"])
        self.assertEqual(clean["time"], self.table("noisy.csv")["time"])
        self.assertTrue(all(float(std) > 0 for std in clean["position_std"]))
        self.assertIn("<html", self.read("r.html"))
        self.assertIn("noise", done.stdout)
        self.assertFalse((self.folder / "clean.csv.checkpoint").exists())
        self.elto("filter", "m.elto", "noisy.csv", "--smooth", "-o", "again.csv")
        self.assertEqual(self.read("again.csv"), self.read("clean.csv"))
        self.elto("denoise", "noisy.csv", "-o", "causal.csv", "--causal", *QUICK)
        self.elto("filter", "m.elto", "noisy.csv", "-o", "filtered.csv")
        self.assertEqual(self.read("filtered.csv"), self.read("causal.csv"))
        self.assertNotEqual(self.read("filtered.csv"), self.read("clean.csv"))

    def test_standard_input_to_standard_output(self):
        text = self.read(self.noisy())
        done = self.elto("denoise", "-", *QUICK, input=text)
        self.assertTrue(done.stdout.startswith("time,position,position_std"))
        self.assertEqual(done.stdout.count("\n"), 121)
        self.assertIn("rows", done.stderr)

    def test_quiet_says_nothing(self):
        done = self.elto("denoise", self.noisy(), "-o", "c.csv", "--quiet", *QUICK)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_summary_for_programs(self):
        done = self.elto("denoise", self.noisy(), "-o", "c.csv", "--json", *QUICK)
        summary = json.loads(done.stdout)
        self.assertEqual(summary["rows"], 120)
        self.assertEqual(summary["channels"], ["position", "velocity"])
        overall = summary["diagnostics"]["overall"]
        self.assertIn("band_factor", overall)
        self.assertLess(overall["nis"]["lower"], 1)
        self.assertGreater(overall["nis"]["upper"], 1)
        self.assertEqual(list(overall["coverage"]), ["50", "90", "95"])
        self.assertEqual(overall["whiteness"]["lags"], 10)
        self.assertGreater(overall["against_last_row"]["ratio"], 0)
        self.assertGreater(overall["against_trend"]["margin"], 0)
        self.assertNotIn("outliers", summary["diagnostics"])

    def test_built_in_data(self):
        done = self.elto("denoise", "builtin:lynx-hare", "-o", "c.csv", "--window", "2", *QUICK)
        self.assertEqual(self.table("c.csv")["year"][0], "1900")
        self.fails(2, "such as lynx-hare", "denoise", "builtin:lynx-hair", "-o", "d.csv")

    def test_same_seed_same_bits_whatever_the_threads(self):
        self.noisy()
        for threads in ["1", "3"]:
            self.elto("denoise", "noisy.csv", "-o", f"c{threads}.csv", "--threads", threads, *QUICK)
        self.assertEqual(self.read("c1.csv"), self.read("c3.csv"))

    def test_rows_missing_in_part_are_bridged(self):
        lines = self.read(self.noisy()).splitlines()
        lines[40] = lines[40].rsplit(",", 1)[0] + ","
        self.write("gap.csv", "\n".join(lines) + "\n")
        done = self.elto("denoise", "gap.csv", "-o", "c.csv", *QUICK)
        self.assertIn("1 rows with some entries missing", done.stdout)
        self.assertNotIn("NaN", self.read("c.csv"))

    def test_full_covariances(self):
        self.elto("denoise", self.noisy(), "-o", "c.csv", "--covariances", "full", *QUICK)
        self.assertIn("position_velocity_cov", self.table("c.csv"))

    def test_every_format_carries_the_same_numbers(self):
        self.elto("fit", self.noisy(), "-o", "m.elto", *QUICK)
        for extension in ["csv", "tsv", "npz", "mat", "h5"]:
            self.elto("filter", "m.elto", "noisy.csv", "-o", f"c.{extension}")
        reference = self.elto("info", "c.csv", "--json").stdout
        for extension in ["tsv", "npz", "mat", "h5"]:
            self.assertEqual(self.elto("info", f"c.{extension}", "--json").stdout, reference,
                             extension)


class Config(UserTest):
    def test_options_from_a_file_and_the_command_line_wins(self):
        self.noisy()
        self.write("run.toml", 'model = "paper"\nwindow = 3\n[noise]\nblocks = 2\nstructure = "diagonal"\n'
                               '[tuning.search]\nevaluations = 10\n')
        self.elto("fit", "noisy.csv", "-o", "a.elto", "--config", "run.toml")
        a = json.loads(self.elto("info", "a.elto", "--json").stdout)
        self.assertEqual((a["window"], a["noise_blocks"]), (3, 2))
        self.elto("fit", "noisy.csv", "-o", "b.elto", "--config", "run.toml", "--window", "4")
        self.assertEqual(json.loads(self.elto("info", "b.elto", "--json").stdout)["window"], 4)

    def test_says_where_it_is_wrong(self):
        self.noisy()
        self.write("run.toml", "\n[noise]\nblocs = 2\n")
        self.fails(2, "run.toml: line 3: no option is called 'noise.blocs'", "fit", "noisy.csv", "-o",
                   "m.elto", "--config", "run.toml")
        self.write("run.toml", "window = \n")
        self.fails(3, "run.toml: line 1", "fit", "noisy.csv", "-o", "m.elto", "--config", "run.toml")
        self.write("run.toml", "\n" + ".".join("a" * 100000) + " = 1\n")
        self.fails(3, "run.toml: line 2: is nested too deeply", "fit", "noisy.csv", "-o", "m.elto",
                   "--config", "run.toml")
        self.write("run.toml", 'window = "x"\n')
        self.fails(2, "run.toml: line 1: --window: 'x' is not a whole number", "fit", "noisy.csv",
                   "-o", "m.elto", "--config", "run.toml")


class OtherVerbs(UserTest):
    def test_forecast_goes_on_in_time(self):
        model = self.model()
        self.elto("forecast", model, "training.csv", "--steps", "5", "-o", "f.csv")
        ahead = self.table("f.csv")
        self.assertEqual(len(ahead["time"]), 5)
        times = [float(t) for t in self.table("training.csv")["time"]]
        self.assertAlmostEqual(float(ahead["time"][0]), 2 * times[-1] - times[-2])
        for low, mean, high in zip(ahead["position_low"], ahead["position"], ahead["position_high"]):
            self.assertLess(float(low), float(mean))
            self.assertLess(float(mean), float(high))
        self.fails(2, "--steps", "forecast", model, "training.csv", "--steps", "0")
        self.fails(2, "--level", "forecast", model, "training.csv", "--level", "95")

    def test_forecast_continues_dates(self):
        rows = "".join(f"2024-{1 + i // 28:02}-{1 + i % 28:02},{(i * 7) % 13}\n" for i in range(60))
        self.write("days.csv", "day,sales\n" + rows)
        self.elto("fit", "days.csv", "-o", "m.elto", *QUICK)
        self.elto("forecast", "m.elto", "days.csv", "--steps", "2", "-o", "f.csv")
        self.assertEqual(self.table("f.csv")["day"], ["2024-03-05", "2024-03-06"])

    def test_simulate_writes_truth_too(self):
        self.elto("simulate", "lidar", "-o", "n.csv", "--truth", "t.csv", "--seed", "3")
        noisy, truth = self.table("n.csv"), self.table("t.csv")
        self.assertEqual(list(noisy), list(truth))
        self.assertNotEqual(noisy, truth)
        self.fails(2, "unicorns", "simulate", "unicorns")

    def test_simulate_says_what_an_animal_of_the_zoo_is(self):
        said = self.elto("simulate", "sprott-b", "-o", "b.csv", "--rows", "60").stdout
        self.assertIn("y' = x - y;", said)
        self.assertIn("Sprott", said)
        self.assertEqual(list(self.table("b.csv")), ["time", "x", "y", "z"])
        self.elto("denoise", "builtin:sprott-b", "--columns", "x,y", "-o", "c.csv", *QUICK)

    def test_simulate_writes_fields_with_their_grid(self):
        self.elto("simulate", "burgers", "--rows", "25", "-o", "u.csv", "--truth", "usol.csv")
        field = self.table("u.csv")
        self.assertEqual(list(field)[:3], ["t", "x=-8", "x=-7.9375"])
        self.assertEqual(len(field["t"]), 25)
        # The same through the arrays of published files.
        self.elto("simulate", "burgers", "--rows", "25", "-o", "u.mat", "--truth", "usol.mat")
        self.assertIn("x=-7.9375", self.elto("info", "u.mat").stdout)
        self.assertIn("x=-7.9375", self.elto("info", "usol.mat").stdout)
        self.elto("simulate", "burgers", "--rows", "25", "--noise-factor", "0", "-o", "none.csv")
        self.assertEqual(self.read("none.csv"), self.read("usol.csv"))
        self.fails(2, "noise_factor: must be 1", "simulate", "lynx-hare", "--noise-factor", "2")

    def trials(self):
        return [line for line in self.read("measured/trials.csv").splitlines() if line[0] != "#"]

    def test_reproduce_measures_tables_and_writes_documents(self):
        few = ["--trials", 1, "--evaluations", 2, "--out", "measured"]
        done = self.elto("reproduce", "real_world", "memory_rates", *few)
        self.assertIn("noise level 100", done.stdout)
        self.assertIn("paper 1.26", done.stdout)
        self.assertIn("Memory factors", done.stdout)
        trials = self.trials()
        self.assertIn("# Lynx", self.read("measured/experiments.md"))
        self.assertIn("<svg", self.read("measured/experiments.html"))
        again = json.loads(self.elto("reproduce", "real_world", "--json", *few).stdout)
        self.assertEqual(again["against_paper"]["of"], 3)
        self.assertEqual(self.trials(), trials)
        self.fails(3, "other", "reproduce", "real_world", "--seed", 9, *few)
        self.fails(2, "one of pen_mse", "reproduce", "real_word", *few)
        self.fails(2, "trials", "reproduce", "sb", "--trials", 0, "--out", "none")

    def test_info_of_data(self):
        done = self.elto("info", self.noisy())
        self.assertIn("position", done.stdout)
        self.assertIn("noise level", done.stdout)


if __name__ == "__main__":
    main()
