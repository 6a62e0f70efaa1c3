#if canImport(UIKit)
    import Foundation
    import UIKit

    /// Draws a ``TUIGiftListView``: pages of gifts, with the balance and the recharge button below them.
    final class TUIGiftPanelSurface: NSObject, GiftPanelSurface, UICollectionViewDataSource, UICollectionViewDelegate {
        private static let cellID = "gift"

        private weak var view: TUIGiftListView?
        private let panel: GiftPanelModel
        private let config: TUIGiftPanelConfig
        private let layout: TUIGiftSideslipLayout
        private let collection: UICollectionView
        private let pages = UIPageControl(frame: .zero)
        private let balance = UILabel(frame: .zero)
        private let recharge: UIButton
        private lazy var height = collection.heightAnchor.constraint(equalToConstant: 200)

        init(on view: TUIGiftListView, panel: GiftPanelModel, config: TUIGiftPanelConfig) {
            self.view = view
            self.panel = panel
            self.config = config
            layout = TUIGiftSideslipLayout(config: config)
            collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
            recharge = UIButton(
                configuration: .tinted(), primaryAction: UIAction { [weak panel] _ in panel?.tapRecharge() })
            super.init()
            collection.register(TUIGiftCell.self, forCellWithReuseIdentifier: Self.cellID)
            collection.dataSource = self
            collection.delegate = self
            collection.isPagingEnabled = true
            collection.showsHorizontalScrollIndicator = false
            collection.backgroundColor = .clear
            balance.textColor = .label
            balance.font = .preferredFont(forTextStyle: .subheadline)
            balance.adjustsFontForContentSizeCategory = true
            pages.isUserInteractionEnabled = false
            let bar = UIStackView(arrangedSubviews: [balance, recharge])
            bar.distribution = .equalSpacing
            let column = UIStackView(arrangedSubviews: [collection, pages, bar])
            column.axis = .vertical
            column.spacing = 8
            view.takePanelLook()
            view.embed(column)
            height.isActive = true
            redraw()
        }

        func redraw() {
            guard let view else { return }
            let texts = view.texts
            layout.config = config.scaled(textLine: GiftKitLook.textLine(in: view))
            height.constant = layout.config.itemHeight * Double(layout.config.rows)
            balance.text = panel.balance.map { "\($0)" } ?? ""
            recharge.setTitle(texts.recharge, for: .normal)
            collection.reloadData()
            collection.layoutIfNeeded()
            pages.numberOfPages = layout.pageCount
            pages.currentPage = layout.page(atOffset: collection.contentOffset.x)
        }

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            panel.gifts.count
        }

        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: Self.cellID, for: indexPath)
            if let cell = cell as? TUIGiftCell, panel.gifts.indices.contains(indexPath.item) {
                cell.show(
                    panel.gifts[indexPath.item], isChosen: panel.selected == indexPath.item,
                    texts: view?.texts ?? GiftTexts()
                ) { [weak panel] in panel?.tapSend() }
            }
            return cell
        }

        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            panel.choose(indexPath.item)
        }

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            pages.currentPage = layout.page(atOffset: scrollView.contentOffset.x)
        }
    }
#endif
