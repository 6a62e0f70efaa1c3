import OvationMedia
import OvationModel

/// Why a client may not publish or play, as the HTTP answer says it.
struct MediaRefusal: Error {
    /// The status of the answer.
    let status: Int
    /// The number and the sentence.
    let rejection: Rejection
    /// The name of the reason, for the log and the metric: one of a fixed set.
    let reason: String

    /// Makes a refusal with the status that belongs to its number.
    init(_ rejection: Rejection) {
        self.rejection = rejection
        reason = rejection.code.name
        status =
            switch rejection.code {
            case .streamKeyInvalid, .playSignatureInvalid, .recordingAddressInvalid, .clusterProofInvalid: 403
            case .liveNotOn, .mediaNotRelayed, .publisherReplaced, .pictureStopped: 409
            case .mediaNotThere, .recordingNotFound: 404
            case .mediaBusy, .storageUnavailable, .recordingsBusy, .pictureUnreachable: 503
            case .serverShuttingDown, .liveUnreachable: 503
            case .internalError: 500
            case .uploadTooLarge: 413
            case .uploadTypeRefused: 415
            case .uploadsTooFrequent: 429
            default: 400
            }
    }

    /// Makes a refusal of a number.
    init(_ code: ErrorCode, _ message: String? = nil) { self.init(Rejection(code, message)) }

    /// A stream that is not taken any further.
    init(_ error: MediaError) {
        rejection = Rejection(.mediaInvalid, error.description)
        reason = error.code.rawValue
        status =
            switch error.code {
            case .boxTooLarge, .fragmentTooLarge, .initialisationTooLarge: 413
            case .silent: 408
            case .bitRateExceeded, .tooFast, .tooManyFragments, .tooManyRestarts: 429
            default: 400
            }
    }

    /// Whether the same publisher would be refused again who comes back at once.
    var isForGood: Bool {
        [.mediaInvalid, .publisherReplaced, .pictureStopped, .liveNotOn].contains(rejection.code)
    }

    /// A publisher that the server sent away.
    init(_ end: PublisherEnd) {
        switch end {
        case .replaced: self.init(.publisherReplaced)
        case .stopped: self.init(.pictureStopped)
        case .liveEnded: self.init(.liveNotOn, "The live is over.")
        }
    }
}

extension CloseCode {
    /// The code with which a publisher's WebSocket is closed whose stream is not taken any further.
    init(_ error: MediaError) {
        self =
            switch error.code {
            case .silent: .mediaSilent
            case .bitRateExceeded, .tooFast, .tooManyFragments, .tooManyRestarts: .mediaTooFast
            default: .mediaInvalid
            }
    }

    /// The code with which a player's WebSocket is closed whose address holds no more.
    init(ofPlayer refusal: MediaRefusal) {
        self = refusal.rejection.code == .playSignatureInvalid ? .playAddressOver : .liveEnded
    }

    /// The code with which a publisher's WebSocket is closed that the server sends away.
    init(_ end: PublisherEnd) {
        self =
            switch end {
            case .replaced: .publisherReplaced
            case .stopped: .pictureStopped
            case .liveEnded: .liveEnded
            }
    }
}
