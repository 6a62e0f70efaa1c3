public import OvationModel

/// Writes the frames that a server sends. The same content is always the same bytes.
public enum FrameEncoder {
    /// `{"id":7,"ok":{…}}`, with content that is JSON already.
    public static func reply(id: Int64, ok json: [UInt8]) -> [UInt8] {
        var frame = JSONBytes(capacity: json.count + 32)
        frame.append("{\"id\":")
        frame.append(id)
        frame.append(",\"ok\":")
        frame.bytes += json
        frame.append("}")
        return frame.bytes
    }

    /// `{"id":7,"ok":{…}}`.
    public static func reply(id: Int64, ok value: some Encodable) -> [UInt8] {
        reply(id: id, ok: WireJSON.bytes(value))
    }

    /// `{"id":7,"error":{…}}`; without an id where that could not be read.
    public static func reply(id: Int64?, error: Rejection) -> [UInt8] {
        var frame = JSONBytes(capacity: 160)
        frame.append("{")
        if let id {
            frame.append("\"id\":")
            frame.append(id)
            frame.append(",")
        }
        frame.append("\"error\":")
        frame.bytes += WireJSON.bytes(WireError(error))
        frame.append("}")
        return frame.bytes
    }

    /// `{"room":…,"epoch":…,"seq":…,"durable":…,"at":…,"event":…,"data":{…}}`, with content that is JSON already.
    public static func event(
        room: LiveID, position: EventPosition, name: RoomEventName, data json: [UInt8]
    ) -> [UInt8] {
        var frame = JSONBytes(capacity: json.count + 160)
        frame.append("{\"room\":")
        frame.appendQuoted(room.rawValue)
        frame.append(",\"epoch\":")
        frame.appendQuoted(position.epoch)
        if let seq = position.seq {
            frame.append(",\"seq\":")
            frame.append(seq)
        }
        if let durable = position.durable {
            frame.append(",\"durable\":")
            frame.append(durable)
        }
        frame.append(",\"at\":")
        frame.append(position.at.milliseconds)
        frame.append(",\"event\":")
        frame.appendQuoted(name.rawValue)
        frame.append(",\"data\":")
        frame.bytes += json
        frame.append("}")
        return frame.bytes
    }

    /// An event that is in no room: `{"event":"wallet.changed","data":{…}}`.
    public static func event(name: StaticString, data value: some Encodable) -> [UInt8] {
        var frame = JSONBytes(capacity: 96)
        frame.append("{\"event\":\"")
        frame.append(name)
        frame.append("\",\"data\":")
        frame.bytes += WireJSON.bytes(value)
        frame.append("}")
        return frame.bytes
    }

    /// `{"event":"wallet.changed","data":{"balance":…}}`, for the sessions of one user.
    public static func walletChanged(_ wallet: Wallet) -> [UInt8] {
        var frame = JSONBytes(capacity: 96)
        frame.append("{\"event\":\"wallet.changed\",\"data\":{\"balance\":")
        frame.append(wallet.balance.amount)
        frame.append("}}")
        return frame.bytes
    }

    /// `{"event":"catalogue.changed","data":{}}`, for everybody.
    public static func catalogueChanged() -> [UInt8] { event(name: "catalogue.changed", data: Empty()) }
}
