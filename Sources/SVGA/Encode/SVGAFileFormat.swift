/// How a movie is written into a file.
public enum SVGAFileFormat: Sendable, CaseIterable {
    /// 2.x: a zlib stream of a protobuf message with everything in it.
    case message
    /// 1.x: an archive of a JSON description and PNG files. It has no sounds.
    case archive
    /// Between the two: an archive of a protobuf message and the files that it names.
    case hybrid
}
