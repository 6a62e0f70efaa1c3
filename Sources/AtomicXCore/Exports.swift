// Apps that use these stores write `import AtomicXCore` and expect Foundation's types, Combine's, and those of the engine that the
// stores' signatures name, to be there. Samples of the stores' documents take UIKit's views from it too. The shim is Combine where there
// is one, and OpenCombine elsewhere.
@_exported public import Foundation
@_exported public import OpenCombineShim
@_exported public import RTCRoomEngine

#if canImport(UIKit)
    @_exported public import UIKit
#endif
