/// Plays effects of one file format.
///
/// The kit includes engines for SVGA and, on Apple's systems, for video and animated images. For other formats such as Lottie and PAG, an
/// app registers its own engine with ``GiftAnimationEngines/register(_:make:)``. Each view gets its own instance.
@MainActor
public protocol GiftAnimationEngine: AnyObject {
    /// Receives the progress of the effect.
    var delegate: (any GiftAnimationEngineDelegate)? { get set }
    /// The view that shows the effect. The kit makes it fill the play view.
    var contentView: GiftKitView { get }

    /// Loads the file of an effect. If the file cannot be played, the delegate is told, now or later.
    func load(path: String)
    /// Plays the loaded effect as soon as possible, or resumes it after ``pause()``.
    func play()
    /// Pauses the effect.
    func pause()
    /// Stops the effect and shows nothing. The delegate gets no further calls about it.
    func stop()
    /// Sets how many times an effect plays: at least 1, or -1 for endlessly.
    func setRepeatCount(_ count: Int)
    /// Jumps to a time in the effect, in seconds.
    func seek(to seconds: Double)
}

/// Follows the progress of an engine.
@MainActor
public protocol GiftAnimationEngineDelegate: AnyObject {
    /// The effect became visible.
    func giftAnimationEngineDidStart(_ engine: any GiftAnimationEngine)
    /// The effect has ended.
    func giftAnimationEngineDidFinish(_ engine: any GiftAnimationEngine)
    /// The effect cannot be played.
    func giftAnimationEngine(_ engine: any GiftAnimationEngine, didFailWith error: any Error)
}

/// The registered engines, by file extension in lower case.
@MainActor
public enum GiftAnimationEngines {
    private static var makers: [String: @MainActor () -> any GiftAnimationEngine] = [:]

    /// Registers an engine for a file extension. It applies to views that have not yet played such a file.
    ///
    /// - Parameters:
    ///   - fileExtension: For instance `json` or `pag`, in upper or lower case.
    ///   - make: Makes an engine, once for each view.
    public static func register(
        _ fileExtension: String, make: @escaping @MainActor () -> any GiftAnimationEngine
    ) {
        makers[fileExtension.lowercased()] = make
    }

    /// Makes an engine for an extension. Returns nil if there is none; a card is then shown instead.
    static func make(for fileExtension: String) -> (any GiftAnimationEngine)? {
        makers[fileExtension.lowercased()]?() ?? GiftEngineOfSystem.make(for: fileExtension.lowercased())
    }
}
