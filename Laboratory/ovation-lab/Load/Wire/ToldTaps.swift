/// How many messages a `pubsub.published` stands for, found without decoding it.
///
/// The server writes the fields of an object in the order of their names, so a message begins with `{"at":…`, and its count, where it has
/// one, follows. Neither can stand within a text, whose quotes are escaped.
enum ToldTaps {
    /// The sum over all messages of an event.
    static func count(in event: UnsafeRawBufferPointer) -> Int {
        var sum = 0
        var rest = event
        while let place = rest.firstPlace(of: "{\"at\":") {
            rest = UnsafeRawBufferPointer(rebasing: rest[(place + 6)...])
            _ = number(&rest)
            let name: StaticString = ",\"count\":"
            guard rest.has(name, at: 0..<name.utf8CodeUnitCount) else {
                sum += 1
                continue
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[name.utf8CodeUnitCount...])
            sum += number(&rest)
        }
        return sum
    }

    /// Reads digits, up to 15 of them.
    private static func number(_ bytes: inout UnsafeRawBufferPointer) -> Int {
        var value = 0
        var count = 0
        while count < bytes.count, count < 15, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[count]) {
            value = value * 10 + Int(bytes[count] - UInt8(ascii: "0"))
            count += 1
        }
        bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
        return value
    }
}
