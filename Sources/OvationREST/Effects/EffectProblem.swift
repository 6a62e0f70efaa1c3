package import SVGA

/// Why a file that was looked at is not known to be an effect.
package enum EffectProblem: Error, Equatable, Sendable {
    /// The address, or what is behind its name, is not one that is fetched from. No connection was made to it.
    case addressRefused(String)
    /// The name is unknown, nobody listens, or the connection ended too soon.
    case unreachable(String)
    /// The file did not come whole in time.
    case timedOut(milliseconds: Int)
    /// The answer has another status than 200.
    case status(Int)
    /// A redirect that is not followed.
    case redirectRefused(String)
    /// The answer has a type or an encoding that no effect has.
    case typeRefused(String)
    /// The file is larger than what is fetched.
    case tooLarge(bytesMax: Int)
    /// The file came, and players here do not take it.
    case invalid(SVGAError)
    /// The caller has given up.
    case cancelled
}

extension EffectProblem: CustomStringConvertible {
    /// A sentence for who asked. It never holds what the file or the answer says.
    package var description: String {
        switch self {
        case .addressRefused(let reason): "The address is refused: \(reason)"
        case .unreachable(let reason): "The address cannot be reached: \(reason)"
        case .timedOut(let milliseconds): "The file did not come whole within \(milliseconds) ms."
        case .status(let status): "The answer has the status \(status); only 200 is a file."
        case .redirectRefused(let reason): "The redirect is not followed: \(reason)"
        case .typeRefused(let reason): reason
        case .tooLarge(let bytesMax): "The file is larger than \(bytesMax) bytes."
        case .invalid(let error): "\(error.code.rawValue): \(error)"
        case .cancelled: "The check was given up."
        }
    }

    /// A name for programs, the same in every version.
    package var label: String {
        switch self {
        case .addressRefused: "addressRefused"
        case .unreachable: "unreachable"
        case .timedOut: "timedOut"
        case .status: "status"
        case .redirectRefused: "redirectRefused"
        case .typeRefused: "typeRefused"
        case .tooLarge: "fileTooLarge"
        case .invalid(let error): error.code.rawValue
        case .cancelled: "cancelled"
        }
    }
}
