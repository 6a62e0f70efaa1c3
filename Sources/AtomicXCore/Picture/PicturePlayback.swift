import OvationModel

/// Decides what the player of one view does. It is a pure state machine: it takes inputs with the time, and returns effects to carry out.
///
/// A start asks for the picture's address, and then opens it. After a failure it tries again, with growing waits. If the host shows
/// nothing, it asks again from time to time. Every question and every opening has a number, so that late answers to abandoned ones change
/// nothing.
struct PicturePlayback: Sendable {
    /// An input of the machine.
    enum Input {
        /// The app wants to play a live.
        case start(liveID: String, isMuted: Bool)
        /// The app or its view wants to play nothing.
        case stop
        /// The answer to the question with a number.
        case located(Result<LocatedPicture, ErrorInfo>, number: Int)
        /// An event of the player, for the opening with a number.
        case player(PicturePlayerEvent, number: Int)
        /// The picture of the live began, stopped or was interrupted.
        case pictureChanged
        /// The time of ``PicturePlayback/alarm`` has come.
        case alarm
    }

    /// An effect to carry out. Effects must be carried out in order.
    enum Effect {
        /// Ask for the state and the address of the picture.
        case locate(liveID: String, number: Int)
        /// Play an address.
        case open(address: String, isMuted: Bool, number: Int)
        /// Mute or unmute the sound.
        case mute(Bool)
        /// Close the player.
        case close
        /// Tell the app that the picture is loading. At most one of the three `tell` effects comes, and it is the last effect.
        case tellLoading(userID: String)
        /// Tell the app that the picture is playing.
        case tellPlaying(userID: String)
        /// Tell the app that playing has failed for good.
        case tellError(userID: String, ErrorInfo)
    }

    private enum Phase: Equatable {
        case idle
        case locating
        /// The player is loading, at the start or after a stall.
        case loading
        case playing(since: Int64)
        /// The machine asks again at the alarm.
        case waiting
    }

    private enum Reported { case nothing, loading, playing }

    private let limits: PictureLimits
    private var phase = Phase.idle
    private var isMuted = false
    private var number = 0
    private var failures = 0
    private var isOpen = false
    private var reported = Reported.nothing
    private var ownerID = ""
    /// The id of the live to play; nil for none.
    private(set) var liveID: String?
    /// The time at which ``Input/alarm`` is due, on the clock of the inputs; nil if never.
    private(set) var alarm: Int64?

    init(limits: PictureLimits = PictureLimits()) { self.limits = limits }

    /// Whether a live is playing or about to play.
    var isActive: Bool { phase != .idle }

    /// Whether there is a picture that is playing or loading.
    var hasPicture: Bool {
        switch phase {
        case .loading, .playing: true
        case .idle, .locating, .waiting: false
        }
    }

    mutating func handle(
        _ input: Input, now: Int64, chance: RandomInRange
    ) -> [Effect] {
        switch input {
        case .start(let liveID, let isMuted): start(liveID, isMuted)
        case .stop: stop()
        case .located(let answer, let number):
            number == self.number && phase == .locating ? located(answer, now, chance) : []
        case .player(let event, let number):
            number == self.number && isOpen ? player(event, now, chance) : []
        case .pictureChanged: phase == .waiting ? locate() : []
        case .alarm: alarmFired(now, chance)
        }
    }

    // MARK: Start and stop

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
        // A second start brings new closures, which do not know the current state yet.
        switch reported {
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
        reported = .nothing
        ownerID = ""
        liveID = nil
        return closing
    }

    // MARK: Finding the picture

    private mutating func locate() -> [Effect] {
        guard let liveID else { return [] }
        let closing = close()
        phase = .locating
        alarm = nil
        return closing + [.locate(liveID: liveID, number: number)]
    }

    private mutating func located(
        _ answer: Result<LocatedPicture, ErrorInfo>, _ now: Int64, _ chance: RandomInRange
    ) -> [Effect] {
        switch answer {
        case .failure(let error) where ErrorCode(rawValue: error.ovationCode) == .liveNotListed:
            // A view may be shown before its user has entered the live. Once they have, the server answers with the picture.
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

    /// Whether the same question would get the same answer again.
    private static func isForGood(_ error: ErrorInfo) -> Bool {
        let code = ErrorCode(rawValue: error.ovationCode)
        return code != .networkUnavailable && code != .failed && !code.isTemporary
    }

    // MARK: Events of the player

    private mutating func player(
        _ event: PicturePlayerEvent, _ now: Int64, _ chance: RandomInRange
    ) -> [Effect] {
        switch event {
        case .playing:
            if case .playing = phase { return [] }
            phase = .playing(since: now)
            alarm = nil
            reported = .playing
            return [.tellPlaying(userID: ownerID)]
        case .stalled:
            guard case .playing(let since) = phase else { return [] }
            forgive(since, now)
            phase = .loading
            alarm = now + limits.stallMillisecondsMax
            return tellLoading()
        case .ended:
            // The host stopped, the picture was interrupted, or the live is over. Ask the server which.
            return wait(until: now + limits.retryMillisecondsMin) + tellLoading()
        case .failed(let message):
            if case .playing(let since) = phase { forgive(since, now) }
            return tryAgain(ErrorInfo(.failed, message), now, chance)
        }
    }

    private mutating func alarmFired(_ now: Int64, _ chance: RandomInRange) -> [Effect] {
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
        _ error: ErrorInfo, _ now: Int64, _ chance: RandomInRange
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
        guard reported != .loading else { return [] }
        reported = .loading
        return [.tellLoading(userID: ownerID)]
    }
}
