import OvationMedia
import OvationMediaSamples

/// What a reader made of a stream.
struct Outcome: Equatable {
    var parts: [MediaPart] = []
    var failure: MediaError?

    /// Reads a stream in one chunk, or in chunks of the given size.
    init(_ bytes: [UInt8], chunk: Int = .max, limits: MediaLimits = MediaLimits()) {
        var reader = FragmentedMP4Reader(limits: limits)
        var rest = bytes[...]
        do throws(MediaError) {
            while !rest.isEmpty {
                try reader.read(rest.prefix(chunk), into: &parts)
                rest = rest.dropFirst(chunk)
            }
            reader.handOut(into: &parts)
        } catch { failure = error }
    }

    var initialisations: [InitialisationSegment] {
        parts.compactMap { if case .initialisation(let segment) = $0 { segment } else { nil } }
    }

    var fragments: [MediaFragment] {
        parts.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
    }
}

extension SampleStream {
    /// The stream with one of its boxes changed. A path starts with a top-level box type and names the first such box.
    func changed(_ path: String, fragments: Int = 1, _ change: (inout BoxTree) -> Void) -> [UInt8] {
        var root = BoxTree("root", children: BoxTree.read(bytes(fragments: fragments)[...]))
        let names = path.split(separator: "/").map { String($0) }
        precondition(root.change(names[...], change), "There is no box \(path).")
        return root.children.flatMap(\.bytes)
    }

    /// The stream without one of its boxes.
    func without(_ path: String) -> [UInt8] {
        let names = path.split(separator: "/").map { String($0) }
        return changed(names.dropLast().joined(separator: "/")) { parent in
            parent.children.removeAll { $0.type == names.last }
        }
    }

    /// The stream with one of its boxes twice.
    func doubled(_ path: String) -> [UInt8] {
        let names = path.split(separator: "/").map { String($0) }
        return changed(names.dropLast().joined(separator: "/")) { parent in
            guard let index = parent.children.firstIndex(where: { $0.type == names.last }) else { return }
            parent.children.insert(parent.children[index], at: index)
        }
    }
}
