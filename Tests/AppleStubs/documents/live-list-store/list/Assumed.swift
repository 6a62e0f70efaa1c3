import UIKit

/// The page that the document leaves to the reader, by its name.
final class YourAudienceViewController: UIViewController {
    init(liveId: String) { super.init(nibName: nil, bundle: nil) }
    required init?(coder: NSCoder) { nil }
}
