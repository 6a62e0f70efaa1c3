import SwiftUI
import VideoSDKRTC

// document: Step 1: Add Models and Animation to LiveStreamView.swift

// Add this alongside your other struct definitions
struct Reaction: Equatable, Identifiable {
    let id: UUID
    let emoji: String
    let startX: CGFloat
    let horizontalOffset: CGFloat
}
// Add the animation modifier
struct FloatingAnimation: ViewModifier {
    let finalY: CGFloat
    let horizontalOffset: CGFloat
    func body(content: Content) -> some View {
        content
            .offset(x: horizontalOffset, y: 0)
            .animation(
                Animation.easeOut(duration: 2.5)
                    .delay(Double.random(in: 0...0.5))
                    .speed(Double.random(in: 0.8...1.2))
            )
            .offset(y: finalY)
    }
}

struct LiveStreamView: View {  // added: the view that the document adds to
    @ObservedObject var liveStreamViewController: LiveStreamViewController  // added: the same
    @State private var displayEmojiPicker = false  // added: the same
    @State private var selectedEmoji: Emoji?  // added: the same
    let isAudienceMode: Bool  // added: the same

    // document: Step 2: Add State Variables to LiveStreamView

    // For emoji reactions
    @State private var visibleReactions: [Reaction] = []
    private let maxVisibleReactions = 13
    private let copiesPerReaction = 8  // Number of copies for each reaction

    init(_ controller: LiveStreamViewController, isAudienceMode: Bool) {  // added: the same
        (liveStreamViewController, self.isAudienceMode) = (controller, isAudienceMode)  // added: the same
    }  // added: the same

    // document: Step 3: Add the Reaction Helper Functions to LiveStreamView

    // Add a function to generate random offset
    private func randomOffset() -> (CGFloat, CGFloat) {
        let horizontalOffset = CGFloat.random(in: -150...150)
        let startX = CGFloat.random(in: -50...50)
        return (horizontalOffset, startX)
    }
    // Add the addReaction function
    private func addReaction(_ emoji: String) {
        // Create multiple copies of the same reaction with different paths
        for _ in 0..<copiesPerReaction {
            let (horizontalOffset, startX) = randomOffset()
            let newReaction = Reaction(
                id: UUID(),
                emoji: emoji,
                startX: startX,
                horizontalOffset: horizontalOffset
            )
            withAnimation {
                visibleReactions.append(newReaction)
                // Remove this specific reaction after animation
                DispatchQueue.main.asyncAfter(deadline: .now() + Double.random(in: 2.5...3.5)) {
                    withAnimation {
                        visibleReactions.removeAll { $0.id == newReaction.id }
                    }
                }
            }
        }
        // Limit total visible reactions
        if visibleReactions.count > maxVisibleReactions {
            visibleReactions.removeFirst(visibleReactions.count - maxVisibleReactions)
        }
    }

    // document: Step 4: Add the Reaction Overlay View

    // Define the reaction overlay view
    private var reactionOverlay: some View {
        GeometryReader { geometry in
            ZStack {
                ForEach(visibleReactions) { reaction in
                    Text(reaction.emoji)
                        .font(.system(size: 40))
                        .position(
                            x: geometry.size.width / 2 + reaction.startX,
                            y: geometry.size.height - 100
                        )
                        .modifier(
                            FloatingAnimation(
                                finalY: -geometry.size.height + 100,
                                horizontalOffset: reaction.horizontalOffset
                            ))
                }
            }
        }
    }

    var body: some View {  // added: the same
        VStack {  // added: the same
            // document: Step 5: Add the Reactions to Your ZStack

            ZStack {
                // Your existing video content
                // ...
                // Controls and other UI
                // ...
                // Add reaction overlay at the screen level
                reactionOverlay
            }

            // document: Step 6: Modify Your Emoji Button

            // Emoji button for audience mode
            if isAudienceMode {
                Button {
                    displayEmojiPicker = true
                } label: {
                    Image(systemName: "face.smiling")
                        .font(.system(size: 20))
                        .frame(width: 45, height: 45)
                        .background(Color.gray.opacity(0.8))
                        .clipShape(RoundedRectangle(cornerRadius: 10))
                        .foregroundColor(.white)
                }
                .sheet(isPresented: $displayEmojiPicker) {
                    NavigationView {
                        EmojiPickerView(selectedEmoji: $selectedEmoji, selectedColor: .orange)
                            .navigationTitle("Select Reaction")
                            .navigationBarTitleDisplayMode(.inline)
                            .navigationBarItems(
                                trailing: Button("Send") {
                                    if let emoji = selectedEmoji {
                                        liveStreamViewController.sendTheReaction(emoji)
                                    }
                                    displayEmojiPicker = false
                                })
                    }
                }
            }

        }  // added: the same
        // document: Step 7: Add Reaction Observer

        .onChange(of: liveStreamViewController.reactions) { newReactions in
            if let latestReaction = newReactions.last {
                addReaction(latestReaction)
            }
        }
    }  // added: the end of the body
}  // added: the end of the view
