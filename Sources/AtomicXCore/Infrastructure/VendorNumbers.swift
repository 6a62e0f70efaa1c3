import OvationModel

/// The numbers that apps of the vendor's SDK know, for errors that Ovation has numbers of its own for.
///
/// An app that was written against the vendor's SDK tells its users what it finds in its own table, by number. For one that is not in
/// the table it shows "Failed:110100". So each of our own numbers is told as the vendor's number for the same fact; where the vendor
/// has none, as the general failure. ``ErrorInfo/ovationCode`` has ours.
enum VendorNumbers {
    /// The number that an app is told for an error of the server or the client.
    static func number(of code: ErrorCode) -> Int {
        if let number = numbers[code] { return number }
        return ownNumbers.contains(code.rawValue) ? ErrorCode.failed.rawValue : code.rawValue
    }

    /// The numbers that are Ovation's own; others are the vendor's, or of the app's own billing or review.
    private static let ownNumbers = 110_000..<111_000

    private static let numbers: [ErrorCode: Int] = [
        // A word that is not allowed: ERR_SVR_COMM_SENSITIVE_TEXT.
        .wordRefused: 80_001, .directionControlRefused: 80_001,
        // No network: the first of ERR_SDK_NET_*; no answer in time: one of its neighbours.
        .networkUnavailable: 9_508, .serverShuttingDown: 9_508, .outcomeUnknown: 9_520,
        // A gift that is not paid: giftServerPreVerificationFailed.
        .insufficientBalance: 102_004, .orderConflict: 102_004,
        // A live without seats: seatNotSupportLinkMic.
        .seatsNotCarried: 100_211,
        // Over a rate: freqLimit.
        .controlsTooFrequent: -2, .loginsTooFrequent: -2, .joinsTooFrequent: -2, .handshakesTooFrequent: -2,
        .creationsTooFrequent: -2, .slowMode: -2,
        // Over a number that is bought or configured: exceedsTheUpperLimit.
        .tooManyLives: 100_013, .tooManySanctions: 100_013, .tooManyTopics: 100_013, .tooManySubscriptions: 100_013,
        .tooManyTopicBytes: 100_013,
        // The server's own trouble: systemInternalError.
        .giftingHalted: 100_001, .storageUnavailable: 100_001, .billingBusy: 100_001, .invalidReply: 100_001,
        .mediaBusy: 100_001,
        // insufficientOperationPermissions, paramIllegal, roomIdNotExist.
        .liveNotListed: 100_006, .topUpRefused: 100_006, .likesDisabled: 100_006, .pageBeyondEnd: 100_002,
        .wordListInvalid: 100_002, .liveNotOn: 100_004,
    ]
}
