// Apps that use these stores write `import AtomicXCore` and expect Foundation's types, and those of the engine that the
// stores' signatures name, to be there.
@_exported public import Foundation
@_exported public import RTCRoomEngine
