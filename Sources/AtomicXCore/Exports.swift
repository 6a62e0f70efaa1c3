// Apps that use these stores write only `import AtomicXCore`. They expect that to include Foundation, Combine, and the engine's types that
// the stores' signatures name. Samples in the vendor's documentation also expect UIKit. The shim is Combine if the system has it, and
// OpenCombine otherwise.
@_exported public import Foundation
@_exported public import OpenCombineShim
@_exported public import RTCRoomEngine

#if canImport(UIKit)
    @_exported public import UIKit
#endif
