import GRDB
public import OvationStorage

extension BatchWriter {
    /// Changes some content and raises its version, unless it has another version than expected.
    func edit(
        _ content: VersionedContent, ifVersion expected: Int64? = nil, _ change: () throws -> Void
    ) throws -> StorageOutcome {
        let version: Int64 = try db.first("SELECT number FROM version WHERE kind = ?", content.name) { $0[0] } ?? 0
        if let expected, expected != version { return .outdated(version: version) }
        try change()
        try db.run(
            "INSERT INTO version (kind, number) VALUES (?, ?) ON CONFLICT DO UPDATE SET number = excluded.number",
            content.name, version + 1)
        return .version(version + 1)
    }
}

extension SQLiteStorage {
    /// Returns the versions of what is edited; see ``OvationStorage/Storage/versions()``.
    public func versions() async throws -> StoredVersions {
        try await read("the versions of what is edited") { db in
            var numbers: [String: Int64] = [:]
            try db.forEach("SELECT kind, number FROM version") { numbers[$0[0]] = $0[1] }
            return StoredVersions(numbers)
        }
    }
}
