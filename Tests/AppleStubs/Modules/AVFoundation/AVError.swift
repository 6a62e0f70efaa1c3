import Foundation

public struct AVError: Error {
    public var code: Code { fatalError() }

    public enum Code: Int, Sendable {
        case unknown = -11_800
        #if IOS
            case mediaServicesWereReset = -11_819
        #endif
    }
}
