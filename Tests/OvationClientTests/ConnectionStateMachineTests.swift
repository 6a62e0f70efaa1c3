import NIOCore
import OvationModel
import OvationTestKit
import Testing

@testable import OvationClient

@Suite struct ConnectionStateMachineTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// A machine together with its time and its randomness.
    private struct Driver {
        var machine: ConnectionStateMachine
        var random: SeededGenerator
        var now = ConnectionStateMachineTests.start

        init(seed: UInt64 = 1) {
            random = SeededGenerator(seed: seed)
            machine = ConnectionStateMachine(
                configuration: .init(
                    attemptTimeout: .seconds(10), backoff: ReconnectBackoff(min: .seconds(1), max: .seconds(16))))
        }

        mutating func logIn() -> [ConnectionStateMachine.Action] { machine.logIn(at: now) }
        mutating func opened() -> [ConnectionStateMachine.Action] { machine.transportOpened(at: now) }
        mutating func sessionOpened() -> [ConnectionStateMachine.Action] { machine.sessionOpened(at: now) }
        mutating func refused(_ code: ErrorCode) -> [ConnectionStateMachine.Action] {
            machine.sessionRefused(Rejection(code), at: now, using: &random)
        }
        mutating func closed(_ code: CloseCode = .lost, _ failure: TransportFailure? = nil) -> [ConnectionStateMachine
            .Action]
        {
            machine.transportClosed(code, failure: failure, at: now, using: &random)
        }
        mutating func pass(_ amount: TimeAmount) -> [ConnectionStateMachine.Action] {
            now = now + amount
            return machine.tick(at: now, using: &random)
        }
        /// Advances to the next deadline, and returns the wait and the actions.
        mutating func passToDeadline() -> (TimeAmount, [ConnectionStateMachine.Action]) {
            let wait = (machine.nextDeadline ?? now) - now
            return (wait, pass(wait))
        }
        mutating func reachOpen() {
            _ = logIn()
            _ = opened()
            _ = sessionOpened()
        }
    }

    @Test func `a login connects, opens the session and is connected`() {
        var driver = Driver()
        #expect(driver.logIn() == [.report(.connecting), .connect])
        #expect(driver.opened() == [.openSession])
        #expect(driver.sessionOpened() == [.report(.connected)])
        #expect(driver.machine.isOpen)
    }

    @Test func `a second login while one is under way does nothing`() {
        var driver = Driver()
        _ = driver.logIn()
        #expect(driver.logIn() == [])
    }

    @Test func `a login retries until its timeout, then fails with networkUnavailable and the reason`() {
        var driver = Driver()
        _ = driver.logIn()
        #expect(driver.closed(.lost, TransportFailure("Refused.")) == [])
        var attempts = 1
        while true {
            let (_, actions) = driver.passToDeadline()
            guard actions == [.connect] else {
                let expected = Rejection(.networkUnavailable, "The server cannot be reached. Refused.")
                #expect(actions == [.drop, .report(.disconnected), .failLogIn(expected)])
                break
            }
            attempts += 1
            _ = driver.closed(.lost, TransportFailure("Refused."))
        }
        #expect(attempts > 2)
        #expect(driver.now - Self.start == .seconds(10))
        #expect(driver.machine.nextDeadline == nil)
    }

    @Test func `a login fails at once on a permanent failure`() {
        var driver = Driver()
        _ = driver.logIn()
        let actions = driver.closed(.lost, TransportFailure("No trust.", isPermanent: true))
        let expected = Rejection(.networkUnavailable, "The server cannot be reached. No trust.")
        #expect(actions == [.report(.disconnected), .failLogIn(expected)])
    }

    @Test func `a refused login fails with the server's answer, even a temporary one`() {
        for code in [ErrorCode.userSigInvalid, .storageUnavailable] {
            var driver = Driver()
            _ = driver.logIn()
            _ = driver.opened()
            #expect(driver.refused(code) == [.close(.normal), .report(.disconnected), .failLogIn(Rejection(code))])
            #expect(driver.machine.isIdle)
        }
    }

    @Test func `reconnect delays grow from 1 to 16 seconds`() {
        for seed in UInt64(1)...50 {
            var driver = Driver(seed: seed)
            driver.reachOpen()
            #expect(driver.closed() == [.connectionLost, .report(.reconnecting(attempt: 1))])
            for attempt in 1...12 {
                let (wait, actions) = driver.passToDeadline()
                let ceiling = min(TimeAmount.seconds(1 << Int64(attempt)), .seconds(16))
                #expect(wait >= .seconds(1) && wait <= ceiling, "seed \(seed), attempt \(attempt)")
                #expect(actions == [.connect])
                #expect(driver.closed() == [.report(.reconnecting(attempt: attempt + 1))])
            }
        }
    }

    @Test func `equal seeds give equal delays, different seeds different ones`() {
        func waits(seed: UInt64) -> [TimeAmount] {
            var driver = Driver(seed: seed)
            driver.reachOpen()
            _ = driver.closed()
            return (0..<6).map { _ in
                let (wait, _) = driver.passToDeadline()
                _ = driver.closed()
                return wait
            }
        }
        #expect(waits(seed: 7) == waits(seed: 7))
        #expect(waits(seed: 7) != waits(seed: 8))
    }

    @Test func `the attempt count restarts only after a connection that lasted`() {
        var driver = Driver()
        driver.reachOpen()
        _ = driver.closed()
        _ = driver.passToDeadline()
        _ = driver.opened()
        _ = driver.sessionOpened()
        #expect(driver.closed() == [.connectionLost, .report(.reconnecting(attempt: 2))])
        _ = driver.passToDeadline()
        _ = driver.opened()
        _ = driver.sessionOpened()
        _ = driver.pass(.seconds(16))
        #expect(driver.closed() == [.connectionLost, .report(.reconnecting(attempt: 1))])
    }

    @Test(arguments: [
        (CloseCode.lost, true), (.goingAway, true), (.serviceRestart, true), (.tryAgainLater, true), (.shutdown, true),
        (.slow, true), (.silent, true), (.openFailed, true), (CloseCode(rawValue: 3499), true),
        (.normal, false), (.protocolError, false), (.messageTooBig, false), (.serverError, false),
        (.unauthorized, false),
        (.openTimeout, false), (.kickedOffline, false), (.loginExpired, false), (.replaced, false),
        (CloseCode(rawValue: 3999), false), (CloseCode(rawValue: 1005), false),
    ])
    func `the close code decides whether the client reconnects`(code: CloseCode, reconnects: Bool) {
        var driver = Driver()
        driver.reachOpen()
        let expected: [ConnectionStateMachine.Action] =
            reconnects
            ? [.connectionLost, .report(.reconnecting(attempt: 1))]
            : [.connectionLost, .report(.closed(code)), .end(code)]
        #expect(driver.closed(code) == expected)
        #expect(driver.machine.isIdle != reconnects)
    }

    @Test func `a silent connection is pinged after 30 seconds and lost after 60`() {
        var driver = Driver()
        driver.reachOpen()
        #expect(driver.pass(.milliseconds(29_999)) == [])
        #expect(driver.pass(.milliseconds(1)) == [.sendPing])
        #expect(driver.pass(.milliseconds(29_999)) == [])
        #expect(driver.pass(.milliseconds(1)) == [.drop, .connectionLost, .report(.reconnecting(attempt: 1))])
    }

    @Test func `any frame from the server postpones the ping and the loss`() {
        var driver = Driver()
        driver.reachOpen()
        for _ in 0..<10 {
            #expect(driver.pass(.seconds(29)) == [])
            driver.machine.heard(at: driver.now)
        }
        #expect(driver.pass(.seconds(30)) == [.sendPing])
        driver.machine.heard(at: driver.now)
        #expect(driver.pass(.seconds(30)) == [.sendPing])
    }

    @Test func `a reconnect that opens no session in time is retried`() {
        var driver = Driver()
        driver.reachOpen()
        _ = driver.closed()
        _ = driver.passToDeadline()
        #expect(driver.opened() == [.openSession])
        #expect(driver.pass(.seconds(10)) == [.drop, .report(.reconnecting(attempt: 2))])
    }

    @Test func `a session survives a temporary refusal and ends with a final one`() {
        var driver = Driver()
        driver.reachOpen()
        _ = driver.closed()
        _ = driver.passToDeadline()
        _ = driver.opened()
        #expect(driver.refused(.storageUnavailable) == [.drop, .report(.reconnecting(attempt: 2))])
        _ = driver.passToDeadline()
        _ = driver.opened()
        #expect(
            driver.refused(.userSigExpired) == [.close(.normal), .report(.closed(.loginExpired)), .end(.loginExpired)])
    }

    @Test func `a client waits as long as the server asks, at most 300 seconds`() {
        for (asked, least, most): (Int64, TimeAmount, TimeAmount) in [
            (40_000, .seconds(40), .seconds(40)), (1, .seconds(1), .seconds(16)), (-5, .seconds(1), .seconds(16)),
            (.max, .seconds(300), .seconds(300)),
        ] {
            var driver = Driver()
            driver.reachOpen()
            _ = driver.closed()
            _ = driver.passToDeadline()
            _ = driver.opened()
            let rejection = Rejection(.loginsTooFrequent, retryAfterMilliseconds: asked)
            #expect(
                driver.machine.sessionRefused(rejection, at: driver.now, using: &driver.random) == [
                    .drop, .report(.reconnecting(attempt: 2)),
                ])
            let (wait, actions) = driver.passToDeadline()
            #expect(wait >= least && wait <= most, "asked for \(asked) ms, waited \(wait)")
            #expect(actions == [.connect])
        }
    }

    @Test func `a reconnect keeps trying after an answer that would fail a first login`() {
        var driver = Driver()
        driver.reachOpen()
        _ = driver.closed()
        _ = driver.passToDeadline()
        #expect(
            driver.closed(.lost, TransportFailure("404", isPermanent: true)) == [.report(.reconnecting(attempt: 2))])
    }

    @Test func `logging out closes with 1000 from every state that has a connection`() {
        var driver = Driver()
        #expect(driver.machine.logOut() == [])
        _ = driver.logIn()
        #expect(driver.machine.logOut() == [.close(.normal), .report(.disconnected)])
        driver.reachOpen()
        #expect(driver.machine.logOut() == [.close(.normal), .report(.disconnected)])
        driver.reachOpen()
        _ = driver.closed()
        #expect(driver.machine.logOut() == [.report(.disconnected)])
        #expect(driver.machine.nextDeadline == nil)
    }

    @Test func `a wake reconnects at once, or pings an open connection and drops it without an answer`() {
        var driver = Driver()
        driver.reachOpen()
        _ = driver.closed()
        #expect(driver.machine.wake(at: driver.now) == [.connect])
        _ = driver.opened()
        _ = driver.sessionOpened()
        #expect(driver.machine.wake(at: driver.now) == [.sendPing])
        #expect(driver.machine.wake(at: driver.now) == [])
        #expect(driver.pass(.seconds(10)) == [.drop, .connectionLost, .report(.reconnecting(attempt: 2))])
    }

    @Test func `random inputs never trap, and a machine that is not idle always has a deadline`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var choice = SeededGenerator(seed: seed)
        var driver = Driver(seed: seed)
        let codes: [CloseCode] = [.lost, .shutdown, .normal, .kickedOffline]
        for step in 0..<20_000 {
            switch Int.random(in: 0..<10, using: &choice) {
            case 0: _ = driver.logIn()
            case 1, 2: _ = driver.opened()
            case 3, 4: _ = driver.sessionOpened()
            case 5: _ = driver.closed(codes[Int.random(in: 0..<codes.count, using: &choice)])
            case 6: _ = driver.refused(Bool.random(using: &choice) ? .userSigInvalid : .internalError)
            case 7: _ = driver.pass(.milliseconds(Int64.random(in: 0...70_000, using: &choice)))
            case 8: driver.machine.heard(at: driver.now)
            default: _ = Bool.random(using: &choice) ? driver.machine.logOut() : driver.machine.wake(at: driver.now)
            }
            #expect(driver.machine.isIdle == (driver.machine.nextDeadline == nil), "seed \(seed), step \(step)")
        }
    }
}
