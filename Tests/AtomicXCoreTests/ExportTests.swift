import AtomicXCore
import Testing

// No other import: an app's file may have only that of the stores.

private final class Model: ObservableObject {
    @Published var count = 0
    let names = PassthroughSubject<String, Never>()
    let kind: TUIVideoQuality = .quality720P
}

@Suite struct ExportTests {
    @Test func `the stores bring Foundation, Combine and the engine's names along`() {
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
