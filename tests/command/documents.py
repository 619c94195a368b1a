# SPDX-License-Identifier: Apache-2.0
"""What is written about the command line is what it does."""

import os
import shutil
import subprocess
from pathlib import Path

from user import PROGRAM, UserTest, main

SOURCE = Path(os.environ["ELTO_SOURCE_DIR"])


class Documents(UserTest):
    def test_cli_page_is_up_to_date(self):
        made = self.elto("manual", "markdown").stdout
        self.assertEqual((SOURCE / "docs/cli.md").read_text(), made,
                         "run: elto manual markdown > docs/cli.md")

    def test_man_page_is_well_formed(self):
        if shutil.which("mandoc") is None:
            self.skipTest("mandoc is not installed")
        page = self.elto("manual", "man").stdout
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "error"], input=page, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_completion_for_bash_completes(self):
        script = self.elto("completion", "bash").stdout
        ask = ('COMP_WORDS=(elto {words}); COMP_CWORD={at}; _elto; echo "${{COMPREPLY[@]}}"')
        for words, at, expected in [("den", 1, "denoise"), ("simulate lid", 2, "lidar"),
                                    ("fit x --noise.struct", 3, "--noise.structure"),
                                    ("fit x --noise.structure d", 4, "diagonal"),
                                    ("disc", 1, "discover"), ("discover p", 2, "pde"),
                                    ("discover pde f --highest_p", 4, "--highest_power"),
                                    ("discover ode f --method tr", 5, "trajectories")]:
            done = subprocess.run(["bash", "-c", script + ask.format(words=words, at=at)],
                                  cwd=self.folder, text=True, stdout=subprocess.PIPE, check=True)
            self.assertEqual(done.stdout.split(), [expected], words)


if __name__ == "__main__":
    main()
