#if canImport(UIKit)
    @_exported import UIKit

    @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        typealias Context = UIViewRepresentableContext<Self>
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
        static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
        func makeCoordinator() -> Coordinator
        func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize?
    }

    extension UIViewRepresentable {
        public var body: Never { fatalError() }
        public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
        public func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize? { nil }
    }

    extension UIViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }

    @MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        public let coordinator: Representable.Coordinator
        public var transaction: Transaction { fatalError() }
        public var environment: EnvironmentValues { fatalError() }
        fileprivate init(_: Never) { fatalError() }
    }

    @MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
        public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
        public required init?(coder: NSCoder) { nil }
        open var rootView: Content {
            get { fatalError() }
            set {}
        }
    }
#endif
