import OvationJSON
import OvationModel

/// A fast parser for the most frequent commands in the form that clients usually write. It does not use Foundation.
///
/// It understands a subset of what the general decoder understands, and never gives a different result. It returns nil for everything else:
/// escaped texts, repeated or unknown keys, numbers with a fraction, invalid ids. The general decoder then decides.
struct CommandScanner {
    private var cursor: JSONCursor

    /// Parses the command in a frame. Returns nil if the general decoder must decode it.
    static func frame(_ bytes: UnsafeRawBufferPointer) -> CommandFrame? {
        var scanner = CommandScanner(cursor: JSONCursor(bytes))
        return scanner.frame()
    }

    private mutating func frame() -> CommandFrame? {
        var id: Int64?
        var op: Range<Int>?
        var room: LiveID?
        var data: Int?
        guard cursor.skip("{") else { return nil }
        repeat {
            guard let key = plainRange(), cursor.skip(":") else { return nil }
            if matches(key, "id"), id == nil {
                guard let number = cursor.wholeNumber(), number >= 0 else { return nil }
                id = number
            } else if matches(key, "op"), op == nil {
                guard let range = plainRange() else { return nil }
                op = range
            } else if matches(key, "room"), room == nil {
                guard let text = plainText(), let liveID = LiveID(text) else { return nil }
                room = liveID
            } else if matches(key, "data"), data == nil {
                data = cursor.index
                guard cursor.skipValue() else { return nil }
            } else {
                return nil
            }
        } while cursor.skip(",")
        guard cursor.skip("}"), cursor.isAtEnd(), let id, let op else { return nil }
        guard let command = command(op, data), room != nil || !command.needsRoom else { return nil }
        return CommandFrame(id: id, room: room, command: command)
    }

    private func command(_ op: Range<Int>, _ data: Int?) -> Command? {
        if matches(op, "barrage.send") { return data.flatMap(barrage).map(Command.barrageSend) }
        if matches(op, "gift.send") { return data.flatMap(gift).map(Command.giftSend) }
        if matches(op, "like.send") { return data == nil ? .likeSend(LikeSend()) : data.flatMap(like) }
        if matches(op, "pubsub.publish") { return data.flatMap(tap).map(Command.pubsubPublish) }
        if matches(op, "seat.devices") { return data.flatMap(devices).map(Command.seatDevices) }
        if matches(op, "seat.leave") { return .seatLeave }
        if matches(op, "seat.take") {
            return data == nil ? .seatTake(SeatTake()) : data.flatMap(seat).map(Command.seatTake)
        }
        if matches(op, "session.ping") { return .sessionPing }
        if matches(op, "session.open") { return data.flatMap(login).map(Command.sessionOpen) }
        if matches(op, "room.join") { return .roomJoin }
        if matches(op, "room.leave") { return .roomLeave }
        return nil
    }

    private func barrage(_ data: Int) -> BarrageSend? {
        var scanner = at(data)
        var text: String?
        let isRead = scanner.members { scanner, key in
            guard scanner.matches(key, "text"), text == nil else { return false }
            text = scanner.plainText()
            return text != nil
        }
        return isRead ? text.map { BarrageSend(text: $0) } : nil
    }

    private func like(_ data: Int) -> Command? {
        var scanner = at(data)
        var count: Int64?
        let isRead = scanner.members { scanner, key in
            guard scanner.matches(key, "count"), count == nil else { return false }
            count = scanner.cursor.wholeNumber()
            return count != nil
        }
        return isRead ? .likeSend(LikeSend(count: count.map { Int($0) })) : nil
    }

    /// Parses a topic message that has only a text.
    private func tap(_ data: Int) -> PubSubPublish? {
        var scanner = at(data)
        var topic: TopicName?
        var message: String?
        var count: Int64?
        let isRead = scanner.members { scanner, key in
            if scanner.matches(key, "topic"), topic == nil {
                topic = scanner.plainText().flatMap { TopicName($0) }
                return topic != nil
            } else if scanner.matches(key, "message"), message == nil {
                message = scanner.plainText()
                return message != nil
            } else if scanner.matches(key, "count"), count == nil {
                count = scanner.cursor.wholeNumber()
                return count != nil
            }
            return false
        }
        guard isRead, let topic, let message else { return nil }
        return PubSubPublish(topic: topic, message: message, count: count.map { Int($0) })
    }

    private func gift(_ data: Int) -> GiftSend? {
        var scanner = at(data)
        var orderID: OrderID?
        var giftID: GiftID?
        var count: Int64?
        var to: [UserID]?
        let isRead = scanner.members { scanner, key in
            if scanner.matches(key, "orderID"), orderID == nil {
                orderID = scanner.plainText().flatMap { OrderID($0) }
                return orderID != nil
            } else if scanner.matches(key, "giftID"), giftID == nil {
                giftID = scanner.plainText().flatMap { GiftID($0) }
                return giftID != nil
            } else if scanner.matches(key, "count"), count == nil {
                count = scanner.cursor.wholeNumber()
                return count != nil
            } else if scanner.matches(key, "to"), to == nil {
                to = scanner.users()
                return to != nil
            }
            return false
        }
        guard isRead, let orderID, let giftID else { return nil }
        return GiftSend(orderID: orderID, giftID: giftID, count: count.map { Int($0) }, to: to)
    }

    private func devices(_ data: Int) -> SeatDevices? {
        var scanner = at(data)
        var devices = SeatDevices()
        let isRead = scanner.members { scanner, key in
            if scanner.matches(key, "microphone"), devices.microphone == nil {
                devices.microphone = scanner.cursor.truth()
                return devices.microphone != nil
            } else if scanner.matches(key, "camera"), devices.camera == nil {
                devices.camera = scanner.cursor.truth()
                return devices.camera != nil
            }
            return false
        }
        return isRead ? devices : nil
    }

    /// Parses the wish for a seat without a text.
    private func seat(_ data: Int) -> SeatTake? {
        var scanner = at(data)
        var take = SeatTake()
        let isRead = scanner.members { scanner, key in
            if scanner.matches(key, "index"), take.index == nil {
                take.index = scanner.cursor.wholeNumber().map { Int($0) }
                return take.index != nil
            } else if scanner.matches(key, "seconds"), take.seconds == nil {
                take.seconds = scanner.cursor.wholeNumber().map { Int($0) }
                return take.seconds != nil
            }
            return false
        }
        return isRead ? take : nil
    }

    private func login(_ data: Int) -> SessionOpen? {
        var scanner = at(data)
        var sdkAppID: Int64?
        var userID: UserID?
        var userSig: String?
        let isRead = scanner.members { scanner, key in
            if scanner.matches(key, "sdkAppID"), sdkAppID == nil {
                sdkAppID = scanner.cursor.wholeNumber()
                return sdkAppID != nil
            } else if scanner.matches(key, "userID"), userID == nil {
                userID = scanner.plainText().flatMap { UserID($0) }
                return userID != nil
            } else if scanner.matches(key, "userSig"), userSig == nil {
                userSig = scanner.plainText()
                return userSig != nil
            }
            return false
        }
        guard isRead, let sdkAppID, let userID, let userSig else { return nil }
        return SessionOpen(sdkAppID: Int(sdkAppID), userID: userID, userSig: userSig)
    }

    // MARK: - Pieces

    private func at(_ index: Int) -> CommandScanner {
        CommandScanner(cursor: JSONCursor(UnsafeRawBufferPointer(rebasing: cursor.bytes[index...])))
    }

    /// Parses an object member by member. Returns false if it is not an object or if `read` refuses a member.
    private mutating func members(_ read: (inout CommandScanner, Range<Int>) -> Bool) -> Bool {
        guard cursor.skip("{") else { return false }
        if cursor.skip("}") { return true }
        repeat {
            guard let key = plainRange(), cursor.skip(":"), read(&self, key) else { return false }
        } while cursor.skip(",")
        return cursor.skip("}")
    }

    private mutating func users() -> [UserID]? {
        var users: [UserID] = []
        guard cursor.skip("[") else { return nil }
        if cursor.skip("]") { return users }
        repeat {
            guard let user = plainText().flatMap({ UserID($0) }) else { return nil }
            users.append(user)
        } while cursor.skip(",")
        return cursor.skip("]") ? users : nil
    }

    /// Parses a string without escapes.
    private mutating func plainRange() -> Range<Int>? {
        guard let text = cursor.text(), !text.isEscaped else { return nil }
        return text.range
    }

    private mutating func plainText() -> String? {
        plainRange().map { String(decoding: UnsafeRawBufferPointer(rebasing: cursor.bytes[$0]), as: UTF8.self) }
    }

    private func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where cursor.bytes[range.lowerBound + offset] != name.utf8Start[offset] {
            return false
        }
        return true
    }
}
