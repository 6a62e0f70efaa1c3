import OvationModel

/// The stored messages of a live's topics on their way to the subscribers: in the order of their numbers, without a gap.
///
/// A storage that reports a failure may have kept a message all the same. The next number then shows that a message is missing, or the
/// failure itself says that one may be. The stored messages are read, and the missing ones are sent.
///
/// It is pure: it reads and sends nothing itself.
struct TopicSequence {
    private struct Line {
        /// The number of the last message that was sent.
        var told: Int64 = 0
        /// Messages that wait for an earlier one.
        var waiting: [Int64: TopicMessage] = [:]
        var isReading = false
        /// True if a stored message may not have been sent.
        var mustRead = false

        /// Removes and returns the messages before the first gap.
        mutating func next() -> [TopicMessage] {
            var messages: [TopicMessage] = []
            while told < .max, let message = waiting.removeValue(forKey: told + 1) {
                told += 1
                messages.append(message)
            }
            return messages
        }

        mutating func wait(_ message: TopicMessage) {
            if let number = message.number, number > told { waiting[number] = message }
        }
    }

    private var lines: [TopicName: Line]

    /// Begins after the messages that are stored already.
    ///
    /// - Parameter last: the number of the last kept message of each topic that has some.
    init(_ last: [TopicName: Int64]) { lines = last.mapValues { Line(told: $0) } }

    /// The number of the last message of a topic that was sent; 0 for none.
    func last(of topic: TopicName) -> Int64 { lines[topic]?.told ?? 0 }

    /// Takes in a message that is kept under its number.
    ///
    /// - Returns: the messages to send now.
    mutating func kept(_ message: TopicMessage, in topic: TopicName) -> [TopicMessage] {
        lines[topic, default: Line()].wait(message)
        let messages = lines[topic]?.next() ?? []
        if lines[topic]?.waiting.isEmpty == false { lines[topic]?.mustRead = true }
        return messages
    }

    /// Notes that a message was not kept, as far as the storage says.
    mutating func failed(in topic: TopicName) { lines[topic, default: Line()].mustRead = true }

    /// Begins a reading of the stored messages, if one is needed.
    ///
    /// - Returns: the number after which to read; nil if nothing has to be read or a reading is under way.
    mutating func beginReading(_ topic: TopicName) -> Int64? {
        guard let line = lines[topic], line.mustRead, !line.isReading else { return nil }
        lines[topic]?.mustRead = false
        lines[topic]?.isReading = true
        return line.told
    }

    /// Takes in the messages that were read.
    ///
    /// - Parameter mayBeMore: true if the page is full.
    /// - Returns: the messages to send now.
    mutating func read(_ messages: [TopicMessage], mayBeMore: Bool, in topic: TopicName) -> [TopicMessage] {
        guard var line = lines[topic] else { return [] }
        line.isReading = false
        // The oldest give way to the newest: what is not stored any more cannot be sent.
        if let first = messages.first?.number, first > line.told + 1 { line.told = first - 1 }
        for message in messages { line.wait(message) }
        var told = line.next()
        if mayBeMore { line.mustRead = true }
        while !line.mustRead, let number = line.waiting.keys.min() {
            line.told = number - 1
            told += line.next()
        }
        lines[topic] = line
        return told
    }

    /// Notes that the storage could not be read, so that it is tried again.
    mutating func readingFailed(_ topic: TopicName) {
        lines[topic]?.isReading = false
        lines[topic]?.mustRead = true
    }
}
