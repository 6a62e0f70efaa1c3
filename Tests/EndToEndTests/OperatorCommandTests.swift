import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationWire
import Testing

/// `ovation gift`, `ovation room` and `ovation user` against a running server.
@Suite(.timeLimit(.minutes(5)))
struct OperatorCommandTests {
    /// Runs a command with the server's secret in the environment.
    private static func run(
        _ arguments: [String], _ server: TestServer, input: String = ""
    ) async throws -> CommandProcess {
        try await CommandProcess.run(
            arguments + ["--server", "http://127.0.0.1:\(server.port)"], input: input,
            environment: ["OVATION_APP_SECRET": TestServer.secret])
    }

    private static let file = """
        gifts:
          - id: rose
            name: Rose
            coins: 2
            languages:
              zh-Hans: 玫瑰
              fr: {name: Rose, desc: Une fleur}
          - id: cake
            name: Cake
            coins: 99
            icon: https://example.org/cake.png
            extension: {color: red}
        categories:
          - id: sweet
            name: Sweet
            gifts: [cake, rose]
            languages: {zh: 甜}
        """

    @Test func `a gift file makes the catalogue, and applying it again changes nothing`() async throws {
        try await TestServer.run { server in
            let viewer = try await Robot.logIn("viewer", server)
            let dry = try await Self.run(["gift", "seed", "-", "--dry-run"], server, input: Self.file)
            #expect(dry.status == 0 && dry.output.contains("would add the gift cake"), "\(dry)")
            #expect(try await server.storage.catalogue().item(GiftID(unchecked: "cake")) == nil)
            let first = try await Self.run(["gift", "seed", "-"], server, input: Self.file)
            #expect(first.status == 0, "\(first)")
            try await viewer.hear(.catalogue)
            let catalogue = try await server.storage.catalogue()
            #expect(catalogue.items.map(\.gift.giftID.rawValue) == ["rose", "crown", "rocket", "cake"])
            let rose = try #require(catalogue.item(GiftID(unchecked: "rose")))
            #expect(rose.gift.coins == Coins(2))
            #expect(rose.languages["zh-Hans"] == GiftText(name: "玫瑰"))
            #expect(rose.languages["fr"] == GiftText(name: "Rose", desc: "Une fleur"))
            let sweet = try #require(catalogue.section(GiftCategoryID(unchecked: "sweet")))
            #expect(sweet.giftIDs.map(\.rawValue) == ["cake", "rose"])
            #expect(sweet.languages == ["zh-Hans": GiftText(name: "甜")])
            #expect(catalogue.item(GiftID(unchecked: "cake"))?.gift.extensionInfo == ["color": "red"])
            let second = try await Self.run(["gift", "seed", "-", "--json"], server, input: Self.file)
            let report = try second.json() as? [String: Any]
            #expect((report?["changes"] as? [String]) == [], "\(second)")
            // With --prune the command deletes what only the server has.
            let pruned = try await Self.run(["gift", "seed", "-", "--prune"], server, input: Self.file)
            #expect(pruned.status == 0 && pruned.output.contains("delete the gift rocket"), "\(pruned)")
            let after = try await server.storage.catalogue()
            #expect(after.items.map(\.gift.giftID.rawValue) == ["rose", "cake"])
            #expect(after.sections.map(\.categoryID.rawValue) == ["sweet"])
            await viewer.cut()
        }
    }

    @Test func `a wrong gift file is refused with every wrong line, and nothing changes`() async throws {
        try await TestServer.run { server in
            let before = try await server.storage.catalogue()
            let file = "gifts:\n  - id: new\n    name: New\n    coins: 1\n  - id: bad\n    nmae: Bad\n    coins: x\n"
            let answer = try await Self.run(["gift", "seed", "-"], server, input: file)
            #expect(answer.status == 65)
            #expect(answer.error.contains(#"line 6: There is no field "nmae""#), "\(answer.error)")
            #expect(answer.error.contains(#"Did you mean "name"?"#))
            #expect(answer.error.contains("line 7"))
            let missing = try await Self.run(["gift", "seed", "/nowhere/gifts.yaml"], server)
            #expect(missing.status == 65 && missing.error.contains("/nowhere/gifts.yaml"))
            let ghost = "categories:\n  - id: all\n    name: All\n    gifts: [ghost]\n"
            let unknown = try await Self.run(["gift", "seed", "-"], server, input: ghost)
            #expect(unknown.status == 65 && unknown.error.contains("ghost"), "\(unknown)")
            #expect(try await server.storage.catalogue() == before)
        }
    }

    @Test func `gifts are added, changed, listed and deleted one by one`() async throws {
        try await TestServer.run { server in
            let add = ["gift", "add", "cake", "--name", "蛋糕", "--coins", "99", "--category", "all", "--desc", "sweet"]
            let added = try await Self.run(add, server)
            #expect(added.status == 0 && added.output == "Added the gift cake.\n", "\(added)")
            let again = try await Self.run(add, server)
            #expect(
                again.status == 1 && again.error.contains("100002") && again.error.contains("edit_gift"), "\(again)")
            let edited = try await Self.run(["gift", "edit", "cake", "--coins", "100", "--json"], server)
            #expect(edited.status == 0 && edited.output == "{\"ok\":true}\n", "\(edited)")
            let list = try await Self.run(["gift", "list"], server)
            let row = list.output.split(separator: "\n").first { $0.hasPrefix("cake") }
            #expect(row.map { $0.split(separator: " ") } == ["cake", "蛋糕", "100", "0", "all"], "\(list.output)")
            #expect(!list.output.contains("\u{1B}"), "no colours without a terminal")
            let json = try await Self.run(["gift", "list", "--json"], server)
            let gifts = (try json.json() as? [String: Any])?["gifts"] as? [[String: Any]]
            #expect(gifts?.last?["id"] as? String == "cake" && gifts?.last?["coins"] as? Int == 100)
            let colored = try await Self.run(["gift", "list", "--color", "always"], server)
            #expect(colored.output.contains("\u{1B}[90mID"))
            let deleted = try await Self.run(["gift", "del", "cake", "ghost"], server)
            #expect(deleted.status == 0)
            #expect(try await server.storage.catalogue().item(GiftID(unchecked: "cake")) == nil)
            let gone = try await Self.run(["gift", "edit", "cake", "--coins", "1"], server)
            #expect(gone.status == 1 && gone.error.contains("102002"), "\(gone)")
        }
    }

    @Test func `coins are credited once for a reference, and the new balance is shown`() async throws {
        try await TestServer.run { server in
            _ = try await Robot.logIn("alice", server)
            let credit = ["user", "credit", "alice", "500", "--reference", "invoice-17"]
            let first = try await Self.run(credit, server)
            #expect(first.status == 0 && first.output.contains("alice has 10500"), "\(first)")
            let again = try await Self.run(credit + ["--json"], server)
            let report = try again.json() as? [String: Any]
            #expect(report?["repeated"] as? Bool == true && report?["balance"] as? Int == 10_500)
            let other = try await Self.run(["user", "credit", "alice", "501", "--reference", "invoice-17"], server)
            #expect(other.status == 1 && other.error.contains("110022"), "\(other)")
            let nameless = try await Self.run(["user", "credit", "alice", "1", "--json"], server)
            let made = try nameless.json() as? [String: Any]
            #expect((made?["reference"] as? String)?.hasPrefix("cli-") == true)
            let balance = try await Self.run(["user", "balance", "alice", "bob"], server)
            #expect(balance.output.contains("alice    10501       0"), "\(balance.output)")
            #expect(balance.output.contains("bob      10000       0"))
        }
    }

    @Test func `an unknown user is credited only if the operator asks for it`() async throws {
        try await TestServer.run { server in
            let credit = ["user", "credit", "alcie", "500", "--reference", "invoice-18"]
            let slip = try await Self.run(credit, server)
            #expect(slip.status == 1 && slip.error.contains("40003") && slip.error.contains("--create"), "\(slip)")
            let balance = try await server.storage.balance(of: .user(UserID(unchecked: "alcie")))
            #expect(balance == nil, "nothing was credited")
            let wanted = try await Self.run(credit + ["--create"], server)
            #expect(wanted.status == 0 && wanted.output.contains("alcie has 10500"), "\(wanted)")
            // The credit has made the user known.
            let later = try await Self.run(["user", "credit", "alcie", "1", "--reference", "invoice-19"], server)
            #expect(later.status == 0 && later.output.contains("alcie has 10501"), "\(later)")
        }
    }

    @Test func `an operator ends a live, and its viewers hear of it`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let ended = try await Self.run(["room", "end", "r1"], server)
            #expect(ended.status == 0 && ended.output == "Ended the live r1.\n", "\(ended)")
            _ = try await host.hear(.ended)
            let again = try await Self.run(["room", "end", "r1"], server)
            #expect(again.status == 1 && again.error.contains("100004"), "\(again)")
            await host.cut()
        }
    }

    @Test func `a wrong secret, account, app or address is refused with what to do`() async throws {
        try await TestServer.run { server in
            func run(_ more: [String], secret: String = TestServer.secret) async throws -> CommandProcess {
                try await CommandProcess.run(
                    ["gift", "list", "--server", "http://127.0.0.1:\(server.port)"] + more,
                    environment: ["OVATION_APP_SECRET": secret])
            }
            let forged = try await run([], secret: "not the secret of it")
            #expect(forged.status == 1 && forged.error.contains("60005") && forged.error.contains("--secret-file"))
            let viewer = try await run(["--as", "viewer"])
            #expect(viewer.status == 1 && viewer.error.contains("60010") && viewer.error.contains("--as"))
            let other = try await run(["--sdk-app-id", "1400000007"])
            #expect(other.status == 1 && other.error.contains("60006") && other.error.contains("--sdk-app-id"))
            for arguments in [["--server", "ftp://x"], ["--as", "a b"], ["--color", "blue"], ["--nonsense"]] {
                #expect(try await run(arguments).status == 64, "\(arguments)")
            }
        }
        // No server listens on this port.
        let gone = try await CommandProcess.run(
            ["room", "end", "r1", "--server", "http://127.0.0.1:1"],
            environment: ["OVATION_APP_SECRET": "another secret of it"])
        #expect(gone.status == 69 && gone.error.contains("ovation serve"), "\(gone)")
    }

    @Test func `the secret comes from a file or a data folder, and a missing one is an error`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("\(TestServer.secret)\n".utf8).write(to: folder.appendingPathComponent("secret"))
        try await TestServer.run { server in
            for arguments in [["--data", folder.path], ["--secret-file", folder.path + "/secret"]] {
                let list = try await CommandProcess.run(
                    ["gift", "list"] + arguments,
                    environment: ["OVATION_SERVER_URL": "ws://127.0.0.1:\(server.port)"])
                #expect(list.status == 0 && list.output.contains("rocket"), "\(list)")
            }
        }
        for arguments in [["--data", folder.path + "/none"], ["--secret-file", folder.path + "/none"]] {
            let list = try await CommandProcess.run(["gift", "list"] + arguments)
            #expect(list.status == 78 && list.error.contains(folder.path), "\(list)")
        }
    }
}
