import OvationModel
import OvationPictures

/// What a node that has viewers asks the home of their live. It travels in a `BrokerFrame`, with crossings inside.
enum HomeQuestion: Equatable {
    /// A request, which may have an answer.
    case ask(LiveID, [UInt8])
    /// A notice. It is answered too, so that one that was lost is sent again.
    case tell(LiveID, [UInt8])
    /// What followed this batch and this message is missing.
    case missing(LiveID, batch: Int64, message: Int64)
    /// The asker hears the live, and goes on to do so.
    case renew(LiveID)
    /// Where the picture of the live is to be had.
    case picture(LiveID)
    /// Whether the live runs there. A home of an earlier version does not answer it.
    case runs(LiveID)

    var liveID: LiveID {
        switch self {
        case .ask(let liveID, _), .tell(let liveID, _), .missing(let liveID, _, _), .renew(let liveID),
            .picture(let liveID), .runs(let liveID):
            liveID
        }
    }
}

/// What the home answers.
enum HomeAnswer: Equatable {
    /// The crossing of an answer; nothing for a notice, and for a live that runs there.
    case answered([UInt8])
    /// The live does not run at this node. Nothing was done.
    case notHere
    /// What was missing, or the first part of it.
    case found([LinkItem])
    /// It is not kept any more. These numbers were the last.
    case gone(batch: Int64, message: Int64)
    /// The home knows that the asker hears the live.
    case renewed(Renewed)
    /// The picture is to be had from the home, over HTTP.
    case picture(PictureOrigin)

    /// What a home says to a node that hears a live.
    struct Renewed: Equatable {
        /// The run of the live's numbers.
        var epoch: String
        /// The last batch and the last message for the asker.
        var batch: Int64
        var message: Int64
        /// Some of the sessions that the home takes for being there; others with the next renewal.
        var sessions: [SessionID]
    }
}

/// What the home sends to an edge, with what has to be there before it.
struct LinkItem: Equatable {
    enum Content: Equatable {
        /// A batch, for all edges. For some it needs a message to be there.
        case batch(needs: [UInt16: Int64])
        /// A message for one edge, behind this batch.
        case message(after: Int64)
        /// So many batches and messages have been sent.
        case mark(batch: Int64)
    }

    /// The number of the batch, or of the message among those to the edge.
    let number: Int64
    /// The run of the live's numbers. With another one everything begins anew.
    let epoch: String
    let content: Content
    /// The crossing of an `EdgeMessage`; nothing for a mark.
    let crossing: [UInt8]
}

/// Bytes that are no such message.
struct MalformedLinkBody: Error, Equatable {}

// MARK: - Bytes

extension HomeQuestion {
    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch self {
        case .ask(let liveID, let crossing):
            writer.begin(1, liveID.rawValue)
            writer.bytes += crossing
        case .tell(let liveID, let crossing):
            writer.begin(2, liveID.rawValue)
            writer.bytes += crossing
        case .missing(let liveID, let batch, let message):
            writer.begin(3, liveID.rawValue)
            writer.add(batch)
            writer.add(message)
        case .renew(let liveID): writer.begin(4, liveID.rawValue)
        case .picture(let liveID): writer.begin(5, liveID.rawValue)
        case .runs(let liveID): writer.begin(6, liveID.rawValue)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MalformedLinkBody) {
        var reader = LinkReader(bytes)
        let kind: UInt8 = try reader.number()
        guard let liveID = LiveID(try reader.text()) else { throw MalformedLinkBody() }
        switch kind {
        case 1: self = .ask(liveID, reader.rest())
        case 2: self = .tell(liveID, reader.rest())
        case 3:
            self = .missing(liveID, batch: try reader.number(), message: try reader.number())
            try reader.expectEnd()
        case 4:
            self = .renew(liveID)
            try reader.expectEnd()
        case 5:
            self = .picture(liveID)
            try reader.expectEnd()
        case 6:
            self = .runs(liveID)
            try reader.expectEnd()
        default: throw MalformedLinkBody()
        }
    }
}

extension HomeAnswer {
    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch self {
        case .answered(let crossing):
            writer.add(UInt8(1))
            writer.bytes += crossing
        case .notHere: writer.add(UInt8(2))
        case .found(let items):
            writer.add(UInt8(3))
            for item in items {
                let bytes = item.bytes
                writer.add(UInt32(bytes.count))
                writer.bytes += bytes
            }
        case .gone(let batch, let message):
            writer.add(UInt8(4))
            writer.add(batch)
            writer.add(message)
        case .renewed(let renewed):
            writer.begin(5, renewed.epoch)
            writer.add(renewed.batch)
            writer.add(renewed.message)
            for session in renewed.sessions { writer.add(session.rawValue) }
        case .picture(let origin):
            writer.begin(6, origin.address)
            writer.add(origin.start.session.rawValue)
            writer.add(UInt8(origin.start.isPublic ? 1 : 0))
            writer.bytes += origin.playKey
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MalformedLinkBody) {
        var reader = LinkReader(bytes)
        let kind: UInt8 = try reader.number()
        switch kind {
        case 1: self = .answered(reader.rest())
        case 2:
            self = .notHere
            try reader.expectEnd()
        case 3:
            var items: [LinkItem] = []
            while !reader.isAtEnd {
                let count: UInt32 = try reader.number()
                items.append(try LinkItem(try reader.take(Int(count))))
            }
            self = .found(items)
        case 4:
            self = .gone(batch: try reader.number(), message: try reader.number())
            try reader.expectEnd()
        case 5:
            var renewed = Renewed(
                epoch: try reader.text(), batch: try reader.number(), message: try reader.number(), sessions: [])
            while !reader.isAtEnd {
                guard let session = SessionID(try reader.text()) else { throw MalformedLinkBody() }
                renewed.sessions.append(session)
            }
            self = .renewed(renewed)
        case 6:
            let address = try reader.text()
            guard let session = LiveSessionID(try reader.text()) else { throw MalformedLinkBody() }
            let isPublic: UInt8 = try reader.number()
            self = .picture(
                PictureOrigin(
                    start: LiveStart(session: session, isPublic: isPublic == 1), address: address,
                    playKey: reader.rest()))
        default: throw MalformedLinkBody()
        }
    }
}

extension LinkItem {
    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch content {
        case .batch(let needs):
            writer.begin(1, epoch)
            writer.add(number)
            writer.add(UInt16(clamping: needs.count))
            for (slot, message) in needs.sorted(by: { $0.key < $1.key }) {
                writer.add(slot)
                writer.add(message)
            }
        case .message(let after):
            writer.begin(2, epoch)
            writer.add(number)
            writer.add(after)
        case .mark(let batch):
            writer.begin(3, epoch)
            writer.add(number)
            writer.add(batch)
        }
        writer.bytes += crossing
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MalformedLinkBody) {
        var reader = LinkReader(bytes)
        let kind: UInt8 = try reader.number()
        epoch = try reader.text()
        number = try reader.number()
        switch kind {
        case 1:
            let count: UInt16 = try reader.number()
            var needs: [UInt16: Int64] = [:]
            for _ in 0..<count { needs[try reader.number()] = try reader.number() }
            content = .batch(needs: needs)
        case 2: content = .message(after: try reader.number())
        case 3: content = .mark(batch: try reader.number())
        default: throw MalformedLinkBody()
        }
        crossing = reader.rest()
    }
}

/// Writes numbers with the highest byte first, and texts behind their length.
struct LinkWriter {
    var bytes: [UInt8] = []

    mutating func begin(_ kind: UInt8, _ text: String) {
        add(kind)
        add(text)
    }

    mutating func add(_ text: String) {
        add(UInt16(clamping: text.utf8.count))
        bytes += text.utf8
    }

    mutating func add(_ number: some FixedWidthInteger) {
        for place in (0..<number.bitWidth / 8).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
        }
    }
}

/// Reads what ``LinkWriter`` writes. The bytes may be anything.
struct LinkReader {
    private let bytes: [UInt8]
    private var next = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { next == bytes.count }

    mutating func number<Number: FixedWidthInteger>() throws(MalformedLinkBody) -> Number {
        try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func text() throws(MalformedLinkBody) -> String {
        let count: UInt16 = try number()
        guard let text = String(validating: try take(Int(count)), as: UTF8.self) else { throw MalformedLinkBody() }
        return text
    }

    mutating func take(_ count: Int) throws(MalformedLinkBody) -> [UInt8] {
        guard count >= 0, count <= bytes.count - next else { throw MalformedLinkBody() }
        defer { next += count }
        return Array(bytes[next..<next + count])
    }

    mutating func rest() -> [UInt8] {
        defer { next = bytes.count }
        return Array(bytes[next...])
    }

    func expectEnd() throws(MalformedLinkBody) { guard isAtEnd else { throw MalformedLinkBody() } }
}
