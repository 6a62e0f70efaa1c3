import OvationModel
import OvationObservability
import OvationWire

/// How commands are answered.
extension Connection {
    /// Answers a command with content that is JSON already.
    func reply(id: Int64, ok json: [UInt8]) {
        charge(json.count / Self.bytesPerCommand)
        write(FrameEncoder.reply(id: id, ok: json))
    }

    /// Answers a command, or refuses it.
    func reply(id: Int64, _ result: Result<[UInt8], Rejection>) {
        switch result {
        case .success(let json): reply(id: id, ok: json)
        case .failure(let rejection): reply(id: id, error: rejection)
        }
    }

    /// Refuses a command.
    func reply(id: Int64, error: Rejection) {
        node.services.metrics.rejected(error.code)
        write(FrameEncoder.reply(id: id, error: error))
    }
}

// MARK: - Answers that take time

extension Connection {
    /// Runs a command whose answer takes time, and sends the answer.
    ///
    /// The command counts as under way until then. With too many of them the client is read no further.
    ///
    /// - Parameters:
    ///   - json: encodes a reply, on the event loop of the connection.
    ///   - work: gets what answers. That is to be called once, on any event loop or task; an entry that succeeds calls ``finishEntry()``
    ///     instead.
    func answer<Reply: Sendable>(
        _ id: Int64, json: @escaping @Sendable (Reply) -> [UInt8],
        _ work: (@escaping @Sendable (Result<Reply, Rejection>) -> Void) -> Void
    ) {
        underWay += 1
        node.answerShare.began(isFirst: underWay == 1)
        work { result in
            self.shard.run {
                self.reply(id: id, result.map(json))
                self.finishAnswer()
            }
        }
    }

    /// Runs a command whose answer takes time, and sends the answer as JSON; see ``answer(_:json:_:)``.
    func answer<Reply: Encodable & Sendable>(
        _ id: Int64, with: Reply.Type, _ work: (@escaping @Sendable (Result<Reply, Rejection>) -> Void) -> Void
    ) {
        answer(id, json: { WireJSON.bytes($0) }, work)
    }

    /// Has a live answer a request whose answer takes time.
    func answer(_ id: Int64, from room: any RoomPort, to request: RoomRequest) {
        answer(id, json: \RoomReply.json) { room.submit(request, $0) }
    }

    /// The live has answered the session's request to enter, and has admitted everybody else of the tick.
    func finishEntry() { finishAnswer() }

    private func finishAnswer() {
        // An entrant that was sent back has its answer already; what the live says later is for nobody.
        guard underWay > 0 else { return }
        underWay -= 1
        node.answerShare.ended(isLast: underWay == 0)
        if isClosed, underWay == 0 { shard.remove(self, isAwaited: false) }
        if !isReading { proceed() }
    }
}
