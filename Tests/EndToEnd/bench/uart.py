"""What a serial line makes of bytes when its two ends disagree about the speed."""
import termios

SPEEDS = {
    getattr(termios, f"B{speed}"): speed
    for speed in (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)
}


def heard(data, sent_at, heard_at):
    """The bytes a receiver at one speed makes of bytes sent at another, and its framing errors.

    8N1: a start bit (low), eight data bits from the lowest, a stop bit (high), sampled in their
    middles. A byte whose stop bit is low counts as a framing error and is given as 0, as Linux does.
    """
    if sent_at == heard_at:
        return data, 0
    levels = []
    for byte in data:
        levels += [0, *(byte >> bit & 1 for bit in range(8)), 1]

    def level(time):
        bit = int(time)
        return levels[bit] if bit < len(levels) else 1

    width = sent_at / heard_at
    result, errors, time = bytearray(), 0, 0
    while time < len(levels):
        if level(time) == 1:
            time = int(time) + 1
            continue
        byte = sum(level(time + (bit + 1.5) * width) << bit for bit in range(8))
        if level(time + 9.5 * width) == 1:
            result.append(byte)
        else:
            result.append(0)
            errors += 1
        time += 9.5 * width
        # The next start bit is a falling edge: a line that is still low must rise first.
        while time < len(levels) and level(time) == 0 and errors and result[-1] == 0:
            time = int(time) + 1
    return bytes(result), errors


def speed_of(terminal):
    """The speed that the other end of a pseudo-terminal has set."""
    return SPEEDS[termios.tcgetattr(terminal)[4]]
