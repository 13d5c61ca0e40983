"""A copy of the built tool with another pass, for tools that look for deliberate faults."""
import pathlib
import shutil


def installation_with(plugin, heddle, directory):
    """A copy of the build's tool whose pass is another one. Without heddle-clang, which has the real one inside."""
    build = pathlib.Path(heddle).resolve().parent.parent
    copy = pathlib.Path(directory) / "mutant"
    (copy / "bin").mkdir(parents=True)
    for name in ("heddle", "heddle-cc", "heddle-c++"):
        shutil.copy(build / "bin" / name, copy / "bin" / name)
    (copy / "lib" / "heddle").mkdir(parents=True)
    for entry in (build / "lib" / "heddle").iterdir():
        if entry.name not in ("heddle_pass.so", "heddle-clang"):
            (copy / "lib" / "heddle" / entry.name).symlink_to(entry)
    (copy / "lib" / "heddle" / "heddle_pass.so").symlink_to(plugin)
    if (build / "include").exists():
        (copy / "include").symlink_to(build / "include")
    return copy / "bin" / "heddle"
