// An app's delegate, with its methods as the gift document writes them, and the player that has to call them.

import Foundation
import SVGA
import UIKit

@testable import SVGAPlayer

final class LiveRoomViewController: UIViewController, SVGAPlayerDelegate {
    var calls: [String] = []

    func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!) { calls.append("finished") }
    func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToFrame frame: Int) { calls.append("frame \(frame)") }
    func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToPercentage percentage: CGFloat) { calls.append("\(percentage)") }
}

/// Its methods are nearly those of the protocol. It compiles, since the protocol has bodies of its own.
final class NearMiss: UIViewController, SVGAPlayerDelegate {
    var calls: [String] = []

    func svgaPlayerDidFinishAnimation(_ player: SVGAPlayer!) { calls.append("finished") }
    func svgaPlayer(_ player: SVGAPlayer, didAnimatedTo frame: Int) { calls.append("frame \(frame)") }
}

@MainActor func play(for delegate: any SVGAPlayerDelegate) throws {
    let player = SVGAPlayer()
    player.delegate = delegate
    player.loops = 1
    player.videoItem = try SVGAVideoEntity(movie: SVGAMovie(width: 10, height: 10, framesPerSecond: 10, frameCount: 2))
    DisplayClock.tick(at: 0)
    player.startAnimation()
    DisplayClock.tick(at: 0.15)
    DisplayClock.tick(at: 0.18)
    DisplayClock.tick(at: 0.25)
    DisplayClock.tick(at: 0.3)
}

func check(_ holds: Bool, _ otherwise: String) {
    guard !holds else { return }
    FileHandle.standardError.write(Data("\(otherwise)\n".utf8))
    exit(1)
}

let app = LiveRoomViewController()
try play(for: app)
let expected = ["frame 0", "0.5", "frame 1", "1.0", "finished"]
check(app.calls == expected, "The app's own methods were called as \(app.calls), expected \(expected).")
let missed = NearMiss()
try play(for: missed)
check(missed.calls.isEmpty, "A method of another name was called: \(missed.calls).")
