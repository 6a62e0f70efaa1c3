/// A JSON object with any fields, as plain Swift values: strings, numbers, booleans, arrays and dictionaries. Fields that are null are left
/// out.
struct JSONObject: Decodable {
    let value: [String: Any]

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var value: [String: Any] = [:]
        for key in container.allKeys { value[key.stringValue] = try container.decode(JSONAny.self, forKey: key).value }
        self.value = value
    }

    /// Any JSON value; nil for null.
    private struct JSONAny: Decodable {
        let value: Any?

        init(from decoder: any Decoder) throws {
            if let object = try? JSONObject(from: decoder) {
                value = object.value
                return
            }
            if var list = try? decoder.unkeyedContainer() {
                var values: [Any] = []
                while !list.isAtEnd { if let value = try list.decode(JSONAny.self).value { values.append(value) } }
                value = values
                return
            }
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = nil
            } else if let flag = try? container.decode(Bool.self) {
                value = flag
            } else if let number = try? container.decode(Int.self) {
                value = number
            } else if let number = try? container.decode(Double.self) {
                value = number
            } else {
                value = try container.decode(String.self)
            }
        }
    }
}
