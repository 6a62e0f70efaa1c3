import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Messages of topics: to those who listen, and from the storage to those who come later.
extension RoomRuntime {
    /// Tells messages to those who listen to their topics.
    func tell(_ publications: [TopicPublication]) {
        for publication in publications { deliver(publication.event, isEssential: publication.lane == .essential) }
    }

    /// Keeps a message, then tells it and answers.
    func keep(_ commit: TopicCommit, _ call: RoomCall) {
        let topic = commit.topic
        let draft = tellings.draft(telling: commit, by: call.client, at: services.clock.wall())
        // Those who came and went before it are told before it.
        if draft != nil { tellMemberStates() }
        let told = draft.map { [$0] } ?? []
        let write = StorageWrite.topicMessage(
            room.info.sessionID, topic, commit.message, keptMax: services.limits.topicMessagesKeptMax)
        services.journal.submit(write, telling: told, on: loop.eventLoop) { result in
            switch result {
            case .success(.topicMessage(let number?)):
                var message = commit.message
                message.number = number
                self.tellKept(self.topicSequence.kept(message, in: topic), in: topic)
                call.reply(.success(.published(TopicAccepted(id: message.id, number: number))))
            case .success(.topicMessage(nil)): call.reply(.failure(Rejection(.roomNotFound)))
            case .success(let other):
                preconditionFailure("a message of a topic is answered with its number, not with \(other)")
            case .failure(let rejection):
                self.topicSequence.failed(in: topic)
                call.reply(.failure(rejection))
            }
            self.readTopicIfNeeded(topic)
        }
    }

    /// Reads what is kept of a topic where nobody knows whether all of it was told.
    private func readTopicIfNeeded(_ topic: TopicName) {
        guard !room.isEnded, let number = topicSequence.beginReading(topic) else { return }
        let session = room.info.sessionID
        let page = services.limits.topicMessagesPageMax
        services.background.submit { [services, loop] in
            let kept = await Result {
                try await services.storage.topicMessages(of: session, topic: topic, after: number, limit: page)
            }
            loop.run {
                switch kept {
                case .success(let messages):
                    let told = self.topicSequence.read(messages, mayBeMore: messages.count == page, in: topic)
                    self.tellKept(told, in: topic)
                    self.readTopicIfNeeded(topic)
                case .failure:
                    self.loop.eventLoop.scheduleTask(in: .seconds(1)) {
                        self.topicSequence.readingFailed(topic)
                        self.readTopicIfNeeded(topic)
                    }
                }
            }
        }
    }

    private func tellKept(_ messages: [TopicMessage], in topic: TopicName) {
        guard !room.isEnded else { return }
        // One by one, because each may be for others.
        for message in messages {
            deliver(TopicPublished(topic: topic, messages: [message]), isEssential: true)
        }
    }

    /// Encodes messages once, for all who are told.
    private func deliver(_ event: TopicPublished, isEssential: Bool) {
        services.metrics.event(.topicPublished)
        let position = EventPosition(epoch: broadcast.epoch, seq: nil, durable: nil, at: services.clock.wall())
        let frame = FrameEncoder.event(
            room: liveID, position: position, name: .topicPublished,
            data: RoomEvent.topicPublished(event).encodedData)
        var receivers: Set<UserID>?
        if let message = event.messages.first, let chosen = message.sendOnly {
            receivers = Set(chosen + [message.sender.userID])
        }
        let told = EdgeMessage.TopicFrame(
            topic: event.topic, frame: frame, isEssential: isEssential, receivers: receivers)
        edge.handle(.tellTopic(told, viewersByLoop: broadcast.schedule.viewersByLoop))
    }
}

// MARK: - Listening

extension RoomRuntime {
    /// Lets a connection listen to a topic, and answers with what is kept of it.
    func subscribe(to topic: TopicName, after: Int64?, _ call: RoomCall) {
        guard let origin = call.origin, let user = call.actor.user?.userID,
            admission.places[origin.session]?.connection == origin.connection
        else { return call.reply(.failure(Rejection(.notMember))) }
        // What is told after this number comes to the connection by itself: it listens before that can reach its event loop.
        let page = pageRequest(topic, after: after, count: services.limits.topicMessagesPageMax, for: user)
        edge.subscribe(origin.connection, to: topic) { refusal in
            if let refusal { return call.reply(.failure(refusal)) }
            page(call.reply)
        }
    }

    /// Lets a connection listen to a topic no more.
    func unsubscribe(from topic: TopicName, _ call: RoomCall) {
        if let origin = call.origin { edge.handle(.unsubscribe(origin.connection, topic)) }
        call.reply(.success(.done))
    }

    /// Answers with a page of what is kept of a topic.
    func readTopic(_ topic: TopicName, after: Int64?, count: Int, _ call: RoomCall) {
        guard let user = call.actor.user?.userID else { return call.reply(.failure(Rejection(.notMember))) }
        do throws(Rejection) {
            try room.checkListener(user)
        } catch {
            return call.reply(.failure(error))
        }
        pageRequest(topic, after: after, count: count, for: user)(call.reply)
    }

    /// What reads a page of a topic as far as it was told by now.
    private func pageRequest(
        _ topic: TopicName, after: Int64?, count: Int, for user: UserID
    ) -> @Sendable (@escaping @Sendable (Result<RoomReply, Rejection>) -> Void) -> Void {
        let last = topicSequence.last(of: topic)
        let after = after ?? 0
        let session = room.info.sessionID
        return { [services] reply in
            // Most topics keep nothing.
            guard after < last else { return reply(.success(.topicPage(TopicPage(messages: [], last: last)))) }
            services.background.submit {
                let kept = await Result {
                    try await services.storage.topicMessages(of: session, topic: topic, after: after, limit: count)
                }
                reply(
                    kept.map { .topicPage(TopicPage($0, upTo: last, isFull: $0.count == count, for: user)) }
                        .mapError { _ in Rejection(.storageUnavailable) })
            }
        }
    }
}

extension RoomOutcome {
    /// The id of the message that was published and is told by itself; nil where there is none.
    var publishedAlone: Int64? { topics.first { $0.lane == .barrage }?.event.messages.first?.id }
}

extension TopicPage {
    /// Makes a page for a user of what was read.
    init(_ kept: [TopicMessage], upTo last: Int64, isFull: Bool, for user: UserID) {
        let read = kept.last?.number ?? last
        self.init(
            messages: kept.filter { ($0.number ?? 0) <= last && $0.isFor(user) }, last: last,
            next: isFull && read < last ? read : nil)
    }
}
