import Foundation
@_exported import ObjectiveC

// Of Foundation on Apple's systems; every stub that builds on this module brings it along.

extension NotificationCenter {
    public func addObserver(
        _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
    ) {}
}

extension Timer {
    public class func scheduledTimer(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?, repeats yesOrNo: Bool
    ) -> Timer { fatalError() }
}

extension NSObject {
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {}
    public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {}
}
