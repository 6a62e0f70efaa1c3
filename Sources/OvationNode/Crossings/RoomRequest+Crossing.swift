import OvationBackend
import OvationModel
import OvationRules
import OvationWire
import SwiftProtobuf

extension RoomRequest: CrossingValue {
    static var crossingKind: CrossingKind { .request }

    var form: CrossedRequest {
        var form = CrossedRequest()
        form.actor = CrossedActor(actor)
        if let origin { form.origin = CrossedOrigin(origin) }
        form.client = CrossedClient(client)
        if let message { form.message = CrossedMessageTag(message) }
        form.body = body.form
        return form
    }

    init(_ form: CrossedRequest) throws(CrossingFault) {
        self.init(
            actor: try form.actor.decoded(), origin: form.hasOrigin ? try form.origin.decoded() : nil,
            body: try Body(form.body), client: try form.client.decoded(),
            message: form.hasMessage ? MessageTag(id: form.message.id, random: form.message.random) : nil)
    }
}

// MARK: - Who asks, and from where

extension CrossedActor {
    init(_ actor: RoomActor) {
        self.init()
        if let user = actor.user { self.user = CrossedUser(user) }
        isAdministrator = actor.isAdministrator
        isOnBehalf = actor.isOnBehalf
        source = actor.source.rawValue
        if let account = actor.account { self.account = account.rawValue }
    }

    func decoded() throws(CrossingFault) -> RoomActor {
        guard let source = ModerationSource(rawValue: source) else { throw .unknownCase("source") }
        return RoomActor(
            user: hasUser ? try user.decoded() : nil, isAdministrator: isAdministrator, isOnBehalf: isOnBehalf,
            source: source, account: hasAccount ? try UserID(crossed: account) : nil)
    }
}

extension CrossedOrigin {
    init(_ origin: RoomRequest.Origin) {
        self.init()
        session = origin.session.rawValue
        connection = CrossedConnection(origin.connection)
        generation = origin.generation
    }

    func decoded() throws(CrossingFault) -> RoomRequest.Origin {
        RoomRequest.Origin(
            session: try SessionID(crossed: session),
            connection: try required(hasConnection ? connection : nil, "a connection").decoded(),
            generation: generation)
    }
}

extension CrossedClient {
    init(_ client: Callback.Client) {
        self.init()
        address = client.address
        platform = client.platform.rawValue
    }

    func decoded() throws(CrossingFault) -> Callback.Client {
        guard let platform = Callback.Client.Platform(rawValue: platform) else { throw .unknownCase("platform") }
        return Callback.Client(address: address, platform: platform)
    }
}

extension CrossedMessageTag {
    init(_ tag: MessageTag) {
        self.init()
        id = tag.id
        random = tag.random
    }
}

// MARK: - What is asked

extension RoomRequest.Body {
    var form: CrossedRequest.OneOf_Body {
        switch self {
        case .command(let command): .command(command.form)
        case .enter(let id, let created): .enter(CrossedEntry(id: id, created: created))
        case .resume(let position, let bytesMax):
            .resume(
                .with {
                    $0.position = CrossedPosition(position)
                    $0.bytesMax = Int64(bytesMax)
                })
        case .leave: .leave(CrossedNothing())
        case .info: .info(CrossedNothing())
        case .audience(let offset, let count): .audience(CrossedPage(offset: offset, count: count))
        case .board(let count): .board(UInt32(clamping: count))
        case .metadata(let keys): .metadata(.with { $0.keys = keys })
        case .roster(let part): .roster(CrossedRoster(part))
        case .statistics: .statistics(CrossedNothing())
        case .moderationLog(let before, let count):
            .moderationLog(
                .with {
                    if let before { $0.before = before }
                    $0.count = UInt32(clamping: count)
                })
        case .words: .words(CrossedNothing())
        case .setWords(let words): .setWordsJson(CrossingJSON.bytes(words))
        case .editWords(let edit): .editWordsJson(CrossingJSON.bytes(edit))
        case .subscribe(let topic, let after):
            .subscribe(
                .with {
                    $0.topic = topic.rawValue
                    if let after { $0.after = after }
                })
        case .unsubscribe(let topic): .unsubscribe(topic.rawValue)
        case .topicMessages(let topic, let after, let count):
            .topicMessages(
                .with {
                    $0.topic = topic.rawValue
                    if let after { $0.after = after }
                    $0.count = UInt32(clamping: count)
                })
        case .shutDown: .shutDown(CrossedNothing())
        case .seats: .seats(CrossedNothing())
        case .coHosts: .coHosts(CrossedNothing())
        case .pinned: .pinned(CrossedNothing())
        }
    }

    init(_ form: CrossedRequest.OneOf_Body?) throws(CrossingFault) {
        switch form {
        case .command(let command): self = .command(try RoomCommand(command))
        case .enter(let entry): self = .enter(id: entry.id, created: entry.created)
        case .resume(let resume):
            let position = try required(resume.hasPosition ? resume.position : nil, "a position").decoded()
            self = .resume(position, bytesMax: max(0, Int(resume.bytesMax)))
        case .leave: self = .leave
        case .info: self = .info
        case .audience(let page): self = .audience(offset: Int(page.offset), count: Int(page.count))
        case .board(let count): self = .board(count: Int(count))
        case .metadata(let metadata): self = .metadata(keys: metadata.keys)
        case .roster(let roster): self = .roster(try roster.decoded())
        case .statistics: self = .statistics
        case .moderationLog(let page):
            self = .moderationLog(before: page.hasBefore ? page.before : nil, count: Int(page.count))
        case .words: self = .words
        case .setWordsJson(let words): self = .setWords(try CrossingJSON.decoded(words, "words"))
        case .editWordsJson(let edit): self = .editWords(try CrossingJSON.decoded(edit, "a change of words"))
        case .subscribe(let wish):
            self = .subscribe(try TopicName(crossed: wish.topic), after: wish.hasAfter ? wish.after : nil)
        case .unsubscribe(let topic): self = .unsubscribe(try TopicName(crossed: topic))
        case .topicMessages(let page):
            self = .topicMessages(
                try TopicName(crossed: page.topic), after: page.hasAfter ? page.after : nil, count: Int(page.count))
        case .shutDown: self = .shutDown
        case .seats: self = .seats
        case .coHosts: self = .coHosts
        case .pinned: self = .pinned
        case nil: throw .unknownCase("request")
        }
    }
}

extension CrossedEntry {
    init(id: Int64, created: Bool) {
        self.init()
        self.id = id
        self.created = created
    }
}

extension CrossedPage {
    init(offset: Int, count: Int) {
        self.init()
        self.offset = UInt32(clamping: offset)
        self.count = UInt32(clamping: count)
    }
}

extension CrossedRoster {
    init(_ part: RoomRoster.Part) {
        self.init()
        self.part =
            switch part {
            case .admins: .admins(CrossedNothing())
            case .muted: .muted(CrossedNothing())
            case .banned(let offset, let count): .banned(CrossedPage(offset: offset, count: count))
            case .robots: .robots(CrossedNothing())
            }
    }

    func decoded() throws(CrossingFault) -> RoomRoster.Part {
        switch part {
        case .admins: .admins
        case .muted: .muted
        case .banned(let page): .banned(offset: Int(page.offset), count: Int(page.count))
        case .robots: .robots
        case nil: throw .unknownCase("roster")
        }
    }
}
