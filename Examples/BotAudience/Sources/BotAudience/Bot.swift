import OvationClient
import OvationModel
import OvationWire

/// One viewer that nobody sits behind.
struct Bot {
    /// What bots have done.
    struct Record {
        var messages = 0
        var likes = 0
        var gifts = 0
        var coins: Int64 = 0

        static func + (one: Record, other: Record) -> Record {
            Record(
                messages: one.messages + other.messages, likes: one.likes + other.likes,
                gifts: one.gifts + other.gifts, coins: one.coins + other.coins)
        }
    }

    private static let names = ["Ada", "Bo", "Chen", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun"]
    private static let words = ["Hello!", "Encore!", "What a voice.", "First time here.", "❤️", "👏👏👏", "Turn it up!"]
    private static let refillCoinsMin: Int64 = 1_000

    private let number: Int
    private let liveID: LiveID
    private let client: OvationClient
    private let gifts: [Gift]

    /// Logs in and enters the live.
    ///
    /// - Throws: `Rejection` where the server cannot be reached, does not take the UserSig `dev`, or has no such live.
    init(number: Int, server: String, liveID: LiveID) async throws {
        guard let userID = UserID("bot-\(number)") else { throw Rejection(.invalidParameter, UserID.rule) }
        self.number = number
        self.liveID = liveID
        // A bot has nothing to lose: what it has not paid for when it ends, it need not pay for later.
        client = OvationClient(
            configuration: ClientConfiguration(serverURL: server), orderJournal: InMemoryOrderJournal())
        _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: userID, userSig: "dev")
        try await client.updateProfile(UserProfile(nickname: "\(Self.names[number % Self.names.count]) \(number)"))
        _ = try await client.joinRoom(liveID)
        // What an audience sends most: the cheap ones.
        gifts = Array(
            try await client.gifts(language: nil).flatMap(\.giftList).sorted { $0.coins < $1.coins }.prefix(3))
    }

    /// Does something, waits, and does something else.
    func act(turns: Int, pauseMilliseconds: Int) async throws -> Record {
        var done = Record()
        for turn in 0..<turns {
            // Bots begin with different things, so that an audience of three shows all of them.
            switch (number + turn) % 3 {
            case 0: try await say(&done)
            case 1: try await like(&done)
            default: try await give(&done)
            }
            let pause = pauseMilliseconds == 0 ? 0 : Int.random(in: pauseMilliseconds / 2...pauseMilliseconds * 3 / 2)
            if turn + 1 < turns { try await Task.sleep(for: .milliseconds(pause)) }
        }
        return done
    }

    private func say(_ done: inout Record) async throws {
        let text = Self.words.randomElement() ?? "Hello!"
        let answer = try await client.sendBarrage(BarrageSend(text: text), in: liveID)
        // Over the live's rate a message is dropped, which is no error.
        if answer.dropped == nil { done.messages += 1 }
    }

    private func like(_ done: inout Record) async throws {
        let taps = Int.random(in: 1...10)
        try await client.like(taps, in: liveID)
        done.likes += taps
    }

    private func give(_ done: inout Record) async throws {
        guard let gift = gifts.randomElement() else { return }
        do {
            _ = try await client.sendGift(gift.giftID, count: 1, to: [], in: liveID)
        } catch let rejection as Rejection where rejection.code == .insufficientBalance {
            // The wallet of a developer's server can be filled.
            guard let coins = Coins(max(Self.refillCoinsMin, gift.coins.amount)) else { return }
            _ = try await client.topUp(coins)
            _ = try await client.sendGift(gift.giftID, count: 1, to: [], in: liveID)
        }
        done.gifts += 1
        done.coins += gift.coins.amount
    }

    /// Leaves the live and ends.
    func leave() async { await client.logOut() }
}
