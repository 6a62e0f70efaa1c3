import OvationClient
import SwiftUI

/// A live is named by a `LiveID`, not by a text.
@available(iOS 17, tvOS 17, *)
struct StringForALiveID: View {
    @State private var room: LiveRoom?
    let client: OvationClient

    var body: some View {
        Text("live").task {
            room = try? await client.joinLiveRoom("live_1")  // refused: cannot convert value of type 'String'
        }
    }
}
