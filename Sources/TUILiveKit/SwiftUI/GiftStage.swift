#if canImport(SwiftUI)
    import Foundation
    public import OvationClient
    public import SwiftUI

    #if canImport(UIKit)
        import UIKit
    #endif

    /// Shows the gifts of a live over its picture: bullets with sender and gift, and full-screen effects for expensive gifts. It takes no
    /// touches.
    ///
    /// With Reduce Motion there are no effects and nothing slides: every gift is a bullet. The same applies without UIKit, which draws the
    /// effects. VoiceOver reads each bullet as one element.
    @available(iOS 17, tvOS 17, *)
    public struct GiftStage: View {
        private let texts: GiftTexts
        @State private var model: GiftStageModel
        @Environment(\.accessibilityReduceMotion) private var isMotionReduced
        @ScaledMetric private var points: CGFloat = 36

        /// Shows the gifts of a live.
        ///
        /// - Parameters:
        ///   - room: The live.
        ///   - texts: The texts in bullets.
        public init(_ room: LiveRoom, texts: GiftTexts = GiftTexts()) {
            self.texts = texts
            _model = State(initialValue: GiftStageModel(room))
        }

        /// The view.
        public var body: some View {
            ZStack(alignment: .bottomLeading) {
                #if canImport(UIKit)
                    if let effect = model.effect { GiftEffectView(view: effect).accessibilityHidden(true) }
                #endif
                VStack(alignment: .leading, spacing: 8) {
                    ForEach(model.bullets.compactMap(\.self)) { bullet in
                        row(of: bullet).transition(
                            isMotionReduced ? .opacity : .move(edge: .leading).combined(with: .opacity))
                    }
                }
                .padding(12)
                .animation(isMotionReduced ? nil : .easeOut(duration: 0.25), value: model.bullets)
            }
            .allowsHitTesting(false)
            .onAppear { setMotion(isMotionReduced) }
            .onChange(of: isMotionReduced) { _, isReduced in setMotion(isReduced) }
            .task { await model.run() }
        }

        private func setMotion(_ isReduced: Bool) {
            #if canImport(UIKit)
                model.playsEffects = !isReduced
            #else
                model.playsEffects = false
            #endif
        }

        private func row(of bullet: GiftStageModel.Bullet) -> some View {
            HStack(spacing: 8) {
                picture(bullet.senderPicture).clipShape(Circle())
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: bullet.sender).font(.caption.bold()).lineLimit(1)
                    Text(verbatim: "\(texts.sent) \(bullet.gift)").font(.caption2).lineLimit(1)
                }
                picture(bullet.giftPicture)
                Text(verbatim: "×\(bullet.count)").font(.headline).monospacedDigit()
            }
            .padding(6)
            .background(.thinMaterial, in: Capsule())
            .accessibilityElement(children: .combine)
        }

        private func picture(_ address: String) -> some View {
            AsyncImage(url: URL(string: address)) { phase in
                if let image = phase.image { image.resizable().scaledToFit() } else { Color.clear }
            }
            .frame(width: points, height: points)
            .accessibilityHidden(true)
        }
    }

    #if canImport(UIKit)
        /// Shows the view of an engine over the whole stage.
        private struct GiftEffectView: UIViewRepresentable {
            let view: UIView

            func makeUIView(context: Context) -> UIView {
                let container = UIView()
                container.isUserInteractionEnabled = false
                return container
            }

            func updateUIView(_ container: UIView, context: Context) {
                guard view.superview !== container else { return }
                for former in container.subviews { former.removeFromSuperview() }
                view.frame = container.bounds
                view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                container.addSubview(view)
            }
        }
    #endif
#endif
