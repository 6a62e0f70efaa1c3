#if canImport(SwiftUI)
    import Foundation
    public import OvationClient
    import OvationModel
    public import SwiftUI

    /// The gifts of a live, to choose and send; with the user's balance and a button to recharge.
    ///
    /// With large text the grid has fewer columns. VoiceOver reads each gift with its price, and says which one is selected.
    @available(iOS 17, tvOS 17, *)
    public struct GiftPanel: View {
        private let texts: GiftTexts
        private let onRecharge: () -> Void
        @State private var sale: GiftSale
        @ScaledMetric private var points: CGFloat = 76

        /// Shows the gifts of a live.
        ///
        /// - Parameters:
        ///   - room: The live.
        ///   - texts: The labels of its buttons.
        ///   - onRecharge: Called when the user wants more coins.
        public init(_ room: LiveRoom, texts: GiftTexts = GiftTexts(), onRecharge: @escaping () -> Void) {
            self.texts = texts
            self.onRecharge = onRecharge
            _sale = State(initialValue: GiftSale(room))
        }

        /// The view.
        public var body: some View {
            VStack(spacing: 12) {
                categories
                ScrollView {
                    LazyVGrid(columns: [GridItem(.adaptive(minimum: points))], spacing: 12) {
                        ForEach(sale.gifts, id: \.giftID) { gift in cell(of: gift) }
                    }
                }
                if let failure = sale.failure {
                    Text(verbatim: failure.message).font(.footnote).foregroundColor(.red)
                }
                footer
            }
            .padding(12)
            .task { await sale.run(language: GiftShelfModel.language(of: Locale.preferredLanguages)) }
        }

        private var categories: some View {
            ScrollView(.horizontal, showsIndicators: false) {
                HStack(spacing: 16) {
                    ForEach(Array(sale.room.giftCategories.enumerated()), id: \.offset) { index, category in
                        Button {
                            sale.show(category: index)
                        } label: {
                            Text(verbatim: category.name).font(index == sale.category ? .headline : .body)
                        }
                        .accessibilityAddTraits(index == sale.category ? .isSelected : [])
                    }
                }
            }
        }

        private func cell(of gift: Gift) -> some View {
            let isChosen = gift.giftID == sale.chosen?.giftID
            return Button {
                sale.choose(gift)
            } label: {
                VStack(spacing: 4) {
                    AsyncImage(url: URL(string: sale.room.client.resolved(gift.iconURL))) { phase in
                        if let image = phase.image {
                            image.resizable().scaledToFit()
                        } else {
                            Color.clear
                        }
                    }
                    .frame(width: points * 0.6, height: points * 0.6)
                    Text(verbatim: gift.name).font(.caption).lineLimit(2)
                    Text(verbatim: "\(gift.coins.amount)").font(.caption2).monospacedDigit()
                }
                .frame(maxWidth: .infinity)
                .padding(6)
                .background(
                    isChosen ? Color.accentColor.opacity(0.2) : Color.clear, in: RoundedRectangle(cornerRadius: 10))
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: "\(gift.name), \(gift.coins.amount)"))
            .accessibilityAddTraits(isChosen ? [.isButton, .isSelected] : .isButton)
        }

        private var footer: some View {
            HStack(spacing: 12) {
                Button(action: onRecharge) {
                    Text(verbatim: sale.room.balance.map { "\($0.amount)" } ?? "–").monospacedDigit()
                }
                .accessibilityLabel(texts.recharge)
                .accessibilityValue(sale.room.balance.map { "\($0.amount)" } ?? "")
                Spacer()
                counter
                Button(texts.send) { Task { await sale.send() } }.font(.headline).disabled(!sale.canSend)
            }
        }

        private var counter: some View {
            HStack(spacing: 8) {
                Button("−") { sale.setCount(sale.count - 1) }.accessibilityHidden(true)
                Text(verbatim: "\(sale.count)")
                    .monospacedDigit()
                    .accessibilityAdjustableAction { direction in
                        sale.setCount(sale.count + (direction == .increment ? 1 : -1))
                    }
                Button("+") { sale.setCount(sale.count + 1) }.accessibilityHidden(true)
            }
        }
    }
#endif
