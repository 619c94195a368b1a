#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the house rules that a machine can check (docs/developing.md).

Prints each violation as file:line: message, and exits with 1 if there is any.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPDX = "SPDX-License-Identifier: Apache-2.0"
MAX_LINES = 500

# A room uses itself and the rooms before it. src/linalg is below all of them.
ROOMS = ["core", "series", "dynamics", "systems", "io", "states", "features", "operators", "noise",
         "model", "filter", "diagnostics", "tuning", "learn", "baselines", "discovery"]

# Public headers without a source of the same stem, and why.
HEADER_ONLY = {
    "core/types": "type aliases only",
    "dynamics/transition": "a concept",
    "model/model": "plain aggregates; learn.cpp validates them",
}

# Headers of tools without a test of the same stem, and why.
UNTESTED_TOOLS = {
    "command/exit_code": "constants only; program_test.cpp looks at them",
    "command/verbs": "declarations only; verb_test.cpp looks at every verb",
}

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home)/")
INCLUDE = re.compile(r'\s*#\s*include\s*"(?:elto/)?(?!elto/)(\w+)/')
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)"  # [text](target "title")
                  r"|^\s*\[[^\]]+\]:\s+<?([^\s>]+)"  # [label]: target
                  r'|\b(?:src|href)="([^"]+)"')

violations = []


def report(path, line, message):
    violations.append(f"{path}:{line}: {message}")


def listed_files():
    """Tracked files, and untracked ones that git does not ignore."""
    # A checkout may belong to somebody else than the user of a container: git refuses to read it.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    names = sorted(set(listing.decode().split("\0")) - {""})
    return [Path(name) for name in names if (ROOT / name).is_file()]


def text_of(path):
    """None for a binary file."""
    data = (ROOT / path).read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def check_lines(path, lines):
    is_data = path.suffix == ".csv" or path.parts[:2] == ("fuzz", "corpus")
    if len(lines) > MAX_LINES and not is_data and str(path) != "docs/cli.md":  # which is made
        report(path, MAX_LINES + 1, f"{len(lines)} lines; at most {MAX_LINES}")
    for number, line in enumerate(lines, 1):
        if "\t" in line and not is_data:
            report(path, number, "tab")
        if line != line.rstrip() and not is_data:
            report(path, number, "blanks at the end of the line")
        if (ROOT / path) != Path(__file__).resolve() and (word := UNFINISHED.search(line)):
            report(path, number, f"{word[1]}: open an issue instead")
        if MACHINE_PATH.search(line):
            report(path, number, "path of one machine")


def check_licence(path, lines):
    if path.suffix in (".hpp", ".cpp") or path.name.endswith(".hpp.in"):
        if lines[:1] != [f"// {SPDX}"]:
            report(path, 1, f"must start with '// {SPDX}'")
    elif path.suffix in (".js", ".mjs") and lines[:1] != [f"// {SPDX}"]:
        report(path, 1, f"must start with '// {SPDX}'")
    elif path.suffix == ".css" and lines[:1] != [f"/* {SPDX} */"]:
        report(path, 1, f"must start with '/* {SPDX} */'")
    elif path.suffix == ".py" or (lines and lines[0].startswith("#!")):
        if f"# {SPDX}" not in lines[:2]:
            report(path, 1, f"'# {SPDX}' must be among the first two lines")


def room_of(path):
    """The room of a library file; None for everything else."""
    parts = path.parts
    if parts[:2] == ("include", "elto") and len(parts) == 4:
        return parts[2]
    if parts[0] == "src" and len(parts) == 3:
        return parts[1]
    return None


def check_includes(path, lines):
    room = room_of(path)
    if room is None:
        return
    if room not in ROOMS + ["linalg"]:
        report(path, 1, f"room '{room}' has no place in the order of rooms (scripts/check_tree.py)")
        return
    allowed = ["core"] if room == "linalg" else ROOMS[:ROOMS.index(room) + 1]
    for number, line in enumerate(lines, 1):
        include = INCLUDE.match(line)
        if include and include[1] not in allowed + ["linalg"]:
            report(path, number, f"room '{room}' must not include from '{include[1]}'")
        if include and include[1] == "linalg" and path.parts[0] == "include":
            report(path, number, "a public header must not include the private linalg")


def check_links(path, lines):
    in_code = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        if in_code:
            continue
        for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            target = next(group for group in match.groups() if group)
            file = target.split("#")[0]
            if not file or re.match(r"[a-z][a-z0-9+.-]*:", file):
                continue
            if not (ROOT / path.parent / file).exists():
                report(path, number, f"link to '{file}', which does not exist")


CONSTANT = re.compile(r"(\s*)(?:inline |static )?constexpr \w[\w:<>, ]*?\b(k[A-Z]\w*)\b")


def check_constants(files):
    """Sources of a folder are compiled as one: a constant of one must not be declared in another."""
    declared = {}
    for path in files:
        if path.suffix == ".cpp" and path.parts[0] in ("src", "tools", "tests"):
            for number, line in enumerate(text_of(path).split("\n"), 1):
                if constant := CONSTANT.match(line):
                    place = (path, number, constant[1] == "")
                    declared.setdefault((path.parent, constant[2]), []).append(place)
    for (_, name), places in declared.items():
        for path, number, _ in places:
            other = next((p for p, _, at_file_scope in places if at_file_scope and p != path), None)
            if other:
                report(path, number, f"{name} is a constant of {other} too")


def first_include(path):
    include = re.search(r'^#include [<"](.+)[>"]', text_of(path) or "", re.MULTILINE)
    return include[1] if include else None


def check_companions(files):
    """A public header has a source and a test of the same stem; a header of a tool has a test."""
    for path in files:
        if path.parts[0] == "tools" and path.suffix == ".hpp" and len(path.parts) == 3:
            concept = f"{path.parts[1]}/{path.stem}"
            if Path(f"tests/{concept}_test.cpp") not in files and concept not in UNTESTED_TOOLS:
                report(path, 1, f"has no tests/{concept}_test.cpp")
        if path.parts[:2] != ("include", "elto") or len(path.parts) != 4:
            continue
        concept = f"{path.parts[2]}/{path.stem}"
        test = Path(f"tests/{concept}_test.cpp")
        if test not in files:
            report(path, 1, f"has no {test}")
        elif first_include(test) != f"elto/{concept}.hpp":
            report(test, 1, f"must include elto/{concept}.hpp first: so it is known to compile on its own")
        if Path(f"src/{concept}.cpp") not in files and concept not in HEADER_ONLY:
            report(path, 1, f"has no src/{concept}.cpp and is not listed as header-only")
    for concept in HEADER_ONLY:
        header, source = Path(f"include/elto/{concept}.hpp"), Path(f"src/{concept}.cpp")
        if header not in files or source in files:
            report("scripts/check_tree.py", 1, f"'{concept}' is no longer header-only")
    for concept in UNTESTED_TOOLS:
        header, test = Path(f"tools/{concept}.hpp"), Path(f"tests/{concept}_test.cpp")
        if header not in files or test in files:
            report("scripts/check_tree.py", 1, f"'{concept}' is no longer without a test")


def main():
    files = listed_files()
    check_companions(set(files))
    check_constants(files)
    for path in files:
        text = text_of(path)
        if text is None:
            continue
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        check_lines(path, lines)
        check_licence(path, lines)
        check_includes(path, lines)
        if path.suffix == ".md":
            check_links(path, lines)
    for violation in sorted(violations):
        print(violation)
    print(f"{len(files)} files, {len(violations)} violations")
    return 1 if violations else 0


sys.exit(main())
