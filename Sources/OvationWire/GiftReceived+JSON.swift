import OvationModel

extension GiftReceived {
    /// The event as JSON. It is written by hand because every order is encoded for the storage and for the wire. Tests compare it with the
    /// output of `Codable`.
    var json: [UInt8] {
        var json = JSONBytes(capacity: 512 + 96 * (orders?.count ?? 0))
        json.append("{\"coins\":")
        json.append(coins.amount)
        if let combo {
            json.append(",\"combo\":")
            json.append(combo)
        }
        json.append(",\"count\":")
        json.append(Int64(count))
        json.append(",\"gift\":")
        json.append(gift)
        if let gifterLevel {
            json.append(",\"gifterLevel\":")
            json.append(Int64(gifterLevel))
        }
        if let isUnconfirmed { json.append(isUnconfirmed ? ",\"isUnconfirmed\":true" : ",\"isUnconfirmed\":false") }
        json.append(",\"orderID\":")
        json.appendQuoted(orderID.rawValue)
        if let orders {
            json.append(",\"orders\":")
            json.appendList(orders) { $0.append($1) }
        }
        json.append(",\"sender\":")
        json.append(sender)
        json.append(",\"to\":")
        json.appendList(to) { $0.append($1) }
        json.append("}")
        return json.bytes
    }
}

extension JSONBytes {
    fileprivate mutating func append(_ gift: Gift) {
        append("{\"coins\":")
        append(gift.coins.amount)
        append(",\"desc\":")
        appendQuoted(gift.desc)
        append(",\"extensionInfo\":")
        if gift.extensionInfo.isEmpty { append("{}") } else { bytes += WireJSON.bytes(gift.extensionInfo) }
        append(",\"giftID\":")
        appendQuoted(gift.giftID.rawValue)
        append(",\"iconURL\":")
        appendQuoted(gift.iconURL)
        append(",\"level\":")
        append(Int64(gift.level))
        append(",\"name\":")
        appendQuoted(gift.name)
        append(",\"resourceURL\":")
        appendQuoted(gift.resourceURL)
        append("}")
    }

    fileprivate mutating func append(_ combo: GiftCombo) {
        append("{\"coins\":")
        append(combo.coins.amount)
        append(",\"count\":")
        append(Int64(combo.count))
        append(",\"id\":")
        append(combo.id)
        append(combo.isFinal ? ",\"isFinal\":true,\"until\":" : ",\"isFinal\":false,\"until\":")
        append(combo.until.milliseconds)
        append("}")
    }

    fileprivate mutating func append(_ order: GiftReceived.Order) {
        append("{\"at\":")
        append(order.at.milliseconds)
        append(",\"coins\":")
        append(order.coins.amount)
        append(",\"count\":")
        append(Int64(order.count))
        append(",\"durable\":")
        append(order.durable)
        append(",\"orderID\":")
        appendQuoted(order.orderID.rawValue)
        append("}")
    }
}
