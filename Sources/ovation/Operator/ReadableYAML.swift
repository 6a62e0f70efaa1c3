import Yams

/// A document of JSON as YAML that people read: a field a line, in the order of the JSON.
enum ReadableYAML {
    /// The document as YAML.
    ///
    /// Texts keep their double quotes. Names go without, where no reader of YAML can take them for anything else than a text.
    ///
    /// - Throws: `YamlError` where it is no JSON.
    static func of(json: String) throws -> String {
        // JSON is YAML: its reader keeps the order of the fields.
        guard let root = try Yams.compose(yaml: json) else { return "" }
        return try Yams.serialize(node: inBlocks(root), width: -1, allowUnicode: true)
    }

    private static func inBlocks(_ node: Node) -> Node {
        switch node {
        case .mapping(let fields):
            .mapping(
                Node.Mapping(fields.map { (name($0.key), inBlocks($0.value)) }, fields.tag, Node.Mapping.Style.block))
        case .sequence(let elements):
            .sequence(Node.Sequence(elements.map(inBlocks), elements.tag, Node.Sequence.Style.block))
        default: node
        }
    }

    private static func name(_ node: Node) -> Node {
        guard let text = node.scalar?.string else { return node }
        let plain = Node(text)
        return Resolver.default.resolveTag(of: plain) == .str ? plain : node
    }
}
