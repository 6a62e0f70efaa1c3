public import OvationModel

/// Encodes the server's frames. The same content always gives the same bytes.
public enum FrameEncoder {
    /// Encodes `{"id":7,"ok":{…}}`. The content is already JSON.
    public static func reply(id: Int64, ok json: [UInt8]) -> [UInt8] {
        var frame = JSONBytes(capacity: json.count + 32)
        frame.append("{\"id\":")
        frame.append(id)
        frame.append(",\"ok\":")
        frame.bytes += json
        frame.append("}")
        return frame.bytes
    }

    /// Encodes `{"id":7,"ok":{…}}`.
    public static func reply(id: Int64, ok value: some Encodable) -> [UInt8] {
        reply(id: id, ok: WireJSON.bytes(value))
    }

    /// Encodes `{"id":7,"error":{…}}`. The id is left out if it could not be read.
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

    /// Encodes `{"room":…,"epoch":…,"seq":…,"durable":…,"at":…,"event":…,"data":{…}}`. The content is already JSON.
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

    /// Encodes an event outside rooms: `{"event":"wallet.changed","data":{…}}`.
    public static func event(name: StaticString, data value: some Encodable) -> [UInt8] {
        var frame = JSONBytes(capacity: 96)
        frame.append("{\"event\":\"")
        frame.append(name)
        frame.append("\",\"data\":")
        frame.bytes += WireJSON.bytes(value)
        frame.append("}")
        return frame.bytes
    }

    /// Encodes `{"event":"wallet.changed","data":{"balance":…}}`, for all sessions of a user.
    public static func walletChanged(_ wallet: Wallet) -> [UInt8] {
        var frame = JSONBytes(capacity: 96)
        frame.append("{\"event\":\"wallet.changed\",\"data\":{\"balance\":")
        frame.append(wallet.balance.amount)
        frame.append("}}")
        return frame.bytes
    }

    /// Encodes `{"event":"catalogue.changed","data":{}}`, for all clients.
    public static func catalogueChanged() -> [UInt8] { event(name: "catalogue.changed", data: Empty()) }
}
