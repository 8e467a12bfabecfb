#!/usr/bin/env python3
"""The peer that most people would write: shapely's STRtree, asked once per fix. usage: FENCES.bin TRACK.bin [FIXES]"""
import json
import sys
import time

import numpy as np
import shapely

raw = np.fromfile(sys.argv[1], np.int32)
count, at, areas = int(raw[1]), 2, []
for _ in range(count):
    size = int(raw[at])
    areas.append(shapely.Polygon(raw[at + 1:at + 1 + 2 * size].reshape(-1, 2) / 1e7))
    at += 1 + 2 * size
limit = int(sys.argv[3]) if len(sys.argv) > 3 else None
track = np.fromfile(sys.argv[2], np.int32)[2:].reshape(-1, 2)[:limit] / 1e7
began = time.process_time()
areas = np.array(areas)
shapely.prepare(areas)
tree = shapely.STRtree(areas)
tree.query(shapely.Point(0, 0))
build = time.process_time() - began

before, changes = set(), 0
began = time.process_time()
for lon, lat in track:
    now = set(tree.query(shapely.Point(lon, lat), predicate="within").tolist())
    changes += len(now ^ before)
    before = now
spent = time.process_time() - began
print(json.dumps({"peer": "shapely", "fences": count, "fixes": len(track),
                  "cpu_ns_per_fix": round(spent / len(track) * 1e9, 1), "build_ms": round(build * 1e3, 1),
                  "transitions": changes}))
