package import NIOCore
package import OvationModel

/// Where the files of recordings lie.
///
/// All calls may block, and come from a thread that may.
package protocol RecordingFolder: Sendable {
    /// Makes a new file, which belongs to this process until it is closed or the process ends.
    func make(_ id: RecordingID) throws(RecordingFault) -> any RecordingFile
    /// Takes over a file that nobody writes; nil if there is none.
    ///
    /// - Throws: ``RecordingFault/inUse`` while a process writes it.
    func takeOver(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)?
    /// Opens a file for reading; nil if there is none. A file that is removed meanwhile can be read to its end.
    func open(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)?
    /// Removes a file. One that is not there is no failure.
    func remove(_ id: RecordingID) throws(RecordingFault)
    /// The recordings that have a file.
    func list() throws(RecordingFault) -> [RecordingID]
    /// Bytes that are free on the disk.
    func freeBytes() throws(RecordingFault) -> Int64
}

/// The file of a recording.
package protocol RecordingFile: Sendable {
    /// How many bytes it has.
    func byteCount() throws(RecordingFault) -> Int64
    /// Writes all of these bytes at a place.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(RecordingFault)
    /// Reads at most so many bytes at a place; none at the end.
    func read(at place: Int64, count: Int) throws(RecordingFault) -> ByteBuffer
    /// Cuts it off behind so many bytes.
    func truncate(to byteCount: Int64) throws(RecordingFault)
    /// Brings everything to the disk.
    func synchronize() throws(RecordingFault)
    /// Closes it. Nothing may be called afterwards.
    func close()
}

/// Why something was not done with a file.
package enum RecordingFault: Error, Equatable, CustomStringConvertible {
    /// The disk, or what may be used of it, is full.
    case full
    /// A process writes the file.
    case inUse
    /// Something else, in the system's words.
    case failed(String)

    package var description: String {
        switch self {
        case .full: "The disk is full."
        case .inUse: "A server writes the file."
        case .failed(let reason): reason
        }
    }
}
