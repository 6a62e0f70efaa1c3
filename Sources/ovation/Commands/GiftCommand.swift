import ArgumentParser
import Foundation
import OvationCommandLine
import OvationModel
import OvationREST

/// `ovation gift`: the gift catalogue of a running server.
struct GiftCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gift", abstract: "Show and change the gift catalogue of a running server.",
        discussion: """
            Connected apps and pages see every change at once. A whole catalogue is best kept in a YAML file:

              ovation gift seed gifts.yaml

            Exits with 0, with 1 where the server refused, 69 where it cannot be reached.
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self, Seed.self, Check.self])

    /// What can be said of a gift on the command line.
    struct Fields: ParsableArguments {
        @Option(help: ArgumentHelp("Its name, at most 20 bytes.", valueName: "text"))
        var name: String?

        @Option(help: ArgumentHelp("The price of one.", valueName: "number"))
        var coins: Int64?

        @Option(help: ArgumentHelp("A line about it, at most 20 bytes.", valueName: "text"))
        var desc: String?

        @Option(help: ArgumentHelp("Where its icon is.", valueName: "url"))
        var icon: String?

        @Option(help: ArgumentHelp("Where its animation is.", valueName: "url"))
        var animation: String?

        @Option(help: ArgumentHelp("The app's own rank of it.", valueName: "number"))
        var level: Int?

        @Option(
            name: .customLong("extension"),
            help: ArgumentHelp("The app's own fields, a JSON object of at most 100 bytes.", valueName: "json"))
        var extensionInfo: String?

        @Option(
            name: .customLong("category"),
            help: ArgumentHelp("A category that shows it; may be repeated.", valueName: "id"))
        var categories: [GiftCategoryID] = []

        func validate() throws {
            if let coins, Coins(coins) == nil || coins < 0 { throw ValidationError("--coins is 0 to \(Coins.max).") }
        }

        func fields(of id: GiftID) -> RESTGiftChange {
            RESTGiftChange(
                giftID: id, name: name, desc: desc, iconURL: icon, resourceURL: animation,
                coins: coins.flatMap { Coins($0) }, level: level, extensionInfo: extensionInfo)
        }

        /// Whether anything is said of the gift itself.
        var isEmpty: Bool {
            name == nil && coins == nil && desc == nil && icon == nil && animation == nil && level == nil
                && extensionInfo == nil
        }
    }

    /// `ovation gift add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a gift.",
            discussion: "  ovation gift add rose --name Rose --coins 1 --icon https://example.org/rose.png")

        @Argument(help: "Its id, at most 20 bytes.") var id: GiftID
        @OptionGroup var fields: Fields
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if fields.name == nil || fields.coins == nil { throw ValidationError("A gift needs --name and --coins.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                try await client.perform("add_gift", fields.fields(of: id))
                for category in fields.categories { try await RESTCatalogue(client: client).place([id], in: category) }
                try Done.print("Added the gift \(id).", options, terminal)
            }
        }
    }

    /// `ovation gift edit`.
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change a gift: what is named; the rest stays as it is.",
            discussion: """
                  ovation gift edit rose --coins 2

                Orders that the server had accepted before keep the price that they were accepted with.
                """)

        @Argument(help: "Which gift.") var id: GiftID
        @OptionGroup var fields: Fields
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if fields.isEmpty, fields.categories.isEmpty { throw ValidationError("Say what shall change.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                if !fields.isEmpty { try await client.perform("edit_gift", fields.fields(of: id)) }
                for category in fields.categories { try await RESTCatalogue(client: client).place([id], in: category) }
                try Done.print("Changed the gift \(id).", options, terminal)
            }
        }
    }

    /// `ovation gift del`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "del", abstract: "Delete gifts, from their categories too.")

        @Argument(help: "Which gifts.") var ids: [GiftID]
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                for id in ids { try await RESTCatalogue(client: client).perform(.deleteGift(id)) }
                let names = ids.map(\.rawValue).joined(separator: ", ")
                try Done.print("Deleted \(names).", options, terminal)
            }
        }
    }

    /// `ovation gift list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the catalogue.")

        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                let catalogue = try await RESTCatalogue(client: client).read()
                if options.json {
                    try JSONOutput.print(GiftListReport(catalogue))
                } else {
                    for line in GiftListReport.lines(catalogue, terminal) { terminal.print(line) }
                }
            }
        }
    }

    /// `ovation gift seed`.
    struct Seed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "seed", abstract: "Make the catalogue what a YAML file says.",
            discussion: """
                Only what differs is changed, so it may be run again and again. The file:

                  gifts:
                    - id: rose
                      name: Rose
                      coins: 1
                      icon: https://example.org/rose.png
                      languages:
                        zh-Hans: 玫瑰
                        fr: {name: Rose, desc: Une fleur}
                  categories:
                    - id: popular
                      name: Popular
                      gifts: [rose]

                A gift may also have desc, animation, level and extension, a category desc, extension and languages.
                The whole file is checked before anything is changed; exits with 65 where it is wrong. Effects are only
                fetched where --check-effects asks for it; then one that cannot be played makes the file wrong, too.
                """)

        @Argument(help: "The file; - reads it from standard input.") var file: String
        @Flag(help: "Delete what the server has and the file has not.") var prune = false
        @Flag(help: "Say what would be changed, and change nothing.") var dryRun = false
        @Flag(help: "First fetch and check the effect of every gift in the file, as \"gift check\" does.")
        var checkEffects = false
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                let wanted = try read()
                let catalogue = RESTCatalogue(client: client)
                let plan = GiftPlan(from: try await catalogue.read(), to: wanted, prunes: prune)
                guard plan.problems.isEmpty else { throw RESTProblem.file(path: file, problems: plan.problems) }
                let effects = checkEffects ? try await check(wanted.items, client, terminal) : nil
                for step in plan.steps {
                    if !dryRun { try await catalogue.perform(step) }
                    if !options.json { terminal.print("\(dryRun ? "would " : "")\(step.sentence)") }
                }
                let report = SeedReport(
                    gifts: wanted.items.count, categories: wanted.sections.count, changes: plan.steps.map(\.sentence),
                    dryRun: dryRun, effects: effects)
                if options.json { return try JSONOutput.print(report) }
                terminal.print(terminal.colored(report.sentence, .green))
            }
        }

        /// Looks at the effects of the file's gifts.
        ///
        /// - Throws: ``RESTProblem`` where one of them is refused.
        private func check(
            _ items: [GiftCatalogue.Item], _ client: RESTClient, _ terminal: Terminal
        ) async throws -> [GiftEffects.Outcome] {
            let outcomes = await GiftEffects(server: client.address).check(items) { outcome in
                if !options.json, outcome.effect != nil { terminal.print(outcome.line) }
            }
            let problems = outcomes.filter { $0.effect == nil }.map(\.line)
            guard problems.isEmpty else { throw RESTProblem.file(path: file, problems: problems) }
            return outcomes
        }

        private func read() throws -> GiftCatalogue {
            let bytes: Data
            if file == "-" {
                bytes = FileHandle.standardInput.readDataToEndOfFile()
            } else {
                guard let content = FileManager.default.contents(atPath: file) else {
                    throw RESTProblem.file(path: file, problems: ["There is no such file, or it cannot be read."])
                }
                bytes = content
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw RESTProblem.file(path: file, problems: ["It is not UTF-8."])
            }
            let parsed = GiftFile(yaml: text)
            guard parsed.problems.isEmpty else { throw RESTProblem.file(path: file, problems: parsed.problems) }
            return parsed.catalogue
        }
    }
}

/// What became of a seed.
struct SeedReport: Encodable {
    let gifts: Int
    let categories: Int
    let changes: [String]
    let dryRun: Bool
    /// What the gifts' effects are; nil where nobody asked.
    var effects: [GiftEffects.Outcome]?

    /// The report for people.
    var sentence: String {
        let what =
            Self.count(gifts, "gift", "gifts") + " and " + Self.count(categories, "category", "categories")
            + " as the file says."
        if changes.isEmpty { return "Nothing to change: \(what)" }
        let steps = Self.count(changes.count, "change", "changes")
        return dryRun ? "\(steps) to make." : "Made \(steps): \(what)"
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }
}

/// The catalogue as the command shows it.
struct GiftListReport: Encodable {
    struct Item: Encodable {
        let id: String
        let name: String
        let desc: String
        let icon: String
        let animation: String
        let coins: Int64
        let level: Int
        let `extension`: String
        let categories: [String]
        let languages: [String: GiftText]
    }

    struct Category: Encodable {
        let id: String
        let name: String
        let desc: String
        let gifts: [String]
        let languages: [String: GiftText]
    }

    let gifts: [Item]
    let categories: [Category]

    init(_ catalogue: GiftCatalogue) {
        gifts = catalogue.items.map { item in
            let gift = item.gift
            return Item(
                id: gift.giftID.rawValue, name: gift.name, desc: gift.desc, icon: gift.iconURL,
                animation: gift.resourceURL, coins: gift.coins.amount, level: gift.level,
                extension: item.extensionText, categories: Self.categories(of: gift.giftID, catalogue),
                languages: item.languages)
        }
        categories = catalogue.sections.map { section in
            Category(
                id: section.categoryID.rawValue, name: section.text.name, desc: section.text.desc,
                gifts: section.giftIDs.map(\.rawValue), languages: section.languages)
        }
    }

    private static func categories(of id: GiftID, _ catalogue: GiftCatalogue) -> [String] {
        catalogue.sections.filter { $0.giftIDs.contains(id) }.map(\.categoryID.rawValue)
    }

    /// The list for people.
    static func lines(_ catalogue: GiftCatalogue, _ terminal: Terminal) -> [String] {
        guard !catalogue.items.isEmpty else {
            return ["There are no gifts yet. Add one with \"ovation gift add\", or many with \"ovation gift seed\"."]
        }
        let rows = catalogue.items.map { item in
            [
                item.gift.giftID.rawValue, item.gift.name, "\(item.gift.coins)", "\(item.gift.level)",
                categories(of: item.gift.giftID, catalogue).joined(separator: ", "),
                item.languages.keys.sorted().joined(separator: ", "),
            ]
        }
        return terminal.table(["ID", "NAME", "COINS", "LEVEL", "CATEGORIES", "LANGUAGES"], rows, numbers: [2, 3])
    }
}

/// The answer of a command that has nothing to show.
enum Done {
    /// Says that it is done.
    static func print(_ sentence: String, _ options: OperatorOptions, _ terminal: Terminal) throws {
        if options.json { return try JSONOutput.print(["ok": true]) }
        terminal.print(terminal.colored(sentence, .green))
    }
}
