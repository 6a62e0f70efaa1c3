import Foundation

public struct NavigationView<Content: View>: View {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct NavigationStack<Data, Root: View>: View {
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
    public var body: Never { fatalError() }
}

public struct NavigationPath {
    public init() {}
}

public struct NavigationLink<Label: View, Destination: View>: View {
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
    nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) where Destination == Never {}
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) where Label == Text {}
    public var body: Never { fatalError() }
}

public struct TabView<SelectionValue: Hashable, Content: View>: View {
    nonisolated public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
    nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Int {}
    public var body: Never { fatalError() }
}

extension View {
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
    nonisolated public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { self }
}

@MainActor @preconcurrency public protocol TabViewStyle {}
#if IOS
    public struct PageTabViewStyle: TabViewStyle {
        public enum IndexDisplayMode: Sendable { case automatic, always, never }
    }
    extension TabViewStyle where Self == PageTabViewStyle {
        public static var page: PageTabViewStyle { .init() }
        public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle { .init() }
    }
#endif
