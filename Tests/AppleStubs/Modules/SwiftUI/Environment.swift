import Combine
import Foundation

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public init() {}
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { fatalError() }
        set {}
    }

    public var accessibilityReduceMotion: Bool { fatalError() }
    public var accessibilityReduceTransparency: Bool { fatalError() }
    public var accessibilityDifferentiateWithoutColor: Bool { fatalError() }
    public var accessibilityVoiceOverEnabled: Bool { fatalError() }
    public var colorScheme: ColorScheme {
        get { fatalError() }
        set {}
    }
    public var dismiss: DismissAction { fatalError() }
    public var displayScale: CGFloat {
        get { fatalError() }
        set {}
    }
    public var dynamicTypeSize: DynamicTypeSize {
        get { fatalError() }
        set {}
    }
    public var font: Font? {
        get { fatalError() }
        set {}
    }
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { fatalError() }
        set {}
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { fatalError() }
        set {}
    }
    public var isEnabled: Bool {
        get { fatalError() }
        set {}
    }
    public var layoutDirection: LayoutDirection {
        get { fatalError() }
        set {}
    }
    public var locale: Locale {
        get { fatalError() }
        set {}
    }
    public var openURL: OpenURLAction {
        get { fatalError() }
        set {}
    }
    public var scenePhase: ScenePhase {
        get { fatalError() }
        set {}
    }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}

@MainActor @preconcurrency public struct DismissAction {
    public func callAsFunction() {}
}

@MainActor @preconcurrency public struct OpenURLAction {
    public func callAsFunction(_ url: URL) {}
}

public enum ColorScheme: CaseIterable, Sendable { case light, dark }
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
public enum UserInterfaceSizeClass: Sendable { case compact, regular }

public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { fatalError() }
}

public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension View {
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        self
    }
    nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some View { self }
    nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
    nonisolated public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        self
    }
    nonisolated public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View { self }
    nonisolated public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable { self }
}
