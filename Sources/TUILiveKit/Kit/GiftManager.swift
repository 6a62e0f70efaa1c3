public import OpenCombineShim

/// What the play views of an app share: the files of effects, and what is to be said when one cannot be shown.
///
/// `@unchecked Sendable`: its properties never change, and what they hold has locks of its own.
public final class GiftManager: @unchecked Sendable {
    /// The only one of an app.
    public static var shared: GiftManager { GiftKit.shared.manager }

    /// Tells, on the main queue, a sentence for the user when a gift is shown as a card because its effect cannot be shown.
    public let toastSubject = PassthroughSubject<String, Never>()
    /// The files of effects.
    public let giftCacheService: GiftCacheService

    init(cache: GiftCacheService) { giftCacheService = cache }
}
