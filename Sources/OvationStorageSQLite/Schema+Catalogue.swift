extension Schema {
    /// The JSON that the backend sent for gifts and categories, besides the fields that clients read; and an index to count the orders of a
    /// live by time.
    static let catalogueAsGiven = """
        ALTER TABLE gift ADD COLUMN extension_text TEXT NOT NULL DEFAULT '';
        ALTER TABLE gift_category ADD COLUMN extension_text TEXT NOT NULL DEFAULT '';
        CREATE INDEX gift_order_room ON gift_order (room, at);
        """
}
