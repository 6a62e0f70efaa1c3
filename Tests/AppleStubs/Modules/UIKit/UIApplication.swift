import Foundation

@MainActor @objc open class UIApplication: UIResponder {
    open class var shared: UIApplication { fatalError() }
    open var applicationState: State { fatalError() }
    open var preferredContentSizeCategory: UIContentSizeCategory { fatalError() }
    open var isIdleTimerDisabled = false
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { fatalError() }

    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("didEnterBackground")
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("willEnterForeground")
    nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActive")
    nonisolated public static let willResignActiveNotification = NSNotification.Name("willResignActive")
    nonisolated public static let didReceiveMemoryWarningNotification = NSNotification.Name("didReceiveMemoryWarning")
    nonisolated public static let willTerminateNotification = NSNotification.Name("willTerminate")

    @objc(UIApplicationState) public enum State: Int, Sendable { case active, inactive, background }
}
