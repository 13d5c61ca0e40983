"""Makes of functions.txt what needs the list of functions: the table of the pass and the runtime, the names that the runtime
exports, the names that a program keeps to itself, and the page of the documentation.

    generate.py functions.txt names OUT      and likewise patterns, exports, program, page
"""
import re
import sys


def rows(path):
    """(section, names, effects) for each line of the table."""
    section = ""
    for number, line in enumerate(open(path), 1):
        line = line.strip()
        if line.startswith("## "):
            section = line[3:]
        elif line and not line.startswith("#"):
            names, colon, effects = line.partition(" : ")
            if not colon or not effects.strip():
                sys.exit(f"{path}:{number}: NAMES : EFFECTS is expected")
            yield section, names.split(), effects.strip()


def entries(table, pattern):
    found = {}
    for _, names, effects in table:
        for name in names:
            if ("*" in name) == pattern:
                if name in found:
                    sys.exit(f"{name} stands twice in the table")
                found[name] = effects
    items = found.items() if pattern else sorted(found.items(), key=lambda item: item[0].encode())
    return "".join(f'{{"{name}", "{effects}"}},\n' for name, effects in items)


def wrapped(names):
    lines, line = [], "   "
    for name in names:
        if len(line) + len(name) > 116:
            lines.append(line)
            line = "   "
        line += f" {name};"
    return "\n".join(lines + [line])


def exports(table):
    names = sorted({name for _, names, effects in table if "controlled" in effects for name in names})
    return "{\n  global:\n" + wrapped(names) + "\n  local:\n    *;\n};\n"


ALLOCATION = "malloc free calloc realloc cfree reallocarray memalign aligned_alloc valloc posix_memalign malloc_usable_size".split()


def program(table):
    """C functions only. A program that defines allocation functions means everyone."""
    names = sorted({name for _, names, effects in table for name in names
                    if re.fullmatch(r"[a-z_]\w*", name) and not name.startswith(("_Z", "__")) and name not in ALLOCATION})
    return "{\n  local:\n" + wrapped(names) + "\n};\n"


HEAD = """# What is known about library functions?

Functions of the C and C++ libraries are not compiled with a program. This is the table of what they do, from which the pass, the
runtime and this page are made (`src/outside/functions.txt`). A function that is neither instrumented nor in the table makes the
verdict `inconclusive`, naming the function and the line of the call; [configuration.md](configuration.md) says how to add one.

"""


def words(path):
    """The comment at the head of the table says what the words mean."""
    text = [line[2:].rstrip() for line in open(path) if line.startswith("#") and not line.startswith("##")]
    first = next(i for i, line in enumerate(text) if line.startswith("One or more names"))
    return "\n".join(text[first:])


def page(table, path):
    out, last = HEAD + "```text\n" + words(path) + "\n```\n", None
    for section, names, effects in table:
        if section != last:
            out += f"\n## {section}\n\n| functions | effects |\n|---|---|\n"
            last = section
        out += "| " + ", ".join(f"`{name}`" for name in names) + f" | {effects} |\n".replace("|", "|")
    return out


def main(path, what, target):
    table = list(rows(path))
    text = {"names": lambda: entries(table, False), "patterns": lambda: entries(table, True), "exports": lambda: exports(table),
            "program": lambda: program(table), "page": lambda: page(table, path)}[what]()
    open(target, "w").write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
