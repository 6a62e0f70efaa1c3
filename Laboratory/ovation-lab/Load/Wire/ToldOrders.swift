/// The orders of a `gift.received` that tells several.
enum ToldOrders {
    /// Reads `data.orders` of a frame; empty where there are none.
    static func read(_ payload: UnsafeRawBufferPointer, _ mark: StampMark) -> [FrameBatch.Event.Order] {
        let start: StaticString = "\"orders\":["
        guard let place = payload.firstPlace(of: start) else { return [] }
        var orders: [FrameBatch.Event.Order] = []
        var rest = UnsafeRawBufferPointer(rebasing: payload[(place + start.utf8CodeUnitCount)...])
        // An order holds numbers and its id, so the first brace that closes is its own.
        while rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
            let order = UnsafeRawBufferPointer(rebasing: rest[...end])
            if let durable = SkippedRange.number(after: "\"durable\":", in: order) {
                orders.append(FrameBatch.Event.Order(durable: durable, sentAt: mark.stamp(in: order)))
            }
            let next = rest[end...].dropFirst()
            rest = UnsafeRawBufferPointer(rebasing: next.first == UInt8(ascii: ",") ? next.dropFirst() : next)
        }
        return orders
    }
}
