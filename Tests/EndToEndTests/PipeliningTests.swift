import Foundation
import OvationModel
import OvationStorage
import OvationWire
import Testing

/// Commands that arrive in one burst, from a program that does not wait for answers.
@Suite(.timeLimit(.minutes(5)))
struct PipeliningTests {
    @Test func `a live that is ended twice in one burst ends once, and both commands are answered`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let ends = try await host.send([Wish.end, .end])
            try await host.reply(to: ends[0])
            #expect(try await host.code(.ping) == 0, "the server keeps working")
        }
    }

    @Test func `a burst of more orders than may be under way is answered completely, and the connection is read again`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            try await host.send((0..<200).map { Wish.give("o\($0)") })
            var answered: Set<Int64> = []
            while answered.count < 200, let frame = try await host.next() {
                guard case .reply(let id, let answer) = frame.content else { continue }
                _ = try answer.get()
                answered.insert(id)
            }
            try await host.ask(.ping)
            #expect(try await server.storage.auditLedger().orders == 200)
        }
    }

    @Test func `thousands of commands behind one that waits do not overflow the stack`() async throws {
        try await TestServer.run { server in
            let client = try await Robot.logIn("busy", server).raw
            let refused = #"{"id":7,"op":"room.create","data":{"liveID":"x","categoryList":[1,2,3,4]}}"#
            let burst =
                [#"{"id":6,"op":"user.update","data":{"nickname":"Busy"}}"#] + Array(repeating: refused, count: 5_000)
                + [#"{"id":8,"op":"session.ping"}"#]
            try await client.send(bytes: burst.flatMap { RawClient.masked(Array($0.utf8)) })
            #expect(try await client.reply(to: 8)["ok"] != nil)
        }
    }

    @Test func `a viewer is either inside or outside after a kick and a join in one burst`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let kick = try await host.send(.kick("viewer"))
            let join = try await viewer.send(.join)
            try await host.reply(to: kick)
            let joined = try await viewer.code(of: join) == 0
            let count = try await host.ask(.audience()).count
            #expect(count == 0 || joined)
            // A viewer who is inside can write and receives it; a viewer who is outside can do neither.
            let said = try await viewer.send(.say("here"))
            if count == 1 {
                #expect(try await viewer.hear(.barrage).position?.seq != nil)
            } else {
                #expect(try await viewer.code(of: said) == 100_005)
            }
        }
    }
}
