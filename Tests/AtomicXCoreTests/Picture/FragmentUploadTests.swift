import OvationModel
import Testing

@testable import AtomicXCore

@Suite struct FragmentUploadTests {
    /// An upload on a manual clock that records its effects as words.
    private struct Line {
        var upload = FragmentUpload()
        var now: Int64 = 1_000
        var log: [String] = []
        var number = 0

        mutating func feed(_ input: FragmentUpload.Input) {
            for effect in upload.handle(input, now: now, chance: { $0.lowerBound }) { log.append(words(effect)) }
        }

        mutating func wish(_ liveID: String? = "a") { feed(.wish(liveID: liveID, bitRate: 2_000_000)) }

        mutating func ticket(bitRateMax: Int? = nil) {
            feed(.ticket(.success(FragmentUpload.Ticket(address: "wss://x", bitRateMax: bitRateMax)), number: number))
        }

        mutating func open() {
            wish()
            ticket()
            feed(.opened(number: number))
            feed(.segment([1], isInitialisation: true, number: number))
            log = []
        }

        mutating func fragment(_ size: Int) {
            feed(.segment([UInt8](repeating: 0, count: size), isInitialisation: false, number: number))
        }

        /// The effects since the last call.
        mutating func said() -> [String] {
            defer { log = [] }
            return log
        }

        private mutating func words(_ effect: FragmentUpload.Effect) -> String {
            switch effect {
            case .askTicket(let liveID, let number):
                self.number = number
                return "ask \(liveID)"
            case .connect: return "connect"
            case .record(let bitRate, _): return "record \(bitRate)"
            case .send(let bytes): return "send \(bytes.count)"
            case .setBitRate(let rate): return "rate \(rate)"
            case .stopRecording: return "stop"
            case .close(let code): return "close \(code.rawValue)"
            case .gaveUp(let error): return "gave up \(error.code)"
            }
        }
    }

    @Test func `an upload asks for a ticket, connects, records, and sends the initialisation first`() {
        var line = Line()
        line.wish()
        line.ticket()
        line.feed(.opened(number: line.number))
        line.feed(.segment([1, 2], isInitialisation: true, number: line.number))
        line.fragment(3)
        #expect(line.said() == ["ask a", "connect", "record 2000000", "send 2", "send 3"])
        line.wish()
        #expect(line.said().isEmpty)
        line.wish(nil)
        #expect(line.said() == ["stop", "close 1000"])
        line.fragment(3)
        #expect(line.said().isEmpty)
    }

    @Test func `the recording's bit rate stays a tenth below the server's limit`() {
        for (limit, rate) in [(1_000_000, 900_000), (0, 2_000_000), (100, 250_000), (9_000_000, 2_000_000)] {
            var line = Line()
            line.wish()
            line.ticket(bitRateMax: limit)
            line.feed(.opened(number: line.number))
            #expect(line.log.last == "record \(rate)")
        }
    }

    @Test func `a lost connection reconnects with a new ticket and a new recording`() {
        for code: UInt16 in [1_006, 3_000, 3_005, 1_001, 1_000] {
            var line = Line()
            line.open()
            let old = line.number
            line.feed(.closed(CloseCode(rawValue: code), reason: "", number: old))
            #expect(line.said() == ["stop"])
            line.fragment(3)
            line.now += 499
            line.feed(.alarm)
            #expect(line.said().isEmpty)
            line.now += 1
            line.feed(.alarm)
            line.ticket()
            line.feed(.opened(number: line.number))
            line.feed(.segment([1], isInitialisation: true, number: old))
            line.feed(.closed(.lost, reason: "", number: old))
            #expect(line.said() == ["ask a", "connect", "record 2000000"])
        }
    }

    @Test func `a final close code stops the upload until the user starts it again`() {
        for code: UInt16 in [3_506, 3_507, 3_508, 3_509, 3_510] {
            var line = Line()
            line.open()
            line.feed(.closed(CloseCode(rawValue: code), reason: "why", number: line.number))
            #expect(line.said() == ["stop", "gave up -1"] && line.upload.alarm == nil)
            line.wish()
            #expect(line.said().isEmpty)
            line.wish(nil)
            line.wish()
            #expect(line.said() == ["ask a"])
        }
    }

    @Test
    func `retry delays grow to a maximum during an outage and restart after a steady picture`() {
        var line = Line()
        line.wish()
        var waits: [Int64] = []
        for _ in 0..<7 {
            line.feed(.ticket(.failure(ErrorInfo(.networkUnavailable, "away")), number: line.number))
            guard let alarm = line.upload.alarm else { return }
            waits.append(alarm - line.now)
            line.now = alarm
            line.feed(.alarm)
        }
        #expect(waits == [500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000])
        line.ticket()
        line.feed(.opened(number: line.number))
        line.now += 10_000
        line.feed(.closed(.lost, reason: "", number: line.number))
        #expect(line.upload.alarm == line.now + 500)
    }

    @Test func `a final refusal is reported, and a failed connection is retried`() {
        var line = Line()
        line.wish()
        line.feed(.ticket(.failure(ErrorInfo(code: 110_302, message: "none")), number: line.number))
        #expect(line.said() == ["ask a", "gave up 110302"])
        var slow = Line()
        slow.wish()
        slow.ticket()
        slow.now += 10_000
        slow.feed(.alarm)
        #expect(slow.said() == ["ask a", "connect", "close 1001"] && slow.upload.alarm == slow.now + 500)
    }

    @Test func `a slow network drops whole fragments, and the queue stays bounded`() {
        var line = Line()
        line.open()
        let size = 1_000_000
        for _ in 0..<4 { line.fragment(size) }
        #expect(line.said() == Array(repeating: "send 1000000", count: 4))
        for _ in 0..<50 { line.fragment(size) }
        #expect(line.said().isEmpty && line.upload.fragmentsLeftOut == 50)
        line.feed(.segment([1], isInitialisation: true, number: line.number))
        #expect(line.said() == ["send 1"])
        line.feed(.sent(bytes: size, number: line.number))
        line.fragment(size)
        #expect(line.said() == ["send 1000000"])
        line.feed(.sent(bytes: .max, number: line.number))
        line.fragment(50_000_000)
        #expect(line.said() == ["send 50000000"])
    }

    @Test func `the bit rate falls while fragments are dropped and rises again after a calm time`() {
        var line = Line()
        line.open()
        for _ in 0..<4 { line.fragment(1_000_000) }
        var rates: [String] = []
        line.log = []
        for _ in 0..<60 {
            line.now += 1_000
            line.fragment(1_000_000)
            rates += line.said()
        }
        #expect(rates.prefix(2) == ["rate 1333332", "rate 888888"] && rates.last == "rate 250000")
        line.feed(.sent(bytes: .max, number: line.number))
        rates = []
        for _ in 0..<400 {
            line.now += 1_000
            line.fragment(10)
            line.feed(.sent(bytes: 10, number: line.number))
            rates += line.said().filter { $0.hasPrefix("rate") }
        }
        #expect(rates.first == "rate 312500" && rates.last == "rate 2000000")
    }

    @Test func `a broken recording restarts with a new connection`() {
        var line = Line()
        line.open()
        line.feed(.recordingFailed("full", number: line.number))
        #expect(line.said() == ["stop", "close 1001"] && line.upload.alarm != nil)
    }
}
