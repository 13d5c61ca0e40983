#!/usr/bin/env python3
"""lib/heddle/program.map names every C function that the runtime calls or stands in for."""
import os
import re
import subprocess
import sys

FOR_EVERYONE = {"malloc", "calloc", "realloc", "free", "aligned_alloc", "memalign", "posix_memalign", "valloc", "reallocarray",
                "malloc_usable_size", "cfree", "reach_error"}


def main():
    library = os.path.join(os.path.dirname(os.environ["HEDDLE"]), "..", "lib", "heddle")
    with open(os.path.join(library, "program.map")) as file:
        listed = set(re.findall(r"\b([a-z][a-z0-9_]*);", file.read()))
    symbols = subprocess.run(["readelf", "-W", "--dyn-syms", os.path.join(library, "libheddle_rt.so")],
                             capture_output=True, text=True, check=True).stdout
    names = set()
    for line in symbols.splitlines():
        words = line.split()
        if len(words) >= 8 and words[3] in ("FUNC", "NOTYPE", "IFUNC"):
            names.add(words[7].split("@")[0])
    names = {n for n in names if re.fullmatch("[a-z][a-z0-9_]*", n) and not n.startswith("heddle_")} - FOR_EVERYONE
    if len(names) < 100:
        sys.exit(f"only {len(names)} names found in the runtime")
    if missing := sorted(names - listed):
        sys.exit("missing in src/outside/functions.txt: " + " ".join(missing))


main()
