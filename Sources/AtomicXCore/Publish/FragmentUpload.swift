import OvationModel

/// How the fragments of the user's picture come to the server: a pure machine. What happens goes in with the time, what is to be done comes
/// out.
///
/// Each connection needs a new address, whose ticket lets one connection in, and begins with an initialisation segment: so a recording
/// begins with each connection, and ends with it. Where the network takes less than is recorded, whole fragments are left out and the bit
/// rate goes down; nothing is queued without bound.
struct FragmentUpload: Sendable {
    /// Where a connection goes, and what it may carry.
    struct Ticket: Equatable, Sendable {
        /// The whole address of a WebSocket.
        var address: String
        /// Bits a second that may be sent; nil for any number.
        var bitRateMax: Int?
    }

    /// What happens.
    enum Input {
        /// The user's picture is to be published in a live; nil in none. `bitRate` is that of the recording, in bits a second.
        case wish(liveID: String?, bitRate: Int)
        /// The answer to the question of a number.
        case ticket(Result<Ticket, ErrorInfo>, number: Int)
        /// The connection of a number takes fragments.
        case opened(number: Int)
        /// The connection of a number is over, or could not be made: 1006 without a close frame.
        case closed(CloseCode, reason: String, number: Int)
        /// The connection of a number has taken as many bytes.
        case sent(bytes: Int, number: Int)
        /// The recording of a number made a segment.
        case segment([UInt8], isInitialisation: Bool, number: Int)
        /// The recording of a number broke off.
        case recordingFailed(String, number: Int)
        /// The time of ``FragmentUpload/alarm`` has come.
        case alarm
    }

    /// What is to be done, in this order.
    enum Effect {
        /// Ask where to publish.
        case askTicket(liveID: String, number: Int)
        /// Make a connection.
        case connect(address: String, number: Int)
        /// Begin a recording.
        case record(bitRate: Int, number: Int)
        /// Send bytes over the connection.
        case send([UInt8])
        /// Record with another bit rate from now on.
        case setBitRate(Int)
        /// End the recording.
        case stopRecording
        /// Close the connection. The code 1000 says that the picture is over, 1001 that it may come back.
        case close(CloseCode)
        /// It will not be tried again.
        case gaveUp(ErrorInfo)
    }

    private enum Phase: Equatable {
        case idle
        case asking
        case connecting
        case publishing(since: Int64)
        case waiting
        /// The server refused for good. Only another wish begins anew.
        case over
    }

    private let limits: PublishLimits
    private var phase = Phase.idle
    private var liveID: String?
    private var number = 0
    private var failures = 0
    private var recordedBitRate = 0
    private var bitRateMax: Int?
    private var bitRate = 0
    private var changedBitRateAt: Int64 = 0
    private var calmSince: Int64 = 0
    private var waitingBytes = 0
    /// How many fragments were left out since the wish.
    private(set) var fragmentsLeftOut = 0
    /// When ``Input/alarm`` is due, on the clock of the inputs; nil for never.
    private(set) var alarm: Int64?

    init(limits: PublishLimits = PublishLimits()) { self.limits = limits }

    mutating func handle(_ input: Input, now: Int64, chance: Chance) -> [Effect] {
        switch input {
        case .wish(let liveID, let bitRate): return wish(liveID, bitRate)
        case .ticket(let answer, let number):
            guard number == self.number, phase == .asking else { return [] }
            return ticket(answer, now, chance)
        case .opened(let number):
            guard number == self.number, phase == .connecting else { return [] }
            return opened(now)
        case .closed(let code, let reason, let number):
            guard number == self.number, isConnected else { return [] }
            return closed(code, reason, now, chance)
        case .sent(let bytes, let number):
            if number == self.number { waitingBytes = max(0, waitingBytes - bytes) }
            return []
        case .segment(let bytes, let isInitialisation, let number):
            guard number == self.number, case .publishing = phase else { return [] }
            return segment(bytes, isInitialisation, now)
        case .recordingFailed(let message, let number):
            guard number == self.number, case .publishing = phase else { return [] }
            let error = ErrorInfo(.failed, message)
            return hangUp(.goingAway) + tryAgain(error, now, chance)
        case .alarm: return rang(now, chance)
        }
    }

    private var isConnected: Bool {
        switch phase {
        case .connecting, .publishing: true
        case .idle, .asking, .waiting, .over: false
        }
    }

    // MARK: The wish

    private mutating func wish(_ liveID: String?, _ bitRate: Int) -> [Effect] {
        recordedBitRate = bitRate
        guard liveID != self.liveID else { return [] }
        let closing = hangUp(.normal)
        self.liveID = liveID
        failures = 0
        fragmentsLeftOut = 0
        guard let liveID else {
            phase = .idle
            return closing
        }
        return closing + ask(liveID)
    }

    private mutating func ask(_ liveID: String) -> [Effect] {
        number += 1
        phase = .asking
        alarm = nil
        return [.askTicket(liveID: liveID, number: number)]
    }

    private mutating func ticket(
        _ answer: Result<Ticket, ErrorInfo>, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        switch answer {
        case .success(let ticket):
            bitRateMax = ticket.bitRateMax.flatMap { $0 > 0 ? $0 : nil }
            phase = .connecting
            alarm = now + limits.openMillisecondsMax
            return [.connect(address: ticket.address, number: number)]
        case .failure(let error):
            let code = ErrorCode(rawValue: error.ovationCode)
            return code == .networkUnavailable || code.isTemporary ? tryAgain(error, now, chance) : giveUp(error)
        }
    }

    // MARK: The connection

    private mutating func opened(_ now: Int64) -> [Effect] {
        phase = .publishing(since: now)
        alarm = nil
        waitingBytes = 0
        (changedBitRateAt, calmSince) = (now, now)
        bitRate = bitRateTop
        return [.record(bitRate: bitRate, number: number)]
    }

    /// What may be recorded at most: a tenth below the server's limit, because recordings vary.
    private var bitRateTop: Int {
        max(limits.bitRateMin, min(recordedBitRate, bitRateMax.map { $0 / 10 * 9 } ?? recordedBitRate))
    }

    private mutating func closed(
        _ code: CloseCode, _ reason: String, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        if case .publishing(let since) = phase, now - since >= limits.steadyMilliseconds { failures = 0 }
        let stopping = stopRecording()
        let words = reason.isEmpty ? "The server closed the connection: \(code)." : reason
        let error = ErrorInfo(.networkUnavailable, words)
        // A picture that was closed without a reason to stay away comes back: the live goes on.
        let isForGood = !code.shouldReconnect && code != .normal
        return stopping
            + (isForGood
                ? giveUp(ErrorInfo(.failed, words)) : tryAgain(error, now, chance))
    }

    private mutating func rang(_ now: Int64, _ chance: Chance) -> [Effect] {
        guard let alarm, now >= alarm else { return [] }
        self.alarm = nil
        switch phase {
        case .waiting: return liveID.map { ask($0) } ?? []
        case .connecting:
            let error = ErrorInfo(.networkUnavailable, "The server's picture relay did not answer.")
            return hangUp(.goingAway) + tryAgain(error, now, chance)
        case .idle, .asking, .publishing, .over: return []
        }
    }

    // MARK: Fragments

    private mutating func segment(_ bytes: [UInt8], _ isInitialisation: Bool, _ now: Int64) -> [Effect] {
        if !isInitialisation, waitingBytes > 0, waitingBytes + bytes.count > limits.waitingBytesMax {
            fragmentsLeftOut += 1
            calmSince = now
            return slowDown(now)
        }
        if waitingBytes > bytes.count { calmSince = now }
        waitingBytes += bytes.count
        return [.send(bytes)] + speedUp(now)
    }

    private mutating func slowDown(_ now: Int64) -> [Effect] {
        guard now - changedBitRateAt >= limits.bitRateMilliseconds, bitRate > limits.bitRateMin else { return [] }
        changedBitRateAt = now
        bitRate = max(limits.bitRateMin, bitRate / 3 * 2)
        return [.setBitRate(bitRate)]
    }

    private mutating func speedUp(_ now: Int64) -> [Effect] {
        guard now - calmSince >= limits.calmMilliseconds, now - changedBitRateAt >= limits.bitRateMilliseconds,
            bitRate < bitRateTop
        else { return [] }
        (changedBitRateAt, calmSince) = (now, now)
        bitRate = min(bitRateTop, bitRate / 4 * 5)
        return [.setBitRate(bitRate)]
    }

    // MARK: Ends

    private mutating func tryAgain(
        _ error: ErrorInfo, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        failures = min(failures + 1, 20)
        let longest = min(limits.retryMillisecondsMin << Int64(failures - 1), limits.retryMillisecondsMax)
        number += 1
        phase = .waiting
        alarm = now + chance((longest / 2)...longest)
        return []
    }

    private mutating func giveUp(_ error: ErrorInfo) -> [Effect] {
        number += 1
        phase = .over
        alarm = nil
        return [.gaveUp(error)]
    }

    private mutating func stopRecording() -> [Effect] {
        if case .publishing = phase { [.stopRecording] } else { [] }
    }

    private mutating func hangUp(_ code: CloseCode) -> [Effect] {
        let stopping = stopRecording()
        let wasConnected = isConnected
        number += 1
        alarm = nil
        return stopping + (wasConnected ? [.close(code)] : [])
    }
}
