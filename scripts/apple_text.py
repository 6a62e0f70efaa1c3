"""What scripts/check-apple-sources reads as text: which sources Apple's systems compile otherwise, what a type check on Linux cannot
see of them, and in what the documents' samples differ from their documents."""
import collections, itertools, re

import manifest
from swift_text import IMPORT, code, line_of

FLOOR = 16
# What the stubs are not asked for: modules that Linux has, and C libraries.
KNOWN = {"Foundation", "Dispatch", "Synchronization", "FoundationNetworking", "FoundationEssentials", "Darwin", "Glibc", "Musl", "Android",
         "Combine", "Observation"}
CAN_IMPORT = re.compile(r"canImport\((\w+)")
# Where a condition on a system says nothing that a stub could check. Each has its reason.
CONDITIONS = {"Sources/OvationClient/NIOTransport.swift": "the system's name, which the client tells the server"}
SYSTEM = re.compile(r"(?<!!)\b(os\((?:iOS|macOS|tvOS|visionOS|watchOS)\)|targetEnvironment\(\w+\))")
NEWER = re.compile(r"@available\(([^)]*)\)")
TYPE = re.compile(r"^[ \t]*public (?:final )?(?:class|struct|enum|actor|protocol) (\w+)", re.M)
DECLARED = re.compile(r"\b(?:class|struct|enum|actor|protocol|func|typealias|case|var|let|macro)\s+`?(\w+)")


def imports(text):
    """The modules that a file imports, or asks for."""
    swift = code(text)
    return [found[1] for found in IMPORT.finditer(swift)] + [found[1] for found in CAN_IMPORT.finditer(swift)]


# Libraries that no app has: they run a server, which iOS does not, and stand on all that it is made of.
NOT_OF_APPS = {"OvationTesting"}


class Package:
    """A package, with the targets that an app can get: those of the library products and what they stand on."""

    def __init__(self, root, described):
        self.root, self.targets = root, manifest.targets(described)
        self.floors = {one["platformName"]: one["version"] for one in described["platforms"]}
        libraries = manifest.libraries(described)
        waiting, self.of_apps = [name for library in libraries if library not in NOT_OF_APPS for name in libraries[library]], []
        while waiting:
            name = waiting.pop()
            if name in self.targets and name not in self.of_apps:
                self.of_apps.append(name)
                waiting += self.targets[name].needs

    def below(self, name):
        """The targets that a target stands on."""
        needs = [need for need in self.targets[name].needs if need in self.targets]
        return set(needs).union(*(self.below(need) for need in needs))

    def app_files(self):
        """The Swift files of these targets with their texts, by their paths."""
        files = [file for name in self.of_apps for file in (self.root / self.targets[name].path).rglob("*.swift")]
        return {file.relative_to(self.root).as_posix(): file.read_text() for file in sorted(set(files))}

    def apple_targets(self, stubs):
        """The targets that name a module of which there is a stub, and those that stand on them, bottom up."""
        files, order = self.app_files(), []

        def names_one(target):
            return any(path.startswith(target.path + "/") and set(imports(text)) & stubs for path, text in files.items())

        def visit(name):
            target = self.targets[name]
            below = [visit(need) for need in target.needs if need in self.targets]
            if name not in [known.name for known in order] and (any(below) or names_one(target)):
                order.append(target)
            return name in [known.name for known in order]

        for name in sorted(self.of_apps):
            visit(name)
        return order


def problems(package, stub_folder):
    """What is wrong that no type check on Linux sees."""
    found = []
    if package.floors.get("ios") != f"{FLOOR}.0":
        found.append(f"Package.swift: the stubs describe iOS {FLOOR}, and the package has another floor")
    stubs = {path.name for path in (stub_folder / "Modules").iterdir() if path.is_dir()}
    texts = package.app_files()
    ours = {target.module for target in package.targets.values()}
    foreign = {product for target in package.targets.values() for product in target.products}
    newer = newer_names({path.as_posix(): path.read_text() for path in (stub_folder / "Modules").rglob("*.swift")})
    newer.update(newer_names(texts))
    # A name that two modules declare says nothing here: which of them a file means, only the compiler knows.
    declared = collections.Counter(name for text in texts.values() for name in TYPE.findall(code(text)))
    newer = {name: needed for name, needed in newer.items() if declared[name] < 2}
    for path, text in texts.items():
        swift = code(text)
        for name in sorted(set(imports(text)) - stubs - ours - foreign - KNOWN):
            found.append(f"{path}: there is no stub of {name}: add it below {stub_folder.name}/Modules")
        found += unseen_conditions(path, swift) + unguarded_observables(path, swift) + too_new(path, swift, newer)
    return found + undeclared(package.root, texts)


# The interfaces that an app has to give a reason for, by the category that its privacy manifest names:
# https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
REASONED = {
    "FileTimestamp": r"attributesOfItem\(|\.(?:content)?[mM]odificationDate\b|\.creationDate(?:Key)?\b|\b[fl]?stat(?:at)?\(",
    "SystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "DiskSpace": r"\.system(?:Free)?Size\b|\bvolume(?:Available|Total)Capacity|\bstatv?fs\(",
    "UserDefaults": r"\bUserDefaults\b|@AppStorage\b",
    "ActiveKeyboards": r"\bactiveInputModes\b",
}


def undeclared(root, texts):
    """Interfaces of Apple's that an app has to give a reason for, and that the privacy manifest of their target does not name; and the
    other way round."""
    used, found = collections.defaultdict(dict), []
    for path, text in texts.items():
        swift, folder = code(text), "/".join(path.split("/")[:2])
        for category, pattern in REASONED.items():
            if use := re.search(pattern, swift):
                used[folder].setdefault(category, f"{path}:{line_of(swift, use.start())}")
    folders = {"/".join(path.split("/")[:2]) for path in texts}
    for folder in sorted(folders):
        reasons = root / folder / "PrivacyInfo.xcprivacy"
        text = reasons.read_text() if reasons.exists() else ""
        named = set(re.findall(r"<string>NSPrivacyAccessedAPICategory(\w+)</string>", text))
        for category in sorted(set(used[folder]) - named):
            found.append(f"{used[folder][category]}: {folder}/PrivacyInfo.xcprivacy has no reason for {category}")
        for category in sorted(named - set(used[folder])):
            found.append(f"{folder}/PrivacyInfo.xcprivacy: nothing here uses {category}")
    return found


def unseen_conditions(path, swift):
    """Conditions that are false on Linux and true on one of Apple's systems: nothing would ever compile what stands behind them."""
    for line in re.finditer(r"^[ \t]*#(?:if|elseif)\b.*$", swift, re.M):
        if (condition := SYSTEM.search(line[0])) and path not in CONDITIONS:
            return [f"{path}:{line_of(swift, line.start())}: {condition[1]} hides code from the type check: write canImport(UIKit), "
                    "or name what a system lacks, as in !os(tvOS)"]
    return []


def unguarded_observables(path, swift):
    """`@Observable` is of iOS 17, and the floor is below it."""
    for found in re.finditer(r"@Observable\b", swift):
        start = max(swift.rfind(end, 0, found.start()) for end in "};")
        end = re.compile(r"\bclass\b").search(swift, found.end())
        attributes = swift[start + 1:end.start() if end else len(swift)]
        if not re.search(r"@available\((?=[^)]*\biOS 17\b)(?=[^)]*\btvOS 17\b)[^)]*\)", attributes):
            return [f"{path}:{line_of(swift, found.start())}: @Observable needs @available(iOS 17, tvOS 17, *): the floor is iOS {FLOOR}"]
    return []


def version(availability):
    """The version of iOS that an availability asks for."""
    found = re.search(r"\biOS (\d+)", availability)
    return int(found[1]) if found else 0


def newer_names(texts):
    """Types and functions that are marked as newer than the floor, with their versions."""
    newer = {}
    for text in texts.values():
        swift = code(text)
        for found in NEWER.finditer(swift):
            name = DECLARED.search(swift, found.end())
            if name and version(found[1]) > FLOOR and not re.match(r"extension\b", swift[found.end():].lstrip()):
                newer[name[1]] = version(found[1])
    return newer


def too_new(path, swift, newer):
    """Names of newer systems in a file that asks nowhere whether it runs on one."""
    asked = max((version(found[1]) for found in re.finditer(r"[@#]available\(([^)]*)\)", swift)), default=FLOOR)
    found = []
    for name, needed in newer.items():
        use = re.search(rf"(?<![\w`]){name}\b", swift)
        if use and asked < needed:
            found.append(f"{path}:{line_of(swift, use.start())}: {name} is of iOS {needed}, and nothing here asks for it")
    return found


def without_objective_c(text):
    """A source as this system can run it: without optional methods, and without what makes classes those of Objective-C."""
    text = re.sub(r"\n +@objc optional func .*?(?=\n +(?:@|func|//)|\n *\})", "", text, flags=re.S)
    text = re.sub(r"@objc(?:\(\w+\))?\s+(?:dynamic )?", "", text)
    return re.sub(r"#selector\(([^()]*(?:\([^()]*\))?)\)", r'Selector("\1")', text)


# --- The plants

REFUSED = re.compile(r"// refused: (.*)$", re.M)
FOUND = re.compile(r"^(\S+\.swift):(\d+):\d+: (?:error|warning): (.*)$", re.M)


POINTER = "broken standard library: cannot find intrinsic operations on UnsafeMutablePointer<T>"


def pointers(said):
    """The files in which the compiler refuses a pointer, and what it says besides."""
    refused = {path for path, _, message in FOUND.findall(said) if message == POINTER}
    return refused, re.sub(rf"^\S+: error: {re.escape(POINTER)}\n.*\n.*(?:\n|\Z)", "", said, flags=re.M).strip()


def unrefused(texts, said):
    """Planted errors that the compiler did not find where they stand, what it found besides, and plants that have none."""
    found = {(path, int(line), message) for path, line, message in FOUND.findall(said)}
    problems = []
    for path, text in texts.items():
        planted = [(line_of(text, mark.start()), mark[1]) for mark in REFUSED.finditer(text)]
        if not planted:
            problems.append(f"{path}: nothing is planted in it")
        for line, words in planted:
            matching = {one for one in found if one[:2] == (path, line) and words in one[2]}
            if not matching:
                problems.append(f"{path}:{line}: the compiler does not say: {words}")
            found -= matching
    return problems + [f"{path}:{line}: the compiler says more than was planted: {message}" for path, line, message in sorted(found)]


# --- The documents' samples

BLOCK = re.compile(r"^[ \t]*// document: (.*)$", re.M)
INSTEAD, ADDED, LEFT_OUT, WHY = "// instead of: ", "  // added: ", "// left out: ", "  // why: "


def samples(stub_folder):
    """The modules of samples: the document's name, the module's name, and its files."""
    for document in sorted(path for path in (stub_folder / "documents").iterdir() if path.is_dir()):
        for part in sorted(path for path in document.iterdir() if path.is_dir()):
            name = f"{document.name}_{part.name}".replace("-", "_")
            yield document.name, name, sorted(part.rglob("*.swift"))


def read_sample(text):
    """The blocks of a sample as the document has them: (heading, text). And every difference: (heading, was, is, why)."""
    frame, *parts = BLOCK.split(text)
    blocks = []
    differences = [("around it", "", frame.strip(), "the document shows no more than the following")] if frame.strip() else []
    for heading, body in zip(parts[::2], parts[1::2]):
        kept, was = [], []
        for line in map(str.strip, body.splitlines()):
            if line.startswith(INSTEAD):
                was.append(line[len(INSTEAD):])
            elif line.startswith(LEFT_OUT):
                left, _, why = line[len(LEFT_OUT):].partition(WHY)
                kept.append(left)
                differences.append((heading, left, "", why))
            elif ADDED in line:
                now, _, why = line.partition(ADDED)
                kept += was
                if why == "the same":
                    why = differences[-1][3]
                differences.append((heading, "\n".join(was), now, why))
                was = []
            else:
                kept.append(line)
        blocks.append((heading, "\n".join(kept)))
    return blocks, differences


def squeezed(text):
    """A text without what may change between a document and its sample: line breaks, indentation, and backslashes that two of the
    documents have doubled."""
    return re.sub(r"\s", "", text.replace("\\\\", "\\"))


def unlike(stub_folder, documents):
    """The blocks of samples that do not stand in their documents."""
    found = []
    for name, _, files in samples(stub_folder):
        document = squeezed((documents / f"{name}.txt").read_text())
        for file in files:
            for heading, block in read_sample(file.read_text())[0]:
                if squeezed(block) not in document:
                    found.append(f"{file.relative_to(stub_folder)}: the document {name} has not what stands below {heading}")
    return found


def differences(stub_folder):
    """The page that lists in what the samples differ from their documents."""
    page = ["# In what the samples differ from their documents", "", "<!-- Made by scripts/check-apple-sources --differences. -->", "",
            "Line breaks and indentation are restored, and backslashes that a page has doubled are single. Besides:"]
    document = None
    for name, _, files in samples(stub_folder):
        if name != document:
            page += ["", f"## {name}"]
            document = name
        for file in files:
            path, text = file.relative_to(stub_folder / "documents").as_posix(), file.read_text()
            if not BLOCK.search(text):
                names = ", ".join(f"`{found}`" for found in re.findall(
                    r"^(?:@\w+ )*(?:final )?(?:class|struct|enum|protocol|extension) (\w+)", text, re.M))
                page += ["", f"`{path}` stubs what the document takes for granted: {names}."]
                continue
            blocks, found = read_sample(text)
            page += ["", f"`{path}`, {len(blocks)} of the document's blocks:" if found else f"`{path}`: nothing."]
            for (heading, why), lines in itertools.groupby(found, lambda difference: (difference[0], difference[3])):
                page += ["", f"- {heading}: {why}", "", "  ```diff"]
                for _, was, now, _ in lines:
                    page += [f"  -{line}" for line in was.splitlines()] + [f"  +{line}".rstrip() for line in now.splitlines()]
                page.append("  ```")
    return "\n".join(page) + "\n"
