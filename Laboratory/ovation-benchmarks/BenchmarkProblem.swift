/// Why a benchmark cannot be run.
struct BenchmarkProblem: Error, CustomStringConvertible {
    let description: String
}
