import AVFoundation

/// The volume is a Float.
func wrongType(_ player: AVAudioPlayer) {
    player.volume = "loud"  // refused: cannot assign value of type 'String' to type 'Float'
}
