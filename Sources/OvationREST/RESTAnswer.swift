import OvationModel
import OvationWire

/// What a command answers beside the envelope: fields at the top level, an object under `Response`, both or neither.
protocol RESTAnswer: Sendable {
    associatedtype Top: Encodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// What stands beside `ActionStatus`.
    var top: Top? { get }
    /// What stands under `Response`.
    var response: Response? { get }
}

/// An answer that is the envelope alone.
struct RESTDone: RESTAnswer {
    var top: Never? { nil }
    var response: Never? { nil }
}

/// An answer with an object under `Response`, as most commands give.
struct RESTResponse<Payload: Encodable & Sendable>: RESTAnswer {
    let payload: Payload

    init(_ payload: Payload) { self.payload = payload }

    var top: Never? { nil }
    var response: Payload? { payload }
}

/// An answer with fields at the top level.
struct RESTTop<Payload: Encodable & Sendable>: RESTAnswer {
    let payload: Payload

    init(_ payload: Payload) { self.payload = payload }

    var top: Payload? { payload }
    var response: Never? { nil }
}

/// An answer at both places, for the commands that the vendor documents at one and clients read at the other.
struct RESTTopAndResponse<Top: Encodable & Sendable, Response: Encodable & Sendable>: RESTAnswer {
    let top: Top?
    let response: Response?

    init(top: Top, response: Response) {
        self.top = top
        self.response = response
    }
}

/// An answer as it is sent: `{"ActionStatus":"OK","ErrorCode":0,"ErrorInfo":"","RequestId":"…","Response":{…}}`.
struct RESTEnvelope: Encodable {
    let requestID: String
    let result: Result<any RESTAnswer, Rejection>

    enum CodingKeys: String, CodingKey {
        case actionStatus = "ActionStatus"
        case errorCode = "ErrorCode"
        case errorInfo = "ErrorInfo"
        case requestID = "RequestId"
        case response = "Response"
    }

    func encode(to encoder: any Encoder) throws {
        if case .success(let answer) = result { try answer.encodeTop(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(requestID, forKey: .requestID)
        switch result {
        case .success(let answer):
            try container.encode("OK", forKey: .actionStatus)
            try container.encode(0, forKey: .errorCode)
            try container.encode("", forKey: .errorInfo)
            try answer.encodeResponse(into: &container)
        case .failure(let rejection):
            try container.encode("FAIL", forKey: .actionStatus)
            try container.encode(rejection.code.rawValue, forKey: .errorCode)
            try container.encode(rejection.message, forKey: .errorInfo)
        }
    }
}

extension RESTAnswer {
    /// Writes the fields of the top level into the object that the envelope is part of.
    fileprivate func encodeTop(to encoder: any Encoder) throws { try top?.encode(to: encoder) }

    fileprivate func encodeResponse(
        into container: inout KeyedEncodingContainer<RESTEnvelope.CodingKeys>
    ) throws {
        try container.encodeIfPresent(response, forKey: .response)
    }
}
