import QuartzCore

/// The name is `removeFromSuperlayer()`.
func noSuchMember(_ layer: CALayer) {
    layer.removeFromSuperview()  // refused: value of type 'CALayer' has no member 'removeFromSuperview'
}
