/// The full-screen effects of a live: one at a time, the others wait.
///
/// An effect is asked for, then it plays, then it ends. Each of the two may take a time only. So neither a file that never comes nor
/// a player that never says that it is done holds up those that wait.
///
/// Times are milliseconds of any clock that never goes back.
struct GiftEffectQueue<Show: GiftShow> {
    /// What the queue waits for.
    enum Stage: Equatable, Sendable {
        /// The file of the effect.
        case file
        /// The end of the effect.
        case end
    }

    /// How many effects wait at most unless told.
    static var waitingMaxDefault: Int { 20 }
    /// How long the file of an effect may take, in milliseconds.
    let fileMilliseconds: Int64
    /// How long an effect may play, in milliseconds.
    let playMilliseconds: Int64
    /// The effect that has the screen.
    private(set) var current: (show: Show, stage: Stage)?
    /// When the wait for the current one is over.
    private(set) var deadline: Int64?
    private var line: GiftWaitingLine<Show>

    init(
        waitingMax: Int = Self.waitingMaxDefault, fileMilliseconds: Int64 = 20_000, playMilliseconds: Int64 = 60_000
    ) {
        line = GiftWaitingLine(waitingMax: waitingMax)
        self.fileMilliseconds = fileMilliseconds
        self.playMilliseconds = playMilliseconds
    }

    /// Those that wait.
    var waiting: [Show] { line.waiting }

    /// Takes a gift with an effect. Answers the gift whose file is to be asked for now, and the one that is left out.
    mutating func insert(_ show: Show, at now: Int64) -> (begin: Show?, leftOut: Show?) {
        current == nil ? (begin(show, at: now), nil) : (nil, line.insert(show))
    }

    /// The file of the current effect has come, and it plays from now on. False where nothing waits for a file.
    mutating func start(at now: Int64) -> Bool {
        guard let current, current.stage == .file else { return false }
        self.current = (current.show, .end)
        deadline = now + playMilliseconds
        return true
    }

    /// The current effect is over, or has failed. Answers the next one, whose file is to be asked for now.
    mutating func finish(at now: Int64) -> Show? {
        current = nil
        deadline = nil
        return line.next().flatMap { begin($0, at: now) }
    }

    /// Whether the current effect has taken too long.
    func isOverdue(at now: Int64) -> Bool { deadline.map { now >= $0 } ?? false }

    /// Forgets all.
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
