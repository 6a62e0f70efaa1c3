import Foundation
import OvationModel
import OvationSupport
import Synchronization

/// Proves to servers of a cluster who asks for a picture, and who answers, by the cluster's secret. It hides nothing.
///
/// A request names the live, its start, the server that asks, the one that is asked, a time and a number that was never used. Who recorded
/// one can do nothing with it: it is good once, for half a minute, and at one server. Each frame of the answer is bound to the request and
/// to its place in the answer.
package struct FetchProof: Sendable {
    private let key: [UInt8]

    /// How many bytes prove a frame.
    static let tagBytes = 16

    /// - Parameter secret: the cluster's.
    package init(secret: String) {
        // A key of its own, so that no code made from the secret for another purpose is one of these.
        key = Digest.hmacSHA256(Array("ovation cluster pictures 1".utf8), key: Array(secret.utf8))
    }

    /// What is asked, by whom and when.
    struct Ask: Sendable, Hashable {
        let live: LiveID
        let session: LiveSessionID
        let server: FetchingServer
        /// Which server is asked. It is not sent: another one does not believe what was meant for this one.
        let home: FetchingServer?
        let at: Timestamp
        /// Tells it from all others: 32 hexadecimal digits.
        let nonce: String
    }

    /// The value of `Authorization`.
    func text(of ask: Ask) -> String {
        let fields = "\(ask.server.slot).\(ask.server.incarnation).\(ask.at.milliseconds).\(ask.nonce)"
        return "\(Self.scheme) \(fields).\(Digest.hexadecimal(code(of: ask)))"
    }

    /// Reads the value of `Authorization`. It may be anything, from anybody.
    ///
    /// - Parameter home: the server that reads it.
    /// - Returns: who asks; nil unless they have the cluster's secret and ask for this.
    func ask(_ text: String, for live: LiveID, _ session: LiveSessionID, at home: FetchingServer) -> Ask? {
        guard text.utf8.count <= 256, text.hasPrefix(Self.scheme + " ") else { return nil }
        let parts = text.dropFirst(Self.scheme.count + 1).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let slot = UInt16(parts[0]), let incarnation = Int64(parts[1]),
            let milliseconds = Int64(parts[2]), parts[3].utf8.count == 32
        else { return nil }
        let ask = Ask(
            live: live, session: session, server: FetchingServer(slot: slot, incarnation: incarnation),
            home: home, at: Timestamp(milliseconds: milliseconds), nonce: String(parts[3]))
        let expected = Array(Digest.hexadecimal(code(of: ask)).utf8)
        return Digest.isEqual(Array(parts[4].utf8), expected) ? ask : nil
    }

    /// What proves a frame of the answer to a request.
    ///
    /// - Parameter number: of the frame in its answer, from 0.
    func tag(of content: [UInt8], number: UInt64, in ask: Ask) -> [UInt8] {
        let message = Array("frame 1\n\(ask.nonce)\n\(number)\n".utf8) + Digest.sha256(content)
        return Array(Digest.hmacSHA256(message, key: key).prefix(Self.tagBytes))
    }

    private static let scheme = "Ovation-Server"

    private func code(of ask: Ask) -> [UInt8] {
        let server = "\(ask.server.slot)\n\(ask.server.incarnation)"
        let home = ask.home.map { "\($0.slot)\n\($0.incarnation)" } ?? "-"
        let text = "ask 1\n\(ask.live)\n\(ask.session)\n\(server)\n\(home)\n\(ask.at.milliseconds)\n\(ask.nonce)"
        return code(ofText: text)
    }

    /// The code of a text that says what it proves.
    func code(ofText text: String) -> [UInt8] { Digest.hmacSHA256(Array(text.utf8), key: key) }
}

/// The requests that have come lately, so that none is taken twice. May be used from any thread.
final class FetchAsks: Sendable {
    /// What becomes of a request whose proof holds.
    enum Verdict: Equatable {
        case taken
        /// It was made too long ago, or its clock is wrong.
        case stale
        /// It came before.
        case repeated
    }

    /// When each was made, by the clock of the server that made it.
    private let known = Mutex<[String: Timestamp]>([:])
    private let knownMax: Int

    init(knownMax: Int = 10_000) { self.knownMax = knownMax }

    /// Takes a request. Only requests with a proof that holds come here, so strangers fill nothing.
    func take(_ ask: FetchProof.Ask, at now: Timestamp) -> Verdict { take(ask.nonce, madeAt: ask.at, at: now) }

    /// Takes a request by the number that was never used.
    func take(_ nonce: String, madeAt made: Timestamp, at now: Timestamp) -> Verdict {
        guard Self.isFresh(made, at: now) else { return .stale }
        return known.withLock { known in
            if known[nonce] != nil { return .repeated }
            if known.count >= knownMax { known = known.filter { Self.isFresh($0.value, at: now) } }
            // Refused rather than forgotten: one that is forgotten could be sent again.
            guard known.count < knownMax else { return .stale }
            known[nonce] = made
            return .taken
        }
    }

    /// Whether a request of that time is believed. One that is not need not be remembered either.
    private static func isFresh(_ time: Timestamp, at now: Timestamp) -> Bool {
        (-FetchTimes.proofMilliseconds...FetchTimes.proofMilliseconds).contains(now.milliseconds(since: time))
    }
}
