/// The full-screen effects of a live. One plays at a time while the others wait.
///
/// An effect is requested, plays and ends. Both waits have a time limit. So the queue goes on even if a file never arrives, or if a player
/// never reports its end.
///
/// Times are milliseconds of any monotonic clock.
struct GiftEffectQueue<Show: GiftShow> {
    /// What the queue is waiting for.
    enum Stage: Equatable, Sendable {
        /// The file of the effect.
        case file
        /// The end of the effect.
        case end
    }

    /// The default limit of waiting effects.
    static var waitingMaxDefault: Int { 20 }
    /// How long loading the file of an effect may take, in milliseconds.
    let fileMilliseconds: Int64
    /// How long an effect may play, in milliseconds.
    let playMilliseconds: Int64
    /// The effect that is loading or playing.
    private(set) var current: (show: Show, stage: Stage)?
    /// When waiting for the current effect times out.
    private(set) var deadline: Int64?
    private var line: GiftWaitingLine<Show>

    init(
        waitingMax: Int = Self.waitingMaxDefault, fileMilliseconds: Int64 = 20_000, playMilliseconds: Int64 = 60_000
    ) {
        line = GiftWaitingLine(waitingMax: waitingMax)
        self.fileMilliseconds = fileMilliseconds
        self.playMilliseconds = playMilliseconds
    }

    /// The waiting gifts.
    var waiting: [Show] { line.waiting }

    /// Adds a gift with an effect. Returns the gift whose file must be requested now, and a gift that is dropped from the queue.
    mutating func insert(_ show: Show, at now: Int64) -> (begin: Show?, leftOut: Show?) {
        current == nil ? (begin(show, at: now), nil) : (nil, line.insert(show))
    }

    /// Starts the current effect, because its file has arrived. Returns false if the queue is not waiting for a file.
    mutating func start(at now: Int64) -> Bool {
        guard let current, current.stage == .file else { return false }
        self.current = (current.show, .end)
        deadline = now + playMilliseconds
        return true
    }

    /// Ends the current effect, after its end or a failure. Returns the next gift, whose file must be requested now.
    mutating func finish(at now: Int64) -> Show? {
        current = nil
        deadline = nil
        return line.next().flatMap { begin($0, at: now) }
    }

    /// Returns true if the current effect has timed out.
    func isOverdue(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

    /// Removes everything.
    mutating func removeAll() {
        current = nil
        deadline = nil
        line.removeAll()
    }

    private mutating func begin(_ show: Show, at now: Int64) -> Show {
        current = (show, .file)
        deadline = now + fileMilliseconds
        return show
    }
}
