public import OvationModel

extension GiftReceived {
    /// The content of the stored event of one order with what is known only after it was charged.
    ///
    /// Put together byte by byte, because every gift takes this way; tests compare it with what `Codable` reads.
    ///
    /// - Parameter stored: an object of JSON without `combo` and `gifterLevel`.
    public static func extending(stored: [UInt8], combo: GiftCombo?, gifterLevel: Int?) -> [UInt8] {
        precondition(stored.first == UInt8(ascii: "{") && stored.last == UInt8(ascii: "}"), "an object of JSON")
        guard combo != nil || gifterLevel != nil else { return stored }
        var json = JSONBytes(capacity: stored.count + 128)
        json.bytes += stored.dropLast()
        if let combo {
            json.append(",\"combo\":{\"coins\":")
            json.append(combo.coins.amount)
            json.append(",\"count\":")
            json.append(Int64(combo.count))
            json.append(",\"id\":")
            json.append(combo.id)
            if combo.isFinal { json.append(",\"isFinal\":true") } else { json.append(",\"isFinal\":false") }
            json.append(",\"until\":")
            json.append(combo.until.milliseconds)
            json.append("}")
        }
        if let gifterLevel {
            json.append(",\"gifterLevel\":")
            json.append(Int64(gifterLevel))
        }
        json.append("}")
        return json.bytes
    }
}
