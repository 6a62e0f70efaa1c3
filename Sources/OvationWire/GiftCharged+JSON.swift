import OvationModel

extension GiftCharged {
    /// Written by hand, because every order is answered with one. Tests compare it with what `Codable` writes.
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
