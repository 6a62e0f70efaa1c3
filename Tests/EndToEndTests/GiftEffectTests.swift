import Foundation
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationSupport

/// The server fetches the effect of a gift only when a REST call or the operator's command asks for a check.
@Suite(.timeLimit(.minutes(5)))
struct GiftEffectTests {
    private static let file: [UInt8] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return (try? Data(contentsOf: tests.appendingPathComponent("fixtures/svga/alpha.svga"))).map { [UInt8]($0) }
            ?? []
    }()

    /// Runs a web server with one effect. `missing.svga` is not found, and every other name is a text.
    private static func serving(_ body: @escaping @Sendable (CallbackTestServer) async throws -> Void) async throws {
        try await CallbackTestServer.run { request in
            switch request.target {
            case "/alpha.svga":
                .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: \(file.count)\r\n\r\n".utf8) + file)
            case "/missing.svga": .answer(status: 404, "")
            default: .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8))
            }
        } _: { server in
            try await body(server)
        }
    }

    private static func run(
        _ arguments: [String], _ server: TestServer, input: String = ""
    ) async throws -> CommandProcess {
        try await CommandProcess.run(
            arguments + ["--server", "http://127.0.0.1:\(server.port)"], input: input,
            environment: ["OVATION_APP_SECRET": TestServer.secret])
    }

    private static func catalogue(_ animations: [(id: String, address: String)]) -> String {
        "gifts:\n"
            + animations.map { id, address in
                "  - {id: \(id), name: \(id), coins: 1, animation: \"\(address)\"}\n"
            }.joined()
    }

    @Test func `the effect of a gift is fetched once when it is checked, and never for anything else`()
        async throws
    {
        try await Self.serving { effects in
            let callbacks = CallbackConfiguration(
                allowedNetworks: [try #require(CIDRBlock("127.0.0.1"))], allowedPorts: [effects.port])
            try await TestServer.run(callbacks: callbacks) { server in
                let rest = RESTCaller(server)
                let address = "http://127.0.0.1:\(effects.port)/alpha.svga"
                let imported = try await rest.code("im_open_login_svc/multiaccount_import", ["Accounts": ["ada"]])
                #expect(imported == 0)
                let gift: [String: Any] = ["GiftId": "star", "DefaultName": "Star", "Coins": 1, "ResourceUrl": address]
                #expect(try await rest.code("add_gift", gift) == 0)
                let other = "http://127.0.0.1:\(effects.port)/none.svga"
                #expect(try await rest.code("edit_gift", ["GiftId": "star", "ResourceUrl": other]) == 0)
                #expect(try await rest.code("edit_gift", ["GiftId": "star", "ResourceUrl": address]) == 0)
                #expect(try await rest.code("get_gift", ["GiftId": "star"]) == 0)
                let room = ["RoomInfo": ["RoomId": "r1", "RoomType": "Live", "Owner_Account": "ada"]]
                #expect(try await rest.code("create_room", room) == 0)
                let sent: [String: Any] = ["RoomId": "r1", "From_Account": "ada", "GiftId": "star", "Count": 1]
                #expect(try await rest.code("send_gift", sent) == 0)
                let seeded = try await Self.run(
                    ["gift", "seed", "-"], server, input: Self.catalogue([("moon", other), ("star", address)]))
                #expect(seeded.status == 0, "\(seeded)")
                #expect(effects.connectionCount == 0)

                let effect = try await rest.response("ovation_gift_srv/check_effect", ["GiftId": "star"])
                #expect(effect["ResourceUrl"] as? String == address)
                #expect(effect["FileBytes"] as? Int == Self.file.count)
                #expect((effect["FrameCount"] as? Int ?? 0) > 0 && (effect["Width"] as? Double ?? 0) > 0, "\(effect)")
                #expect(try await rest.code("ovation_gift_srv/check_effect", ["GiftId": "moon"]) == 110_052)
                #expect(effects.requests.map(\.target) == ["/alpha.svga", "/none.svga"])
            }
        }
    }

    @Test func `an operator checks effects with one line for each gift, and the exit status says whether all are fine`()
        async throws
    {
        try await Self.serving { effects in
            try await TestServer.run { server in
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "effects-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let onDisk = folder.appendingPathComponent("a.svga")
                try Data(Self.file).write(to: onDisk)
                let base = "http://127.0.0.1:\(effects.port)"
                let gifts = [
                    ("star", "\(base)/alpha.svga"), ("twin", "\(base)/alpha.svga"), ("disk", onDisk.absoluteString),
                    ("page", "/gifts/castle.svga"),
                ]
                let good = try await Self.run(
                    ["gift", "seed", "-", "--check-effects", "--json"], server, input: Self.catalogue(gifts))
                #expect(good.status == 0, "\(good)")
                let report = try good.json() as? [String: Any]
                let found = report?["effects"] as? [[String: Any]] ?? []
                #expect(found.compactMap { $0["id"] as? String } == ["star", "twin", "disk", "page"], "\(good)")
                #expect(found.allSatisfy { $0["effect"] != nil && $0["problem"] == nil }, "\(good)")
                // Two gifts with the same address cause one fetch.
                #expect(effects.requests.count == 1)

                let fine = try await Self.run(["gift", "check", "star", "page", "rose"], server)
                #expect(fine.status == 0, "\(fine)")
                let lines = fine.output.split(separator: "\n")
                #expect(lines.count == 3 && lines[0].hasPrefix("star: fine, ") && lines[1].hasPrefix("page: fine, "))
                #expect(lines.last == "2 of 2 effects are fine; gifts without an animation: 1.", "\(fine)")
                let ghost = try await Self.run(["gift", "check", "ghost"], server)
                #expect(ghost.status == 1 && ghost.error.contains("ghost"), "\(ghost)")
            }
        }
    }

    @Test func `a gift file is refused whole if one of its effects cannot be played`() async throws {
        try await Self.serving { effects in
            try await TestServer.run { server in
                let before = try await server.storage.catalogue()
                let base = "http://127.0.0.1:\(effects.port)"
                let bad = Self.catalogue([
                    ("star", "\(base)/alpha.svga"), ("gone", "\(base)/missing.svga"), ("text", "\(base)/hello.svga"),
                    ("disk", "file:///nowhere/x.svga"), ("plain", "http://10.0.0.1/x.svga"),
                ])
                let refused = try await Self.run(["gift", "seed", "-", "--check-effects"], server, input: bad)
                #expect(refused.status == 65, "\(refused)")
                #expect(refused.output.hasPrefix("star: fine, "), "\(refused)")
                for part in ["gone: ", "404", "text: notSVGA", "disk: ", "plain: ", "https"] {
                    #expect(refused.error.contains(part), "\(part): \(refused.error)")
                }
                #expect(try await server.storage.catalogue() == before)

                let seeded = try await Self.run(["gift", "seed", "-"], server, input: bad)
                #expect(seeded.status == 0, "\(seeded)")
                let checked = try await Self.run(["gift", "check", "--json"], server)
                #expect(checked.status == 1, "\(checked)")
                let report = try checked.json() as? [String: Any]
                let outcomes = report?["effects"] as? [[String: Any]] ?? []
                let codes = outcomes.map { ($0["problem"] as? [String: Any])?["code"] as? String ?? "fine" }
                #expect(codes == ["fine", "status", "notSVGA", "unreachable", "addressRefused"], "\(checked)")
            }
        }
    }
}
