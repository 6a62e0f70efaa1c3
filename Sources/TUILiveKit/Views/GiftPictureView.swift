#if canImport(UIKit)
    import Foundation
    import UIKit

    /// Shows the image of a gift from the kit's cache, or a gift symbol if there is none.
    final class GiftPictureView: UIImageView {
        private var address = ""
        private var decoding: Task<Void, Never>?

        /// Shows the image at an address.
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

        /// Decodes an image on a system queue and then shows it. A large image would make the panel's scrolling stutter.
        private func decode(_ picture: UIImage, of address: String) {
            decoding?.cancel()
            decoding = Task { [weak self] in
                guard let decoded = await picture.byPreparingForDisplay(), let self, self.address == address else {
                    return
                }
                image = decoded
            }
        }
    }
#endif
