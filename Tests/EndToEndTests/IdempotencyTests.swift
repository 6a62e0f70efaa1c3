import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Many connections send the same orders at once.
@Suite(.timeLimit(.minutes(5)))
struct IdempotencyTests {
    private static let ids = Thoroughness.rounds(200, verify: 1_000)
    private static let connections = 10

    private static func order(_ number: Int, count: Int = 1) -> String {
        #"{"id":\#(10_000 + number),"op":"gift.send","room":"r1","data":{"orderID":"o\#(number)","giftID":"rose","count":\#(count)}}"#
    }

    /// Sends orders with a window of them under way. Returns the bytes behind the id of each reply.
    private static func send(_ numbers: [Int], over client: RawClient) async throws -> [Int: [UInt8]] {
        var answers: [Int: [UInt8]] = [:]
        var next = 0
        while answers.count < numbers.count {
            while next < numbers.count, next - answers.count < 32 {
                try await client.send(order(numbers[next]))
                next += 1
            }
            guard let frame = await client.nextText() else { throw RawClient.Failure(description: "closed") }
            // The replies are found by hand, because each connection gets a thousand gifts and only replies begin with an id.
            let (payload, head) = (frame.payload, Array(#"{"id":"#.utf8))
            guard payload.starts(with: head) else { continue }
            guard let comma = payload.firstIndex(of: UInt8(ascii: ",")),
                let id = Int(String(decoding: payload[head.count..<comma], as: UTF8.self))
            else { throw RawClient.Failure(description: frame.text) }
            answers[id - 10_000] = Array(payload[comma...])
        }
        return answers
    }

    @Test func `ten connections that send the same order ids cause one charge an id and get equal answers`()
        async throws
    {
        var limits = Limits()
        limits.sessionsPerUserMax = Self.connections
        let seed = SeededGenerator.printed("ten requests an id over sockets").seed
        try await TestServer.run(limits: limits) { server async throws in
            let host = try await Robot.host(server)
            let answers = try await withThrowingTaskGroup(of: [Int: [UInt8]].self) { group in
                for connection in 0..<Self.connections {
                    group.addTask {
                        let client = try await Robot.viewer(as: "alice", server).raw
                        // Each connection shuffles lightly, so that several of them really have the same id under way.
                        var random = SeededGenerator(seed: seed &+ UInt64(connection))
                        var numbers = Array(0..<Self.ids)
                        for start in stride(from: 0, to: Self.ids, by: 20) {
                            numbers[start..<start + 20].shuffle(using: &random)
                        }
                        return try await Self.send(numbers, over: client)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for number in 0..<Self.ids {
                let given = Set(answers.compactMap { $0[number] })
                #expect(given.count == 1, "o\(number), seed \(seed)")
                #expect(given.first.map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(#","ok":{"#) == true)
            }
            #expect(try await server.storage.auditLedger().orders == Self.ids)
            #expect(
                try await server.storage.balance(of: .user(Samples.alice.userID))?.amount == 10_000 - Int64(Self.ids))

            let alice = try await Robot.viewer(as: "alice", server)
            #expect(try await alice.code(.give("o7", count: 2)) == 110_005)
            #expect(try await server.storage.auditLedger().orders == Self.ids)
            await host.cut()
        }
    }

    @Test func `if coins suffice for k of fifty simultaneous orders, exactly k are charged`() async throws {
        var limits = Limits()
        limits.sessionsPerUserMax = 5
        var random = SeededGenerator.printed("coins for exactly k over sockets")
        let trials = (0..<20).map { ("u\($0)", random.number(0...50)) }
        try await TestServer.run(limits: limits) { server async throws in
            let host = try await Robot.host(server)
            for (user, coins) in trials {
                let grant: Int64 = 10_000
                _ = try await server.storage.commit([
                    .correction(
                        Samples.correction(
                            from: .user(Samples.id(user)), to: .issuance, grant - Int64(coins), reference: user))
                ])
                let charged = try await withThrowingTaskGroup(of: Int.self) { group in
                    for connection in 0..<5 {
                        group.addTask {
                            let client = try await Robot.viewer(as: user, server).raw
                            let numbers = Array(connection * 10..<connection * 10 + 10)
                            let answers = try await Self.send(numbers, over: client)
                            await client.cut()
                            return answers.values.count { $0.starts(with: Array(#","ok":{"#.utf8)) }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(charged == coins, "\(user)")
                #expect(try await server.storage.balance(of: .user(Samples.id(user)))?.amount == 0)
            }
            await host.cut()
        }
    }
}
