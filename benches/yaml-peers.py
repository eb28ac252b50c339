#!/usr/bin/env python3
"""Peers in Python at one scalar in YAML text: ruamel.yaml, kislyuk's yq from PyPI, and Debian's yq if it is there.

    cargo bench --bench ratios -- yaml      # writes the texts
    python3 benches/yaml-peers.py           # installs the peers into target/yaml-peers and times them

ruamel.yaml is timed in one process, so that its start does not count; yq is a program and timed as one, beside its own
start. The best of the rounds counts, as in the other tables. Each row says how many lines other than the edited one differ.
"""

import difflib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = ROOT / "target" / "ratios-yaml"
HOME = ROOT / "target" / "yaml-peers"
PACKAGES = ["ruamel.yaml==0.19.1", "yq==4.4.5"]


def main() -> None:
    texts = sorted(TEXTS.glob("*.yaml"), key=lambda path: path.stat().st_size)
    texts = [path for path in texts if path.stat().st_size < 1_000_000]
    if not texts:
        sys.exit("no texts: run `cargo bench --bench ratios -- yaml` first")
    python = HOME / "bin" / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    if pathlib.Path(sys.prefix) != HOME:
        sys.exit(subprocess.run([python, __file__]).returncode)
    for path in texts:
        table(path)


def table(path: pathlib.Path) -> None:
    text = path.read_text()
    print(f"| yaml: set one scalar in {path.stem} ({len(text)} bytes) | median µs | best µs | other lines that differ |")
    print("|---|--:|--:|--:|")
    row("ruamel.yaml, round trip, in the process", text, lambda: ruamel(text), 5)
    row("ruamel.yaml, the same told the indentation", text, lambda: ruamel(text, indent=True), 5)
    for name, program in [("yq of PyPI", HOME / "bin" / "yq"), ("yq of Debian", "/usr/bin/yq")]:
        if not shutil.which("jq") or not shutil.which(str(program)) or not is_kislyuk(program):
            continue
        row(f"{name}, -y, a process", text, lambda: yq(program, text, "-y"), 3)
        row(f"{name}, -Y (round trip), a process", text, lambda: yq(program, text, "-Y"), 3)
        row(f"{name}, its start alone (`null`)", None, lambda: yq(program, "null\n", "-y"), 3)
    print()


def is_kislyuk(program) -> bool:
    """There is a yq of another kin with other options."""
    answer = subprocess.run([program, "--help"], capture_output=True, text=True)
    return "--yaml-roundtrip" in answer.stdout


def row(name: str, text, work, rounds: int) -> None:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        edited = work()
        times.append((time.perf_counter() - start) * 1e6)
    times.sort()
    differ = "" if text is None else others(text, edited)
    print(f"| {name} | {times[len(times) // 2]:.0f} | {times[0]:.0f} | {differ} |", flush=True)


def ruamel(text: str, indent: bool = False) -> str:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    if indent:
        yaml.indent(mapping=2, sequence=4, offset=2)
    document = yaml.load(text)
    document["spec"]["replicas"] = 7
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def yq(program, text: str, form: str) -> str:
    edit = ".spec.replicas = 7" if text != "null\n" else "."
    command = [program, form, "--width", "4096", edit]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def others(text: str, edited: str) -> int:
    wanted = re.sub(r"(?m)^(  replicas: )\d+", r"\g<1>7", text, count=1)
    matcher = difflib.SequenceMatcher(None, wanted.splitlines(), edited.splitlines(), autojunk=False)
    return sum(max(b - a, d - c) for op, a, b, c, d in matcher.get_opcodes() if op != "equal")


main()
