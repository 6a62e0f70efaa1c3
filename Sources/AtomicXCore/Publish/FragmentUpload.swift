import OvationModel

/// Decides how the fragments of the user's picture get to the server. It is a pure state machine: it takes inputs with the time, and
/// returns effects to carry out.
///
/// Each connection needs a new address, because a ticket is valid for one connection. A connection begins with an initialisation segment,
/// so each one has its own recording. If the network is slower than the recording, whole fragments are left out and the bit rate goes down.
/// Nothing queues up without bound.
struct FragmentUpload: Sendable {
    /// The permission for one connection.
    struct Ticket: Equatable, Sendable {
        /// The absolute address of the WebSocket.
        var address: String
        /// The most bits a second that may be sent; nil for no limit.
        var bitRateMax: Int?
    }

    /// An input of the machine.
    enum Input {
        /// The app wants to publish the user's picture in a live, or in none if `liveID` is nil. `bitRate` is that of the recording, in
        /// bits a second.
        case wish(liveID: String?, bitRate: Int)
        /// The answer to the question with a number.
        case ticket(Result<Ticket, ErrorInfo>, number: Int)
        /// The connection with a number is open.
        case opened(number: Int)
        /// The connection with a number ended, or could not be made. The code is 1006 without a close frame.
        case closed(CloseCode, reason: String, number: Int)
        /// The connection with a number has sent this many bytes.
        case sent(bytes: Int, number: Int)
        /// The recording with a number has made a segment.
        case segment([UInt8], isInitialisation: Bool, number: Int)
        /// The recording with a number failed.
        case recordingFailed(String, number: Int)
        /// The time of ``FragmentUpload/alarm`` has come.
        case alarm
    }

    /// An effect to carry out. Effects must be carried out in order.
    enum Effect {
        /// Ask the server for a ticket.
        case askTicket(liveID: String, number: Int)
        /// Open a connection.
        case connect(address: String, number: Int)
        /// Begin a recording.
        case record(bitRate: Int, number: Int)
        /// Send bytes over the connection.
        case send([UInt8])
        /// Change the bit rate of the recording.
        case setBitRate(Int)
        /// End the recording.
        case stopRecording
        /// Close the connection. The code 1000 says that the picture is over, and 1001 that it may come back.
        case close(CloseCode)
        /// Report that publishing has failed for good.
        case gaveUp(ErrorInfo)
    }

    private enum Phase: Equatable {
        case idle
        case asking
        case connecting
        case publishing(since: Int64)
        case waiting
        /// The server has refused for good. Only another wish starts over.
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
    /// The number of fragments that were left out since the last wish.
    private(set) var fragmentsLeftOut = 0
    /// The time at which ``Input/alarm`` is due, on the clock of the inputs; nil if never.
    private(set) var alarm: Int64?

    init(limits: PublishLimits = PublishLimits()) { self.limits = limits }

    mutating func handle(_ input: Input, now: Int64, chance: RandomInRange) -> [Effect] {
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
        case .alarm: return alarmFired(now, chance)
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
        _ answer: Result<Ticket, ErrorInfo>, _ now: Int64, _ chance: RandomInRange
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

    /// The highest bit rate to record with. It is a tenth below the server's limit, because recordings vary.
    private var bitRateTop: Int {
        max(limits.bitRateMin, min(recordedBitRate, bitRateMax.map { $0 / 10 * 9 } ?? recordedBitRate))
    }

    private mutating func closed(
        _ code: CloseCode, _ reason: String, _ now: Int64, _ chance: RandomInRange
    ) -> [Effect] {
        if case .publishing(let since) = phase, now - since >= limits.steadyMilliseconds { failures = 0 }
        let stopping = stopRecording()
        let words = reason.isEmpty ? "The server closed the connection: \(code)." : reason
        let error = ErrorInfo(.networkUnavailable, words)
        // Unless the server gave a reason to stay away, the picture comes back, because the live continues.
        let isForGood = !code.shouldReconnect && code != .normal
        return stopping
            + (isForGood
                ? giveUp(ErrorInfo(.failed, words)) : tryAgain(error, now, chance))
    }

    private mutating func alarmFired(_ now: Int64, _ chance: RandomInRange) -> [Effect] {
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
        _ error: ErrorInfo, _ now: Int64, _ chance: RandomInRange
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
