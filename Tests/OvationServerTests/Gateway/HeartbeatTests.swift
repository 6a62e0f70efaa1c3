import OvationModel
import Testing

@testable import OvationHTTP

/// A connection has ten seconds to log in. It is pinged every 25 seconds and closed after 90 seconds of silence.
struct HeartbeatTests {
    private let start = Timestamp(milliseconds: 5_000)

    private func open() -> Heartbeat {
        var heartbeat = Heartbeat(limits: Limits(), at: start)
        heartbeat.isOpen = true
        return heartbeat
    }

    @Test func `a connection that opens no session is closed after ten seconds, even if it sends`() {
        var heartbeat = Heartbeat(limits: Limits(), at: start)
        #expect(heartbeat.check(at: start) == .none)
        #expect(heartbeat.check(at: start.adding(milliseconds: 9_999)) == .none)
        heartbeat.heard(at: start.adding(milliseconds: 9_999))
        #expect(heartbeat.check(at: start.adding(seconds: 10)) == .closeUnopened)
    }

    @Test func `a connection that opens a session in time is not closed`() {
        var heartbeat = Heartbeat(limits: Limits(), at: start)
        heartbeat.isOpen = true
        #expect(heartbeat.check(at: start.adding(seconds: 10)) == .none)
    }

    @Test func `a ping is due every 25 seconds, whatever the client sends`() {
        var heartbeat = open()
        var pings: [Int64] = []
        for second in Int64(0)...200 {
            let now = start.adding(seconds: second)
            heartbeat.heard(at: now)
            switch heartbeat.check(at: now) {
            case .none: break
            case .ping: pings.append(second)
            case let other: Issue.record("\(other) at \(second) s")
            }
        }
        #expect(pings == [25, 50, 75, 100, 125, 150, 175, 200])
    }

    @Test func `a late check makes one ping, not several`() {
        var heartbeat = open()
        #expect(heartbeat.check(at: start.adding(seconds: 80)) == .ping)
        #expect(heartbeat.check(at: start.adding(seconds: 80)) == .none)
    }

    @Test func `a connection is gone after 90 seconds of silence, pinged or not`() {
        var heartbeat = open()
        var actions: [Int64: Heartbeat.Action] = [:]
        for second in Int64(1)...90 {
            let action = heartbeat.check(at: start.adding(seconds: second))
            if action != .none { actions[second] = action }
        }
        #expect(actions == [25: .ping, 50: .ping, 75: .ping, 90: .closeSilent])
    }

    @Test func `the silence counts from the client's last frame`() {
        var heartbeat = open()
        heartbeat.heard(at: start.adding(seconds: 89))
        #expect(heartbeat.check(at: start.adding(milliseconds: 178_999)) != .closeSilent)
        #expect(heartbeat.check(at: start.adding(seconds: 179)) == .closeSilent)
        #expect(
            heartbeat.check(at: start.adding(seconds: 200)) == .closeSilent,
            "every check says so until the connection is closed")
    }

    @Test func `a session is over when its login expires`() {
        var heartbeat = open()
        heartbeat.expiresAt = start.adding(seconds: 20)
        #expect(heartbeat.check(at: start.adding(milliseconds: 19_999)) == .none)
        #expect(heartbeat.check(at: start.adding(seconds: 20)) == .closeExpired)
        heartbeat.expiresAt = nil
        #expect(heartbeat.check(at: start.adding(seconds: 21)) == .none)
    }

    @Test func `the configured times apply`() {
        var limits = Limits()
        limits.openTimeoutSeconds = 1
        limits.pingIntervalSeconds = 2
        limits.silenceSeconds = 3
        var heartbeat = Heartbeat(limits: limits, at: start)
        #expect(heartbeat.check(at: start.adding(seconds: 1)) == .closeUnopened)
        heartbeat.isOpen = true
        #expect(heartbeat.check(at: start.adding(seconds: 2)) == .ping)
        #expect(heartbeat.check(at: start.adding(seconds: 3)) == .closeSilent)
    }
}
