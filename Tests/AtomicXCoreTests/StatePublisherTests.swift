import Foundation
import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite struct StatePublisherTests {
    private struct Plain {
        var value = 0
    }

    private struct State {
        var count = 0
        var text = ""
        var plain = Plain()
    }

    @Test func `a subscriber receives the current value, then every change`() {
        let publisher = StatePublisher(initialState: State())
        publisher.update { $0.count = 1 }
        let recorder = Recorder(publisher.subscribe())
        publisher.update { $0.count = 2 }
        publisher.update {
            $0.count = 3
            $0.text = "x"
        }
        #expect(recorder.values.map(\.count) == [1, 2, 3])
        #expect(publisher.value.count == 3)
    }

    @Test func `an Equatable part is published only when it changes`() {
        let publisher = StatePublisher(initialState: State())
        let recorder = Recorder(publisher.subscribe(StatePublisherSelector(keyPath: \State.count)))
        publisher.update { $0.text = "x" }
        publisher.update { $0.count = 1 }
        publisher.update { $0.text = "y" }
        #expect(recorder.values == [0, 1])
    }

    @Test func `a part that is not Equatable is published with every change`() {
        let publisher = StatePublisher(initialState: State())
        let recorder = Recorder(publisher.subscribe(StatePublisherSelector(keyPath: \State.plain)))
        publisher.update { $0.text = "x" }
        #expect(recorder.values.count == 2)
    }

    @Test func `a selector computes once for each state hash`() {
        var computed = 0
        let selector = StatePublisherSelector<State, Int> {
            computed += 1
            return $0.count
        }
        let hash = UUID()
        #expect(selector.map(State(count: 1), stateHash: hash) == 1)
        #expect(selector.map(State(count: 9), stateHash: hash) == 1)
        #expect(computed == 1)
        #expect(selector.map(State(count: 9), stateHash: UUID()) == 9)
        selector.setResult(value: 5, forStateHash: hash)
        #expect(selector.map(State(count: 9), stateHash: hash) == 5)
        #expect(selector.map(State(count: 9)) == 9)
        #expect(computed == 3)
    }

    @Test func `a state can be read and written on many threads`() async {
        let publisher = StatePublisher(initialState: State())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        publisher.value = State(count: number, text: "\(number)")
                        let state = publisher.value
                        #expect(state.text == "\(state.count)")
                    }
                }
            }
        }
    }
}
