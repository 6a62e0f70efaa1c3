import OvationClient
import OvationModel

/// All the bots of a live.
struct Audience {
    let server: String
    let liveID: LiveID
    let size: Int
    /// How often each does something.
    let turns: Int
    let pauseMilliseconds: Int

    /// Has the bots enter one after the other, then all of them act side by side.
    func run() async throws {
        var bots: [Bot] = []
        for number in 1...size {
            bots.append(try await Bot(number: number, server: server, liveID: liveID))
        }
        print("\(size) bots are in \(liveID).")
        let done = try await withThrowingTaskGroup(of: Bot.Record.self) { group in
            for bot in bots { group.addTask { try await bot.act(turns: turns, pauseMilliseconds: pauseMilliseconds) } }
            return try await group.reduce(Bot.Record()) { $0 + $1 }
        }
        for bot in bots { await bot.leave() }
        print("\(done.messages) messages, \(done.likes) likes, \(done.gifts) gifts for \(done.coins) coins.")
    }
}
