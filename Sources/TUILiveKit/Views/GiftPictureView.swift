#if canImport(UIKit)
    import Foundation
    import UIKit

    /// Shows the picture of a gift, from the cache of the kit; a sign for a gift where there is none.
    final class GiftPictureView: UIImageView {
        private var address = ""

        /// Shows the picture at an address.
        func show(_ address: String) {
            guard address != self.address || image == nil else { return }
            self.address = address
            contentMode = .scaleAspectFit
            image = UIImage(systemName: "gift.fill")
            guard let url = URL(string: address) else { return }
            TUIGiftStore.shared.giftCacheService.load(url) { [weak self] result in
                MainActor.assumeIsolated {
                    guard let self, self.address == address, case .success(let file) = result,
                        let picture = UIImage(contentsOfFile: file.path)
                    else { return }
                    self.image = picture
                }
            }
        }
    }
#endif
