"""Reads the code blocks of a page: commands with what they print, files, and pieces of source."""
import dataclasses
import pathlib
import re

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)


@dataclasses.dataclass
class Session:
    """A line "$ command" and what it prints; `span` is where that stands in the page."""
    command: str
    expected: str
    span: tuple


@dataclasses.dataclass
class Source:
    """A block of C++; `name` is the file it stands for, or empty for a piece of an example."""
    name: str
    text: str


def blocks(text):
    """Sessions and sources of a page, in the order in which they stand there."""
    for block in BLOCK.finditer(text):
        language, body = block.groups()
        if language == "cpp":
            named = re.match(r"// (\w+\.cpp)\n", body)
            yield Source(named.group(1) if named else "", body)
        elif not language:
            commands = list(re.finditer(r"^\$ (.*)\n", body, re.M))
            ends = [c.start() for c in commands[1:]] + [len(body)]
            for command, end in zip(commands, ends):
                begin = block.start(2)
                yield Session(command.group(1), body[command.end():end], (begin + command.end(), begin + end))


def indented_commands(text):
    """Commands that a page shows in an indented block: not run, but their options must exist."""
    for line in re.sub(BLOCK, "", text).splitlines():
        if re.match(r"    (heddle (check|replay)|(\./)?tools/[\w-]+) ?", line):
            yield line.strip()


def with_outputs(text, outputs):
    """The page with what was printed now: pairs of span and output."""
    for (begin, end), output in sorted(outputs, reverse=True):
        text = text[:begin] + output + text[end:]
    return text


def without_fixed(source):
    """A source as it reads without -DFIXED."""
    lines, keep = [], True
    for line in source.splitlines(keepends=True):
        if line.startswith(("#ifdef FIXED", "#ifndef FIXED")):
            keep = line.startswith("#ifndef")
        elif line.startswith("#else"):
            keep = not keep
        elif line.startswith("#endif"):
            keep = True
        elif keep:
            lines.append(line)
    return "".join(lines)


def pages(root):
    return [root / "README.md", root / "examples/README.md", *sorted(pathlib.Path(root / "docs").glob("*.md"))]
