"""A small file system, to fill it."""

import os
import shutil
import subprocess

from cases import Skipped


class Disk:
    """Is mounted at a folder, and has what was in it. Raises `Skipped` if that is not permitted."""

    def __init__(self, folder, megabytes=128):
        self.folder = folder
        old = folder + ".old"
        os.rename(folder, old)
        os.mkdir(folder)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "walletd-test", folder],
            stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise Skipped("mounting is not permitted: " + done.stderr.strip())
        subprocess.run(["cp", "-a", old + "/.", folder], check=True)
        shutil.rmtree(old)

    def fill(self):
        with open(os.path.join(self.folder, "ballast"), "wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass

    def free(self):
        os.remove(os.path.join(self.folder, "ballast"))

    def close(self):
        subprocess.run(["umount", "--lazy", self.folder], check=True)
