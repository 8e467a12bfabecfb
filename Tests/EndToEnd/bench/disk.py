"""File systems of their own for the log of a daemon. They need root."""
import contextlib
import subprocess


@contextlib.contextmanager
def mounted(place, *arguments):
    """Has something mounted where the log is, by the arguments of mount(8), until the end of the block; gives the
    mount point."""
    state = place.folder / "state"
    subprocess.run(["mount", *arguments, state], check=True)
    try:
        yield state
    finally:
        for daemon in place.daemons:
            daemon.kill()
        subprocess.run(["umount", state], check=True)


def ext4(place, *options):
    """The image of an empty ext4 file system."""
    image = place.folder / "disk.img"
    with open(image, "wb") as file:
        file.truncate(96 << 20)
    subprocess.run(["mkfs.ext4", "-q", *options, image], check=True)
    return image
