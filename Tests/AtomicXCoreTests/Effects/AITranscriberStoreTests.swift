import Foundation
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct AITranscriberStoreTests {
    private typealias Call = (name: String, make: (AITranscriberStore, CompletionClosure?) -> Void)

    private static var calls: [Call] {
        [
            ("start", { $0.startRealtimeTranscriber(config: TranscriberConfig(), completion: $1) }),
            ("update", { $0.updateRealtimeTranscriber(config: TranscriberConfig(), completion: $1) }),
            ("stop", { $0.stopRealtimeTranscriber(completion: $1) }),
        ]
    }

    private let world = GuestWorld()

    @Test func `every call fails with -1 on the main queue, asks the server nothing and writes nothing`() async throws {
        try await world.logIn()
        let before = world.operations
        for call in Self.calls {
            let outcome = await world.outcome { call.make(world.hub.transcriber, $0) }
            #expect(outcome == .failure(-1), "\(call.name)")
            call.make(world.hub.transcriber, nil)
        }
        #expect(world.operations == before)
        #expect(world.hub.transcriber.state.value.realtimeMessageList.isEmpty)
    }

    @Test func `before a login every call fails with -1002`() async {
        for call in Self.calls {
            let outcome = await world.outcome { call.make(world.hub.transcriber, $0) }
            #expect(outcome == .failure(-1_002), "\(call.name)")
        }
    }

    @Test func `a configuration without arguments writes down Chinese and English and translates nothing`() {
        let config = TranscriberConfig()
        #expect(config.sourceLanguage == .chineseEnglish && config.translationLanguages.isEmpty)
        let message = TranscriberMessage(segmentId: "1")
        #expect(message.segmentId == "1" && message.timestamp == 0 && !message.isCompleted)
        #expect(message.translationTexts.isEmpty && message.sourceText.isEmpty && message.speakerUserId.isEmpty)
    }

    @Test func `languages are written as their codes`() {
        #expect([SourceLanguage.chinese, .chineseEnglish, .english].map(\.rawValue) == ["zh", "zh_en", "en"])
        #expect(
            TranslationLanguage.allCases.map(\.rawValue) == [
                "zh", "en", "vi", "ja", "ko", "id", "th", "pt", "ar", "es", "fr", "ms", "de", "it", "ru",
            ])
    }
}
