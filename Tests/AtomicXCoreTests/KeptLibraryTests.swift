import AtomicXCore
import TXLiteAVSDK
import Testing

/// An app keeps the vendor's library of sound and picture, and has its names for itself.
struct KeptLibraryTests {
    @Test func `a file that imports the stores and the vendor's TXLiteAVSDK names TRTCCloud without saying whose`() {
        let cloud: TRTCCloud = TRTCCloud.sharedInstance()
        #expect("\(type(of: cloud))" == "TRTCCloud")
        #expect(String(reflecting: TRTCCloud.self).hasPrefix("TXLiteAVSDK."))
    }
}
