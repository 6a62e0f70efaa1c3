import Testing

@testable import ovation_lab

/// The load tool's search for lost events.
@Suite struct SequenceCheckTests {
    private func began(seq: Int64 = 100, durable: Int64 = 7) -> SequenceCheck {
        var check = SequenceCheck()
        check.begin(epoch: 1, seq: seq, durable: durable)
        return check
    }

    @Test func `events without a gap lose nothing`() {
        var check = began()
        for seq in Int64(101)...150 { #expect(check.saw(epoch: 1, seq: seq) == true) }
        check.finish(seq: 150, durable: 7)
        #expect(check.lostEvents == 0)
        #expect(check.missedStored == 0)
    }

    @Test func `a gap that is never announced is a loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 101)
        _ = check.saw(epoch: 1, seq: 105)
        #expect(check.lostEvents == 3)
        #expect(check.skippedEvents == 0)
    }

    @Test func `a gap that is announced afterwards is no loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 110)
        check.wasTold(skipped: 101...109)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 9)
    }

    @Test func `a gap that was announced before is no loss`() {
        var check = began()
        check.wasTold(skipped: 101...109)
        _ = check.saw(epoch: 1, seq: 110)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 9)
    }

    @Test func `a gift inside a skipped range makes two gaps, and both are explained`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 105)
        check.wasTold(skipped: 101...109)
        _ = check.saw(epoch: 1, seq: 110)
        #expect(check.lostEvents == 0)
        #expect(check.skippedEvents == 8)
    }

    @Test func `events missing beyond the announced range stay lost`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 111)
        check.wasTold(skipped: 103...105)
        #expect(check.skippedEvents == 3)
        #expect(check.lostEvents == 7)
    }

    @Test func `a tail that never arrives is a loss`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 101)
        check.finish(seq: 104, durable: 9)
        #expect(check.lostEvents == 3)
        #expect(check.missedStored == 2)
    }

    @Test func `an event that arrives twice counts as a repetition and is taken once`() {
        var check = began()
        #expect(check.saw(epoch: 1, seq: 101) == true)
        #expect(check.saw(epoch: 1, seq: 101) == false)
        #expect(check.repeatedEvents == 1)
        #expect(check.seq == 101)
    }

    @Test func `a missing stored event is a loss, and a replayed one is taken once`() {
        var check = began()
        #expect(check.saw(durable: 8) == true)
        #expect(check.saw(durable: 8) == false)
        #expect(check.saw(durable: 11) == true)
        #expect(check.missedStored == 2)
    }

    @Test func `a resume without a full recovery continues at the new place`() {
        var check = began()
        _ = check.saw(epoch: 1, seq: 103)
        check.continueUnrecovered(epoch: 2, seq: 5_000)
        #expect(check.saw(epoch: 2, seq: 5_001) == true)
        check.finish(seq: 5_001, durable: 7)
        #expect(check.lostEvents == 2, "the earlier gap is still there")
    }

    @Test func `gaps beyond those that are remembered are still losses`() {
        var check = began(seq: 0)
        for seq in stride(from: Int64(2), through: 2_000, by: 2) { _ = check.saw(epoch: 1, seq: seq) }
        #expect(check.lostEvents == 1_000)
    }

    @Test func `a run that fits is taken in one step`() {
        var check = began()
        #expect(check.expects(epoch: 1, first: 101))
        check.advance(to: 140)
        #expect(!check.expects(epoch: 1, first: 140))
        #expect(!check.expects(epoch: 2, first: 141))
        #expect(check.expects(epoch: 1, first: 141))
    }
}
