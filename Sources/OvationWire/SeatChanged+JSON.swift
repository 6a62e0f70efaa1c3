import OvationModel

extension SeatChanged {
    /// The event as JSON. It is written by hand because those who sit open and close their microphones all the time, and each change is
    /// encoded for the storage and for the wire. Tests compare it with the output of `Codable`.
    var json: [UInt8] {
        var json = JSONBytes(capacity: 128 + 256 * seats.count)
        json.append("{")
        if let by {
            json.append("\"by\":")
            json.append(by)
            json.append(",")
        }
        json.append("\"reason\":")
        json.appendQuoted(reason.rawValue)
        if let removed {
            json.append(",\"removed\":")
            json.appendList(removed) { $0.append($1) }
        }
        json.append(",\"seats\":")
        json.appendList(seats) { $0.append($1) }
        if let templateID {
            json.append(",\"templateID\":")
            json.append(Int64(templateID))
        }
        json.append("}")
        return json.bytes
    }
}

extension Seat {
    /// The seat as JSON, as it travels and as it is kept: each change of a seat is a row of it. Tests compare it with the output of
    /// `Codable`.
    package var json: [UInt8] {
        var json = JSONBytes(capacity: 256)
        json.append(self)
        return json.bytes
    }
}

extension SeatTaken {
    /// The answer as JSON. It is written by hand where it has no servers, because most answers about seats have none. Tests compare it
    /// with the output of `Codable`.
    public var json: [UInt8] {
        guard iceServers == nil, mediaServer == nil else { return WireJSON.bytes(self) }
        var json = JSONBytes(capacity: 16)
        if let index {
            json.append("{\"index\":")
            json.append(Int64(index))
            json.append("}")
        } else {
            json.append("{}")
        }
        return json.bytes
    }
}

extension JSONBytes {
    fileprivate mutating func append(_ removal: SeatChanged.Removal) {
        append("{\"index\":")
        append(Int64(removal.index))
        append(",\"userID\":")
        appendQuoted(removal.userID.rawValue)
        append("}")
    }

    fileprivate mutating func append(_ seat: Seat) {
        append("{\"index\":")
        append(Int64(seat.index))
        if seat.isCameraLocked { append(",\"isCameraLocked\":true") }
        if seat.isCameraOn { append(",\"isCameraOn\":true") }
        if seat.isFeatured { append(",\"isFeatured\":true") }
        if seat.isLocked { append(",\"isLocked\":true") }
        if seat.isMicrophoneLocked { append(",\"isMicrophoneLocked\":true") }
        if seat.isMicrophoneOn { append(",\"isMicrophoneOn\":true") }
        if let region = seat.region {
            append(",\"region\":")
            append(region)
        }
        if let user = seat.user {
            append(",\"user\":")
            append(user)
        }
        append("}")
    }

    private mutating func append(_ region: SeatRegion) {
        append("{\"h\":")
        append(Int64(region.h))
        append(",\"w\":")
        append(Int64(region.w))
        append(",\"x\":")
        append(Int64(region.x))
        append(",\"y\":")
        append(Int64(region.y))
        append(",\"zorder\":")
        append(Int64(region.zorder))
        append("}")
    }
}
