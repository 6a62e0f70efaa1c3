import SwiftUI

/// An emoji of the picker's package.
struct Emoji: Equatable {
    let value: String
}

/// The view of the package EmojiPicker, by its name.
struct EmojiPickerView: View {
    @Binding var selectedEmoji: Emoji?
    let selectedColor: Color

    var body: some View { Text(selectedEmoji?.value ?? "") }
}
