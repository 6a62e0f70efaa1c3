import ArgumentParser
import OvationModel
import Testing

@testable import ovation

/// Catalogues in YAML, and the steps from one to another.
@Suite struct GiftFileTests {
    private func catalogue(_ yaml: String) throws -> GiftCatalogue {
        let file = GiftFile(yaml: yaml)
        try #require(file.problems == [])
        return file.catalogue
    }

    @Test func `a file can set every field of a gift and a category`() throws {
        let catalogue = try catalogue(
            """
            # Gifts of the spring.
            gifts:
              - id: rose
                name: Rose
                desc: A rose
                coins: 1
                icon: https://example.org/i.png
                animation: https://example.org/r.svga
                level: 3
                extension: '{"size": 2}'
                languages: {zh-CN: 玫瑰, fr: {name: Rose, desc: Une rose}}
              - {id: "7", name: 7, coins: 0, desc: , extension: {b: 1, a: x}}
            categories:
              - id: hot
                name: Hot
                desc: now
                gifts: ["7", rose, elsewhere]
                languages: {en-US: Hot}
            """)
        let rose = try #require(catalogue.items.first)
        #expect(rose.gift.giftID.rawValue == "rose" && rose.gift.name == "Rose" && rose.gift.desc == "A rose")
        #expect(rose.gift.iconURL == "https://example.org/i.png")
        #expect(rose.gift.resourceURL == "https://example.org/r.svga")
        #expect(rose.gift.level == 3 && rose.gift.coins == Coins(1))
        #expect(rose.extensionText == #"{"size": 2}"#)
        #expect(rose.languages == ["zh-Hans": GiftText(name: "玫瑰"), "fr": GiftText(name: "Rose", desc: "Une rose")])
        let seven = try #require(catalogue.items.last)
        #expect(seven.gift.name == "7" && seven.gift.desc.isEmpty && seven.gift.coins == .zero)
        #expect(seven.extensionText == #"{"a":"x","b":"1"}"#)
        let hot = try #require(catalogue.sections.first)
        #expect(hot.text == GiftText(name: "Hot", desc: "now"))
        #expect(hot.giftIDs.map(\.rawValue) == ["7", "rose", "elsewhere"])
        #expect(hot.languages == ["en": GiftText(name: "Hot")])
    }

    @Test(arguments: [
        ("", "empty"), ("# nothing", "empty"), ("gifts: [", "YAML"), ("7", "line 1: Here should be"),
        ("gift: []", #"line 1: There is no field "gift" in the file. Did you mean "gifts"?"#),
        ("gifts: 7", #"line 1: "gifts" is a list."#), ("gifts:\n  - rose", "line 2: Here should be"),
        ("gifts:\n  - name: x", "line 2: A gift has no id."),
        ("gifts:\n  - {id: \"\", name: x, coins: 1}", "is no id of a gift"),
        ("gifts:\n  - {id: aaaaaaaaaaaaaaaaaaaaa, name: x, coins: 1}", "is no id of a gift"),
        ("gifts:\n  - {id: a, coins: 1}", #"line 2: The gift "a" has no name."#),
        ("gifts:\n  - {id: a, name: x}", #"line 2: The gift "a" has no coins"#),
        ("gifts:\n  - id: a\n    name: x\n    coins: 1.5", #"line 4: "coins" is a whole number."#),
        ("gifts:\n  - id: a\n    name: x\n    coins: -1", #"line 4: "coins" is 0 to"#),
        ("gifts:\n  - {id: a, name: x, coins: -1, languages: {en: A, fr: B}}", #"line 2: "coins" is 0 to"#),
        (
            "gifts:\n  - {id: a, name: xxxxxxxxxxxxxxxxxxxxx, coins: 1, languages: {en: A}}",
            #"line 2: "DefaultName" is at most 20 bytes"#
        ),
        ("gifts:\n  - {id: a, name: x, coins: 9007199254740992}", #""coins" is 0 to"#),
        ("gifts:\n  - {id: a, name: xxxxxxxxxxxxxxxxxxxxx, coins: 1}", #"line 2: "DefaultName" is at most 20 bytes"#),
        ("gifts:\n  - {id: a, name: [x], coins: 1}", #""name" is a text."#),
        ("gifts:\n  - {id: a, name: x, coins: 1, extension: nope}", #""extension" is the text of a JSON object"#),
        ("gifts:\n  - {id: a, name: x, coins: 1, extension: [1]}", #""extension" is the text of a JSON object"#),
        (
            "gifts:\n  - {id: a, name: x, coins: 1}\n  - {id: a, name: x, coins: 1}",
            "line 3: The gift \"a\" is there twice."
        ),
        ("gifts:\n  - {id: a, name: x, coins: 1, languages: {e: x}}", #""e" is no language."#),
        ("gifts:\n  - {id: a, name: x, coins: 1, languages: [en]}", #""languages" has a text for each language"#),
        (
            "gifts:\n  - {id: a, name: x, coins: 1, languages: {zh: x, zh-CN: y}}",
            "The language zh-Hans is there twice."
        ),
        ("gifts:\n  - {id: a, name: x, coins: 1, languages: {en: {desc: x}}}", "The language en has no name."),
        ("categories:\n  - {id: c, name: x, gifts: [a, a]}", #"has the gift "a" twice"#),
        ("categories:\n  - {id: c, name: x, coins: 1}", #"There is no field "coins" in a category."#),
        ("categories:\n  - {id: c}", #"The category "c" has no name."#),
        ("categories:\n  - {id: c, name: x}\n  - {id: c, name: x}", "is there twice"),
    ])
    func `a mistake is reported with its line`(_ yaml: String, _ problem: String) {
        let problems = GiftFile(yaml: yaml).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains(problem) == true, "\(problems)")
    }

    @Test func `all problems are reported at once`() {
        let file = GiftFile(
            yaml: "gifts:\n  - {id: a, name: x}\n  - {nme: x, id: b, coins: 1}\ncategories:\n  - {id: c, gifts: 7}\n")
        #expect(file.problems.count == 4, "\(file.problems)")
    }
}

/// The steps that `gift seed` takes on the server.
@Suite struct GiftPlanTests {
    private func catalogue(_ yaml: String) -> GiftCatalogue { GiftFile(yaml: yaml).catalogue }

    private static let two = """
        gifts:
          - {id: a, name: A, coins: 1, languages: {en: A}}
          - {id: b, name: B, coins: 2, extension: {k: v}}
        categories:
          - {id: c, name: C, gifts: [a, b], languages: {en: C}}
        """

    private func steps(from server: String, to file: String, prunes: Bool = false) -> [String] {
        GiftPlan(from: catalogue(server), to: catalogue(file), prunes: prunes).steps.map(\.sentence)
    }

    @Test func `an empty server gets everything, with gifts before the categories that show them`() {
        #expect(
            steps(from: "gifts: []", to: Self.two) == [
                "add the gift a", "set the texts of a in en", "add the gift b", "add the category c",
                "set the texts of the category c in en", "show a, b in c",
            ])
    }

    @Test func `nothing is requested that the server already has, whatever else it has`() {
        #expect(steps(from: Self.two, to: Self.two) == [])
        #expect(steps(from: Self.two, to: "gifts:\n  - {id: a, name: A, coins: 1}") == [])
        #expect(steps(from: Self.two, to: "categories:\n  - {id: c, name: C, gifts: [a]}") == [])
    }

    @Test func `only differences are changed`() {
        let file = """
            gifts:
              - {id: b, name: B, coins: 3, extension: {k: v}}
              - {id: a, name: A, coins: 1, languages: {en: AA, fr: A}}
            """
        #expect(
            steps(from: Self.two, to: file)
                == ["change the gift b", "set the texts of a in en", "set the texts of a in fr"])
    }

    @Test func `an order of gifts that appending cannot reach is rebuilt`() {
        func order(_ gifts: String, prunes: Bool = false) -> [String] {
            let gifts = "categories:\n  - {id: c, name: C, gifts: [\(gifts)], languages: {en: C}}"
            return steps(
                from: Self.two, to: prunes ? Self.two.split(separator: "\ncat")[0] + "\n" + gifts : gifts,
                prunes: prunes)
        }
        #expect(order("b, a") == ["take a, b out of c", "show b, a in c"])
        #expect(order("b") == ["take a, b out of c", "show b, a in c"], "gifts that the file does not name stay, after those that it names")
        #expect(order("b", prunes: true) == ["take a, b out of c", "show b in c"])
        #expect(order("a", prunes: true) == ["take a, b out of c", "show a in c"])
    }

    @Test func `pruning deletes what the file lacks, and deletes first to make room`() {
        let file = "gifts:\n  - {id: a, name: A, coins: 1}\ncategories:\n  - {id: d, name: D, gifts: [a]}"
        #expect(
            steps(from: Self.two, to: file, prunes: true) == [
                "delete the category c", "delete the gift b", "delete the texts of a in en", "add the category d",
                "show a in d",
            ])
        #expect(
            steps(from: Self.two, to: file)
                == ["add the category d", "show a in d"], "without --prune every gift stays")
    }

    @Test func `a category with an unknown gift is a problem`() {
        let file = catalogue("categories:\n  - {id: c, name: C, gifts: [a, ghost]}")
        let kept = GiftPlan(from: catalogue(Self.two), to: file, prunes: false)
        #expect(kept.problems.count == 1 && kept.problems.first?.contains("ghost") == true)
        let pruned = GiftPlan(from: catalogue(Self.two), to: file, prunes: true)
        #expect(pruned.problems.count == 2, "--prune removes the gifts that the file lacks")
    }
}

/// The output and input of operators' commands.
@Suite struct TerminalTests {
    @Test func `columns are aligned, wide characters included`() {
        let lines = Terminal(isColorful: false).table(
            ["ID", "NAME", "COINS"], [["rose", "玫瑰", "1"], ["r", "e\u{301}té", "1000"]], numbers: [2])
        #expect(lines == ["ID    NAME  COINS", "rose  玫瑰      1", "r     e\u{301}té    1000"])
    }

    @Test func `colours appear only on request, and control characters never`() {
        let colorful = Terminal(isColorful: true).table(["A"], [["x\u{1B}[31my"]])
        #expect(colorful == ["\u{1B}[90mA\u{1B}[0m", "x·[31my"])
        #expect(Terminal(isColorful: false).colored("x", .red) == "x")
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("ws://h:1/v1/ws", "http://h:1"), ("wss://h", "https://h"),
        ("HTTPS://h/", "https://h"), ("http://[::1]:9", "http://[::1]:9"), ("h:8080", nil), ("", nil), ("ftp://h", nil),
        ("http://", nil), ("http://h/path", nil), ("http://u@h", nil), ("http://h?x", nil), ("http://h#x", nil),
    ])
    func `a server is named by a URL without a path`(_ text: String, _ base: String?) {
        #expect(RESTAddress(text)?.base == base)
    }

    @Test(arguments: [
        ["gift", "add", "x"], ["gift", "add", "x", "--name", "x"], ["gift", "add", "--name", "x", "--coins", "1"],
        ["gift", "add", "x", "--name", "x", "--coins", "-1"], ["gift", "edit", "x"], ["gift", "del"],
        ["gift", "edit", "aaaaaaaaaaaaaaaaaaaaa", "--coins", "1"], ["gift", "seed"], ["room", "end"],
        ["room", "list", "--limit", "0"], ["user", "ban", "a"], ["user", "ban", "--room", "r"],
        ["user", "ban", "a b", "--room", "r"], ["user", "ban", "a", "--room", "r", "--seconds", "0"],
        ["user", "mute", "a", "--room", "r", "--seconds", "-5"], ["user", "credit", "a", "0"],
        ["user", "credit", "a", "9007199254740992"], ["user", "credit", "a", "1", "--reference", ""],
        ["user", "balance"],
        ["gift", "list", "--server", "nonsense"], ["gift", "list", "--as", "no spaces"],
    ])
    func `an invalid command line is refused before anything is requested`(arguments: [String]) {
        #expect(throws: (any Error).self) { try OvationCommand.parseAsRoot(arguments) }
    }
}
