import OvationModel

// These answers are frequent, so they are written by hand. A test compares them with the output of `Codable`.

extension BarrageAccepted {
    /// The answer as JSON. It is written by hand because every message is answered.
    public var json: [UInt8] {
        var json = JSONBytes(capacity: 40)
        if let dropped {
            json.append("{\"dropped\":")
            json.appendQuoted(dropped.rawValue)
            json.append("}")
        } else if let seq {
            json.append("{\"seq\":")
            json.append(seq)
            json.append("}")
        } else {
            json.append("{}")
        }
        return json.bytes
    }
}

extension RoomJoined {
    /// The answer as JSON. It is written by hand because many viewers may join at once.
    public var json: [UInt8] {
        var json = JSONBytes(capacity: 200)
        json.append(created ? "{\"created\":true,\"durable\":" : "{\"created\":false,\"durable\":")
        json.append(durable)
        json.append(",\"epoch\":")
        json.appendQuoted(epoch)
        json.append(",\"liveID\":")
        json.appendQuoted(liveID.rawValue)
        json.append(muted ? ",\"muted\":true" : ",\"muted\":false")
        if let mutedReason {
            json.append(",\"mutedReason\":")
            json.appendQuoted(mutedReason)
        }
        if let mutedUntil {
            json.append(",\"mutedUntil\":")
            json.append(mutedUntil.milliseconds)
        }
        json.append(",\"role\":")
        json.append(Int64(role.rawValue))
        json.append(",\"seq\":")
        json.append(seq)
        json.append(",\"sessionID\":")
        json.appendQuoted(sessionID.rawValue)
        json.append("}")
        return json.bytes
    }
}

extension SessionOpened {
    /// The answer as JSON. It is written by hand for a login without rooms and without a profile, which is the usual one when many clients
    /// connect at once.
    public var json: [UInt8] {
        guard rooms.isEmpty, profile == UserProfile() else { return WireJSON.bytes(self) }
        var json = JSONBytes(capacity: 240)
        json.append("{\"at\":")
        json.append(at.milliseconds)
        json.append(resumed ? ",\"profile\":{},\"resumed\":true" : ",\"profile\":{},\"resumed\":false")
        json.append(",\"rooms\":[],\"session\":")
        json.appendQuoted(session.rawValue)
        json.append(",\"silenceSeconds\":")
        json.append(Int64(silenceSeconds))
        json.append(",\"user\":")
        json.append(user)
        json.append("}")
        return json.bytes
    }
}

extension GiftCharged {
    /// The answer as JSON. It is written by hand because every order is answered. Tests compare it with the output of `Codable`.
    public var json: [UInt8] {
        var json = JSONBytes(capacity: 192)
        json.append("{\"at\":")
        json.append(at.milliseconds)
        json.append(",\"balance\":")
        json.append(balance.amount)
        json.append(",\"coins\":")
        json.append(coins.amount)
        json.append(",\"count\":")
        json.append(Int64(count))
        json.append(",\"durable\":")
        json.append(durable)
        json.append(",\"giftID\":")
        json.appendQuoted(giftID.rawValue)
        json.append(",\"orderID\":")
        json.appendQuoted(orderID.rawValue)
        json.append("}")
        return json.bytes
    }
}
