# SPDX-License-Identifier: Apache-2.0
"""Equations from the command line: from files to an equation, a page, and clear errors."""

import json
import math
import random
import re

from user import UserTest, main


class DiscoverPde(UserTest):
    def field(self, *options, name="field.mat", seed=0):
        self.elto("simulate", "burgers", "-o", name, "--seed", seed, "--quiet", *options)
        return name

    def test_finds_the_published_equation_in_each_format(self):
        # Table burgers_discovery of the paper, without denoising: 0.076843 u_xx - 0.959286 u u_x.
        for name in ["field.mat", "field.npz", "field.h5", "field.csv"]:
            result = json.loads(self.elto("discover", "pde", self.field(name=name), "--seed", 0,
                                          "--draws", 1, "--correct", "false", "--json").stdout)
            terms = {term["name"]: term["coefficient"] for term in result["terms"]
                     if term["in_equation"]}
            self.assertEqual(set(terms), {"u_xx", "u u_x"})
            self.assertAlmostEqual(terms["u_xx"], 0.076843, delta=2e-6)
            self.assertAlmostEqual(terms["u u_x"], -0.959286, delta=2e-6)

    def test_says_the_equation_with_intervals_and_how_often_terms_were_chosen(self):
        lines = self.elto("discover", "pde", "builtin:burgers").stdout
        terms = {}
        for name in ["u_xx", "u u_x"]:
            found = re.search(rf"\n  {name} +(-?[\d.]+) +(-?[\d.]+) to (-?[\d.]+) .* 20 of 20 +(-?[\d.]+)\n", lines)
            terms[name] = [float(figure) for figure in found.groups()]
        for _, low, high, truth in terms.values():  # without the correction 0.06 to 0.08 of 0.1
            self.assertLess(low, truth)
            self.assertLess(truth, high)
        plain = self.elto("discover", "pde", "builtin:burgers", "--correct", "false").stdout
        self.assertIn("\nu_t = 0.07", plain)
        self.assertIn("Against the truth: right terms", lines)

    def test_writes_result_page_and_denoised_field(self):
        self.field("--rows", 31, "--noise-factor", 0.2, "--truth", "clean.mat")
        self.elto("discover", "pde", "field.mat", "--clean", "clean.mat", "--denoise", "--denoised",
                  "denoised.mat", "-o", "result.json", "--report", "page.html", "--quiet",
                  "--half_width", 0.1, "--draws", 2)
        result = json.loads(self.read("result.json"))
        errors = result["mean_squared_error"]
        self.assertLess(errors["denoised"], errors["noisy"])
        self.assertIn("without_denoising", result)
        page = self.read("page.html")
        self.assertIn("<math>", page)
        self.assertNotIn("http://", page.replace("http://dygraphs.com", "")
                         .replace("http://www.w3.org", "").split("<script")[0])
        self.elto("discover", "pde", "denoised.mat", "--quiet", "--half_width", 0.1)

    def test_takes_options_from_a_file(self):
        self.write("options.toml", "draws = 3\nselection = 'bic'\nhighest_order = 3\n")
        lines = self.elto("discover", "pde", "builtin:burgers", "--config", "options.toml").stdout
        self.assertIn("of 3 draws", lines)

    def test_bad_fields(self):
        self.field("--rows", 11, name="f.npz")
        self.fails(3, "has no variable 'v'; it holds 'x' (256 x 1)", "discover", "pde", "f.npz",
                   "--variable", "v")
        self.fails(3, "is too small, 11 times", "discover", "pde", "f.npz")
        self.write("plain.csv", "a,b,c\n" + "1,2,3\n" * 5)
        self.fails(3, "give the step between them with --dx", "discover", "pde", "plain.csv")
        self.fails(3, "rows: must be more than the 8 terms", "discover", "pde", "plain.csv", "--dx",
                   1, "--dt", 1, "--form", "polynomial", "--polynomial.half_width", 1,
                   "--polynomial.degree", 2)
        self.write("uneven.csv", "t,x=0,x=1\n0,1,2\n1,2,3\n5,2,4\n")
        self.fails(3, "field.time: must be equally spaced", "discover", "pde", "uneven.csv")
        self.write("holes.csv", "t,x=0,x=1\n0,1,2\n1,,3\n2,2,4\n")
        self.fails(3, "fill the gaps first, as elto denoise does", "discover", "pde", "holes.csv")
        self.fails(2, "builtin:lidar is no field", "discover", "pde", "builtin:lidar")

    def test_wrong_usage(self):
        self.fails(2, "--draws: must be at least 1, got 0", "discover", "pde", "builtin:burgers",
                   "--draws", 0)
        self.fails(2, "--truth: 'u' is not of the form", "discover", "pde", "builtin:burgers",
                   "--truth", "u")
        self.fails(2, "nothing is denoised without --denoise", "discover", "pde", "builtin:burgers",
                   "--denoised", "d.mat")


class DiscoverOde(UserTest):
    def test_finds_lynx_and_hare(self):
        self.elto("simulate", "lynx-hare", "-o", "lynx_hare.csv", "--quiet")
        lines = self.elto("discover", "ode", "lynx_hare.csv", "--report", "page.html").stdout
        self.assertRegex(lines, r"lynx' = -1\.0\d+ lynx \+ 0\.02\d+ lynx hare\n")
        self.assertRegex(lines, r"hare' = 0\.5\d+ hare - 0\.02\d+ lynx hare\n")
        self.assertRegex(lines, r"lynx hare +0\.02\d+ +0\.02\d+ to 0\.03\d+ +10\^\d+ : 1\n")
        self.assertIn("What they leave of the motion: ", lines)
        self.assertIn("Next, and how much likelier the above are:", lines)
        self.assertIn("Other equations", self.read("page.html"))

    def test_by_regression_on_denoised_rows(self):
        lines = self.elto("discover", "ode", "builtin:lynx-hare", "--denoise", "--method",
                          "regression", "--report", "page.html").stdout
        self.assertIn("lynx' = -0.8", lines)
        self.assertIn("hare' = 0.5", lines)
        self.assertIn("trajectory", self.read("page.html"))

    def test_takes_rows_as_they_are(self):
        """Times that jitter, gaps, two series; x'' = -4 x - 0.1 x' seen with 5 % noise."""
        rng = random.Random(8)
        for name, start in [("a.csv", 0.0), ("b.csv", 1.0)]:
            rows, t = ["t,x"], 0.0
            for row in range(300):
                x = math.exp(-0.05 * t) * math.cos(math.sqrt(4 - 0.0025) * t + start)
                seen = "" if row % 7 == 3 else repr(x + 0.02 * rng.gauss(0, 1))
                rows.append(f"{t!r},{seen}")
                t += 0.05 * (1 + 0.3 * rng.uniform(-1, 1)) + (1.0 if row == 150 else 0.0)
            self.write(name, "\n".join(rows) + "\n")
        result = json.loads(self.elto("discover", "ode", "a.csv", "b.csv", "--json").stdout)
        terms = {term["name"]: term for term in result["equations"][0]["terms"]}
        self.assertEqual(set(terms), {"x", "x'"})
        for name, truth in [("x", -4.0), ("x'", -0.1)]:
            self.assertAlmostEqual(terms[name]["coefficient"], truth,
                                   delta=4 * terms[name]["standard_error"])
            self.assertLess(terms[name]["standard_error"], 0.01)
        self.assertTrue(result["explained"])

    def test_takes_a_series_without_times(self):
        self.elto("simulate", "lotka-volterra", "-o", "lv.csv", "--noise-factor", 0.3, "--quiet")
        steps = json.loads(self.elto("discover", "ode", "lv.csv", "--dt", 0.10050251256281408,
                                     "--json").stdout)
        times = json.loads(self.elto("discover", "ode", "lv.csv", "--json").stdout)
        self.assertEqual([each["equation"] for each in steps["equations"]],
                         [each["equation"] for each in times["equations"]])

    def test_wrong_usage(self):
        self.fails(2, "--degree: must be at least 0, got -1", "discover", "ode", "builtin:lynx-hare",
                   "--degree=-1")
        self.fails(2, "--denoise: a law is learned from the rows as they are", "discover", "ode",
                   "builtin:lynx-hare", "--denoise")
        self.fails(3, "has no column 'fox'", "discover", "ode", "builtin:lynx-hare", "--columns",
                   "fox")


if __name__ == "__main__":
    main()
