/// Plays the effects of one kind of file.
///
/// The kit has engines for SVGA, and on Apple's systems for video and for animated pictures. For other kinds, Lottie and PAG among
/// them, an app brings its own and hands it to ``GiftAnimationEngines/register(_:make:)``. One engine of a kind is made for each view.
@MainActor
public protocol GiftAnimationEngine: AnyObject {
    /// Is told how far it is.
    var delegate: (any GiftAnimationEngineDelegate)? { get set }
    /// What shows the effect. The kit puts it over the whole view.
    var contentView: GiftKitView { get }

    /// Takes the file of an effect. A file that cannot be played is told to the delegate, now or later.
    func load(path: String)
    /// Begins to play what was loaded, as soon as it can, or goes on after ``pause()``.
    func play()
    /// Lets the effect stand still.
    func pause()
    /// Ends the effect and shows nothing. The delegate is told nothing more of it.
    func stop()
    /// How often an effect is played: at least 1, or -1 for without end.
    func setRepeatCount(_ count: Int)
    /// Goes to a moment of the effect, in seconds.
    func seek(to seconds: Double)
}

/// Is told by an engine how far it is.
@MainActor
public protocol GiftAnimationEngineDelegate: AnyObject {
    /// Something is seen.
    func giftAnimationEngineDidStart(_ engine: any GiftAnimationEngine)
    /// The effect is over.
    func giftAnimationEngineDidFinish(_ engine: any GiftAnimationEngine)
    /// The effect cannot be played.
    func giftAnimationEngine(_ engine: any GiftAnimationEngine, didFailWith error: any Error)
}

/// Which engine plays which files: by their extension, in lower case.
@MainActor
public enum GiftAnimationEngines {
    private static var makers: [String: @MainActor () -> any GiftAnimationEngine] = [:]

    /// Says what plays the files of an extension from now on, in views that have not played one yet.
    ///
    /// - Parameters:
    ///   - fileExtension: for instance `json` or `pag`, in any case.
    ///   - make: makes an engine, once for each view.
    public static func register(
        _ fileExtension: String, make: @escaping @MainActor () -> any GiftAnimationEngine
    ) {
        makers[fileExtension.lowercased()] = make
    }

    /// Makes an engine for an extension; nil where nothing plays it, so that a still card is shown.
    static func make(for fileExtension: String) -> (any GiftAnimationEngine)? {
        makers[fileExtension.lowercased()]?() ?? GiftEngineOfSystem.make(for: fileExtension.lowercased())
    }
}
