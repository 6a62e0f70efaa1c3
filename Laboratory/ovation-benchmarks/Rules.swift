import OvationModel
import OvationRules
import OvationTestKit

extension Benchmarks {
    private static let viewers = (0..<1_000).map { Samples.user("viewer\($0)") }

    private static var limits: Limits {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        limits.userMessagesPerSecond = 0
        return limits
    }

    private static func session(_ user: UserInfo) -> SessionID { Samples.id("s-\(user.userID)") }

    /// A live with its owner and a thousand viewers.
    private static func makeRoom() -> Room {
        var room = Room(Samples.room(), limits: limits, at: Samples.time)
        for user in [Samples.host] + viewers {
            do {
                _ = try room.handle(.enter(session(user)), from: RoomActor(user: user), at: Samples.time)
            } catch {
                preconditionFailure("\(error)")
            }
        }
        return room
    }

    /// What any rule does at least: look whether somebody is there.
    private static let lookUp = Benchmark.Reference(
        name: "a look-up in a dictionary of 1,000 users",
        sample: {
            let users = Dictionary(uniqueKeysWithValues: viewers.map { ($0.userID, $0) })
            return try await Benchmark.timed { times in
                for number in 0..<times { blackHole(users[viewers[number % viewers.count].userID]) }
            }()
        })

    private static func handling(
        _ name: String, _ commands: @escaping @Sendable (Int, UserInfo) -> [RoomCommand]
    ) -> Benchmark {
        Benchmark(name, against: lookUp) {
            let start = makeRoom()
            return try await Benchmark.timed { times in
                var room = start
                for number in 0..<times {
                    let user = viewers[number % viewers.count]
                    let now = Samples.time.adding(milliseconds: Int64(number))
                    for command in commands(number, user) {
                        blackHole(try? room.handle(command, from: RoomActor(user: user), at: now))
                    }
                }
            }()
        }
    }

    /// The rules, without anything around them.
    static let rules: [Benchmark] = [
        handling("rules/a message in a live of 1,000") { _, _ in
            [.barrage(.text("hello", extensionInfo: [:]))]
        },
        handling("rules/an order of gifts in a live of 1,000") { number, _ in
            [.gift(Samples.id("o\(number)"), giftID: Samples.rose.giftID, gift: Samples.rose, count: 1, to: [])]
        },
        handling("rules/leave and join a live of 1,000") { _, user in
            [.leave(session(user)), .enter(session(user))]
        },
    ]
}
