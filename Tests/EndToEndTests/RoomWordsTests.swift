import OvationModel
import OvationWire
import Testing

/// The words that hosts and moderators of a live look for, over the wire.
@Suite(.timeLimit(.minutes(5)))
struct RoomWordsTests {
    @Test func `a host's words are refused and masked at once, and no longer when they are taken away`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let list = try await host.ask(
                .words(add: [RoomWords.Word("spoiler"), RoomWords.Word("darn", action: .mask, wholeWord: true)]))
            #expect(list.words.map(\.text) == ["spoiler", "darn"])
            #expect(try await viewer.code(.say("a spoiler")) == 110_100)
            #expect(try await viewer.code(.say("oh darn")) == 0)
            #expect(try await host.hear(.barrage).text == "oh ****")
            #expect(try await host.ask(.words(remove: ["spoiler"])).words.map(\.text) == ["darn"])
            #expect(try await viewer.code(.say("a spoiler")) == 0)
            #expect(try await host.ask(.words()).words == [FilterWord("darn", action: .mask, wholeWord: true)])
        }
    }

    @Test func `a viewer neither reads nor changes the words`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await host.code(.words(add: [RoomWords.Word("spoiler")])) == 0)
            #expect(try await viewer.code(.words()) == -2301)
            #expect(try await viewer.code(.words(remove: ["spoiler"])) == -2301)
            #expect(try await viewer.code(.say("spoiler")) == 110_100)
        }
    }

    @Test func `a list that breaks a limit is refused whole`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let wrong = [RoomWords.Word("fine"), RoomWords.Word("...")]
            #expect(try await host.code(.words(add: wrong)) == 110_102)
            let many = (0..<501).map { RoomWords.Word("word\($0)") }
            #expect(try await host.code(.words(add: many)) == 110_102)
            #expect(try await host.code(.words(remove: many.map(\.text))) == 110_102)
            #expect(try await host.ask(.words()).words == [])
        }
    }
}
