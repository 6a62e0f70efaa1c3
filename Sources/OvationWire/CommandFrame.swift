public import Foundation
public import OvationModel

/// A frame from a client: `{"id":7,"op":"barrage.send","room":"r1","data":{…}}`.
public struct CommandFrame: Hashable, Sendable {
    /// The number that the reply repeats. Any integer from 0; need not be unique.
    public var id: Int64
    /// Which live; nil where the command is for none.
    public var room: LiveID?
    /// What is asked.
    public var command: Command

    /// Makes a frame.
    public init(id: Int64, room: LiveID? = nil, command: Command) {
        self.id = id
        self.room = room
        self.command = command
    }

    /// Why a frame is not a command.
    public struct Failure: Error, Hashable, Sendable {
        /// The number of the frame, where it could be read.
        public var id: Int64?
        /// What to answer.
        public var rejection: Rejection
        /// Whether the frame is no command at all, as opposed to a command with a bad argument.
        public var isMalformed: Bool { rejection.code == .malformedFrame }
    }

    /// Reads a frame.
    ///
    /// Any bytes may come; they are read during the call only.
    ///
    /// Unknown fields are ignored. A frame without an integer `id` and a string `op` is malformed; an unknown `op`, a missing
    /// field and a field of a wrong type are refused with the frame's id.
    public static func decode(_ bytes: UnsafeRawBufferPointer) -> Result<CommandFrame, Failure> {
        if let frame = CommandScanner.frame(bytes) { return .success(frame) }
        return decodeGenerally(Data(bytes))
    }

    /// Reads a frame; see the other `decode`.
    public static func decode(_ bytes: Data) -> Result<CommandFrame, Failure> {
        bytes.withUnsafeBytes { decode($0) }
    }

    /// Reads a frame in any form that the wire allows.
    static func decodeGenerally(_ bytes: Data) -> Result<CommandFrame, Failure> {
        do {
            return try WireJSON.decode(Envelope.self, from: bytes).result
        } catch {
            return .failure(Failure(id: nil, rejection: Rejection(.malformedFrame)))
        }
    }

    /// The frame as JSON.
    public func encoded() throws -> Data {
        try WireJSON.encoder().encode(Outgoing(frame: self))
    }

    private enum CodingKeys: String, CodingKey { case id, op, room, data }

    private struct Envelope: Decodable {
        let result: Result<CommandFrame, Failure>

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let id = try container.decode(Int64.self, forKey: .id)
            let op = try container.decode(String.self, forKey: .op)
            guard id >= 0 else {
                throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "negative")
            }
            do {
                guard let command = try Self.command(op, container) else {
                    // Not by characters, of which one may be as long as the frame.
                    let shown = String(String.UnicodeScalarView(op.unicodeScalars.prefix(64)))
                    result = .failure(
                        Failure(id: id, rejection: Rejection(.unknownOperation, "There is no operation \"\(shown)\".")))
                    return
                }
                let room = try container.decodeIfPresent(LiveID.self, forKey: .room)
                if command.needsRoom, room == nil {
                    result = .failure(
                        Failure(
                            id: id,
                            rejection: Rejection(.illegalParameter, "\"\(op)\" needs the live's id in \"room\".")))
                    return
                }
                result = .success(CommandFrame(id: id, room: room, command: command))
            } catch let error as DecodingError {
                result = .failure(
                    Failure(id: id, rejection: Rejection(.illegalParameter, WireJSON.sentence(for: error))))
            } catch {
                // Foundation has errors of its own for a number out of range or a text with a wrong escape.
                result = .failure(
                    Failure(
                        id: id,
                        rejection: Rejection(
                            .illegalParameter, "A number or a text of \"\(op.prefix(64))\" cannot be read.")))
            }
        }

        private static func command(_ op: String, _ container: KeyedDecodingContainer<CodingKeys>) throws -> Command? {
            func data<Value: Decodable>(_ type: Value.Type) throws -> Value {
                try container.decode(type, forKey: .data)
            }
            func dataIfPresent<Value: Decodable>(_ type: Value.Type, else fallback: Value) throws -> Value {
                try container.decodeIfPresent(type, forKey: .data) ?? fallback
            }
            switch op {
            case "session.open": return .sessionOpen(try data(SessionOpen.self))
            case "session.ping": return .sessionPing
            case "room.create": return .roomCreate(try data(RoomCreate.self))
            case "room.join": return .roomJoin
            case "room.leave": return .roomLeave
            case "room.end": return .roomEnd
            case "room.update": return .roomUpdate(try data(RoomSettings.self))
            case "room.metadata": return .roomMetadata(try dataIfPresent(RoomMetadata.self, else: RoomMetadata()))
            case "room.list": return .roomList(try dataIfPresent(RoomList.self, else: RoomList()))
            case "room.info": return .roomInfo
            case "audience.list": return .audienceList(try dataIfPresent(AudienceList.self, else: AudienceList()))
            case "audience.kick": return .audienceKick(try data(AudienceKick.self))
            case "audience.mute": return .audienceMute(try data(AudienceMute.self))
            case "audience.ban": return .audienceBan(try data(AudienceBan.self))
            case "audience.admin": return .audienceAdmin(try data(AudienceAdmin.self))
            case "audience.log": return .audienceLog(try dataIfPresent(AudienceLog.self, else: AudienceLog()))
            case "user.update": return .userUpdate(try data(UserProfile.self))
            case "barrage.send": return .barrageSend(try data(BarrageSend.self))
            case "gift.list": return .giftList(try dataIfPresent(GiftList.self, else: GiftList()))
            case "gift.send": return .giftSend(try data(GiftSend.self))
            case "wallet.get": return .walletGet
            case "wallet.topUp": return .walletTopUp(try data(WalletTopUp.self))
            case "like.send": return .likeSend(try dataIfPresent(LikeSend.self, else: LikeSend()))
            case "board.list": return .boardList(try dataIfPresent(BoardList.self, else: BoardList()))
            default: return try laterCommand(op, container)
            }
        }

        private static func laterCommand(_ op: String, _ container: KeyedDecodingContainer<CodingKeys>) throws
            -> Command?
        {
            switch op {
            case "pubsub.publish": .pubsubPublish(try container.decode(PubSubPublish.self, forKey: .data))
            case "pubsub.subscribe": .pubsubSubscribe(try container.decode(PubSubSubscribe.self, forKey: .data))
            case "pubsub.unsubscribe": .pubsubUnsubscribe(try container.decode(PubSubUnsubscribe.self, forKey: .data))
            case "pubsub.messages": .pubsubMessages(try container.decode(PubSubMessages.self, forKey: .data))
            case "media.publish": .mediaPublish
            default: nil
            }
        }
    }

    private struct Outgoing: Encodable {
        let frame: CommandFrame

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(frame.id, forKey: .id)
            try container.encode(frame.command.op, forKey: .op)
            try container.encodeIfPresent(frame.room, forKey: .room)
            switch frame.command {
            case .sessionOpen(let data): try container.encode(data, forKey: .data)
            case .sessionPing, .roomJoin, .roomLeave, .roomEnd, .roomInfo, .walletGet, .mediaPublish: break
            case .roomCreate(let data): try container.encode(data, forKey: .data)
            case .roomUpdate(let data): try container.encode(data, forKey: .data)
            case .roomMetadata(let data): try container.encode(data, forKey: .data)
            case .roomList(let data): try container.encode(data, forKey: .data)
            case .audienceList(let data): try container.encode(data, forKey: .data)
            case .audienceKick(let data): try container.encode(data, forKey: .data)
            case .audienceMute(let data): try container.encode(data, forKey: .data)
            case .audienceBan(let data): try container.encode(data, forKey: .data)
            case .audienceAdmin(let data): try container.encode(data, forKey: .data)
            case .audienceLog(let data): try container.encode(data, forKey: .data)
            case .userUpdate(let data): try container.encode(data, forKey: .data)
            case .barrageSend(let data): try container.encode(data, forKey: .data)
            case .giftList(let data): try container.encode(data, forKey: .data)
            case .giftSend(let data): try container.encode(data, forKey: .data)
            case .walletTopUp(let data): try container.encode(data, forKey: .data)
            case .likeSend(let data): try container.encode(data, forKey: .data)
            case .boardList(let data): try container.encode(data, forKey: .data)
            case .pubsubPublish(let data): try container.encode(data, forKey: .data)
            case .pubsubSubscribe(let data): try container.encode(data, forKey: .data)
            case .pubsubUnsubscribe(let data): try container.encode(data, forKey: .data)
            case .pubsubMessages(let data): try container.encode(data, forKey: .data)
            }
        }
    }
}
