# SPDX-License-Identifier: Apache-2.0
"""The engine, as a user meets it: times that are not regular, few rows, wild values, forecasts."""

import datetime
import json
import math
import random

from user import UserTest, main


class Engine(UserTest):
    def track(self, rows=400):
        """3 m of noise on two swings, at seconds that jitter and stop for three minutes. The truth."""
        draw = random.Random(3)
        time, lines, truth = 1.7e9, ["time,x,y"], []
        for row in range(rows):
            time += 0.5 + draw.random() + (180 if row == rows // 2 else 0)
            at = (time - 1.7e9) / 60
            truth.append((100 * math.sin(at), 80 * math.cos(0.7 * at) + 20 * at))
            x, y = (value + draw.gauss(0, 3) for value in truth[-1])
            lines.append(f"{time:.3f},{x:.3f},{y:.3f}")
        self.write("track.csv", "\n".join(lines) + "\n")
        return truth

    def test_cleans_a_track_at_its_real_times(self):
        truth = self.track()
        done = self.elto("denoise", "track.csv", "-o", "clean.csv", "--flags", "--report", "r.html",
                         "--model-output", "m.elto")
        clean = self.table("clean.csv")
        self.assertEqual(list(clean), ["time", "x", "x_std", "y", "y_std", "x_flag", "y_flag"])
        errors = [float(x) - true[0] for x, true in zip(clean["x"], truth)]
        self.assertLess(math.sqrt(sum(e * e for e in errors) / len(errors)), 0.36 * 3)
        held = [abs(e) < 1.645 * float(s) for e, s in zip(errors, clean["x_std"])]
        self.assertGreater(sum(held) / len(held), 0.75)
        self.assertIn("of the noise was removed", done.stdout)
        self.assertIn("The error bars are honest", done.stdout)
        self.assertEqual(json.loads(self.elto("info", "m.elto", "--json").stdout)["model"], "engine")

    def test_streams_as_it_filters(self):
        self.track(120)
        self.elto("fit", "track.csv", "-o", "m.elto")
        self.elto("filter", "m.elto", "track.csv", "-o", "filtered.csv")
        streamed = self.elto("stream", "m.elto", input=self.read("track.csv")).stdout

        def estimates(text):  # without the time, whose digits a stream keeps as they were
            return [line.rsplit(",", 4)[1:] for line in text.splitlines()[1:]]

        self.assertEqual(estimates(streamed), estimates(self.read("filtered.csv")))
        lagged = self.elto("stream", "m.elto", "--lag", 10, input=self.read("track.csv")).stdout
        self.assertEqual(lagged.count("\n"), 121)

    def test_flags_what_it_sets_aside(self):
        draw = random.Random(5)
        values = [math.sin(0.05 * row) + draw.gauss(0, 0.1) for row in range(280)]
        values[60] = 9.0
        values[200:230] = [values[200]] * 30
        text = ["v"] + [f"{value:.5f}" for value in values]
        text[100] = "nan"
        self.write("log.csv", "\n".join(text) + "\n")
        done = self.elto("denoise", "log.csv", "-o", "clean.csv", "--flags")
        flags = [float(flag) for flag in self.table("clean.csv")["v_flag"]]
        self.assertEqual(flags[60], 2)
        self.assertEqual(flags[201:230], [4] * 29)
        self.assertIn("outlier was set aside", done.stdout)
        self.assertIn("29 values of a stuck sensor were not believed", done.stdout)

    def load(self, hours=24 * 28):
        """A day, and less at weekends. The values."""
        draw = random.Random(7)
        begin = datetime.datetime(2026, 1, 5)
        values = [100 + 20 * math.sin(2 * math.pi * hour / 24) - (15 if hour // 24 % 7 >= 5 else 0)
                  for hour in range(hours + 72)]
        lines = [f"{(begin + datetime.timedelta(hours=hour)).isoformat()},{values[hour] + draw.gauss(0, 2):.3f}"
                 for hour in range(hours)]
        self.write("load.csv", "\n".join(["time,load", *lines]) + "\n")
        self.write("values.csv", "\n".join(["load", *(line.split(",")[1] for line in lines)]) + "\n")
        return values

    def test_forecasts_a_day_and_a_week_in_one_go(self):
        values = self.load()
        for name in ["load.csv", "values.csv"]:  # told by the calendar, and found
            done = self.elto("forecast", name, "--steps", 72, "-o", "ahead.csv", "--report", "r.html",
                             "--force")
            ahead = self.table("ahead.csv")
            off = [float(load) - value for load, value in zip(ahead["load"], values[24 * 28:])]
            self.assertLess(math.sqrt(sum(e * e for e in off) / 72), 3, name)
            self.assertIn("season 24", done.stdout)
            self.assertIn("season 168", done.stdout)
            self.assertIn("forecasts of 1 to 72 steps were off by", done.stdout)
            self.assertIn("Bands of 95 % held", done.stdout)
            report = self.read("r.html")
            for words in ["Tried where the answer is known", "Families compared", "forecast-0"]:
                self.assertIn(words, report)
        self.elto("forecast", "load.csv", "-o", "ten.csv")
        self.assertEqual(self.table("ten.csv")["time"][0], "2026-02-02T00:00:00")

    def test_tells_programs_how_good_forecasts_were(self):
        self.load()
        done = json.loads(self.elto("forecast", "load.csv", "--steps", 24, "-o", "a.csv", "--json").stdout)
        tried = done["channels"]["load"]["backtest"]
        self.assertGreaterEqual(tried["origins"], 20)
        self.assertLess(tried["rmse"], tried["rmse_season_ago"])
        self.assertLess(tried["rmse"], tried["rmse_last_value"])
        self.assertEqual(tried["by_steps"]["ahead"], list(range(1, 25)))
        self.assertEqual(len(tried["by_steps"]["band_factor"]), 24)

    def test_forecasts_whatever_it_gets(self):
        draw = random.Random(9)
        walk, time, rows = 0.0, 0.0, ["t,walk,seldom"]
        for row in range(200):
            walk += draw.gauss(0, 1)
            time += 0.5 + draw.random() + (20 if row == 100 else 0)
            rows.append(f"{time:.3f},{walk:.3f},{'' if row % 4 else round(math.sin(time / 9), 3)}")
        self.write("two.csv", "\n".join(rows) + "\n")
        done = self.elto("forecast", "two.csv", "--steps", 20, "-o", "ahead.csv")
        ahead = self.table("ahead.csv")
        self.assertEqual(len(ahead["t"]), 20)
        self.assertIn("walk: ", done.stdout)
        self.assertIn("seldom: ", done.stdout)
        self.write("few.csv", "v\n1\n3\n2\n4\n2\n")
        done = self.elto("forecast", "few.csv", "--steps", 1000, "-o", "f.csv", "--report", "r.html")
        self.assertIn("too few rows to try forecasts on", done.stdout)
        self.assertEqual(len(self.table("f.csv")["v"]), 1000)
        self.fails(2, "--steps", "forecast", "few.csv", "--steps", 0)
        self.fails(2, "--report", "forecast", "few.csv", "--report", "-")

    def judged(self, values, *options):
        """What is said of one channel, and the findings for a program."""
        self.write("v.csv", "\n".join(["v", *map(str, values)]) + "\n")
        found = json.loads(self.elto("denoise", "v.csv", "-o", "c.csv", "--force", "--json",
                                     "--model", "engine", *options).stdout)
        self.assertEqual([each["sentence"] for each in found["findings"]], found["verdict"])
        return " ".join(found["verdict"]), found["findings"]

    def test_says_what_it_cannot_tell(self):
        draw = random.Random(11)
        white = [round(draw.gauss(0, 1), 4) for _ in range(300)]
        text, findings = self.judged(white)
        self.assertIn("Rows look independent: nothing but noise around a level, or a signal that "
                      "cannot be told from it.", text)
        self.assertEqual(findings[0]["weight"], "doubt")
        self.assertNotIn("honest", text)
        walk = [round(sum(white[:row + 1]), 4) for row in range(300)]
        text, _ = self.judged(walk)
        self.assertRegex(text, "Noise cannot be told from movement|Hardly any noise")
        self.assertNotIn("honest", text)
        text, _ = self.judged([round(math.sin(row / 12), 6) for row in range(300)])
        self.assertIn("Hardly any noise", text)
        text, findings = self.judged([7] * 50)
        self.assertEqual(text, "The series never changes: there is nothing to clean. The model has "
                               "learned from these very rows: new ones may be predicted less well.")
        self.assertEqual(findings[0]["channels"], ["v"])
        text, _ = self.judged([1, 2.1, 2.9, 4.2, 5])
        self.assertIn("Only 5 rows could be compared", text)
        text, _ = self.judged([row + draw.gauss(0, 1) for row in range(12)])
        self.assertNotIn("too few", text)

    def test_the_report_marks_what_the_verdict_says(self):
        draw = random.Random(12)
        self.judged([draw.gauss(0, 1) for _ in range(300)], "--report", "white.html")
        page = self.read("white.html")
        self.assertIn('<section class="verdict fair"', page)
        self.assertIn("</span> Rows look independent</span>", page)
        self.assertIn("<td>rows look independent</td>", page)
        self.assertIn("doubtful</span>", page)
        self.assertNotIn("honest</span>", page)
        walk = 0
        values = [walk := 0.95 * walk + draw.gauss(0, 1) for _ in range(400)]
        values = [value + draw.gauss(0, 1) for value in values]
        values[100] = 300
        text, findings = self.judged(values, "--report", "moving.html")
        self.assertIn("(in root mean square)", text)
        self.assertIn("No movement is followed that has a period of less than about", text)
        page = self.read("moving.html")
        self.assertIn("1 outlier, set aside", page)
        heaviest = max(findings, key=lambda each: ["remark", "good", "doubt", "warning"].index(
            each["weight"]))
        self.assertIn(f"</span> {heaviest['title']}</span>", page)

    def test_says_what_is_wrong_with_the_data_and_what_to_do(self):
        self.write("text.csv", "time,status,v\n0,ok,1\n1,ok,2\n")
        self.fails(3, "'ok' is not a number, nor a time stamp such as 2026-01-31T12:00; read other "
                      "columns", "denoise", "text.csv", "-o", "c.csv")
        self.elto("denoise", "text.csv", "--columns", "v", "-o", "c.csv")
        self.write("empty.csv", "time,a,b\n0,,1\n1,,2\n2,,3\n")
        self.fails(3, "column 'a' has no values; --columns names others", "denoise", "empty.csv",
                   "-o", "d.csv")
        self.assertNotIn("nan", self.elto("info", "empty.csv").stdout)
        self.write("head.csv", "time,v\n")
        for verb in ["denoise", "info", "forecast"]:
            self.fails(3, "head.csv: has no rows", verb, "head.csv")
        self.write("one.csv", "a\n1.5\n")
        done = self.elto("denoise", "one.csv", "-o", "e.csv")
        self.assertIn("one.csv: 1 row, 1 channel;", done.stdout)
        self.assertIn("Only 1 row could be compared", done.stdout)
        self.fails(2, "--model engine asks for it", "denoise", "builtin:van-der-pol", "--flags",
                   "--causal", "--model", "engine", "-o", "f.csv")

    def test_periods_are_in_the_users_unit_of_time(self):
        draw = random.Random(13)
        lines = ["date,load"]
        for hour in range(24 * 20):
            load = 50 + 9 * math.sin(2 * math.pi * hour / 24) + draw.gauss(0, 1)
            lines.append(f"2026-01-{5 + hour // 24:02d}T{hour % 24:02d}:00,{load:.3f}")
        self.write("load.csv", "\n".join(lines) + "\n")
        self.elto("denoise", "load.csv", "-o", "c.csv", "--report", "r.html", "--model", "engine")
        self.assertIn("season of 1 day", self.read("r.html"))
        fitted = self.elto("fit", "load.csv", "-o", "m.elto", "--model", "engine").stdout
        self.assertIn("season of 1 day", fitted)
        self.assertIn("season of 24 rows", self.elto("info", "m.elto").stdout)

    def test_sorts_rows_and_moves_them_to_a_grid_when_asked(self):
        self.write("back.csv", "time,x\n1,1\n3.1,3\n1.9,2\n4,4\n2.1,2\n6,6\n")
        self.elto("denoise", "back.csv", "-o", "sorted.csv", "--sort")
        self.assertEqual(self.table("sorted.csv")["time"], ["1", "1.9", "2.1", "3.1", "4", "6"])
        self.elto("denoise", "back.csv", "-o", "grid.csv", "--sort", "--step", 1)
        self.assertEqual(self.table("grid.csv")["time"], ["1", "2", "3", "4", "5", "6"])

    def test_refuses_times_that_go_back(self):
        self.write("back.csv", "time,x\n1,1\n3,2\n2,3\n4,4\n")
        self.fails(3, "times: must be in order, got row 2 before row 1; --sort", "denoise", "back.csv",
                   "-o", "c.csv")
        self.elto("denoise", "back.csv", "-o", "c.csv", "--time", "none", "--columns", "x")


if __name__ == "__main__":
    main()
