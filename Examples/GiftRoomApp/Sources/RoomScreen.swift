import AtomicXCore
import SwiftUI

/// A live: the picture's place with the gifts over it, the messages, and what one can do.
struct RoomScreen: View {
    @StateObject private var model: RoomModel
    @State private var text = ""
    @State private var showsGifts = false

    init(model: @autoclosure @escaping () -> RoomModel) { _model = StateObject(wrappedValue: model()) }

    var body: some View {
        ZStack {
            // Where an app of your own has its video.
            Color.black.ignoresSafeArea()
            VStack(alignment: .leading, spacing: 8) {
                header
                Spacer()
                chat
                controls
            }
            .padding()
            // Gifts fly over everything and take no touches.
            RoomGiftPlayer(liveID: model.liveID).ignoresSafeArea().allowsHitTesting(false)
        }
        .preferredColorScheme(.dark)
        .task { await model.enter() }
        .onDisappear { Task { await model.leave() } }
        .sheet(isPresented: $showsGifts) {
            RoomGiftPanel(liveID: model.liveID, sender: model.userID).presentationDetents([.medium])
        }
        .alert("Live", isPresented: $model.hasProblem) {
            Button("OK") {}
        } message: {
            Text(model.problem)
        }
    }

    private var header: some View {
        HStack {
            Text(model.title).font(.headline)
            Spacer()
            Label("\(model.viewerCount)", systemImage: "person.2")
        }
    }

    private var chat: some View {
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 4) {
                ForEach(model.messages, id: \.sequence) { message in
                    Text("\(message.sender.userName)  \(message.textContent)").font(.callout)
                }
            }
        }
        .frame(maxHeight: 240)
    }

    private var controls: some View {
        HStack {
            TextField("Say something", text: $text).textFieldStyle(.roundedBorder)
            Button("Send") {
                let said = text
                text = ""
                Task { await model.say(said) }
            }
            .disabled(text.isEmpty)
            Button(action: { showsGifts = true }) { Image(systemName: "gift") }.accessibilityLabel("Gifts")
        }
    }
}
