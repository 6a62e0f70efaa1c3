import Foundation

@MainActor @objc open class UITableView: UIScrollView {
    public init(frame: CGRect, style: Style) { super.init(frame: frame) }
    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
    public required init?(coder: NSCoder) { nil }

    open weak var dataSource: (any UITableViewDataSource)?
    open var rowHeight: CGFloat = -1
    open var estimatedRowHeight: CGFloat = -1
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
    open var tableHeaderView: UIView?
    open var tableFooterView: UIView?
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        fatalError()
    }
    open func reloadData() {}
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {}
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { fatalError() }
    open func numberOfRows(inSection section: Int) -> Int { fatalError() }

    public static let automaticDimension: CGFloat = -1

    @objc(UITableViewStyle) public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    @objc(UITableViewScrollPosition) public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
    @objc(UITableViewRowAnimation) public enum RowAnimation: Int, Sendable {
        case fade, right, left, top, bottom, none, middle, automatic = 100
    }
}

@MainActor @objc public protocol UITableViewDataSource: AnyObject {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    @objc optional func numberOfSections(in tableView: UITableView) -> Int
}

@MainActor @objc public protocol UITableViewDelegate: UIScrollViewDelegate {
    @objc optional func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    @objc optional func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
}

@MainActor @objc open class UITableViewCell: UIView {
    public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
    open var contentView: UIView { fatalError() }
    open var textLabel: UILabel? { fatalError() }
    open var reuseIdentifier: String? { fatalError() }
    open var selectionStyle = SelectionStyle.default
    open func prepareForReuse() {}

    @objc(UITableViewCellStyle) public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
    @objc(UITableViewCellSeparatorStyle) public enum SeparatorStyle: Int, Sendable { case none, singleLine }
    @objc(UITableViewCellSelectionStyle) public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
}
