import RTCRoomEngine
import Testing

@testable import AtomicXCore

/// The fixture of the engine's tests.
protocol EngineStage {}

extension EngineStage {
    /// Waits for one of a call's two closures, and returns the text made of the answer or the error's code.
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

    /// Creates stores with their engine, and an observer that records every callback.
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
