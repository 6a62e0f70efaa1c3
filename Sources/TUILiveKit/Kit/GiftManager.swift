public import OpenCombineShim

/// The shared parts of an app's play views: the effect files, and messages about effects that cannot be shown.
///
/// `@unchecked Sendable` is sound, because its properties never change, and what they hold has its own locks.
public final class GiftManager: @unchecked Sendable {
    /// The app's shared instance.
    public static var shared: GiftManager { GiftKit.shared.manager }

    /// Publishes a message for the user when a gift is shown as a card because its effect cannot be shown. It publishes on the main queue.
    public let toastSubject = PassthroughSubject<String, Never>()
    /// The cache of effect files.
    public let giftCacheService: GiftCacheService

    init(cache: GiftCacheService) { giftCacheService = cache }
}
