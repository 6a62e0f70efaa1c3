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

    def test_a_file_that_cannot_be_read_is_found(self):
        try:
            formats = load("check-formats")
        except ImportError:
            self.skipTest("python3-yaml is missing")
        good = [self.plant("a.json", "{}"), self.plant("a.yaml", "a: 1\n---\nb: 2\n"), self.plant("a.svg", "<svg/>")]
        self.assertEqual(formats.unreadable(self.root, good), [])
        for path, text in (("b.json", "{,}"), ("b.yaml", "a: [1\n"), ("b.yml", "a: b: c"), ("b.svg", "<svg>")):
            found = formats.unreadable(self.root, [self.plant(path, text)])
            self.assertEqual([line.split(":")[0] for line in found], [path])

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
