import Testing

@testable import ovation_lab

/// How the load tool finds what is missing.
@Suite struct SequenceCheckTests {
    private func began(seq: Int64 = 100, durable: Int64 = 7) -> SequenceCheck {
        var check = SequenceCheck()
        check.begin(epoch: 1, seq: seq, durable: durable)
        return check
    }

    @Test func `events without a hole lose nothing`() {
        var check = began()
        for seq in Int64(101)...150 { #expect(check.saw(epoch: 1, seq: seq) == true) }
        check.finish(seq: 150, durable: 7)
        #expect(check.lostEvents == 0)
        #expect(check.missedStored == 0)
    }

    @Test func `a hole that nobody announced is a loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 101)
        _ = check.saw(epoch: 1, seq: 105)
        #expect(check.lostEvents == 3)
        #expect(check.skippedEvents == 0)
    }

    @Test func `a hole that is announced afterwards is none`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 110)
        check.wasTold(skipped: 101...109)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 9)
    }

    @Test func `a hole that was announced before is none`() {
        var check = began()
        check.wasTold(skipped: 101...109)
        _ = check.saw(epoch: 1, seq: 110)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 9)
    }

    @Test func `a gift in the middle of what was left out makes two holes, and both are explained`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 105)
        check.wasTold(skipped: 101...109)
        _ = check.saw(epoch: 1, seq: 110)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 8)
    }

    @Test func `what is missing beyond the announced range stays a loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 111)
        check.wasTold(skipped: 103...105)
        #expect(check.skippedEvents == 3)
        #expect(check.lostEvents == 7)
    }

    @Test func `the tail that never came is a loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 101)
        check.finish(seq: 104, durable: 9)
        #expect(check.lostEvents == 3)
        #expect(check.missedStored == 2)
    }

    @Test func `an event that comes twice is counted as such and taken once`() {
        var check = began()
        #expect(check.saw(epoch: 1, seq: 101) == true)
        #expect(check.saw(epoch: 1, seq: 101) == false)
        #expect(check.repeatedEvents == 1)
        #expect(check.seq == 101)
    }

    @Test func `a stored event that is left out is a loss, replayed ones are taken once`() {
        var check = began()
        #expect(check.saw(durable: 8) == true)
        #expect(check.saw(durable: 8) == false)
        #expect(check.saw(durable: 11) == true)
        #expect(check.missedStored == 2)
    }

    @Test func `a resume that could not bring everything back goes on at the new place`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 103)
        check.continueUnrecovered(epoch: 2, seq: 5_000)
        #expect(check.saw(epoch: 2, seq: 5_001) == true)
        check.finish(seq: 5_001, durable: 7)
        #expect(check.lostEvents == 2, "the hole of before remains")
    }

    @Test func `more holes than are remembered are losses all the same`() {
        var check = began(seq: 0)
        for seq in stride(from: Int64(2), through: 2_000, by: 2) { _ = check.saw(epoch: 1, seq: seq) }
        #expect(check.lostEvents == 1_000)
    }

    @Test func `a run that fits is taken at one go`() {
        var check = began()
        #expect(check.expects(epoch: 1, first: 101))
        check.advance(to: 140)
        #expect(!check.expects(epoch: 1, first: 140))
        #expect(!check.expects(epoch: 2, first: 141))
        #expect(check.expects(epoch: 1, first: 141))
    }
}
