import SwiftUI

/// A view has to have a body.
struct BodyOfAView: View {  // refused: does not conform to protocol 'View'
    func body() -> some View { Text("gift") }
}
