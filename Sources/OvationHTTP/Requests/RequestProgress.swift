import NIOCore
package import OvationModel

/// Where a connection of HTTP stands between its requests, and until when it has to get on. Pure.
///
/// Each of these has its time: a request that is on its way, an answer that is to be taken, what is left of a request that was
/// answered already, a connection without a request, and one whose half was closed. A client that is slower loses the
/// connection, so that neither a socket nor a stop of the server waits for it. Only the server itself takes the time that it
/// needs to make an answer.
package struct RequestProgress: Sendable {
    /// How long each of them may take.
    package struct Bounds: Sendable {
        /// From the head of a request to its end, and from the beginning of an answer until the client has taken it.
        var request: TimeAmount
        /// For what is left of a request that was answered, and for the client's end of a connection that is over.
        var discard: TimeAmount
        /// From one request to the next.
        var idle: TimeAmount
        /// Bytes of an answered request that are read and thrown away.
        var discardedBytesMax: Int
        /// Whether the first answer is the last.
        var endsAfterAnswer = false

        /// The bounds that the limits say.
        package init(_ limits: Limits) {
            request = .seconds(Int64(limits.requestTimeoutSeconds))
            discard = .seconds(Int64(limits.requestDiscardSeconds))
            idle = .seconds(Int64(limits.requestIdleSeconds))
            discardedBytesMax = limits.requestDiscardedBytesMax
        }

        /// The bounds of a connection that is for one short question.
        var forOneQuestion: Bounds {
            var bounds = self
            bounds.request = min(request, discard)
            bounds.idle = bounds.request
            bounds.endsAfterAnswer = true
            return bounds
        }
    }

    /// What becomes of a part of a request.
    enum Inbound: Equatable {
        /// It goes to the routes.
        case pass
        /// It is thrown away.
        case drop
        /// It is more than is thrown away: the connection is cut.
        case cut
    }

    /// What a client took too long for.
    enum Delay: String, CaseIterable {
        /// To send a request.
        case request
        /// To send the rest of one that was answered.
        case discard
        /// To take an answer.
        case answer
        /// To begin a request.
        case idle
        /// To close its half of a connection that is over.
        case end
    }

    /// What a deadline means that has passed.
    enum Expiry: Equatable {
        /// Nothing: the client got on in time.
        case none
        /// The routes get an error: the rest of the request does not come.
        case giveUpRequest
        /// The connection is cut.
        case cut(Delay)
    }

    private let bounds: Bounds
    /// Whether the head of a request came and its end did not.
    private(set) var isReading = false
    /// Whether a request came whose answer has not begun: the time until then is the server's.
    private var isAwaitingAnswer = false
    /// Whether an answer has begun and not ended.
    private(set) var isAnswering = false
    /// Whether the request that is being read was answered, so that the rest of it is of no interest.
    private(set) var isAnswered = false
    /// Whether nothing that comes is looked at any more.
    private(set) var isOver = false
    private var isOutputClosed = false
    private var expectsContinue = false
    /// How long nothing may come of a body that is a stream; nil where it is none.
    private var streamSilence: TimeAmount?
    private var isGivenUp = false
    private var isStopping = false
    private var endsAfterAnswer = false
    /// Bytes of the body that are still to come; nil where nobody said how many.
    private var bytesToCome: Int?
    private var discardedBytes = 0
    /// Answers that were written and that the client has not taken.
    private var untaken = 0
    private var requestDeadline: NIODeadline?
    private var answerDeadline: NIODeadline?
    private var idleDeadline: NIODeadline?
    private var endDeadline: NIODeadline?

    /// Makes the state of a connection on which nothing has happened.
    init(_ bounds: Bounds) { self.bounds = bounds }

    /// When ``expire(at:)`` is to be called next; nil for not at all.
    var deadline: NIODeadline? {
        Self.first(Self.first(requestDeadline, answerDeadline), Self.first(idleDeadline, endDeadline))
    }

    private static func first(_ one: NIODeadline?, _ other: NIODeadline?) -> NIODeadline? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    // MARK: What comes

    /// The head of a request came.
    ///
    /// - Parameters:
    ///   - bytes: of its body; nil where it does not say.
    ///   - keepsAlive: whether the client wants to go on afterwards.
    ///   - expectsContinue: whether it waits for a word before it sends the body.
    mutating func requestBegan(
        bytes: Int?, keepsAlive: Bool, expectsContinue: Bool, at now: NIODeadline
    ) -> Inbound {
        guard !isOver else { return .drop }
        isReading = true
        isAwaitingAnswer = true
        isAnswered = false
        isGivenUp = false
        streamSilence = nil
        discardedBytes = 0
        bytesToCome = bytes
        self.expectsContinue = expectsContinue
        endsAfterAnswer = bounds.endsAfterAnswer || isStopping || !keepsAlive
        requestDeadline = now + (isStopping ? bounds.discard : bounds.request)
        idleDeadline = nil
        return .pass
    }

    /// A part of the body came.
    mutating func bodyCame(_ bytes: Int, at now: NIODeadline? = nil) -> Inbound {
        expectsContinue = false
        if let streamSilence, let now, !isGivenUp { requestDeadline = now + streamSilence }
        bytesToCome = bytesToCome.map { $0 - bytes }
        guard isOver || isAnswered else { return .pass }
        discardedBytes += bytes
        return discardedBytes > bounds.discardedBytesMax ? .cut : .drop
    }

    /// The end of a request came.
    mutating func requestEnded(at now: NIODeadline) -> Inbound {
        isReading = false
        streamSilence = nil
        requestDeadline = nil
        rest(at: now)
        return isOver ? .drop : .pass
    }

    /// A request broke off, or cannot be read any further. Its answer is the last of the connection.
    mutating func requestFailed() {
        isGivenUp = true
        endsAfterAnswer = true
    }

    /// The routes take the body as a stream: it may come for as long as it is never silent for so long.
    mutating func bodyStreams(silence: TimeAmount, at now: NIODeadline) {
        guard isReading, !isAnswered, !isGivenUp, !isStopping else { return }
        streamSilence = silence
        requestDeadline = now + silence
    }

    /// The routes take no more of a stream, or the server stops. Answers whether the routes are to be told that it ends here.
    mutating func endStream(at now: NIODeadline) -> Bool {
        guard streamSilence != nil, isReading, !isAnswered, !isGivenUp else { return false }
        streamSilence = nil
        requestFailed()
        requestDeadline = now + bounds.discard
        return true
    }

    // MARK: What goes

    /// The routes want the body. Answers whether the client is to be told that it may send it.
    mutating func bodyWanted() -> Bool {
        guard isReading, expectsContinue, !isAnswering, !isAnswered else { return false }
        expectsContinue = false
        return true
    }

    /// An answer begins. Answers whether it is the last of the connection, which it has to say.
    mutating func answerBegan(at now: NIODeadline) -> Bool {
        isAnswering = true
        isAwaitingAnswer = false
        if answerDeadline == nil { answerDeadline = now + (isStopping ? bounds.discard : bounds.request) }
        // What is left of the body stands between this request and the next one. A client that waits for the word to send
        // it may do so or not, so nobody can tell where the next one would begin.
        if isReading, expectsContinue || bytesToCome.map({ $0 > bounds.discardedBytesMax }) ?? true {
            endsAfterAnswer = true
        }
        return endsAfterAnswer
    }

    /// The client has taken a part of an answer. It has as long again for the next one: a long answer may take long, one that stands still
    /// may not.
    mutating func partTaken(at now: NIODeadline) {
        guard answerDeadline != nil, !isStopping else { return }
        answerDeadline = now + bounds.request
    }

    /// The whole answer was written.
    mutating func answerEnded(at now: NIODeadline) {
        isAnswering = false
        untaken += 1
        if isReading {
            isAnswered = true
            requestDeadline = now + bounds.discard
        }
        if endsAfterAnswer { isOver = true }
    }

    /// The client has taken an answer. Answers whether the server's half is to be closed.
    mutating func answerTaken(at now: NIODeadline) -> Bool {
        untaken -= 1
        if untaken == 0, !isAnswering { answerDeadline = nil }
        rest(at: now)
        awaitEnd(at: now)
        return isOver && untaken == 0 && !isOutputClosed
    }

    /// The server's half is closed, or is as soon as the client has taken what was written; the client is to close its own.
    mutating func outputClosed(at now: NIODeadline) {
        isOver = true
        isOutputClosed = true
        requestDeadline = nil
        idleDeadline = nil
        awaitEnd(at: now)
    }

    // MARK: Time

    /// The server stops: a client in the middle of something has less time for it.
    mutating func stopBegan(at now: NIODeadline) {
        isStopping = true
        endsAfterAnswer = true
        let soon = now + bounds.discard
        requestDeadline = requestDeadline.map { min($0, soon) }
        answerDeadline = answerDeadline.map { min($0, soon) }
    }

    /// Looks which deadline has passed.
    mutating func expire(at now: NIODeadline) -> Expiry {
        let isPast = { (deadline: NIODeadline?) in deadline.map { $0 <= now } ?? false }
        if isPast(answerDeadline) { return .cut(.answer) }
        if isPast(idleDeadline) { return .cut(.idle) }
        if isPast(endDeadline) { return .cut(.end) }
        guard let requestDeadline, requestDeadline <= now else { return .none }
        guard !isAnswering, !isAnswered, !isGivenUp else { return .cut(isAnswered ? .discard : .request) }
        requestFailed()
        self.requestDeadline = now + bounds.discard
        return .giveUpRequest
    }

    /// A client that has its last answer is waited for a while.
    private mutating func awaitEnd(at now: NIODeadline) {
        guard isOutputClosed, untaken == 0, endDeadline == nil else { return }
        endDeadline = now + bounds.discard
    }

    /// Between two requests a connection waits for the next one.
    private mutating func rest(at now: NIODeadline) {
        guard !isReading, !isAwaitingAnswer, !isAnswering, untaken == 0, !isOver else { return }
        idleDeadline = now + bounds.idle
    }
}
