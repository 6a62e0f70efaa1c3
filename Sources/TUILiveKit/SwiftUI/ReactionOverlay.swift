#if canImport(SwiftUI)
    public import SwiftUI

    /// Reactions that rise over the picture of a live. It takes no touches.
    ///
    /// With Reduce Motion nothing flies: each reaction is shown with its count. VoiceOver reads the counts as one element.
    ///
    /// ```swift
    /// picture.overlay { ReactionOverlay(reactions) }.task { try? await reactions.show(topic, of: room) }
    /// ```
    @available(iOS 17, tvOS 17, *)
    public struct ReactionOverlay: View {
        private let model: ReactionModel
        private let label: String
        @Environment(\.accessibilityReduceMotion) private var isMotionReduced
        @ScaledMetric private var points: CGFloat = 40

        /// Shows the reactions of a model.
        ///
        /// - Parameter label: The VoiceOver label.
        public init(_ model: ReactionModel, label: String = "Reactions") {
            self.model = model
            self.label = label
        }

        /// The view.
        public var body: some View {
            let tallies = model.field.tallies
            Group {
                if isMotionReduced { numbers(tallies) } else { flying }
            }
            .allowsHitTesting(false)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(label)
            .accessibilityValue(tallies.map { "\($0.text) \($0.count)" }.joined(separator: ", "))
            .accessibilityAddTraits(.updatesFrequently)
            .accessibilityHidden(tallies.isEmpty)
        }

        private var flying: some View {
            GeometryReader { geometry in
                TimelineView(.animation(minimumInterval: nil, paused: model.field.flying.isEmpty)) { _ in
                    let now = model.now
                    ZStack {
                        ForEach(model.field.flying) { reaction in
                            let place = model.field.place(of: reaction, at: now)
                            Text(verbatim: reaction.text)
                                .font(.system(size: points))
                                .position(
                                    x: geometry.size.width / 2 + CGFloat(place.x),
                                    y: geometry.size.height * CGFloat(1 - place.rise)
                                )
                                .opacity(place.opacity)
                        }
                    }
                }
            }
        }

        private func numbers(_ tallies: [ReactionField.Tally]) -> some View {
            VStack {
                Spacer()
                HStack(spacing: 12) {
                    ForEach(tallies) { tally in
                        Text(verbatim: "\(tally.text) \(tally.count)").font(.headline).monospacedDigit()
                    }
                }
                .padding(8)
            }
        }
    }
#endif
