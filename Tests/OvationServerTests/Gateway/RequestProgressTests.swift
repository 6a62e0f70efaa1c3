import NIOCore
import OvationModel
import Testing

@testable import OvationHTTP

/// The time that a client may take for each part of a request.
final class RequestProgressTests {
    /// A request and its answer each have 30 seconds, the rest of a body 5 seconds and 1,000 bytes, and an idle connection a minute.
    private static var bounds: RequestProgress.Bounds {
        var limits = Limits()
        limits.requestTimeoutSeconds = 30
        limits.requestDiscardSeconds = 5
        limits.requestIdleSeconds = 60
        limits.requestDiscardedBytesMax = 1_000
        return RequestProgress.Bounds(limits)
    }

    private var progress = RequestProgress(RequestProgressTests.bounds)

    private func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds) }

    private func begin(
        _ bytes: Int?, keepsAlive: Bool = true, expectsContinue: Bool = false, at seconds: Int64 = 0
    ) -> RequestProgress.Inbound {
        progress.requestBegan(
            bytes: bytes, keepsAlive: keepsAlive, expectsContinue: expectsContinue, at: at(seconds))
    }

    /// Writes the whole answer, which the client accepts at once. Returns whether it was the connection's last.
    private func answer(at seconds: Int64) -> Bool {
        let isLast = progress.answerBegan(at: at(seconds))
        progress.answerEnded(at: at(seconds))
        #expect(progress.answerTaken(at: at(seconds)) == isLast)
        return isLast
    }

    @Test func `a body that trickles in is given up when its time is over`() {
        #expect(begin(100) == .pass)
        for second in 1..<30 {
            #expect(progress.bodyCame(1) == .pass)
            #expect(progress.expire(at: at(Int64(second))) == .none)
        }
        #expect(progress.deadline == at(30))
        #expect(progress.expire(at: at(30)) == .giveUpRequest)
        // The routes have a moment to answer.
        #expect(progress.deadline == at(35))
        #expect(answer(at: 31), "nothing can follow half a request")
        progress.outputClosed(at: at(31))
        #expect(progress.expire(at: at(35)) == .none)
        #expect(progress.expire(at: at(36)) == .cut(.end))
    }

    @Test func `a streamed body may take hours, and is given up after a silence`() {
        _ = begin(nil)
        progress.bodyStreams(silence: .seconds(10), at: at(0))
        for second in stride(from: Int64(9), to: 7_200, by: 9) {
            #expect(progress.expire(at: at(second)) == .none)
            #expect(progress.bodyCame(1, at: at(second)) == .pass)
        }
        let last = Int64(7_191)
        #expect(progress.expire(at: at(last + 9)) == .none)
        #expect(progress.expire(at: at(last + 10)) == .giveUpRequest)
        #expect(progress.endStream(at: at(last + 10)) == false, "the routes already know")
    }

    @Test func `a stream is ended once, by its routes or by the server's stop`() {
        _ = begin(nil)
        #expect(progress.endStream(at: at(0)) == false, "no body is a stream unless its routes say so")
        progress.bodyStreams(silence: .seconds(10), at: at(0))
        #expect(progress.endStream(at: at(1)) == true)
        #expect(progress.endStream(at: at(1)) == false)
        #expect(progress.deadline == at(6), "the routes have a moment to say why")
    }

    @Test func `a request that was given up and gets no answer ends the connection`() {
        _ = begin(100)
        #expect(progress.expire(at: at(30)) == .giveUpRequest)
        #expect(progress.expire(at: at(34)) == .none)
        #expect(progress.expire(at: at(35)) == .cut(.request))
    }

    @Test func `the rest of an answered request's body is discarded for a limited time and up to a limit`() {
        _ = begin(1_000)
        #expect(!answer(at: 1))
        #expect(progress.bodyCame(600) == .drop)
        #expect(progress.deadline == at(6))
        #expect(progress.expire(at: at(6)) == .cut(.discard), "a byte now and then does not keep it open")
        #expect(progress.bodyCame(400) == .drop)
        #expect(progress.bodyCame(1) == .cut)
    }

    @Test func `after the rest of a body has arrived, the connection continues`() {
        _ = begin(1_000)
        #expect(!answer(at: 1))
        #expect(progress.bodyCame(1_000) == .drop)
        #expect(progress.requestEnded(at: at(2)) == .pass)
        #expect(progress.deadline == at(62))
        #expect(begin(0, at: 3) == .pass)
        #expect(progress.deadline == at(33))
    }

    @Test(arguments: [1_001, 1_000_000_000_000, nil])
    func `if the rest of a body is too long or of unknown length, the answer is the last`(bytes: Int?) {
        _ = begin(bytes)
        #expect(answer(at: 0))
        progress.outputClosed(at: at(0))
        #expect(progress.bodyCame(500) == .drop)
        #expect(progress.bodyCame(501) == .cut)
        #expect(progress.deadline == at(5))
        #expect(begin(0) == .drop)
    }

    @Test func `a client is not charged for the time that the server takes`() {
        _ = begin(0)
        #expect(progress.requestEnded(at: at(1)) == .pass)
        #expect(progress.deadline == nil)
        #expect(progress.expire(at: at(1_000)) == .none)
    }

    @Test func `an answer that the client does not read ends the connection`() {
        _ = begin(0)
        _ = progress.requestEnded(at: at(1))
        _ = progress.answerBegan(at: at(2))
        progress.answerEnded(at: at(3))
        #expect(progress.deadline == at(32))
        #expect(progress.expire(at: at(31)) == .none)
        #expect(progress.expire(at: at(32)) == .cut(.answer))
    }

    @Test func `a client that reads its last answer slowly has the whole time for it`() {
        _ = begin(0, keepsAlive: false)
        _ = progress.requestEnded(at: at(0))
        #expect(progress.answerBegan(at: at(0)) == true)
        progress.answerEnded(at: at(0))
        progress.outputClosed(at: at(0))
        #expect(progress.expire(at: at(29)) == .none)
        #expect(progress.answerTaken(at: at(29)) == false, "the server's half is already closed")
        #expect(progress.deadline == at(34))
    }

    @Test func `an idle connection is closed after its time`() {
        _ = begin(0)
        _ = progress.requestEnded(at: at(0))
        #expect(!answer(at: 0))
        #expect(progress.expire(at: at(59)) == .none)
        #expect(progress.expire(at: at(60)) == .cut(.idle))
    }

    @Test func `a client that asks to close gets the end with its answer`() {
        _ = begin(0, keepsAlive: false)
        _ = progress.requestEnded(at: at(0))
        #expect(answer(at: 0))
    }

    @Test func `only a client that waits for 100-continue gets it, once and before the answer`() {
        _ = begin(10)
        let askedUnasked = progress.bodyWanted()
        #expect(!askedUnasked)
        _ = begin(10, expectsContinue: true)
        let asked = [progress.bodyWanted(), progress.bodyWanted()]
        #expect(asked == [true, false])
        #expect(progress.bodyCame(10) == .pass)
        _ = progress.requestEnded(at: at(0))
        #expect(!answer(at: 0))
        _ = begin(10, expectsContinue: true)
        _ = progress.bodyCame(1)
        let askedLate = progress.bodyWanted()
        #expect(!askedLate, "the client did not wait for 100-continue")
        _ = begin(10, expectsContinue: true)
        #expect(answer(at: 0), "nobody knows whether the client still sends the body")
        let askedAfterwards = progress.bodyWanted()
        #expect(!askedAfterwards)
    }

    @Test func `a stop leaves a request under way a moment`() {
        _ = begin(10)
        progress.stopBegan(at: at(10))
        #expect(progress.deadline == at(15))
        #expect(progress.expire(at: at(15)) == .giveUpRequest)
        #expect(answer(at: 15))
    }

    @Test func `a stop does not wait for a client that reads no answer`() {
        _ = begin(0)
        _ = progress.requestEnded(at: at(0))
        _ = progress.answerBegan(at: at(1))
        progress.answerEnded(at: at(1))
        progress.stopBegan(at: at(2))
        #expect(progress.expire(at: at(7)) == .cut(.answer))
    }

    @Test func `the next request may arrive before the client has read the last answer`() {
        _ = begin(0)
        _ = progress.requestEnded(at: at(0))
        _ = progress.answerBegan(at: at(1))
        progress.answerEnded(at: at(1))
        #expect(begin(10, at: 1) == .pass)
        let isLast = progress.answerTaken(at: at(2))
        #expect(!isLast)
        #expect(progress.deadline == at(31), "the second request has its own time")
    }

    @Test func `nothing is read after the last answer`() {
        _ = begin(0, keepsAlive: false)
        _ = progress.requestEnded(at: at(0))
        _ = progress.answerBegan(at: at(0))
        progress.answerEnded(at: at(0))
        #expect(begin(0) == .drop)
        #expect(progress.requestEnded(at: at(0)) == .drop)
        #expect(progress.answerTaken(at: at(0)) == true)
    }

    @Test func `a connection for a single request has less time and one answer`() {
        progress = RequestProgress(Self.bounds.forOneQuestion)
        _ = begin(10)
        #expect(progress.deadline == at(5))
        _ = progress.requestEnded(at: at(0))
        #expect(answer(at: 0))
    }
}
