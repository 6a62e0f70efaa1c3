public import Observation
public import OvationClient
public import OvationModel

/// The model of `ReactionOverlay`. It must be used on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class ReactionModel {
    /// The parameters of the reactions.
    public let figures: ReactionFigures
    private(set) var field: ReactionField
    @ObservationIgnored private let clock: any GiftClock
    @ObservationIgnored private var random: any RandomNumberGenerator
    @ObservationIgnored private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in self?.tick() }

    /// Makes a model without reactions.
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
    ///   - reaction: Usually an emoji. Only the first characters of a longer text are shown.
    ///   - count: The number of equal reactions that came together. Those beyond the visible limit are only counted.
    public func add(_ reaction: String, count: Int = 1) {
        field.add(reaction, count: count, at: now, using: &random)
        alarm.set(field.deadline)
    }

    /// Subscribes to a topic of a live and shows its messages as reactions, until the user leaves the live or the task is cancelled.
    ///
    /// - Throws: The server's refusal; `notInRoom` outside the live.
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
