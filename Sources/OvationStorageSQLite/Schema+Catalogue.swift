extension Schema {
    /// Gifts and categories keep the text that their backend gave beside the fields that clients read; and the orders of a
    /// live can be counted by their time.
    static let catalogueAsGiven = """
        ALTER TABLE gift ADD COLUMN extension_text TEXT NOT NULL DEFAULT '';
        ALTER TABLE gift_category ADD COLUMN extension_text TEXT NOT NULL DEFAULT '';
        CREATE INDEX gift_order_room ON gift_order (room, at);
        """
}
