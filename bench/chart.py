"""Charts of times, as SVG.

  chart.py LINES OUT     LINES: the lines of JSON of bench_table; OUT.svg: bars, of a file with --growth curves
"""
import json
import math
import sys

COLOURS = ["#345", "#c63", "#693", "#a37", "#37a", "#883", "#555", "#b55"]


def page(width, height, parts):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
                      '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def bars(groups):
    """`groups`: (title, [(label, number, text)]); the bars of a group are over its greatest number."""
    width, bar, left = 420, 13, 16
    parts, y = [], 18
    for title, rows in groups:
        most = max((number for _, number, _ in rows), default=1)
        parts.append(f'<text x="4" y="{y}" font-weight="bold">{title}</text>')
        y += 5
        for k, (label, number, text) in enumerate(rows):
            length = width * number / most
            parts.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{bar - 2}" fill="{COLOURS[k % len(COLOURS)]}"/>')
            parts.append(f'<text x="{left + 4 + length:.1f}" y="{y + 9}">{label}: {text}</text>')
            y += bar
        y += 22
    return page(width + 330, y, parts)


def curves(groups):
    """`groups`: (title, [(label, [(size, number)])]); both axes are logarithmic."""
    width, height, left, columns = 240, 150, 46, 2
    parts = []
    for at, (title, series) in enumerate(groups):
        x0, y0 = left + (at % columns) * (width + 300), 24 + (at // columns) * (height + 56)
        points = [point for _, line in series for point in line]
        low, high = math.log10(min(size for size, _ in points)), math.log10(max(size for size, _ in points))
        bottom = math.floor(math.log10(min(number for _, number in points)))
        top = max(bottom + 1, math.ceil(math.log10(max(number for _, number in points))))
        place = lambda size, number: (x0 + width * (math.log10(size) - low) / ((high - low) or 1),
                                      y0 + height * (1 - (math.log10(number) - bottom) / (top - bottom)))
        parts.append(f'<text x="{x0}" y="{y0 - 8}" font-weight="bold">{title}</text>')
        parts.append(f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="#999"/>')
        for exponent in range(bottom, top + 1):
            y = place(10**low, 10.0**exponent)[1]
            parts.append(f'<line x1="{x0}" y1="{y:.1f}" x2="{x0 + width}" y2="{y:.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{x0 - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0**exponent:g}</text>')
        for size in sorted({size for size, _ in points}):
            parts.append(f'<text x="{place(size, 10.0**bottom)[0]:.1f}" y="{y0 + height + 14}" text-anchor="middle">{size}</text>')
        for k, (label, line) in enumerate(series):
            colour = COLOURS[k % len(COLOURS)]
            path = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in line)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<text x="{x0 + width + 8}" y="{y0 + 12 + 14 * k}" fill="{colour}">{label}</text>')
    return page(columns * (width + 300) + left, 24 + (len(groups) + columns - 1) // columns * (height + 56), parts)


def grouped(lines, key):
    """The lines by `key`, in their order."""
    groups = {}
    for line in lines:
        groups.setdefault(line[key], []).append(line)
    return groups.items()


def main():
    with open(sys.argv[1]) as file:
        lines = [json.loads(line) for line in file if line.strip()]
    if any(line["size"] for line in lines):
        groups = []
        for problem, of_problem in grouped(lines, "problem"):
            first = {line["size"]: line["seconds"] for line in of_problem if line["variant"] == of_problem[0]["variant"]}
            groups.append((problem, [(variant, [(line["size"], line["seconds"] / first[line["size"]]) for line in of_variant])
                                     for variant, of_variant in grouped(of_problem, "variant")]))
        text = curves(groups)
    else:
        groups = []
        for problem, of_problem in grouped([line for line in lines if line["threads"] == 1], "problem"):
            first = of_problem[0]["seconds"]
            groups.append((problem, [(line["variant"], line["seconds"], f"{line['seconds'] * 1e3:.3g} ms, {line['seconds'] / first:.2f}")
                                     for line in of_problem]))
        text = bars(groups)
    with open(sys.argv[2] + ".svg", "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
