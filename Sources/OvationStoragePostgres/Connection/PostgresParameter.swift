#if Cluster
    import OvationModel

    /// The values of a statement's placeholders, in PostgreSQL's binary format.
    struct PostgresParameters {
        /// The types by their numbers in PostgreSQL's catalogue (pg_type.dat).
        enum TypeNumber {
            static let bool: UInt32 = 16
            static let bytes: UInt32 = 17
            static let int8: UInt32 = 20
            static let text: UInt32 = 25
            static let bytesArray: UInt32 = 1001
            static let textArray: UInt32 = 1009
            static let int8Array: UInt32 = 1016
        }

        /// The type of each value.
        private(set) var types: [UInt32] = []
        /// Where each value begins in `bytes`; nil for NULL.
        private(set) var starts: [Int?] = []
        /// How many bytes each value has.
        private(set) var lengths: [Int32] = []
        /// The values one after another.
        private(set) var bytes: [UInt8] = []

        init<each Value: PostgresParameter>(_ values: repeat each Value) {
            for value in repeat each values { append(value) }
        }

        init(_ values: [any PostgresParameter]) {
            for value in values { append(value) }
        }

        private mutating func append<Value: PostgresParameter>(_ value: Value) {
            types.append(Value.typeNumber)
            let start = bytes.count
            let isThere = value.write(to: &bytes)
            starts.append(isThere ? start : nil)
            lengths.append(isThere ? Int32(bytes.count - start) : 0)
        }
    }

    /// A value that a statement of PostgreSQL takes.
    protocol PostgresParameter {
        /// The type's number; see ``PostgresParameters/TypeNumber``.
        static var typeNumber: UInt32 { get }
        /// Appends the value in binary format. Returns false for NULL.
        func write(to bytes: inout [UInt8]) -> Bool
    }

    /// A value that an array of PostgreSQL can hold.
    protocol PostgresElement: PostgresParameter {
        /// The number of the type of an array of it.
        static var arrayTypeNumber: UInt32 { get }
    }

    extension Int64: PostgresElement {
        static var typeNumber: UInt32 { PostgresParameters.TypeNumber.int8 }
        static var arrayTypeNumber: UInt32 { PostgresParameters.TypeNumber.int8Array }
        func write(to bytes: inout [UInt8]) -> Bool {
            withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
            return true
        }
    }

    extension Int: PostgresElement {
        static var typeNumber: UInt32 { Int64.typeNumber }
        static var arrayTypeNumber: UInt32 { Int64.arrayTypeNumber }
        func write(to bytes: inout [UInt8]) -> Bool { Int64(self).write(to: &bytes) }
    }

    extension Bool: PostgresParameter {
        static var typeNumber: UInt32 { PostgresParameters.TypeNumber.bool }
        func write(to bytes: inout [UInt8]) -> Bool {
            bytes.append(self ? 1 : 0)
            return true
        }
    }

    extension String: PostgresElement {
        static var typeNumber: UInt32 { PostgresParameters.TypeNumber.text }
        static var arrayTypeNumber: UInt32 { PostgresParameters.TypeNumber.textArray }
        func write(to bytes: inout [UInt8]) -> Bool {
            bytes.append(contentsOf: utf8)
            return true
        }
    }

    /// Bytes as PostgreSQL's `bytea`. A plain `[UInt8]` would be ambiguous beside arrays.
    struct PostgresBytes: PostgresElement {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        static var typeNumber: UInt32 { PostgresParameters.TypeNumber.bytes }
        static var arrayTypeNumber: UInt32 { PostgresParameters.TypeNumber.bytesArray }
        func write(to target: inout [UInt8]) -> Bool {
            target.append(contentsOf: bytes)
            return true
        }
    }

    extension Optional: PostgresParameter where Wrapped: PostgresParameter {
        static var typeNumber: UInt32 { Wrapped.typeNumber }
        func write(to bytes: inout [UInt8]) -> Bool {
            switch self {
            case .some(let value): value.write(to: &bytes)
            case .none: false
            }
        }
    }

    extension Optional: PostgresElement where Wrapped: PostgresElement {
        static var arrayTypeNumber: UInt32 { Wrapped.arrayTypeNumber }
    }

    extension Array: PostgresParameter where Element: PostgresElement {
        static var typeNumber: UInt32 { Element.arrayTypeNumber }
        func write(to bytes: inout [UInt8]) -> Bool {
            var writer = PostgresArrayWriter(elementType: Element.typeNumber, count: count, &bytes)
            for element in self { writer.append(element, &bytes) }
            return true
        }
    }

    /// Writes a one-dimensional array in PostgreSQL's binary format.
    private struct PostgresArrayWriter {
        init(elementType: UInt32, count: Int, _ bytes: inout [UInt8]) {
            // Dimensions, whether there may be NULLs, the type; then for the dimension its size and its first index.
            let dimensions: Int32 = count == 0 ? 0 : 1
            Self.append(dimensions, &bytes)
            Self.append(Int32(1), &bytes)
            Self.append(elementType, &bytes)
            guard count > 0 else { return }
            Self.append(Int32(count), &bytes)
            Self.append(Int32(1), &bytes)
        }

        mutating func append(_ element: some PostgresElement, _ bytes: inout [UInt8]) {
            let place = bytes.count
            Self.append(Int32(-1), &bytes)
            guard element.write(to: &bytes) else { return }
            let length = Int32(bytes.count - place - 4)
            withUnsafeBytes(of: length.bigEndian) { raw in
                for (offset, byte) in raw.enumerated() { bytes[place + offset] = byte }
            }
        }

        private static func append(_ value: some FixedWidthInteger, _ bytes: inout [UInt8]) {
            withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }
#endif
