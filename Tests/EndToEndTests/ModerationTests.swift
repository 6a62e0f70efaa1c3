import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

/// Word lists, slow mode, bans and the moderation log, as connected clients see them.
@Suite(.timeLimit(.minutes(5)))
struct ModerationTests {
    /// The entries of the log, oldest first.
    private static func log(_ robot: Robot) async throws -> [ModerationRecord] {
        try await robot.ask(.log(count: 100)).entries.map(\.record).reversed()
    }

    private static let appWords = [
        FilterWord("damn"), FilterWord("darn", action: .mask), FilterWord("hmm", action: .log),
    ]

    @Test func `a listed word is refused, masked or logged, for everybody and in every text`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await storage.commit([.words(Self.appWords)])
        try await TestServer.run(storage: storage) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await viewer.code(.say("D\u{200b}a.M.n!")) == 110_100)
            try await viewer.ask(.say("d4rn it"))
            #expect(try await host.hear(.barrage).text == "**** it")
            try await viewer.ask(.say("hmm"))
            #expect(try await host.hear(.barrage).text == "hmm")
            try await viewer.ask(.custom("damn", "damn"))
            #expect(try await host.code(.update { $0.notice = "damn" }) == 110_100)
            try await host.ask(.update { $0.liveName = "darn" })
            #expect(try await viewer.hear(.updated).changes.liveName == "****")
            #expect(try await viewer.code(.profile(nickname: "Damn Me")) == 110_100)
            try await viewer.ask(.profile(nickname: "Darn Me"))
            try await viewer.ask(.say("me"))
            while true {
                let said = try await host.hear(.barrage)
                guard said.text == "me" else { continue }
                #expect(said.sender.userName == "**** Me")
                break
            }
            let other = try await Robot.logIn("other", server)
            #expect(try await other.code(.create("r2") { $0.liveName = "damn" }) == 110_100)
            try await other.ask(.create("r2") { $0.liveName = "darn" })
            #expect(try await other.hear(.snapshot).info.liveName == "****")

            let lines = try await Self.log(host)
            #expect(lines.map(\.action) == [.refuseText, .maskText, .flagText, .refuseText, .maskText])
            #expect(lines.map(\.userID?.rawValue) == ["viewer", "viewer", "viewer", "host", "host"])
            #expect(lines[0].word == WordID(of: "damn"))
            #expect(lines.allSatisfy { $0.source == .server && $0.by == nil })
            #expect(!"\(lines)".lowercased().contains("d4rn"), "the log stores no text: \(lines)")
        }
    }

    @Test func `slow mode is announced, is in the snapshot, and a refusal says how long to wait`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await viewer.code(.update { $0.slowModeSeconds = 5 }) == -2301)
            #expect(try await host.code(.update { $0.slowModeSeconds = 121 }) == 100_002)
            try await host.ask(.update { $0.slowModeSeconds = 120 })
            #expect(try await viewer.hear(.updated).changes.slowModeSeconds == 120)
            try await viewer.ask(.say("1"))
            let refusal = try await viewer.refusal(of: .say("2"))
            #expect(refusal.code.rawValue == 110_101 && refusal.code.isTemporary)
            #expect((1...120_000).contains(try #require(refusal.retryAfterMilliseconds)))
            for text in ["1", "2", "3"] { try await host.ask(.say(text)) }
            let late = try await Robot.logIn("late", server)
            try await late.ask(.join)
            #expect(try await late.hear(.snapshot).info.slowModeSeconds == 120)
            try await host.ask(.update { $0.slowModeSeconds = 0 })
            try await viewer.ask(.say("3"))
            #expect(try await Self.log(host).map(\.seconds) == [120, 0])
        }
    }

    @Test func `a ban keeps a user out until it expires, even over a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let clock = StoppedClock()
        let until = clock.now.adding(seconds: 60)
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.ban("viewer", seconds: 60, reason: "abuse"))
            let told = try await viewer.hear(.banned)
            #expect(told.until == until)
            #expect(told.reason == "abuse")
            try await viewer.ask(.info)
            #expect(try await viewer.code(.join) == 100_016)
        }
        clock.advance(seconds: 59)
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let viewer = try await Robot.logIn("viewer", server)
            let refusal = try await viewer.refusal(of: .join)
            #expect(refusal.code == .memberBanned)
            #expect(refusal.until == until)
            #expect(refusal.reason == "abuse")
            #expect(refusal.message.filter(\.isNumber) == "")
            clock.advance(seconds: 1)
            #expect(try await viewer.code(.join) == 0, "the ban has expired")
            let lines = try await Self.log(try await Robot.viewer(as: "host", server))
            #expect(lines.map(\.action) == [.ban])
            #expect(lines.first?.until == until)
            #expect(lines.first?.by == Samples.id("host"))
            #expect(lines.first?.source == .client)
        }
    }

    @Test func `a muted user learns on entering until when and why, even after a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let clock = StoppedClock()
        let until = clock.now.adding(seconds: 60)
        @Sendable func expectTold(_ server: TestServer) async throws {
            let viewer = try await Robot.logIn("viewer", server)
            let joined = try await viewer.ask(.join)
            #expect(joined.muted)
            #expect(joined.mutedUntil == until)
            #expect(joined.mutedReason == "flooding")
            let refusal = try await viewer.refusal(of: .say("hi"))
            #expect(refusal.code == .memberMuted)
            #expect(refusal.until == until)
            #expect(refusal.reason == "flooding")
        }
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let host = try await Robot.host(server)
            try await host.ask(.mute("viewer", seconds: 60, reason: "flooding"))
            try await expectTold(server)
        }
        try await TestServer.run(storage: storage, clock: clock.server) { server in try await expectTold(server) }
    }

    @Test func `the owner and administrators may read the log page by page, and nobody else may`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let admin = try await Robot.viewer(as: "admin", server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.appoint("admin"))
            try await admin.ask(.mute("viewer", seconds: 60, reason: "spam"))
            #expect(try await viewer.hear(.muted).reason == "spam")
            try await admin.ask(.mute("viewer", false))
            try await host.ask(.update { $0.isMessageDisable = true })
            #expect(try await viewer.code(.log()) == -2301)
            let bad: [Wish<ModerationPage>] = [
                .log(count: 0), .log(count: 101), .log(cursor: "x"), .log(cursor: "0"), .log(cursor: "-1"),
            ]
            for wish in bad { #expect(try await host.code(wish) == 100_002, "\(wish)") }
            for reader in [host, admin, try await Robot.logIn("administrator", server)] {
                var seen: [ModerationAction] = []
                var cursor = ""
                repeat {
                    let page = try await reader.ask(.log(count: 3, cursor: cursor))
                    seen += page.entries.map(\.record.action)
                    cursor = page.cursor
                } while !cursor.isEmpty
                #expect(seen == [.muteAll, .unmute, .mute, .appoint])
            }
        }
    }

    @Test func `a change that could not be stored has no entry in the log, and a stored one has`() async throws {
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()))
        try await TestServer.run(storage: storage) { server in
            let host = try await Robot.host(server)
            _ = try await Robot.viewer(server)
            storage.setDown(true)
            #expect(try await host.code(.mute("viewer")) == 110_008)
            storage.setDown(false)
            #expect(try await Self.log(host).isEmpty)
            try await host.ask(.kick("viewer", reason: "rude"))
            #expect(try await Self.log(host).map(\.reason) == ["rude"])
        }
    }
}
