import AtomicXCore
import Testing

// This file has no other import: an app's file may import the stores alone.

private final class Model: ObservableObject {
    @Published var count = 0
    let names = PassthroughSubject<String, Never>()
    let kind: TUIVideoQuality = .quality720P
}

@Suite struct ExportTests {
    @Test func `importing the stores brings in Foundation, Combine and the engine's names`() {
        let model = Model()
        var seen: [Int] = []
        let subscription = model.$count.sink { seen.append($0) }
        model.count = 2
        subscription.cancel()
        #expect(seen == [0, 2])
        #expect(URL(string: "https://example.com")?.host == "example.com" && model.kind.rawValue == 3)
        let login: NSObject = LoginStore.shared
        #expect(login === LoginStore.shared)
    }
}
