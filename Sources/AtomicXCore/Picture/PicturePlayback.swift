import OvationModel

/// What the player of one view does: a pure machine. What happens goes in with the time, what is to be done comes out.
///
/// A start asks where the picture is, then opens it. A failure is tried again with growing waits. A live whose host shows nothing is asked
/// again from time to time. Every question and every opening has a number, so that an answer to one that was given up changes nothing.
struct PicturePlayback: Sendable {
    /// What happens.
    enum Input {
        /// The app wants to see a live.
        case start(liveID: String, isMuted: Bool)
        /// The app, or its view, wants nothing any more.
        case stop
        /// The answer to the question of a number.
        case located(Result<LivePicture, ErrorInfo>, number: Int)
        /// The player of a number did something.
        case player(PicturePlayerEvent, number: Int)
        /// The live says that its picture began, stopped or broke off.
        case pictureChanged
        /// The time of ``PicturePlayback/alarm`` has come.
        case alarm
    }

    /// What is to be done, in this order.
    enum Effect {
        /// Ask where the picture is.
        case locate(liveID: String, number: Int)
        /// Play an address.
        case open(address: String, isMuted: Bool, number: Int)
        /// Let the sound be heard, or not.
        case mute(Bool)
        /// Play nothing.
        case close
        /// Tell the app that the picture loads. At most one of these three comes, and it is the last.
        case tellLoading(userID: String)
        /// Tell the app that the picture moves.
        case tellPlaying(userID: String)
        /// Tell the app that it gave up.
        case tellError(userID: String, ErrorInfo)
    }

    private enum Phase: Equatable {
        case idle
        case locating
        /// The player loads, from the beginning or after a standstill.
        case loading
        case playing(since: Int64)
        /// It is asked again at the alarm.
        case waiting
    }

    private enum Told { case nothing, loading, playing }

    private let limits: PictureLimits
    private var phase = Phase.idle
    private var isMuted = false
    private var number = 0
    private var failures = 0
    private var isOpen = false
    private var told = Told.nothing
    private var ownerID = ""
    /// Which live is to be seen; nil for none.
    private(set) var liveID: String?
    /// When ``Input/alarm`` is due, on the clock of the inputs; nil for never.
    private(set) var alarm: Int64?

    init(limits: PictureLimits = PictureLimits()) { self.limits = limits }

    /// Whether it plays or tries to.
    var isActive: Bool { phase != .idle }

    /// Whether the picture is there, moving or loading.
    var hasPicture: Bool {
        switch phase {
        case .loading, .playing: true
        case .idle, .locating, .waiting: false
        }
    }

    mutating func handle(
        _ input: Input, now: Int64, chance: Chance
    ) -> [Effect] {
        switch input {
        case .start(let liveID, let isMuted): start(liveID, isMuted)
        case .stop: stop()
        case .located(let answer, let number):
            number == self.number && phase == .locating ? located(answer, now, chance) : []
        case .player(let event, let number):
            number == self.number && isOpen ? player(event, now, chance) : []
        case .pictureChanged: phase == .waiting ? locate() : []
        case .alarm: rang(now, chance)
        }
    }

    // MARK: What the app wants

    private mutating func start(_ liveID: String, _ isMuted: Bool) -> [Effect] {
        guard liveID == self.liveID, isActive else {
            let closing = stop()
            self.liveID = liveID
            self.isMuted = isMuted
            return closing + locate()
        }
        var effects: [Effect] = []
        if isMuted != self.isMuted, isOpen { effects.append(.mute(isMuted)) }
        self.isMuted = isMuted
        // A second start brings new closures, which have heard nothing yet.
        switch told {
        case .nothing: break
        case .loading: effects.append(.tellLoading(userID: ownerID))
        case .playing: effects.append(.tellPlaying(userID: ownerID))
        }
        return effects
    }

    private mutating func stop() -> [Effect] {
        let closing = close()
        phase = .idle
        alarm = nil
        failures = 0
        told = .nothing
        ownerID = ""
        liveID = nil
        return closing
    }

    // MARK: Where the picture is

    private mutating func locate() -> [Effect] {
        guard let liveID else { return [] }
        let closing = close()
        phase = .locating
        alarm = nil
        return closing + [.locate(liveID: liveID, number: number)]
    }

    private mutating func located(
        _ answer: Result<LivePicture, ErrorInfo>, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        switch answer {
        case .failure(let error) where ErrorCode(rawValue: error.ovationCode) == .liveNotListed:
            // A view may be shown before its user has entered. From then on the live says where its picture is.
            return wait(until: now + limits.pollMilliseconds) + tellLoading()
        case .failure(let error):
            return Self.isForGood(error) ? giveUp(error) : tryAgain(error, now, chance)
        case .success(let picture):
            ownerID = picture.ownerID
            guard picture.state == .live else {
                return wait(until: now + limits.pollMilliseconds) + tellLoading()
            }
            guard let address = picture.address else {
                return giveUp(
                    ErrorInfo(.failed, "The picture of the live has no address."))
            }
            number += 1
            isOpen = true
            phase = .loading
            alarm = now + limits.stallMillisecondsMax
            return [.open(address: address, isMuted: isMuted, number: number)] + tellLoading()
        }
    }

    /// Whether the same question would have the same answer again.
    private static func isForGood(_ error: ErrorInfo) -> Bool {
        let code = ErrorCode(rawValue: error.ovationCode)
        return code != .networkUnavailable && code != .failed && !code.isTemporary
    }

    // MARK: What the player does

    private mutating func player(
        _ event: PicturePlayerEvent, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        switch event {
        case .playing:
            if case .playing = phase { return [] }
            phase = .playing(since: now)
            alarm = nil
            told = .playing
            return [.tellPlaying(userID: ownerID)]
        case .stalled:
            guard case .playing(let since) = phase else { return [] }
            forgive(since, now)
            phase = .loading
            alarm = now + limits.stallMillisecondsMax
            return tellLoading()
        case .ended:
            // The host stopped or broke off, or the live is over: the server knows.
            return wait(until: now + limits.retryMillisecondsMin) + tellLoading()
        case .failed(let message):
            if case .playing(let since) = phase { forgive(since, now) }
            return tryAgain(ErrorInfo(.failed, message), now, chance)
        }
    }

    private mutating func rang(_ now: Int64, _ chance: Chance) -> [Effect] {
        guard let alarm, now >= alarm else { return [] }
        self.alarm = nil
        switch phase {
        case .waiting: return locate()
        case .loading:
            let message = "Nothing of the picture came for \(limits.stallMillisecondsMax / 1_000) seconds."
            return tryAgain(ErrorInfo(.networkUnavailable, message), now, chance)
        case .idle, .locating, .playing: return []
        }
    }

    private mutating func forgive(_ since: Int64, _ now: Int64) {
        if now - since >= limits.steadyMilliseconds { failures = 0 }
    }

    // MARK: Waiting and giving up

    private mutating func tryAgain(
        _ error: ErrorInfo, _ now: Int64, _ chance: Chance
    ) -> [Effect] {
        failures += 1
        guard failures < limits.failuresMax else { return giveUp(error) }
        let doubled = limits.retryMillisecondsMin << Int64(min(failures - 1, 20))
        let longest = min(doubled, limits.retryMillisecondsMax)
        let delay = chance((longest / 2)...longest)
        return wait(until: now + delay) + tellLoading()
    }

    private mutating func wait(until: Int64) -> [Effect] {
        let closing = close()
        phase = .waiting
        alarm = until
        return closing
    }

    private mutating func giveUp(_ error: ErrorInfo) -> [Effect] {
        let userID = ownerID
        return stop() + [.tellError(userID: userID, error)]
    }

    private mutating func close() -> [Effect] {
        number += 1
        guard isOpen else { return [] }
        isOpen = false
        return [.close]
    }

    private mutating func tellLoading() -> [Effect] {
        guard told != .loading else { return [] }
        told = .loading
        return [.tellLoading(userID: ownerID)]
    }
}
