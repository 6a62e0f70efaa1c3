import AtomicXCore
import TXLiteAVSDK
import Testing

/// An app that keeps the vendor's audio and video library still compiles beside the stores.
struct KeptLibraryTests {
    @Test func `TRTCCloud is unambiguous in a file that imports both the stores and the vendor's TXLiteAVSDK`() {
        let cloud: TRTCCloud = TRTCCloud.sharedInstance()
        #expect("\(type(of: cloud))" == "TRTCCloud")
        #expect(String(reflecting: TRTCCloud.self).hasPrefix("TXLiteAVSDK."))
    }
}
