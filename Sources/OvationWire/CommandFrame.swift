public import Foundation
public import OvationModel

/// A frame from a client: `{"id":7,"op":"barrage.send","room":"r1","data":{…}}`.
public struct CommandFrame: Hashable, Sendable {
    /// The number that the reply repeats. It may be any integer from 0 and need not be unique.
    public var id: Int64
    /// The live; nil for a command without a live.
    public var room: LiveID?
    /// The command.
    public var command: Command

    /// Makes a frame.
    public init(id: Int64, room: LiveID? = nil, command: Command) {
        self.id = id
        self.room = room
        self.command = command
    }

    /// The reason why a frame could not be read as a command.
    public struct Failure: Error, Hashable, Sendable {
        /// The number of the frame; nil if it could not be read.
        public var id: Int64?
        /// The error to answer with.
        public var rejection: Rejection
        /// True if the frame is not a command at all, false if it is a command with an invalid argument.
        public var isMalformed: Bool { rejection.code == .malformedFrame }
    }

    /// Decodes a frame.
    ///
    /// The bytes may be arbitrary. They are read only during the call.
    ///
    /// Unknown fields are ignored. A frame without an integer `id` and a string `op` is malformed. An unknown `op`, a missing field and a
    /// field of the wrong type are errors that carry the frame's id.
    public static func decode(_ bytes: UnsafeRawBufferPointer) -> Result<CommandFrame, Failure> {
        if let frame = CommandScanner.frame(bytes) { return .success(frame) }
        return decodeGenerally(Data(bytes))
    }

    /// Decodes a frame, like the other `decode`.
    public static func decode(_ bytes: Data) -> Result<CommandFrame, Failure> {
        bytes.withUnsafeBytes { decode($0) }
    }

    /// Decodes a frame in every form that the protocol allows.
    static func decodeGenerally(_ bytes: Data) -> Result<CommandFrame, Failure> {
        do {
            return try WireJSON.decode(Envelope.self, from: bytes).result
        } catch {
            return .failure(Failure(id: nil, rejection: Rejection(.malformedFrame)))
        }
    }

    /// Encodes the frame as JSON.
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
                guard let operation = Command.Operation(rawValue: op) else {
                    // The text is cut by Unicode scalars, because a single character can be as long as the frame.
                    let shown = String(String.UnicodeScalarView(op.unicodeScalars.prefix(64)))
                    result = .failure(
                        Failure(id: id, rejection: Rejection(.unknownOperation, "There is no operation \"\(shown)\".")))
                    return
                }
                let command = try Self.command(operation, container)
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
                // Foundation throws errors of its own for numbers out of range and invalid escapes.
                result = .failure(
                    Failure(
                        id: id,
                        rejection: Rejection(
                            .illegalParameter, "A number or a text of \"\(op.prefix(64))\" cannot be read.")))
            }
        }

        private static func command(
            _ operation: Command.Operation, _ container: KeyedDecodingContainer<CodingKeys>
        ) throws -> Command {
            func data<Value: Decodable>(_ type: Value.Type) throws -> Value {
                try container.decode(type, forKey: .data)
            }
            func dataIfPresent<Value: Decodable>(_ type: Value.Type, else fallback: Value) throws -> Value {
                try container.decodeIfPresent(type, forKey: .data) ?? fallback
            }
            return switch operation {
            case .sessionOpen: .sessionOpen(try data(SessionOpen.self))
            case .sessionPing: .sessionPing
            case .roomCreate: .roomCreate(try data(RoomCreate.self))
            case .roomJoin: .roomJoin
            case .roomLeave: .roomLeave
            case .roomEnd: .roomEnd
            case .roomEarnings: .roomEarnings(try dataIfPresent(RoomEarnings.self, else: RoomEarnings()))
            case .roomUpdate: .roomUpdate(try data(RoomSettings.self))
            case .roomMetadata: .roomMetadata(try dataIfPresent(RoomMetadata.self, else: RoomMetadata()))
            case .roomWords: .roomWords(try dataIfPresent(RoomWords.self, else: RoomWords()))
            case .roomList: .roomList(try dataIfPresent(RoomList.self, else: RoomList()))
            case .roomInfo: .roomInfo
            case .audienceList: .audienceList(try dataIfPresent(AudienceList.self, else: AudienceList()))
            case .audienceKick: .audienceKick(try data(AudienceKick.self))
            case .audienceMute: .audienceMute(try data(AudienceMute.self))
            case .audienceBan: .audienceBan(try data(AudienceBan.self))
            case .audienceAdmin: .audienceAdmin(try data(AudienceAdmin.self))
            case .audienceLog: .audienceLog(try dataIfPresent(AudienceLog.self, else: AudienceLog()))
            case .userUpdate: .userUpdate(try data(UserProfile.self))
            case .barrageSend: .barrageSend(try data(BarrageSend.self))
            case .barrageDelete: .barrageDelete(try data(BarrageDelete.self))
            case .barragePin: .barragePin(try data(BarragePin.self))
            case .giftList: .giftList(try dataIfPresent(GiftList.self, else: GiftList()))
            case .giftSend: .giftSend(try data(GiftSend.self))
            case .walletGet: .walletGet
            case .walletTopUp: .walletTopUp(try data(WalletTopUp.self))
            case .likeSend: .likeSend(try dataIfPresent(LikeSend.self, else: LikeSend()))
            case .boardList: .boardList(try dataIfPresent(BoardList.self, else: BoardList()))
            case .pubsubPublish: .pubsubPublish(try data(PubSubPublish.self))
            case .pubsubSubscribe: .pubsubSubscribe(try data(PubSubSubscribe.self))
            case .pubsubUnsubscribe: .pubsubUnsubscribe(try data(PubSubUnsubscribe.self))
            case .pubsubMessages: .pubsubMessages(try data(PubSubMessages.self))
            case .mediaPublish: .mediaPublish
            case .fileTicket: .fileTicket
            case .mediaTest: .mediaTest
            case .mediaEncoder: .mediaEncoder
            case .seatList: .seatList
            case .seatTake: .seatTake(try dataIfPresent(SeatTake.self, else: SeatTake()))
            case .seatLeave: .seatLeave
            case .seatMove: .seatMove(try data(SeatMove.self))
            case .seatKick: .seatKick(try data(SeatKick.self))
            case .seatLock: .seatLock(try data(SeatLock.self))
            case .seatAllow: .seatAllow(try data(SeatAllow.self))
            case .seatFeature: .seatFeature(try data(SeatFeature.self))
            case .seatDevices: .seatDevices(try data(SeatDevices.self))
            case .seatInvite: .seatInvite(try data(SeatInvite.self))
            case .seatCancel: .seatCancel(try dataIfPresent(SeatCancel.self, else: SeatCancel()))
            case .seatAnswer: .seatAnswer(try data(SeatAnswer.self))
            case .coHostList: .coHostList
            case .coHostRequest: .coHostRequest(try data(CoHostAsk.self))
            case .coHostCancel: .coHostCancel(try data(CoHostCancel.self))
            case .coHostAnswer: .coHostAnswer(try data(CoHostAnswer.self))
            case .coHostExit: .coHostExit
            case .coHostMute: .coHostMute(try data(CoHostMute.self))
            case .battleRequest: .battleRequest(try data(BattleAsk.self))
            case .battleCancel: .battleCancel(try data(BattleCancel.self))
            case .battleAnswer: .battleAnswer(try data(BattleAnswer.self))
            case .battleExit: .battleExit(try data(BattleExit.self))
            case .seatSignal: .seatSignal(try data(SeatSignal.self))
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
            case .sessionPing, .roomJoin, .roomLeave, .roomEnd, .roomInfo, .walletGet, .mediaPublish, .fileTicket,
                .mediaTest, .mediaEncoder, .seatList, .seatLeave, .coHostList, .coHostExit:
                break
            case .roomCreate(let data): try container.encode(data, forKey: .data)
            case .roomEarnings(let data): try container.encode(data, forKey: .data)
            case .roomUpdate(let data): try container.encode(data, forKey: .data)
            case .roomMetadata(let data): try container.encode(data, forKey: .data)
            case .roomWords(let data): try container.encode(data, forKey: .data)
            case .roomList(let data): try container.encode(data, forKey: .data)
            case .audienceList(let data): try container.encode(data, forKey: .data)
            case .audienceKick(let data): try container.encode(data, forKey: .data)
            case .audienceMute(let data): try container.encode(data, forKey: .data)
            case .audienceBan(let data): try container.encode(data, forKey: .data)
            case .audienceAdmin(let data): try container.encode(data, forKey: .data)
            case .audienceLog(let data): try container.encode(data, forKey: .data)
            case .userUpdate(let data): try container.encode(data, forKey: .data)
            case .barrageSend(let data): try container.encode(data, forKey: .data)
            case .barrageDelete(let data): try container.encode(data, forKey: .data)
            case .barragePin(let data): try container.encode(data, forKey: .data)
            case .giftList(let data): try container.encode(data, forKey: .data)
            case .giftSend(let data): try container.encode(data, forKey: .data)
            case .walletTopUp(let data): try container.encode(data, forKey: .data)
            case .likeSend(let data): try container.encode(data, forKey: .data)
            case .boardList(let data): try container.encode(data, forKey: .data)
            case .pubsubPublish(let data): try container.encode(data, forKey: .data)
            case .pubsubSubscribe(let data): try container.encode(data, forKey: .data)
            case .pubsubUnsubscribe(let data): try container.encode(data, forKey: .data)
            case .pubsubMessages(let data): try container.encode(data, forKey: .data)
            case .seatTake(let data): try container.encode(data, forKey: .data)
            case .seatMove(let data): try container.encode(data, forKey: .data)
            case .seatKick(let data): try container.encode(data, forKey: .data)
            case .seatLock(let data): try container.encode(data, forKey: .data)
            case .seatAllow(let data): try container.encode(data, forKey: .data)
            case .seatFeature(let data): try container.encode(data, forKey: .data)
            case .seatDevices(let data): try container.encode(data, forKey: .data)
            case .seatInvite(let data): try container.encode(data, forKey: .data)
            case .seatCancel(let data): try container.encode(data, forKey: .data)
            case .seatAnswer(let data): try container.encode(data, forKey: .data)
            case .coHostRequest(let data): try container.encode(data, forKey: .data)
            case .coHostCancel(let data): try container.encode(data, forKey: .data)
            case .coHostAnswer(let data): try container.encode(data, forKey: .data)
            case .coHostMute(let data): try container.encode(data, forKey: .data)
            case .battleRequest(let data): try container.encode(data, forKey: .data)
            case .battleCancel(let data): try container.encode(data, forKey: .data)
            case .battleAnswer(let data): try container.encode(data, forKey: .data)
            case .battleExit(let data): try container.encode(data, forKey: .data)
            case .seatSignal(let data): try container.encode(data, forKey: .data)
            }
        }
    }
}
