import OvationModel
import OvationWire

extension Result: CrossingValue where Success == RoomReply, Failure == Rejection {
    static var crossingKind: CrossingKind { .answer }

    var form: CrossedAnswer {
        var form = CrossedAnswer()
        form.result =
            switch self {
            case .success(let reply): .reply(reply.form)
            case .failure(let rejection): .refused(CrossedRefusal(rejection))
            }
        return form
    }

    init(_ form: CrossedAnswer) throws(CrossingFault) {
        switch form.result {
        case .reply(let reply): self = .success(try RoomReply(reply))
        case .refused(let refusal): self = .failure(refusal.decoded())
        case nil: throw .unknownCase("answer")
        }
    }
}

extension RoomReply {
    /// The reply in the form in which it crosses.
    var form: CrossedReply {
        var form = CrossedReply()
        form.kind =
            switch self {
            case .done: .done(CrossedNothing())
            case .barrage(let accepted): .barrage(CrossedBarrageAccepted(accepted))
            case .charged(let charged): .charged(CrossedGiftCharged(charged))
            case .orderRefused(let rejection): .orderRefused(CrossedRefusal(rejection))
            case .ended(let statistics): .endedJson(CrossingJSON.bytes(statistics))
            case .listing(let listing): .listingJson(CrossingJSON.bytes(listing))
            case .audience(let page): .audienceJson(CrossingJSON.bytes(page))
            case .metadata(let page): .metadataJson(CrossingJSON.bytes(page))
            case .roster(let roster): .rosterJson(CrossingJSON.bytes(roster))
            case .statistics(let statistics): .statisticsJson(CrossingJSON.bytes(statistics))
            case .moderationLog(let page): .moderationLogJson(CrossingJSON.bytes(page))
            case .words(let words): .wordsJson(CrossingJSON.bytes(words))
            case .board(let page): .boardJson(CrossingJSON.bytes(page))
            case .published(let accepted): .published(CrossedTopicAccepted(accepted))
            case .topicPage(let page): .topicPageJson(CrossingJSON.bytes(page))
            case .seats(let page): .seatsJson(CrossingJSON.bytes(page))
            case .seat(let taken): .seatJson(CrossingJSON.bytes(taken))
            case .coHost(let reply): .coHostJson(CrossingJSON.bytes(reply))
            case .pinned(let pinned): .pinnedJson(CrossingJSON.bytes(pinned))
            }
        return form
    }

    /// Reads the form.
    init(_ form: CrossedReply) throws(CrossingFault) {
        switch form.kind {
        case .done: self = .done
        case .barrage(let accepted): self = .barrage(accepted.decoded())
        case .charged(let charged): self = .charged(try charged.decoded())
        case .orderRefused(let refusal): self = .orderRefused(refusal.decoded())
        case .endedJson(let statistics): self = .ended(try CrossingJSON.decoded(statistics, "statistics"))
        case .listingJson(let listing): self = .listing(try CrossingJSON.decoded(listing, "a listing"))
        case .audienceJson(let page): self = .audience(try CrossingJSON.decoded(page, "an audience"))
        case .metadataJson(let page): self = .metadata(try CrossingJSON.decoded(page, "metadata"))
        case .rosterJson(let roster): self = .roster(try CrossingJSON.decoded(roster, "a roster"))
        case .statisticsJson(let statistics): self = .statistics(try CrossingJSON.decoded(statistics, "statistics"))
        case .moderationLogJson(let page): self = .moderationLog(try CrossingJSON.decoded(page, "a moderation log"))
        case .wordsJson(let words): self = .words(try CrossingJSON.decoded(words, "words"))
        case .boardJson(let page): self = .board(try CrossingJSON.decoded(page, "a board"))
        case .published(let accepted): self = .published(accepted.decoded())
        case .topicPageJson(let page): self = .topicPage(try CrossingJSON.decoded(page, "a topic"))
        case .seatsJson(let page): self = .seats(try CrossingJSON.decoded(page, "seats"))
        case .seatJson(let taken): self = .seat(try CrossingJSON.decoded(taken, "a seat"))
        case .coHostJson(let reply): self = .coHost(try CrossingJSON.decoded(reply, "what is said of other lives"))
        case .pinnedJson(let pinned): self = .pinned(try CrossingJSON.decoded(pinned, "pinned messages"))
        case nil: throw .unknownCase("reply")
        }
    }
}

extension CrossedBarrageAccepted {
    init(_ accepted: BarrageAccepted) {
        self.init()
        if let seq = accepted.seq { self.seq = seq }
        if let dropped = accepted.dropped { self.dropped = dropped.rawValue }
    }

    func decoded() -> BarrageAccepted {
        BarrageAccepted(seq: hasSeq ? seq : nil, dropped: hasDropped ? DropReason(rawValue: dropped) : nil)
    }
}

extension CrossedGiftCharged {
    init(_ charged: GiftCharged) {
        self.init()
        order = charged.orderID.rawValue
        giftID = charged.giftID.rawValue
        count = Int64(charged.count)
        coins = charged.coins.amount
        balance = charged.balance.amount
        durable = charged.durable
        at = charged.at.milliseconds
    }

    func decoded() throws(CrossingFault) -> GiftCharged {
        GiftCharged(
            orderID: try OrderID(crossed: order), giftID: try GiftID(crossed: giftID), count: Int(count),
            coins: try Coins(crossed: coins), balance: try Coins(crossed: balance), durable: durable,
            at: Timestamp(milliseconds: at))
    }
}

extension CrossedTopicAccepted {
    init(_ accepted: TopicAccepted) {
        self.init()
        if let id = accepted.id { self.id = id }
        if let number = accepted.number { self.number = number }
        if let dropped = accepted.dropped { self.dropped = dropped.rawValue }
    }

    func decoded() -> TopicAccepted {
        TopicAccepted(
            id: hasID ? id : nil, number: hasNumber ? number : nil,
            dropped: hasDropped ? DropReason(rawValue: dropped) : nil)
    }
}
