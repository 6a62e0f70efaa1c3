import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(1))) struct BaseBeautyStoreTests {
    private let store = BaseBeautyStore()

    private var levels: [Float] {
        let state = store.state.value
        return [state.smoothLevel, state.whitenessLevel, state.ruddyLevel]
    }

    @MainActor @Test func `every level starts at 0, and each setter changes its own before it returns`() {
        #expect(levels == [0, 0, 0])
        store.setSmoothLevel(smoothLevel: 3.5)
        #expect(levels == [3.5, 0, 0])
        store.setWhitenessLevel(whitenessLevel: 9)
        #expect(levels == [3.5, 9, 0])
        store.setRuddyLevel(ruddyLevel: 1)
        #expect(levels == [3.5, 9, 1])
        store.reset()
        #expect(levels == [0, 0, 0])
    }

    @Test(arguments: [
        (Float(9.5), Float(9)), (-0.1, 0), (.infinity, 9), (-.infinity, 0), (.nan, 0), (.greatestFiniteMagnitude, 9),
    ])
    @MainActor func `a level stays within 0 and 9, whatever an app sets`(level: Float, kept: Float) {
        store.setSmoothLevel(smoothLevel: level)
        store.setWhitenessLevel(whitenessLevel: level)
        store.setRuddyLevel(ruddyLevel: level)
        #expect(levels == [kept, kept, kept])
        #expect(store.state.value.toJsonString() != nil)
    }

    @MainActor @Test func `a subscriber gets each level once`() {
        let seen = Recorder(
            store.state.subscribe(StatePublisherSelector(keyPath: \BaseBeautyState.smoothLevel)))
        store.setSmoothLevel(smoothLevel: 2)
        store.setRuddyLevel(ruddyLevel: 4)
        store.setSmoothLevel(smoothLevel: 2)
        #expect(seen.values == [0, 2])
    }

    @Test func `a call from another thread changes the state on the main queue`() async {
        let places = Recorder(store.state.subscribe().map { ($0.ruddyLevel, MainQueue.isCurrent) })
        store.setRuddyLevel(ruddyLevel: 5)
        await places.wait { $0.count == 2 }
        #expect(places.values[1] == (5, true))
    }
}
