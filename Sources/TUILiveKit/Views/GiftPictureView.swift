#if canImport(UIKit)
    import Foundation
    import UIKit

    /// Shows the picture of a gift, from the cache of the kit; a sign for a gift where there is none.
    final class GiftPictureView: UIImageView {
        private var address = ""
        private var decoding: Task<Void, Never>?

        /// Shows the picture at an address.
        func show(_ address: String) {
            guard address != self.address || image == nil else { return }
            self.address = address
            contentMode = .scaleAspectFit
            image = UIImage(systemName: "gift.fill")
            guard let url = URL(string: address) else { return }
            TUIGiftStore.shared.giftCacheService.load(url) { [weak self] result in
                guard case .success(let file) = result, let picture = UIImage(contentsOfFile: file.path) else { return }
                MainActor.assumeIsolated { self?.decode(picture, of: address) }
            }
        }

        /// Shows a picture as soon as it is decoded, on a queue of the system's: a large one would hold up the scrolling of the panel.
        private func decode(_ picture: UIImage, of address: String) {
            decoding?.cancel()
            decoding = Task { [weak self] in
                guard let decoded = await picture.byPreparingForDisplay(), let self, self.address == address else { return }
                image = decoded
            }
        }
    }
#endif
