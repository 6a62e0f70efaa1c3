/// What a metric means.
struct MetricDescription: Sendable {
    /// The name of the metric.
    let name: String
    /// What it counts, in a sentence.
    let help: String
    /// Bounds of a histogram; nil for the usual ones.
    var buckets: [Double]?
}

/// A factory that can be told what its metrics mean. swift-metrics itself has no texts.
protocol MetricDescribing {
    /// Says what a metric means, before it is made.
    func describe(_ description: MetricDescription)
}
