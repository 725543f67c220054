"""From the lines of JSON of gpu_bench and peers.py: a table, a JSON file and a bar chart.

  report.py LINES DIRECTORY
"""
import datetime
import json
import re
import subprocess
import sys


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


def chart(lines, tools, rows):
    """Times over the longest of each problem."""
    width, bar, colours = 480, 12, ["#345", "#c63", "#693"]
    height = len(rows) * (bar * len(tools) + 14) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 320}" height="{height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    y = 10
    for problem, size in rows:
        found = {line["tool"]: line for line in lines if (line["problem"], line["size"]) == (problem, size) and "seconds" in line}
        longest = max((line["seconds"] for line in found.values()), default=1)
        out.append(f'<text x="4" y="{y + 10}">{problem} {size}</text>')
        for tool, colour in zip(tools, colours):
            if tool in found:
                length = width * found[tool]["seconds"] / longest
                out.append(f'<rect x="200" y="{y}" width="{length:.1f}" height="{bar - 2}" fill="{colour}"/>')
                out.append(f'<text x="{204 + length:.1f}" y="{y + 9}">{tool} {readable(found[tool]["seconds"])}</text>')
            y += bar
        y += 14
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    lines = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
    ceilings = next((line for line in lines if line["tool"] == "ceilings"), {})
    lines = [line for line in lines if line["tool"] != "ceilings"]
    tools = [tool for tool in ("soac", "PyTorch", "JAX") if any(line["tool"] == tool for line in lines)]
    rows = list(dict.fromkeys((line["problem"], line["size"]) for line in lines))
    name = device()
    day = datetime.date.today().isoformat()
    path = f"{sys.argv[2]}/gpu-{day}-" + re.sub("[^A-Za-z0-9]+", "-", name).strip("-")
    reached = [f"{ceilings[what] / 1e9:.0f} {unit}" for what, unit in (("bytes", "GB/s"), ("float", "GFLOP/s of floats"), ("double", "of doubles"))
               if what in ceilings]
    text = (f"# Derivatives on a GPU\n\n{name}, {day}. Medians of one call, with the wait for it. Bytes and operations are the least that the "
            f"algorithm needs, in parentheses over what simple kernels reach on the device: {', '.join(reached)}.\n\n"
            + table(lines, tools, rows, ceilings))
    open(path + ".md", "w").write(text)
    open(path + ".json", "w").write(json.dumps({"device": name, "date": day, "ceilings": ceilings, "lines": lines}, indent=1) + "\n")
    open(path + ".svg", "w").write(chart(lines, tools, rows))
    print(text)
    print(f"written to {path}.md, .json, .svg")


if __name__ == "__main__":
    main()
