/// What a hostile user does without a pause.
enum HostileKind: String, CaseIterable, Sendable {
    /// Changes the notice of a live of its own to and fro: a stored event each time.
    case settings
    /// The same with 16 KB of metadata.
    case metadata
    /// Creates lives.
    case creations
    /// Orders gifts that it cannot pay, in the live of the honest ones.
    case gifts
    /// Writes messages there.
    case messages
    /// Enters it and leaves it.
    case entries
    /// Asks for long answers.
    case reads
    /// Likes.
    case likes
    /// Sends the pings of WebSocket.
    case pings
}

/// What hostile users did, and what became of it. Of each event loop one; added up to look at them.
struct HostileTally: Sendable, Equatable {
    /// Frames that the sockets took, by kind.
    var offered: [HostileKind: Int] = [:]
    /// Frames that the server has answered, refusals included, by kind.
    var answered: [HostileKind: Int] = [:]
    /// Answers that were refusals, by error code.
    var refused: [Int: Int] = [:]
    /// Connections that the server ended, by close code.
    var closes: [UInt16: Int] = [:]
    /// Connections that were not let in.
    var failed = 0

    var offeredCount: Int { offered.values.reduce(0, +) }
    var answeredCount: Int { answered.values.reduce(0, +) }
    var refusedCount: Int { refused.values.reduce(0, +) }

    /// Adds what another loop counted.
    mutating func merge(_ other: HostileTally) {
        offered.merge(other.offered, uniquingKeysWith: +)
        answered.merge(other.answered, uniquingKeysWith: +)
        refused.merge(other.refused, uniquingKeysWith: +)
        closes.merge(other.closes, uniquingKeysWith: +)
        failed += other.failed
    }
}

extension [HostileKind: Int] {
    var stringKeys: [String: Int] { [String: Int](uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) }) }
}
