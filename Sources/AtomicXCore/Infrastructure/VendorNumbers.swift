import OvationModel

/// The numbers that apps of the vendor's SDK know, for errors that Ovation has numbers of its own for.
///
/// An app that was written against the vendor's SDK tells its users what it finds in its own table, by number. For one that is not in
/// the table it shows "Failed:110100". So each of our own numbers is told as the vendor's number for the same fact; where the vendor
/// has none, as the general failure. ``ErrorInfo/ovationCode`` has ours.
enum VendorNumbers {
    /// The number that an app is told for an error of the server or the client.
    static func number(of code: ErrorCode) -> Int {
        switch code {
        // A word that is not allowed: ERR_SVR_COMM_SENSITIVE_TEXT.
        case .wordRefused, .directionControlRefused: 80_001
        // No network: the first of ERR_SDK_NET_*; no answer in time: ERR_SDK_NET_WAIT_ACK_TIMEOUT.
        case .networkUnavailable, .serverShuttingDown: 9_508
        case .outcomeUnknown: 9_520
        // A gift that is not paid: giftServerPreVerificationFailed.
        case .insufficientBalance, .orderConflict: 102_004
        // A live without seats: seatNotSupportLinkMic.
        case .seatsNotCarried: 100_211
        // Over a rate: freqLimit.
        case .controlsTooFrequent, .loginsTooFrequent, .joinsTooFrequent, .handshakesTooFrequent, .creationsTooFrequent,
            .slowMode:
            ErrorCode.frequencyLimited.rawValue
        // Over a number that is bought or configured: exceedsTheUpperLimit.
        case .tooManyLives, .tooManySanctions, .tooManyTopics, .tooManySubscriptions, .tooManyTopicBytes: 100_013
        // The server's own trouble: systemInternalError.
        case .giftingHalted, .storageUnavailable, .billingBusy, .invalidReply, .mediaBusy: ErrorCode.internalError.rawValue
        case .liveNotListed, .topUpRefused, .likesDisabled: ErrorCode.permissionDenied.rawValue
        case .pageBeyondEnd, .wordListInvalid: ErrorCode.illegalParameter.rawValue
        case .liveNotOn: ErrorCode.roomNotFound.rawValue
        default: ownNumbers.contains(code.rawValue) ? ErrorCode.failed.rawValue : code.rawValue
        }
    }

    /// The numbers that are Ovation's own; others are the vendor's, or of the app's own billing or review.
    private static let ownNumbers = 110_000..<111_000
}
