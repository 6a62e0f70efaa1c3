import RTCRoomEngine
import Testing

@testable import AtomicXCore

/// What tests of the engine have in common.
protocol EngineStage {}

extension EngineStage {
    /// Waits for one of the two blocks of a call: what the first makes of its answer, or the number of the error.
    func answer(
        _ call: (@escaping (String) -> Void, @escaping TUIErrorBlock) -> Void
    ) async -> String {
        await withCheckedContinuation { continuation in
            call(
                { continuation.resume(returning: $0) },
                { error, _ in continuation.resume(returning: "\(error.rawValue)") })
        }
    }

    func lists(_ engine: TUIRoomEngine) throws -> TUILiveListManager {
        try #require(engine.getExtension(extensionType: .liveListManager) as? TUILiveListManager)
    }

    func gifts(_ engine: TUIRoomEngine) throws -> TUILiveGiftManager {
        try #require(engine.getExtension(extensionType: .liveGiftManager) as? TUILiveGiftManager)
    }

    /// Stores with their engine, and an observer that records every call.
    func stage() throws -> (world: World, engine: TUIRoomEngine, observer: EngineObserver) {
        let world = World()
        let engine = TUIRoomEngine(center: world.hub.engine.center)
        let observer = EngineObserver()
        engine.addObserver(observer)
        try lists(engine).addObserver(observer)
        try gifts(engine).addObserver(observer)
        return (world, engine, observer)
    }
}
