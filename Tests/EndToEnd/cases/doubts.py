"""What geofencectl says of words and lines that cannot have been meant."""
from cases.client import equal, fake, run


def test_filters_that_mean_nothing_are_doubted(place):
    server = fake(place)
    done = run(place, "events -n 1 --type enterd --monitor yrad")
    assert "no type of event enterd.\nDid you mean entered?" in done.stderr, done.stderr
    assert "no monitor yrad.\nDid you mean yard?" in done.stderr, done.stderr
    server.kinds["NotFound"]["data"].pop("suggestion", None)
    server.failures["Fence.inspect"] = "NotFound"
    assert "Did you mean quarry?" in run(place, "events -n 1 --fence quary").stderr
    late = run(place, "wait --event dweled --timeout 1")
    assert "Did you mean dwelled?" in late.stderr, late.stderr


def test_every_line_that_is_no_fix_is_told_with_its_reason(place):
    fake(place)
    lines = 'x\n{"lat":1}\n{"lat":"1","lon":2}\n' + "9" * 2_000_000 + "\n"
    done = run(place, "push indoor", stdin=lines, status=65)
    equal(done.stdout, "0 fixes were taken.\n")
    for words in ["Line 1 is no JSON object.", "Line 2 has no lon.", "Line 3 has a lat that",
                  "Line 4 is longer than 1048576 bytes."]:
        assert words in done.stderr, done.stderr
