/// Parses a form (`application/x-www-form-urlencoded`) or the query of an address.
enum FormFields {
    /// Returns the fields by name. The first of several fields with the same name counts. Returns nil if the form is malformed or too
    /// large.
    static func read(_ bytes: some Collection<UInt8>, bytesMax: Int = 16 * 1_024, fieldsMax: Int = 64) -> [String:
        String]?
    {
        guard bytes.count <= bytesMax else { return nil }
        var fields: [String: String] = [:]
        for field in bytes.split(separator: 0x26) {
            let parts = field.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = text(parts[0]), let value = parts.count > 1 ? text(parts[1]) : "" else { return nil }
            if fields[name] == nil { fields[name] = value }
            guard fields.count <= fieldsMax else { return nil }
        }
        return fields
    }

    /// Decodes a name or a value. Returns nil if it is malformed.
    private static func text(_ bytes: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case 0x2B: decoded.append(0x20)
            case 0x25:
                guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
