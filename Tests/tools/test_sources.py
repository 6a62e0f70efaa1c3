"""What scripts/check-sources looks at besides: each check finds what is planted."""
import json, pathlib, shutil, subprocess, tempfile, unittest

from planted import SCRIPTS, load

TYPES = SCRIPTS.parent / "Tests/web/types"


class Sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def plant(self, path, text):
        (self.root / path).write_text(text)
        return path

    def documents(self):
        """What scripts/check-documents finds in the folder."""
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        said = subprocess.run([SCRIPTS / "check-documents", self.root], capture_output=True, text=True)
        self.assertEqual(said.returncode, 1 if said.stderr else 0)
        return said.stderr.splitlines()

    def test_what_a_document_names_is_looked_for(self):
        # In parts: this file is looked at too.
        gone, limits = "docs/" + "gone.md", "Sources/OvationModel/Limits.swift"
        for folder in ("docs", "Sources/OvationModel"):
            (self.root / folder).mkdir(parents=True)
        self.plant(limits, 'Definition("queueMax", "ovation_queue")')
        self.plant("docs/metrics.md", "# M\n`ovation_queue`, `limits.queueMax`\n")
        good = "# A b\n[there](#a-b) [far](https://a.b/c) [m](metrics.md#m)\n```\n[code](x.md)\n```\n"
        self.plant("docs/README.md", good)
        self.assertEqual(self.documents(), [])
        bad = f"[gone](gone.md) [no](#no) `Gone.swift` `{'scripts' + '/gone'}` `ovation_gone` `limits.goneMax`\n"
        self.plant("docs/README.md", good + bad)
        self.plant("docs/" + "lost.md", "# L\n")
        self.plant("run", f"see {gone}\n")
        self.assertEqual(
            self.documents(),
            [
                "docs/README.md: docs/README.md has no heading for #no",
                "docs/README.md: no source has the metric or service ovation_gone",
                "docs/README.md: the link gone.md leads to nothing",
                "docs/README.md: there is no file Gone.swift",
                "docs/README.md: there is no limit goneMax",
                "docs/README.md: there is no scripts/gone",
                "docs/" + "lost.md: no way leads to it from docs/README.md",
                f"run: names {gone}, which is not there",
            ])

    def test_code_of_a_catalogue_that_nothing_compiles_is_found(self):
        for folder in ("docs", "Sources/Kit/Docs.docc", "Tests/KitTests", "Sources/OvationModel"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/metrics.md", "# M\n")
        self.plant("docs/README.md", "# A\n[m](metrics.md)\n")
        self.plant("Tests/KitTests/Article.swift", "import Kit\n\nfunc f() {\n    let a = 1\n\n    print(a)\n}\n")
        good = "# Kit\n\n```swift\nimport Kit\nlet a = 1\nprint(a)\n```\n\n1. One\n\n   ```swift\n   print(a)\n   ```\n"
        manifest = "\n```swift\n// Package.swift\n.package(path: \"Kit\")\n```\n"
        page = self.plant("Sources/Kit/Docs.docc/Kit.md", good + manifest)
        self.assertEqual(self.documents(), [])
        self.plant(page, good + "\n```swift\nlet a = 1\nprint(b)\n```\n")
        self.assertEqual(self.documents(), [f"{page}:16: no Swift file below Tests has this code, so nothing compiles it: let a = 1"])

    def test_a_test_that_a_table_names_is_looked_for(self):
        for folder in ("docs", "Tests/KitTests", "Sources/OvationModel"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/metrics.md", "# M\n")
        self.plant("Tests/KitTests/DoorTests.swift", "@Test func `a door opens`() {}\nlet cases = [Case(\"a window\")]\n")
        good = "# A\n[m](metrics.md)\n| What | Tests |\n| --- | --- |\n| x | `DoorTests`: *a door opens*, *a window* |\n"
        self.plant("docs/README.md", good)
        self.assertEqual(self.documents(), [])
        self.plant("docs/README.md", good + "| y | `DoorTests`: *a door closes*; `GateTests`: *a gate opens* |\n")
        self.assertEqual(
            self.documents(),
            [
                'docs/README.md: DoorTests has no test "a door closes"',
                "docs/README.md: there is no file GateTests.swift among the tests",
            ])

    def test_a_metric_is_documented_with_its_labels_and_its_meaning(self):
        for folder in ("docs", "Sources/OvationModel", "Sources/Server"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/README.md", "# A\n[m](metrics.md)\n")
        self.plant("Sources/Server/Metrics.swift", """
            calls = make.counters(
                "ovation_calls_total", by: "op", Call.allCases.map { "\\($0)" }, "Calls that were read.")
            let open = make.gauge("ovation_open", "Sockets that are open.")
            lives = make.family("ovation_lives", by: ["kind", "state"], "Lives that are on.")
        """)
        rows = ["| `ovation_calls_total{op}` | calls that were read, by name |", "| `ovation_open` | sockets that are open |",
                "| `ovation_lives{state,kind}` | lives that are on |"]
        self.plant("docs/metrics.md", "# M\n" + "\n".join(rows) + "\n")
        self.assertEqual(self.documents(), [])
        rows = [rows[0].replace("{op}", ""), rows[1].replace("sockets", "connections"), rows[2].replace(",kind", "")]
        self.plant("docs/metrics.md", "# M\n" + "\n".join(rows) + "\n")
        self.assertEqual(
            self.documents(),
            [
                "docs/metrics.md: the labels of ovation_calls_total are op",
                "docs/metrics.md: the labels of ovation_lives are kind, state",
                "docs/metrics.md: the row of ovation_open does not begin with its meaning: Sockets that are open",
            ])

    def test_what_a_page_says_is_missing_is_missing(self):
        for folder in ("docs", "Sources/Kit", "Sources/OvationModel"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/metrics.md", "# M\n")
        self.plant("Package.swift", "// nothing\n")
        start = "# A\n[m](metrics.md)\n\n**What it does not do:**\n\n"
        point = "- It has no seats. <!-- missing: SeatStore; *Cluster*; */pubspec.yaml; Package.swift: ffmpeg -->\n"
        self.plant("docs/README.md", start + point)
        self.assertEqual(self.documents(), [])
        self.plant("docs/README.md", start + point + "- It has no wings,\n  and cannot fly.\n\nMore.\n")
        self.plant("Sources/Kit/Seats.swift", "public struct SeatStore {}\nfunc joinCluster() {}\n")
        self.plant("Package.swift", '.linkedLibrary("FFmpeg")\n')
        self.plant("docs/pubspec.yaml", "name: kit\n")
        self.assertEqual(
            self.documents(),
            [
                "docs/README.md: no <!-- missing: … --> behind: - It has no wings,",
                "docs/README.md: says that */pubspec.yaml is missing, and there is docs/pubspec.yaml",
                "docs/README.md: says that *Cluster* is missing, and there is joinCluster",
                "docs/README.md: says that Package.swift: ffmpeg is missing, and there is Package.swift",
                "docs/README.md: says that SeatStore is missing, and there is SeatStore",
            ])

    def test_words_that_the_glossary_replaces_and_names_that_modules_share_are_found(self):
        for folder in ("docs", "Sources/Kit", "Sources/Meeting", "Sources/OvationModel"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/metrics.md", "# M\n")
        self.plant("docs/README.md", "# A\n[m](metrics.md) [map](../ARCHITECTURE.md)\n")
        head = "# Map\n\n## One word for a thing\n\n| Word | What | Never | Elsewhere |\n| --- | --- | --- | --- |\n"
        words = "| member | who is in | *participant*, *chat room* | meetings: `Sources/Meeting/` |\n"
        shared = "\n### Names that two modules share\n\n| Names | Modules | Why |\n| --- | --- | --- |\n"
        self.plant("ARCHITECTURE.md", head + words + shared + "| `Gift` | `Kit`, `Meeting` | The vendor says so. |\n")
        self.plant("Sources/Kit/Kit.swift", "/// One.\npublic struct Gift {}\nlet text = \"participant\"\n")
        self.plant("Sources/Meeting/Meeting.swift", "/// A participant.\nstruct Gift {\n    struct Kit {}\n}\n")
        self.assertEqual(self.documents(), [])
        self.plant("Sources/Kit/Kit.swift", "/// Two Participants of a chat room.\n#if DEBUG\n    final class Lock {}\n#endif\n")
        self.plant("Sources/Meeting/Lock.swift", "private struct Kit {}\nenum Lock {}\n")
        self.assertEqual(
            self.documents(),
            [
                "ARCHITECTURE.md: Gift is declared once, and has no place in the table of shared names",
                "ARCHITECTURE.md: Kit and Meeting both declare Lock; give each a name of its own, or say why not",
                'Sources/Kit/Kit.swift:1: "Participants": the glossary of ARCHITECTURE.md says member',
                'Sources/Kit/Kit.swift:1: "chat room": the glossary of ARCHITECTURE.md says member',
            ])

    def test_operations_and_limits_of_pictures_have_their_rows(self):
        for folder in ("docs/operating", "Protocol", "Sources/OvationMedia", "Sources/OvationModel", "Sources/OvationWire"):
            (self.root / folder).mkdir(parents=True)
        self.plant("Sources/OvationModel/Limits.swift", "")
        self.plant("docs/metrics.md", "# M\n")
        self.plant("docs/README.md", "# A\n[m](metrics.md) [l](operating/limits.md)\n")
        self.plant("Sources/OvationWire/Command+Operation.swift", 'case roomJoin = "room.join"\ncase pubsub = "pubsub.publish"\n')
        self.plant("Sources/OvationMedia/MediaLimits.swift", """
    public var ringBytesMax = 16 * 1_024
    public var playersMax = 10
        Definition("ringBytesMax", \\.ringBytesMax),
        Definition("playersMax", \\.playersMax),
""")
        row = "| `room.join` | all |\n"
        self.plant("Protocol/PROTOCOL.md", row + "| `pubsub.publish` | member |\n")
        limits = "| `media.ringBytesMax` | Bytes. | 16384 |\n| `media.playersMax` | Players. | 10 |\n"
        self.plant("docs/operating/limits.md", limits)
        self.assertEqual(self.documents(), [])
        self.plant("Protocol/PROTOCOL.md", row)
        self.plant("docs/operating/limits.md", limits.replace("16384", "1024").replace("playersMax", "listenersMax"))
        self.assertEqual(
            self.documents(),
            [
                "Protocol/PROTOCOL.md: the operation pubsub.publish has no row",
                "docs/operating/limits.md: media.playersMax is not listed with its default, 10",
                "docs/operating/limits.md: media.ringBytesMax is not listed with its default, 16384",
                "docs/operating/limits.md: there is no limit media.listenersMax",
            ])

    def test_an_example_names_what_the_target_of_its_sources_names(self):
        examples = load("check-examples")

        def package(*dependencies, path=None, libraries=(), traits=()):
            """A package with a program, as the package manager describes it."""
            return {"targets": [{"name": "Hello", "type": "executable", "path": path, "dependencies": list(dependencies)}],
                    "products": [{"name": name, "targets": targets, "type": {"library": ["automatic"]}} for name, targets in libraries],
                    "dependencies": [{"fileSystem": [{"traits": list(traits)}]}]}

        def product(name):
            return {"product": [name, "main", None, None]}

        ours = package({"byName": ["Client", None]}, {"byName": ["Model", None]}, path="Examples/Hello/Sources/Hello",
                       libraries=[("Client", ["Client", "Model"]), ("Model", ["Model"])])
        self.assertEqual(list(examples.problems("Hello", ours, package(product("Client")))), [])
        for wrong, said in ((package(product("Client"), product("Other")), "names Other, which is no library"),
                            (package(product("Model")), "reaches no Client"),
                            (package(product("Client"), traits=[{"name": "default"}]), "fetches the server"),
                            ({"targets": [], "dependencies": []}, "has no executable target Hello")):
            found = list(examples.problems("Hello", ours, wrong))
            self.assertEqual(len(found), 1, found)
            self.assertIn(said, found[0])
        elsewhere = package(path="Examples/Hello")
        self.assertIn("has no target Hello in Examples", next(examples.problems("Hello", elsewhere, package())))

    @unittest.skipUnless(shutil.which("tsc"), "node-typescript is missing")
    def test_a_wrong_type_in_a_script_of_the_page_is_found(self):
        page = SCRIPTS.parent / "Web"
        self.plant("planted.js", f"""
            import {{ h }} from "{page}/components/dom.js";
            import {{ Session }} from "{page}/model/session.js";
            h("input").value = "";
            h("input").valu = "";
            new Session({{ url: 1 }});
            export const noSuchThing = (/** @type {{Session}} */ session) => session.noSuchThing;
        """)
        self.plant("tsconfig.json", json.dumps({"extends": str(TYPES / "tsconfig.json"),
                                                "include": ["planted.js", str(TYPES / "page.d.ts")]}))
        said = subprocess.run(["tsc", "-p", str(self.root)], capture_output=True, text=True)
        lines = [line for line in said.stdout.splitlines() if "error" in line]
        self.assertEqual(len(lines), 3, said.stdout)
        for line, word in zip(lines, ("'valu'", "'number'", "'noSuchThing'")):
            self.assertIn(word, line)


if __name__ == "__main__":
    unittest.main()
