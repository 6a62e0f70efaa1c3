import OvationBroker
import OvationModel
import OvationPictures
import OvationTestKit
import Testing

@testable import OvationNode

@Suite struct EdgeStreamTests {
    /// What a home sends to one edge, and in which order the edge has to hand it on.
    private struct Script {
        var batches: [LinkItem] = []
        var messages: [LinkItem] = []
        var contents: [String: EdgeMessage] = [:]
        var expected: [String] = []

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            var (viewers, last, after, sent): ([Int], Int64, Int64, Int64) = ([], 0, 0, 0)
            var (nextViewer, hasSent) = (0, false)
            for _ in 0..<60 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    nextViewer += 1
                    viewers.append(nextViewer)
                    sent += 1
                    add(LinkWorld.admit(nextViewer, after: last), sent, after: after)
                    hasSent = true
                case 1 where !viewers.isEmpty:
                    let gone = viewers.remove(at: Int.random(in: 0..<viewers.count, using: &random))
                    sent += 1
                    add(.detach(LinkWorld.connection(gone)), sent, after: after)
                    hasSent = true
                case 2:
                    sent += 1
                    add(.exit(CrossingSamples.session), sent, after: after)
                    hasSent = true
                default:
                    last += 1
                    let message = LinkWorld.batch(last)
                    let needs: [UInt16: Int64] = hasSent ? [LinkWorld.edgeRun.slot: sent] : [:]
                    hasSent = false
                    contents["b\(last)"] = message
                    batches.append(LinkItem(number: last, epoch: "e", content: .batch(needs: needs), crossing: []))
                    guard !viewers.isEmpty else { continue }
                    after = last
                    expected.append(words(message))
                }
            }
        }

        private mutating func add(_ message: EdgeMessage, _ number: Int64, after: Int64) {
            contents["m\(number)"] = message
            messages.append(LinkItem(number: number, epoch: "e", content: .message(after: after), crossing: []))
            expected.append(words(message))
        }
    }

    @Test(arguments: 1...200)
    func `whatever overtakes what, the edge hands it on in the order of the home`(_ seed: Int) {
        let script = Script(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
        var stream = EdgeStream(slot: LinkWorld.edgeRun.slot)
        var handed = stream.begin("e").map(words)
        var (batches, messages) = (script.batches[...], script.messages[...])
        while !batches.isEmpty || !messages.isEmpty {
            let takesBatch = messages.isEmpty || !batches.isEmpty && Bool.random(using: &random)
            guard let item = takesBatch ? batches.popFirst() : messages.popFirst() else { break }
            handed += stream.take(item, script.contents["\(takesBatch ? "b" : "m")\(item.number)"]).map(words)
        }
        #expect(handed == script.expected)
        #expect(!stream.isMissing)
    }

    @Test func `who was sent back and is let in once more over the same connection counts as new here`() {
        var stream = EdgeStream(slot: LinkWorld.edgeRun.slot)
        func admit(_ number: Int64) -> [Bool] {
            let item = LinkItem(number: number, epoch: "e", content: .message(after: 0), crossing: [])
            return stream.take(item, LinkWorld.admit(1, after: 0)).flatMap { message in
                guard case .admit(let admitted) = message else { return [Bool]() }
                return admitted.members.map(\.isPresent)
            }
        }
        _ = stream.begin("e")
        let before = [admit(1), admit(2)]
        let given = stream.giveUp(batch: 0, message: 2).map(words)
        let after = admit(3)
        #expect(before == [[false], [true]])
        #expect(given == ["back 1", "detach 1"])
        #expect(after == [false])
        #expect(stream.viewers == [LinkWorld.connection(1)])
    }

    @Test(arguments: 1...100)
    func `whatever is lost and found again, everything is handed on once and in order`(_ seed: Int) {
        let script = Script(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed) &+ 2000)
        var stream = EdgeStream(slot: LinkWorld.edgeRun.slot)
        var handed = stream.begin("e").map(words)
        let all = (script.batches + script.messages).shuffled(using: &random)
        for item in all where Int.random(in: 0..<3, using: &random) > 0 {
            handed += stream.take(item, content(of: item, script)).map(words)
        }
        // The ring of the home: all messages, then all batches, as often as it takes.
        for item in script.messages + script.batches + script.messages + script.batches {
            handed += stream.take(item, content(of: item, script)).map(words)
        }
        var rounds = 0
        while handed.count < script.expected.count, rounds < 200 {
            rounds += 1
            for item in script.messages + script.batches {
                handed += stream.take(item, content(of: item, script)).map(words)
            }
        }
        #expect(handed == script.expected)
    }

    private func content(of item: LinkItem, _ script: Script) -> EdgeMessage? {
        if case .batch = item.content { script.contents["b\(item.number)"] } else { script.contents["m\(item.number)"] }
    }

    @Test func `no more waits than may, however much comes`() {
        var stream = EdgeStream(slot: 2)
        _ = stream.begin("e")
        _ = stream.take(
            LinkItem(number: 1, epoch: "e", content: .message(after: 0), crossing: []), LinkWorld.admit(1, after: 0))
        var handed = 0
        for number in 2...Int64(10_000) {
            handed +=
                stream.take(
                    LinkItem(number: number, epoch: "e", content: .batch(needs: [:]), crossing: []),
                    LinkWorld.batch(number)
                ).count
        }
        #expect(handed == 0)
        #expect(stream.isMissing)
        let first = LinkItem(number: 1, epoch: "e", content: .batch(needs: [:]), crossing: [])
        let rest = stream.take(first, LinkWorld.batch(1))
        #expect(rest.count == EdgeStream.heldMax + 1)
    }

    @Test func `a live that runs anew sends its viewers back and begins at the beginning`() {
        var stream = EdgeStream(slot: 2)
        _ = stream.begin("e1")
        let admit = LinkItem(number: 1, epoch: "e1", content: .message(after: 0), crossing: [])
        _ = stream.take(admit, LinkWorld.admit(1, after: 40))
        let gone = stream.begin("e2").map(words)
        #expect(gone == ["back 1", "detach 1"])
        #expect((stream.batch, stream.message) == (0, 0))
        let handed = stream.take(LinkItem(number: 1, epoch: "e2", content: .message(after: 0), crossing: []), .flush)
        #expect(handed.count == 1)
    }

    @Test func `what this node cannot read is passed over`() {
        var stream = EdgeStream(slot: 2)
        _ = stream.begin("e")
        let unread = stream.take(LinkItem(number: 1, epoch: "e", content: .message(after: 0), crossing: []), nil)
        let next = stream.take(LinkItem(number: 2, epoch: "e", content: .message(after: 0), crossing: []), .flush)
        #expect(unread.isEmpty && next.count == 1)
        #expect(!stream.isMissing)
    }
}

@Suite struct LinkBodyTests {
    private static let crossing: [UInt8] = [1, 4, 0, 0, 0, 0]
    private static let items: [LinkItem] = [
        LinkItem(number: 7, epoch: "mg1", content: .batch(needs: [1: 9, 65_535: .max]), crossing: crossing),
        LinkItem(number: .max, epoch: "", content: .message(after: -1), crossing: []),
        LinkItem(number: 1, epoch: "ü", content: .mark(batch: 3), crossing: []),
    ]

    @Test(arguments: ["live", "a.b *>", "x"])
    func `questions, answers and items come out as they went in`(_ id: String) throws {
        let live: LiveID = Samples.id(id)
        let questions: [HomeQuestion] = [
            .ask(live, Self.crossing), .tell(live, []), .missing(live, batch: .max, message: 0), .picture(live),
        ]
        for question in questions { #expect(try HomeQuestion(question.bytes) == question) }
        let answers: [HomeAnswer] = [
            .answered(Self.crossing), .answered([]), .notHere, .found(Self.items), .found([]),
            .gone(batch: 5, message: 6),
            .picture(
                PictureOrigin(
                    start: LiveStart(session: Samples.id("s1"), isPublic: false), address: "http://[fd00::7]:8080",
                    playKey: Self.crossing)),
        ]
        for answer in answers { #expect(try HomeAnswer(answer.bytes) == answer) }
        for item in Self.items { #expect(try LinkItem(item.bytes) == item) }
    }

    @Test func `bytes of any kind are read or refused, and never trap`() {
        var random = SeededGenerator(seed: 25)
        var read = 0
        let sound: [[UInt8]] =
            Self.items.map(\.bytes) + [HomeAnswer.found(Self.items).bytes]
            + [HomeQuestion.missing(Samples.id("live"), batch: 1, message: 2).bytes]
        for round in 0..<20_000 {
            var bytes = sound[round % sound.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place...)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            if (try? HomeQuestion(bytes)) != nil { read += 1 }
            if (try? HomeAnswer(bytes)) != nil { read += 1 }
            if (try? LinkItem(bytes)) != nil { read += 1 }
        }
        #expect(read > 0)
    }

    @Test func `a number is taken once, in whichever order numbers come`() {
        var random = SeededGenerator(seed: 7)
        var window = ReplayWindow()
        var taken: Set<Int64> = []
        for base in stride(from: Int64(1), to: 20_000, by: 100) {
            for number in (base..<base + 100).shuffled(using: &random) {
                let (isNew, isFirst) = (window.take(number), taken.insert(number).inserted)
                #expect(isNew == isFirst)
                let again = Int64.random(in: max(1, number - 3000)...number, using: &random)
                guard taken.contains(again) else { continue }
                let isTaken = window.take(again)
                #expect(!isTaken, "\(again)")
            }
        }
        let late = [1, 0, .max, .max].map { (number: Int64) in window.take(number) }
        #expect(late == [false, false, true, false])
    }
}
