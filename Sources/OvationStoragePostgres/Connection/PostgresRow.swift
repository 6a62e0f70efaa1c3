#if Cluster
    import CLibPQ

    /// The result of a statement. Its memory is libpq's, and it is freed with the last reference.
    final class PostgresResult {
        fileprivate let raw: OpaquePointer

        init(_ raw: OpaquePointer) { self.raw = raw }

        deinit { PQclear(raw) }

        /// How many rows there are.
        var count: Int { Int(PQntuples(raw)) }

        /// The row at an index below ``count``.
        subscript(index: Int) -> PostgresRow { PostgresRow(result: self, index: CInt(index)) }

        /// How many rows a statement inserted, changed or deleted.
        var changesCount: Int { PQcmdTuples(raw).flatMap { Int(String(cString: $0)) } ?? 0 }
    }

    /// A row of a result.
    struct PostgresRow {
        fileprivate let result: PostgresResult
        fileprivate let index: CInt

        /// The value of a column.
        ///
        /// - Throws: ``PostgresFailure`` if the column has another type, which only another version's tables can have.
        subscript<Value: PostgresColumn>(column: Int) -> Value {
            get throws {
                guard let value = Value(bytes(CInt(column))) else {
                    throw PostgresFailure(
                        "the column \(column) of a result holds no \(Value.self); the tables are another version's")
                }
                return value
            }
        }

        /// The bytes of a column; nil for NULL.
        private func bytes(_ column: CInt) -> UnsafeRawBufferPointer? {
            guard column < PQnfields(result.raw), PQgetisnull(result.raw, index, column) == 0 else { return nil }
            let length = Int(PQgetlength(result.raw, index, column))
            return UnsafeRawBufferPointer(start: PQgetvalue(result.raw, index, column), count: length)
        }
    }

    /// A value that a column can hold.
    protocol PostgresColumn {
        /// Reads the value from PostgreSQL's binary format; nil if the bytes are no such value. The bytes are nil for NULL.
        init?(_ bytes: UnsafeRawBufferPointer?)
    }

    extension Int64: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let bytes else { return nil }
            switch bytes.count {
            case 8: self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
            case 4: self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
            default: return nil
            }
        }
    }

    extension Int: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let value = Int64(bytes) else { return nil }
            self.init(value)
        }
    }

    extension Bool: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let bytes, bytes.count == 1 else { return nil }
            self = bytes[0] != 0
        }
    }

    extension String: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let bytes else { return nil }
            self = String(decoding: bytes, as: UTF8.self)
        }
    }

    extension PostgresBytes: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let bytes else { return nil }
            self.init(Array(bytes))
        }
    }

    extension Optional: PostgresColumn where Wrapped: PostgresColumn {
        init?(_ bytes: UnsafeRawBufferPointer?) {
            guard let bytes else {
                self = Optional.none
                return
            }
            guard let value = Wrapped(bytes) else { return nil }
            self = .some(value)
        }
    }
#endif
