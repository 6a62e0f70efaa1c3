extension Schema {
    /// The pinned messages of open lives, a row for each live that has some.
    static let pins = """
        CREATE TABLE room_pin (
            room INTEGER PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
            pins TEXT NOT NULL               -- JSON of an array of PinnedBarrage
        ) STRICT;
        """
}
