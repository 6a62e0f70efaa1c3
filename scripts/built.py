"""What the build in .build/debug was told, and the symbol graphs of its modules. Nothing is built here."""
import json, pathlib, re, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build/debug"
HOW = "scripts/swift-debug build --build-tests"


class Failure(Exception):
    """What was found, as it is shown."""


def description():
    """The build's description of itself."""
    try:
        return (ROOT / ".build/debug.yaml").read_text()
    except OSError as error:
        raise Failure(f"There is no build: {HOW}") from error


def words(description, target):
    """Everything that the build tells the compiler for a target."""
    found = re.search(rf'^  "C\.{re.escape(target)}-[^"]*\.module":\n(?:    .*\n)*?    args: (\[.*\])$', description, re.M)
    if not found:
        raise Failure(f"{target} was not built: {HOW}")
    return json.loads(found[1])


def compiler_arguments(description, target):
    """What the build tells the compiler for a target: language, features, modules and packages, but nothing of where it writes."""
    rest, options = words(description, target), []
    while rest:
        word = rest.pop(0)
        if word == "-Xcc" and rest[:2] == ["-I", "-Xcc"]:
            options.append((word, *rest[:3]))
            del rest[:3]
        elif word in ("-swift-version", "-package-name", "-enable-upcoming-feature", "-enable-experimental-feature", "-I", "-Xcc"):
            options.append((word, rest.pop(0)))
        elif word.startswith("-D"):
            options.append((word,))
    return options


def flat(options):
    """Options as words, each once, in their order."""
    return [word for option in dict.fromkeys(options) for word in option]


def extract_symbols(description, target, folder):
    """Writes the symbol graphs of a module into a folder: its public names, with their comments."""
    folder.mkdir(parents=True, exist_ok=True)
    told = words(description, target)
    system = [word for option in ("-target", "-sdk") if option in told for word in (option, told[told.index(option) + 1])]
    seen = flat(option for option in compiler_arguments(description, target) if option[0] in ("-I", "-Xcc"))
    said = subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", target.replace("-", "_"), *system, "-I", str(BUILD / "Modules"), *seen,
         "-output-dir", str(folder), "-minimum-access-level", "public", "-skip-synthesized-members"],
        capture_output=True, text=True)
    if said.returncode:
        raise Failure((said.stdout + said.stderr).strip() or f"swift-symbolgraph-extract ended with {said.returncode}")
