// The code of the first pages of SVGA and SVGAPlayer, as far as it draws. It is enough that it compiles.

import SVGAPlayer
import UIKit

@MainActor
func playEffect(at url: URL, over view: UIView) {
    let player = SVGAPlayer(frame: view.bounds)
    view.addSubview(player)
    player.loops = 1
    SVGAParser().parse(with: url) { effect in
        player.videoItem = effect
        player.startAnimation()
    }
}
