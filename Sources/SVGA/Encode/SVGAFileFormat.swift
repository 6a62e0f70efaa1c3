/// The file format that a movie is written in.
public enum SVGAFileFormat: Sendable, CaseIterable {
    /// 2.x: a zlib stream of one protobuf message that contains everything.
    case message
    /// 1.x: an archive of a JSON spec and PNG files. It cannot hold sounds.
    case archive
    /// A mixture: an archive of a protobuf message and the files that it names.
    case hybrid
}
