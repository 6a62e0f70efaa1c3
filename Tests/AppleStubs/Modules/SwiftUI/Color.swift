import CoreGraphics
import Foundation

#if canImport(UIKit)
    import UIKit
#endif

public struct Color: Hashable, View, ShapeStyle, Sendable {
    public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

    nonisolated public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {}
    nonisolated public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {}
    nonisolated public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {}
    nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
    nonisolated public init(cgColor: CGColor) {}
    #if canImport(UIKit)
        nonisolated public init(uiColor: UIColor) {}
    #endif

    nonisolated public static let red = Color("red")
    nonisolated public static let orange = Color("orange")
    nonisolated public static let yellow = Color("yellow")
    nonisolated public static let green = Color("green")
    nonisolated public static let mint = Color("mint")
    nonisolated public static let teal = Color("teal")
    nonisolated public static let cyan = Color("cyan")
    nonisolated public static let blue = Color("blue")
    nonisolated public static let indigo = Color("indigo")
    nonisolated public static let purple = Color("purple")
    nonisolated public static let pink = Color("pink")
    nonisolated public static let brown = Color("brown")
    nonisolated public static let white = Color("white")
    nonisolated public static let gray = Color("gray")
    nonisolated public static let black = Color("black")
    nonisolated public static let clear = Color("clear")
    nonisolated public static let primary = Color("primary")
    nonisolated public static let secondary = Color("secondary")
    nonisolated public static var accentColor: Color { Color("accent") }

    nonisolated public func opacity(_ opacity: Double) -> Color { self }
    public var body: Never { fatalError() }
}
