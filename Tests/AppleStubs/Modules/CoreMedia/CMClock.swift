/// Of Core Foundation on Apple's systems.
public final class CMClock: Sendable {
    fileprivate init() {}
}

public func CMClockGetHostTimeClock() -> CMClock { fatalError() }
public func CMClockGetTime(_ clock: CMClock) -> CMTime { fatalError() }
