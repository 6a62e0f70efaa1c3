/// Finds the name that somebody may have meant.
enum NearestName {
    /// The name that is nearest to a text; nil where none is near.
    ///
    /// Names are compared without case. A text that is only the end of a name (`port` for `server.port`) is near to it.
    static func of(_ text: String, among names: [String]) -> String? {
        let wanted = Array(text.lowercased())
        let ending = names.first { $0.lowercased().hasSuffix("." + text.lowercased()) }
        let nearest = names.map { (name: $0, distance: editDistance(wanted, Array($0.lowercased()))) }
            .min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= max(2, wanted.count / 3) { return nearest.name }
        if let ending { return ending }
        // The right key in the wrong section.
        guard let leaf = text.split(separator: ".").last.map({ Array($0.lowercased()) }), leaf.count > 3 else {
            return nil
        }
        let byLeaf = names.map { name in
            let end = name.split(separator: ".").last.map { Array($0.lowercased()) } ?? []
            return (name: name, distance: editDistance(leaf, end))
        }.min { $0.distance < $1.distance }
        guard let byLeaf, byLeaf.distance <= max(1, leaf.count / 4) else { return nil }
        return byLeaf.name
    }

    /// How many characters have to be changed, put in, left out or exchanged with their neighbour.
    static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 0..<first.count {
            var current = [row + 1]
            for column in 0..<second.count {
                let isSame = first[row] == second[column]
                var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
