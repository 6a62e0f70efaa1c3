import SwiftUI

/// The name is `accessibilityReduceMotion`.
struct WrongEnvironmentKey: View {
    @Environment(\.reduceMotion) private var reduceMotion  // refused: has no member 'reduceMotion'

    var body: some View { Text("gift") }
}
