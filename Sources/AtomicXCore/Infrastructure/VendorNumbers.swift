import OvationModel

/// Maps Ovation's own error numbers to the numbers that apps of the vendor's SDK know.
///
/// An app that was written for the vendor's SDK looks up the number in its own table of texts. If the number is not in the table, it shows
/// something like "Failed:110100". So each of our own numbers becomes the vendor's number for the same error, or the general failure if the
/// vendor has none. ``ErrorInfo/ovationCode`` keeps ours.
enum VendorNumbers {
    /// Returns the vendor's number for an error of the server or the client.
    static func number(of code: ErrorCode) -> Int {
        if let number = numbers[code] { return number }
        return ownNumbers.contains(code.rawValue) ? ErrorCode.failed.rawValue : code.rawValue
    }

    /// Ovation's own numbers. All others are the vendor's, or come from the app's own billing or review.
    private static let ownNumbers = 110_000..<111_000

    private static let numbers: [ErrorCode: Int] = [
        // A forbidden word: ERR_SVR_COMM_SENSITIVE_TEXT.
        .wordRefused: 80_001, .directionControlRefused: 80_001,
        // No network: the first of ERR_SDK_NET_*. No answer in time: another one of that group.
        .networkUnavailable: 9_508, .serverShuttingDown: 9_508, .outcomeUnknown: 9_520,
        // A gift that was not paid: giftServerPreVerificationFailed.
        .insufficientBalance: 102_004, .orderConflict: 102_004,
        // A live without seats: seatNotSupportLinkMic.
        .seatsNotCarried: 100_211,
        // Too many calls: freqLimit.
        .controlsTooFrequent: -2, .loginsTooFrequent: -2, .joinsTooFrequent: -2, .handshakesTooFrequent: -2,
        .creationsTooFrequent: -2, .slowMode: -2, .seatSignalsTooFrequent: -2,
        // More than was bought or configured: exceedsTheUpperLimit.
        .tooManyLives: 100_013, .tooManySanctions: 100_013, .tooManyTopics: 100_013, .tooManySubscriptions: 100_013,
        .tooManyTopicBytes: 100_013, .tooManySeatRequests: 100_013,
        // An internal problem of the server: systemInternalError.
        .giftingHalted: 100_001, .storageUnavailable: 100_001, .billingBusy: 100_001, .invalidReply: 100_001,
        .mediaBusy: 100_001,
        // Others: insufficientOperationPermissions, paramIllegal, roomIdNotExist.
        .liveNotListed: 100_006, .topUpRefused: 100_006, .likesDisabled: 100_006, .pageBeyondEnd: 100_002,
        .wordListInvalid: 100_002, .messageNotFound: 100_002, .seatSignalTooLong: 100_002, .liveNotOn: 100_004,
    ]
}
