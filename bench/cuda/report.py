"""From the lines of JSON of gpu_bench and peers.py: a table, a JSON file and a bar chart.

  report.py LINES DIRECTORY
"""
import datetime
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import chart  # noqa: E402: beside this folder


def device():
    try:
        return subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True,
                              check=True).stdout.split("\n")[0].strip()
    except (OSError, subprocess.CalledProcessError):
        return "no GPU"


def readable(seconds):
    return f"{seconds * 1e6:.0f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def cell(line):
    if line is None:
        return "-"
    return readable(line["seconds"]) if "seconds" in line else "failed: " + line["failed"][:40]


def agrees(line, own):
    """The sums of the derivative's absolute values, in the precision of the problem."""
    return "check" not in line or abs(line["check"] - own["check"]) <= 2e-3 * abs(own["check"])


def rate(own, what, ceilings):
    """What the algorithm needs over the time, and over what the device reaches."""
    if "seconds" not in own or not own[what]:
        return "-"
    rate, ceiling = own[what] / own["seconds"], ceilings.get("bytes" if what == "bytes" else own["type"])
    return f"{rate / 1e9:.0f}" + (f" ({100 * rate / ceiling:.0f} %)" if ceiling else "")


def table(lines, tools, rows, ceilings):
    text = ["| problem | size | " + " | ".join(tools) + " | over the function alone | GB/s | GFLOP/s |", "|---" * (len(tools) + 5) + "|"]
    for problem, size in rows:
        found = {line["tool"]: line for line in lines if (line["problem"], line["size"]) == (problem, size)}
        own = found.get("soac", {})
        cells = []
        for tool in tools:
            line = found.get(tool)
            cells.append(cell(line) + ("" if line is None or not own or agrees(line, own) else " (another result)"))
        ratio = f"{own['seconds'] / own['primal']:.1f}" if "primal" in own else "-"
        rates = [rate(own, what, ceilings) for what in ("bytes", "operations")]
        text.append("| " + " | ".join([problem, size, *cells, ratio, *rates]) + " |")
    return "\n".join(text) + "\n"


def times(lines, tools, rows):
    """What chart.bars draws: a bar for each tool."""
    found = {(line["problem"], line["size"], line["tool"]): line["seconds"] for line in lines if "seconds" in line}
    return [(f"{problem} {size}", [(tool, found[problem, size, tool], readable(found[problem, size, tool]))
                                   for tool in tools if (problem, size, tool) in found]) for problem, size in rows]


def main():
    lines = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
    ceilings = next((line for line in lines if line["tool"] == "ceilings"), {})
    lines = [line for line in lines if line["tool"] != "ceilings"]
    tools = [tool for tool in ("soac", "PyTorch", "JAX") if any(line["tool"] == tool for line in lines)]
    rows = list(dict.fromkeys((line["problem"], line["size"]) for line in lines))
    name = device()
    day = datetime.date.today().isoformat()
    path = f"{sys.argv[2]}/gpu-{day}-" + re.sub("[^A-Za-z0-9]+", "-", name).strip("-")
    versions = {line["tool"]: line["version"] for line in lines if "version" in line}
    peers = f" Peers: {', '.join(f'{tool} {version}' for tool, version in versions.items())}." if versions else ""
    reached = [f"{ceilings[what] / 1e9:.0f} {unit}" for what, unit in (("bytes", "GB/s"), ("float", "GFLOP/s of floats"), ("double", "of doubles"))
               if what in ceilings]
    text = (f"# Derivatives on a GPU\n\n{name}, {day}. Medians of one call, with the wait for it. Bytes and operations are the least that the "
            f"algorithm needs, in parentheses over what simple kernels reach on the device: {', '.join(reached)}.{peers}\n\n"
            + table(lines, tools, rows, ceilings))
    open(path + ".md", "w").write(text)
    open(path + ".json", "w").write(json.dumps({"device": name, "date": day, "ceilings": ceilings, "lines": lines}, indent=1) + "\n")
    open(path + ".svg", "w").write(chart.bars(times(lines, tools, rows)))
    print(text)
    print(f"written to {path}.md, .json, .svg")


if __name__ == "__main__":
    main()
