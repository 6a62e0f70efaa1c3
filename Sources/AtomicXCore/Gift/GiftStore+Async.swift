extension GiftStore {
    /// Fetches the gift panel. See ``refreshUsableGifts(completion:)``.
    public func refreshUsableGifts() async throws(ErrorInfo) {
        try await awaitCompletion { refreshUsableGifts(completion: $0) }
    }

    /// Sends a gift. See ``sendGift(giftID:count:completion:)``.
    public func sendGift(giftID: String, count: UInt) async throws(ErrorInfo) {
        try await awaitCompletion { sendGift(giftID: giftID, count: count, completion: $0) }
    }
}
