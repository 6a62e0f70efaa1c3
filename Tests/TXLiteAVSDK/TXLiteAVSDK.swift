/// Stands for the vendor's library of sound and picture, which an app may keep beside AtomicXCore.
///
/// It declares names of that library. A file of a test that imports both compiles only as long as no re-export of ours declares them.
public final class TRTCCloud {
    /// The engine.
    public static func sharedInstance() -> TRTCCloud { TRTCCloud() }
}
