public import Observation
public import OvationClient
public import OvationModel

/// The reactions that `ReactionOverlay` shows. Used on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class ReactionModel {
    /// How many there are, how long they are seen and how far they go.
    public let figures: ReactionFigures
    private(set) var field: ReactionField
    @ObservationIgnored private let clock: any GiftClock
    @ObservationIgnored private var random: any RandomNumberGenerator
    @ObservationIgnored private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in self?.tick() }

    /// Makes an empty field.
    public convenience init(figures: ReactionFigures = ReactionFigures()) {
        self.init(figures: figures, clock: SystemGiftClock(), random: SystemRandomNumberGenerator())
    }

    init(figures: ReactionFigures, clock: any GiftClock, random: any RandomNumberGenerator) {
        self.figures = figures
        self.clock = clock
        self.random = random
        field = ReactionField(figures)
    }

    /// Shows a reaction.
    ///
    /// - Parameters:
    ///   - reaction: As a rule an emoji; the first characters of a longer text.
    ///   - count: How many equal ones came together. More than can be seen are only counted.
    public func add(_ reaction: String, count: Int = 1) {
        field.add(reaction, count: count, at: now, using: &random)
        alarm.set(field.deadline)
    }

    /// Listens to a topic of a live and shows its messages as reactions, until the user is in the live no more or the task is cancelled.
    ///
    /// - Throws: What the server refuses it with; `notInRoom` outside of the live.
    public func show(_ topic: TopicName, of room: LiveRoom) async throws(Rejection) {
        let events = room.events()
        try await room.listen(to: topic)
        for await event in events {
            if case .topic(topic, let message) = event { add(message.message, count: message.count ?? 1) }
        }
    }

    var now: Int64 { clock.nowMilliseconds }

    private func tick() {
        field.tick(at: now)
        alarm.set(field.deadline)
    }
}
