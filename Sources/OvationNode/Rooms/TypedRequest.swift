package import OvationBackend
package import OvationModel
package import OvationRules
package import OvationWire

/// A request to a live together with the kind of reply that it has.
///
/// ``RoomRequest`` and ``RoomReply`` are values that cross between nodes, so a reply may come from a server of another version. A caller
/// that reads the reply asks with one of these. A reply of another kind is then a refusal (100001), and never a trap.
package struct TypedRequest<Reply: Sendable>: Sendable {
    /// What is asked.
    let body: RoomRequest.Body
    private let read: @Sendable (RoomReply) -> Reply?

    private init(_ body: RoomRequest.Body, _ read: @escaping @Sendable (RoomReply) -> Reply?) {
        self.body = body
        self.read = read
    }

    /// The content of a reply; a refusal where the reply is of another kind.
    func content(of result: Result<RoomReply, Rejection>) -> Result<Reply, Rejection> {
        result.flatMap { reply in
            read(reply).map { .success($0) }
                ?? .failure(Rejection(.internalError, "The live answered something else than it was asked."))
        }
    }
}

extension RoomPort {
    /// Asks something of the live.
    ///
    /// - Parameters:
    ///   - client: where the caller is, as callbacks tell it.
    ///   - message: names a message that the app's backend has already allowed; nil for one that it has not been asked about.
    ///   - answer: called once, on the live's event loop.
    package func ask<Reply>(
        _ request: TypedRequest<Reply>, as actor: RoomActor, from client: Callback.Client = .server,
        message: MessageTag? = nil, _ answer: @escaping @Sendable (Result<Reply, Rejection>) -> Void
    ) {
        submit(RoomRequest(actor: actor, body: request.body, client: client, message: message)) {
            answer(request.content(of: $0))
        }
    }
}

// MARK: - Questions

extension TypedRequest {
    /// What the live is.
    package static var info: TypedRequest<RoomListing> {
        TypedRequest<RoomListing>(.info) { if case .listing(let listing) = $0 { listing } else { nil } }
    }

    /// A page of its viewers.
    package static func audience(offset: Int, count: Int) -> TypedRequest<AudiencePage> {
        TypedRequest<AudiencePage>(.audience(offset: offset, count: count)) {
            if case .audience(let page) = $0 { page } else { nil }
        }
    }

    /// The first rows of its board.
    package static func board(count: Int) -> TypedRequest<BoardPage> {
        TypedRequest<BoardPage>(.board(count: count)) { if case .board(let page) = $0 { page } else { nil } }
    }

    /// Its metadata; empty keys mean all of it.
    static func metadata(keys: [String]) -> TypedRequest<MetadataPage> {
        TypedRequest<MetadataPage>(.metadata(keys: keys)) { if case .metadata(let page) = $0 { page } else { nil } }
    }

    /// The members with a role or a restriction.
    package static func roster(_ part: RoomRoster.Part) -> TypedRequest<RoomRoster> {
        TypedRequest<RoomRoster>(.roster(part)) { if case .roster(let roster) = $0 { roster } else { nil } }
    }

    /// What it has had so far.
    package static var statistics: TypedRequest<RoomStatistics> {
        TypedRequest<RoomStatistics>(.statistics) { if case .statistics(let value) = $0 { value } else { nil } }
    }

    /// The words that it looks for.
    package static var words: TypedRequest<[FilterWord]> {
        TypedRequest<[FilterWord]>(.words) { if case .words(let words) = $0 { words } else { nil } }
    }

    /// Its seats, and what waits for an answer.
    package static var seats: TypedRequest<SeatPage> {
        TypedRequest<SeatPage>(.seats) { if case .seats(let page) = $0 { page } else { nil } }
    }
}

// MARK: - Changes

extension TypedRequest {
    /// Changes the live by a command of the rules whose reply says no more than that it is done.
    package static func change(_ command: RoomCommand) -> TypedRequest<Void> { done(.command(command)) }

    /// Looks for other words from here on.
    package static func setWords(_ words: [FilterWord]) -> TypedRequest<Void> { done(.setWords(words)) }

    /// Changes the list of words, and answers with it.
    package static func editWords(_ edit: WordEdit) -> TypedRequest<[FilterWord]> {
        TypedRequest<[FilterWord]>(.editWords(edit)) { if case .words(let words) = $0 { words } else { nil } }
    }

    /// Hands what is counted to the journal, because the server stops.
    package static var shutDown: TypedRequest<Void> { done(.shutDown) }

    /// Changes something about the seats.
    package static func seat(_ command: SeatCommand) -> TypedRequest<Void> {
        TypedRequest<Void>(.command(.seat(command))) {
            switch $0 {
            case .done, .seat: ()
            default: nil
            }
        }
    }

    /// Has lives begin a battle.
    package static func createBattle(
        with lives: [LiveID], seconds: Int, extensionInfo: String
    ) -> TypedRequest<Battle> {
        TypedRequest<Battle>(
            .command(.coHost(.createBattle(with: lives, seconds: seconds, extensionInfo: extensionInfo)))
        ) {
            if case .coHost(.battle(let asked)) = $0 { asked.battle } else { nil }
        }
    }

    private static func done(_ body: RoomRequest.Body) -> TypedRequest<Void> {
        TypedRequest<Void>(body) { if case .done = $0 { () } else { nil } }
    }

    /// Ends the live.
    package static func end(message: String) -> TypedRequest<RoomStatistics> {
        TypedRequest<RoomStatistics>(.command(.end(message: message))) {
            if case .ended(let statistics) = $0 { statistics } else { nil }
        }
    }

    /// Sends a message of the app's backend.
    package static func message(_ kind: Barrage.Kind) -> TypedRequest<BarrageAccepted> {
        TypedRequest<BarrageAccepted>(.command(.message(kind))) {
            if case .barrage(let accepted) = $0 { accepted } else { nil }
        }
    }

    /// The pinned messages of a live.
    package static var pinned: TypedRequest<[PinnedBarrage]> {
        TypedRequest<[PinnedBarrage]>(.pinned) { if case .pinned(let pinned) = $0 { pinned } else { nil } }
    }

    /// Publishes a message of a topic.
    package static func publish(_ draft: TopicDraft) -> TypedRequest<TopicAccepted> {
        TypedRequest<TopicAccepted>(.command(.publish(draft))) {
            switch $0 {
            case .published(let accepted): accepted
            case .barrage(let dropped): TopicAccepted(dropped: dropped.dropped)
            default: nil
            }
        }
    }
}

// MARK: - Orders

/// What a live says to an order that it let through to the ledger.
enum OrderReply: Sendable {
    /// It is charged.
    case charged(GiftCharged)
    /// It is not charged, as the ledger or the app's billing found when it looked the id up. That stands.
    case refused(Rejection)
}

extension TypedRequest {
    /// Orders gifts; see ``RoomCommand/gift(_:giftID:gift:count:to:)``. The live looks the gift up.
    ///
    /// - Parameter gift: what a planted bug says that it costs; nil in every server.
    static func gift(
        _ orderID: OrderID, giftID: GiftID, gift: Gift? = nil, count: Int, to receivers: [UserID]
    ) -> TypedRequest<OrderReply> {
        TypedRequest<OrderReply>(
            .command(.gift(orderID, giftID: giftID, gift: gift, count: count, to: receivers))
        ) {
            switch $0 {
            case .charged(let charged): .charged(charged)
            case .orderRefused(let rejection): .refused(rejection)
            default: nil
            }
        }
    }
}
