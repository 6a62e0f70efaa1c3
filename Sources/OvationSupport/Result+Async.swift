extension Result where Failure == any Error {
    /// The result of work that takes time.
    package init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
