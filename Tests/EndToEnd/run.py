#!/usr/bin/env python3
"""Runs every end-to-end test: run.py [--bin DIRECTORY] [NAME …]

DIRECTORY holds geofenced and geofencectl; by default .build/debug. A NAME such as test_client runs
that file alone.
"""

import argparse
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--bin", default=os.path.join(ROOT, ".build", "debug"))
parser.add_argument("names", nargs="*")
options = parser.parse_args()

os.environ["GEOFENCED_BIN"] = os.path.abspath(options.bin)
sys.path.insert(0, HERE)
loader = unittest.TestLoader()
if options.names:
    tests = loader.loadTestsFromNames(options.names)
else:
    tests = loader.discover(HERE)
result = unittest.TextTestRunner(verbosity=2).run(tests)
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
