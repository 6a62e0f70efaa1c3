extension Schema {
    /// The versions of what is edited; see ``OvationStorage/VersionedContent``.
    static let versions = """
        CREATE TABLE version (
            kind TEXT PRIMARY KEY,
            number INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
