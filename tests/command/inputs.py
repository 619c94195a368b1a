# SPDX-License-Identifier: Apache-2.0
"""Columns that are known and not estimated: --inputs."""

import json
import math
import random

from user import UserTest, main


class Inputs(UserTest):
    def room(self, rows=260, ahead=0, name="room.csv"):
        """A level that wanders, twice a heating that is switched, noise; every fifth entry missing. The truth."""
        draw = random.Random(11)
        lines, truth, level, heating = ["time,room,heating,other"], [], 18.0, 0.0
        for row in range(rows + ahead):
            level += draw.gauss(0, 0.1)
            if draw.random() < 0.05:
                heating = 1 - heating
            truth.append(level + 2 * heating)
            seen = f"{truth[-1] + draw.gauss(0, 0.4):.4f}" if row < rows and row % 5 != 2 else ""
            lines.append(f"{0.5 * row},{seen},{heating},{draw.gauss(0, 1):.4f}")
        self.write(name, "\n".join(lines) + "\n")
        return truth

    def error(self, table, truth):
        errors = [float(x) - true for x, true in zip(self.table(table)["room"], truth)]
        return math.sqrt(sum(e * e for e in errors) / len(errors))

    def test_estimates_are_better_with_them(self):
        truth = self.room()
        done = self.elto("denoise", "room.csv", "--inputs", "heating,other", "-o", "clean.csv",
                         "--report", "r.html", "--model-output", "m.elto", "--json").stdout
        self.elto("denoise", "room.csv", "--columns", "room", "-o", "plain.csv")
        self.assertEqual(list(self.table("clean.csv")), ["time", "room", "room_std"])
        self.assertLess(self.error("clean.csv", truth), 0.8 * self.error("plain.csv", truth))
        found = json.loads(done)
        heating = [one for one in found["inputs"]["room"] if one["input"] == "heating"][0]
        self.assertLess(heating["low"], 2.0)
        self.assertGreater(heating["high"], 2.0)
        self.assertIn("times heating (", " ".join(found["verdict"]))
        self.assertIn("times heating (", self.read("r.html"))
        told = self.elto("info", "m.elto").stdout
        self.assertIn("heating, other", told)
        self.assertIn("times heating (", told)

    def test_a_model_knows_its_own(self):
        self.room()
        fitted = self.elto("fit", "room.csv", "--inputs", "heating,other", "-o", "m.elto").stdout
        self.assertIn("times heating (", fitted)
        self.elto("filter", "m.elto", "room.csv", "-o", "all.csv")
        self.elto("filter", "m.elto", "room.csv", "--columns", "room", "-o", "some.csv")
        self.assertEqual(self.read("all.csv"), self.read("some.csv"))
        streamed = self.elto("stream", "m.elto", input=self.read("room.csv")).stdout
        self.assertEqual([line.rsplit(",", 2)[1:] for line in streamed.splitlines()[1:]],
                         [line.rsplit(",", 2)[1:] for line in self.read("all.csv").splitlines()[1:]])
        whole = self.read("room.csv").splitlines()
        self.write("first.csv", "\n".join(whole[:150]) + "\n")
        first = self.elto("stream", "m.elto", "--state", "s.state", input=self.read("first.csv")).stdout
        rest = self.elto("stream", "m.elto", "--state", "s.state",
                         input="\n".join(whole[:1] + whole[150:]) + "\n").stdout
        answers = [line for line in (first + rest).splitlines()[1:] if not line.startswith("row")]
        self.assertEqual(sorted(set(answers)), sorted(set(streamed.splitlines()[1:])))
        self.write("without.csv", "time,room\n0,1\n1,2\n")
        self.fails(3, "has no column 'heating', an input of the model", "filter", "m.elto",
                   "without.csv", "-o", "x.csv")
        self.fails(2, "the model knows its own", "forecast", "m.elto", "room.csv", "--inputs",
                   "heating", "-o", "x.csv")

    def test_forecasts_with_inputs_to_come(self):
        truth = self.room(260, 12)
        done = self.elto("forecast", "room.csv", "--inputs", "heating", "--columns", "room",
                         "--steps", 12, "-o", "ahead.csv").stdout
        self.assertIn("Inputs are given in rows behind the last one with data", done)
        ahead = self.table("ahead.csv")
        self.assertEqual(len(ahead["room"]), 12)
        self.assertEqual(float(ahead["time"][0]), 130.0)
        self.assertLess(self.error("ahead.csv", truth[260:]), 0.8)
        longer = self.elto("forecast", "room.csv", "--inputs", "heating", "--columns", "room",
                           "--steps", 20, "-o", "longer.csv").stdout
        self.assertIn("Inputs are given for 12 of 20 steps", longer)
        self.room(260, 0, "known.csv")
        held = self.elto("forecast", "known.csv", "--inputs", "heating", "--columns", "room",
                         "-o", "held.csv").stdout
        self.assertIn("they are taken to stay where they were last", held)

    def test_gaps_and_inputs_without_effect_are_said(self):
        self.room()
        lines = self.read("room.csv").splitlines()
        cells = [line.split(",") for line in lines]
        cells[0].append("still")
        for row, line in enumerate(cells[1:]):
            line.append("3")
            if row in (7, 8):
                line[2] = ""
        self.write("gaps.csv", "\n".join(",".join(line) for line in cells) + "\n")
        done = self.elto("denoise", "gaps.csv", "--inputs", "heating,other,still", "-o", "c.csv").stdout
        self.assertIn("2 entries of the input heating are missing", done)
        self.assertIn("The input still never changes", done)

    def test_what_makes_no_sense_is_refused(self):
        self.room()
        self.fails(3, "one of the columns room, heating, other", "denoise", "room.csv", "--inputs",
                   "voltage", "-o", "x.csv")
        self.fails(2, "a column is estimated or known, not both", "denoise", "room.csv",
                   "--columns", "room,heating", "--inputs", "heating", "-o", "x.csv")
        self.fails(3, "fewer than the columns", "denoise", "room.csv", "--inputs",
                   "room,heating,other", "-o", "x.csv")
        self.fails(2, "--model engine asks for it", "denoise", "room.csv", "--inputs", "heating",
                   "--model", "state", "-o", "x.csv")
        text = self.read("room.csv").splitlines()
        self.write("bad.csv", "\n".join(text[:2] + ["1,2,inf,3"] + text[3:]) + "\n")
        self.fails(3, "row 1, heating: is infinite", "denoise", "bad.csv", "--inputs", "heating",
                   "-o", "x.csv")


if __name__ == "__main__":
    main()
