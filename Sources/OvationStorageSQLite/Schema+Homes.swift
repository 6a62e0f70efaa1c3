extension Schema {
    /// An index by which the open lives of an owner are counted when another one begins.
    static let openLivesByOwner = """
        CREATE INDEX room_open_owner ON room (owner_id) WHERE ended_at IS NULL;
        """

    /// The number before the first of a start's events; see ``OvationStorage/SeqBase``. Earlier versions took it from the clock.
    static let seqBases = """
        ALTER TABLE room_counter ADD COLUMN seq_base INTEGER NOT NULL DEFAULT 0;
        """
}
