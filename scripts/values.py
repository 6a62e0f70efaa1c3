"""What scripts/tidy says of values: who changes those that only what comes in decides, what these read, and which have no type."""
import re

from source_text import matching

# Types that one function alone may change from outside of their target: the folder of each, and the function.
DOORS = {"Room": ("Sources/OvationRules/", "handle")}
PURE = ("Sources/OvationRules/", "Sources/OvationModel/")

SIDE_DOOR = re.compile(
    r"\b(?:(?:public|package)\s+mutating|mutating\s+(?:public|package))\s+func\s+(?P<func>\w+)"
    r"|\b(?:public|package)\s+(?:var\s+(?P<var>\w+)|(?P<subscript>subscript)\b)")
SETTER = re.compile(r"\b(?:set|_modify|didSet|willSet)\b")
OUTSIDE = re.compile(
    r"\bimport\s+(?:Foundation|Dispatch|Synchronization|Glibc|NIO\w*|Logging)\b|\b(?:Date|UUID|SystemRandomNumberGenerator|Task)\s*\("
    r"|\b(?:ContinuousClock|SuspendingClock|ProcessInfo)\b|\.(?:random|randomElement|shuffled|shuffle)\s*\((?![^()]*using:)"
    r"|\bstatic\s+var\s+\w+[^{\n]*(?:=|$)", re.M)

# Where a robot has types for what the server says, and what a test says instead.
TYPED = "Tests/EndToEndTests/"
CAST = re.compile(r"\bas[?!]\s*\[\s*String\s*:\s*Any\s*\]")


def findings(path, code):
    """What breaks the rules `door`, `pure` and `cast` in a file of Swift: rule, place and what is wrong."""
    yield from side_doors(path, code)
    yield from impurities(path, code)
    yield from casts(path, code)


def side_doors(path, code):
    for name, (folder, door) in DOORS.items():
        if not path.startswith(folder):
            continue
        for found in re.finditer(rf"\binout\s+{name}\b", code):
            yield "door", found.start(), f"changes a {name} that it is handed"
        for part in re.finditer(rf"^(?:(?:public|package)\s+)?(?:struct|extension)\s+{name}\b(?!\.)[^{{\n]*\{{", code, re.M):
            for found in SIDE_DOOR.finditer(code, part.end(), matching(code, part.end() - 1)):
                what = found["func"] or found["var"] or found["subscript"]
                if what != door and (found["func"] or is_settable(code, found)):
                    yield "door", found.start(), f"{what} changes a {name}, and only {door} may"


def is_settable(code, declared):
    """Whether a variable or a subscript can be set. A variable without a body is stored; one with `private(set)` is not found."""
    brace = code.find("{", declared.end(), code.find("\n", declared.end()) if declared["var"] else len(code))
    return brace < 0 or "=" in code[declared.end():brace] or bool(SETTER.search(code, brace, matching(code, brace)))


def impurities(path, code):
    for found in OUTSIDE.finditer(code) if path.startswith(PURE) else ():
        yield "pure", found.start(), f"`{' '.join(found[0].split())}`: it has to come in as a value"


def casts(path, code):
    for found in CAST.finditer(code) if path.startswith(TYPED) else ():
        yield "cast", found.start(), "JSON that a test takes apart by hand: a Robot has types"
