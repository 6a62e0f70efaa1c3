#if IOS
    extension View {
        nonisolated public func fullScreenCover<Content: View>(
            isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
        ) -> some View { self }
        nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
            self
        }
        nonisolated public func navigationBarItems<T: View>(trailing: T) -> some View { self }
        nonisolated public func navigationBarHidden(_ hidden: Bool) -> some View { self }
    }

    public struct NavigationBarItem: Sendable {
        public enum TitleDisplayMode: Sendable { case automatic, inline, large }
    }
#endif
