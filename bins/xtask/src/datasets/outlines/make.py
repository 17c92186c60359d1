"""Writes the outlines of the built-in map from the TopoJSON of the package world-atlas.

`cargo xtask outlines` calls it with the TopoJSON file and the file to write.
crates/web/src/markup/outlines.rs, which reads the file, documents its format.
"""

import json, struct, sys
from pathlib import Path

# Steps of a degree, and the tolerance of the simplification in steps.
STEPS = 100
TOLERANCE = 1.5
# Rings with a smaller extent on both axes are left out, in steps.
SMALLEST = 4


def decode_arcs(topology):
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * scale[0] + translate[0], y * scale[1] + translate[1]))
        yield points


def simplify(points):
    """Douglas-Peucker. The arcs are simplified, so that neighbours keep a common border."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        far, worst = None, TOLERANCE / STEPS
        for place in range(first + 1, last):
            px, py = points[place]
            if length:
                distance = abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length
            else:
                distance = ((px - ax) ** 2 + (py - ay) ** 2) ** 0.5
            if distance > worst:
                far, worst = place, distance
        if far is not None:
            keep.add(far)
            stack += [(first, far), (far, last)]
    return [points[place] for place in sorted(keep)]


def rings(topology):
    arcs = [simplify(arc) for arc in decode_arcs(topology)]
    for country in topology["objects"]["countries"]["geometries"]:
        polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        for polygon in polygons:
            for ring in polygon:
                points = []
                for arc in ring:
                    part = arcs[arc] if arc >= 0 else arcs[~arc][::-1]
                    points += part[1:] if points else part
                yield points


def main(source, target):
    topology = json.loads(Path(source).read_text())
    out = []
    for ring in rings(topology):
        points = []
        for longitude, latitude in ring:
            point = (round(longitude * STEPS), round(latitude * STEPS))
            if not points or points[-1] != point:
                points.append(point)
        extent = [max(axis) - min(axis) for axis in zip(*points)]
        if len(points) >= 4 and max(extent) >= SMALLEST:
            out.append(points[:-1] if points[0] == points[-1] else points)
    with open(target, "wb") as file:
        for points in out:
            file.write(struct.pack("<H", len(points)))
            for point in points:
                file.write(struct.pack("<hh", *point))
    print(f"{len(out)} rings, {sum(map(len, out))} points, {Path(target).stat().st_size} bytes")


main(*sys.argv[1:])
