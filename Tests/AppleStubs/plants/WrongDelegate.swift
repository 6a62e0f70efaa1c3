import SVGAPlayer
import UIKit

/// It has the method, and does not say that it is a delegate.
final class WrongDelegate: UIViewController {
    let player = SVGAPlayer()

    override func viewDidLoad() {
        super.viewDidLoad()
        player.delegate = self  // refused: cannot assign value of type 'WrongDelegate'
    }

    func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!) {}
}
