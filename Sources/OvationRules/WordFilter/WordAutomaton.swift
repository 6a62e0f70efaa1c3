/// Finds the words of a list in a folded text, all at once (Aho and Corasick).
///
/// It walks over runs of equal letters, so that "baaad" goes the way of "bad"; how often a letter must stand there, and whether what
/// stands between the letters is let pass, is looked at where a word ends. A step is a look into one table, however long the list is.
struct WordAutomaton: Sendable {
    /// A word as the automaton knows it.
    struct Pattern: Sendable {
        /// Which word of the list.
        let word: Int
        /// Its letters, each with how often it stands there in a row.
        let runs: [(value: UInt32, count: Int)]
        /// Before which of these runs the word itself has a space.
        let spaces: Set<Int>
        let isWhole: Bool
        /// Whether it is a word of another alphabet, as it looks with Latin letters in it. It is then no Latin word.
        let isLookalike: Bool

        var letterCount: Int { runs.reduce(0) { $0 + $1.count } }

        /// Makes a pattern of a word; nil where the word has no letters.
        init?(word: Int, _ text: FoldedText, wholeWord: Bool, isLookalike: Bool) {
            guard !text.runs.isEmpty else { return nil }
            self.word = word
            runs = text.runs.map { ($0.value, $0.range.count) }
            spaces = Set(
                text.runs.indices.dropFirst().filter { text.letters[text.runs[$0].range.lowerBound].gap >= .space })
            // A single letter is part of most words; it is meant where it stands alone.
            let isSpaced = text.letters.allSatisfy { !LetterFolding.isUnspaced($0.value) }
            isWhole = isSpaced && (wholeWord || text.letters.count == 1)
            self.isLookalike = isLookalike
        }
    }

    /// A word in a text: which pattern, and over which letters.
    struct Match {
        let pattern: Int
        let letters: Range<Int>
    }

    let patterns: [Pattern]
    /// The node that a letter leads to from a node.
    private var edges: [UInt64: Int32] = [:]
    /// Where to go on when no edge fits: the longest end of the way here that is a way too.
    private var fallback: [Int32] = [0]
    /// The patterns that end at a node.
    private var ends: [[Int32]] = [[]]
    /// The next node over fallbacks at which a pattern ends; 0 where there is none.
    private var nextEnd: [Int32] = [0]

    init(_ patterns: [Pattern]) {
        self.patterns = patterns
        var children: [[(letter: UInt32, node: Int32)]] = [[]]
        for (index, pattern) in patterns.enumerated() {
            var node: Int32 = 0
            for run in pattern.runs {
                if let next = edges[Self.edge(node, run.value)] {
                    node = next
                } else {
                    let next = Int32(ends.count)
                    edges[Self.edge(node, run.value)] = next
                    children[Int(node)].append((run.value, next))
                    children.append([])
                    ends.append([])
                    fallback.append(0)
                    nextEnd.append(0)
                    node = next
                }
            }
            ends[Int(node)].append(Int32(index))
        }
        var queue: [Int32] = children[0].map(\.node)
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for (letter, child) in children[Int(node)] {
                let back = step(from: fallback[Int(node)], letter)
                fallback[Int(child)] = back
                nextEnd[Int(child)] = ends[Int(back)].isEmpty ? nextEnd[Int(back)] : back
                queue.append(child)
            }
        }
    }

    /// Every word in a text, in the order in which they end.
    func matches(in text: FoldedText) -> [Match] {
        var steps = 0
        return matches(in: text, steps: &steps)
    }

    /// The same, and counts the runs and letters that it looks at.
    func matches(in text: FoldedText, steps: inout Int) -> [Match] {
        var found: [Match] = []
        var node: Int32 = 0
        for (index, run) in text.runs.enumerated() {
            steps += 1
            if text.letters[run.range.lowerBound].gap == .end { node = 0 }
            node = step(from: node, run.value)
            var end = ends[Int(node)].isEmpty ? nextEnd[Int(node)] : node
            while end != 0 {
                for pattern in ends[Int(end)] {
                    if let letters = check(patterns[Int(pattern)], in: text, endingAt: index, steps: &steps) {
                        found.append(Match(pattern: Int(pattern), letters: letters))
                    }
                }
                end = nextEnd[Int(end)]
            }
        }
        return found
    }

    private func step(from node: Int32, _ letter: UInt32) -> Int32 {
        var node = node
        while true {
            if let next = edges[Self.edge(node, letter)] { return next }
            if node == 0 { return 0 }
            node = fallback[Int(node)]
        }
    }

    private static func edge(_ node: Int32, _ letter: UInt32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(letter)
    }
}

// MARK: - Whether a way through the letters is a word

extension WordAutomaton {
    /// The letters over which a pattern stands that ends with a run; nil where it does not after all.
    private func check(
        _ pattern: Pattern, in text: FoldedText, endingAt last: Int, steps: inout Int
    ) -> Range<Int>? {
        let runs = text.runs[(last - pattern.runs.count + 1)...last]
        let total = pattern.letterCount
        steps += runs.count
        guard let first = runs.first, let final = runs.last, let least = pattern.runs.first,
            let leastFinal = pattern.runs.last
        else { return nil }
        for (run, wanted) in zip(runs, pattern.runs).dropFirst().dropLast()
        where !Self.tolerates(run.range.count, for: wanted.count, total) { return nil }
        // Three ways to begin and three to end at most, and each is looked at letter by letter.
        let letters = first.range.lowerBound..<final.range.upperBound
        // At its ends a word may be part of a longer run: as much of it as is let pass belongs to the word.
        let starts =
            runs.count == 1 ? [first.range.lowerBound] : Self.starts(of: first, least: least.count, total, text)
        for start in starts {
            for end in Self.ends(of: final, from: runs.count == 1 ? start : nil, least: leastFinal.count, total, text) {
                steps += letters.count
                if isLetPass(start..<end, pattern, runs, text) { return start..<end }
            }
        }
        return nil
    }

    /// Whether a letter may stand so often where a word has it `wanted` times.
    ///
    /// Two instead of one make another word of a short one too often ("god", "good"); three in a row are in no word.
    private static func tolerates(_ count: Int, for wanted: Int, _ total: Int) -> Bool {
        count == wanted || (count > wanted && (count >= 3 || total >= 4))
    }

    /// Where a word may begin in a run, the longest way first.
    private static func starts(of run: FoldedText.Run, least: Int, _ total: Int, _ text: FoldedText) -> [Int] {
        var starts: [Int] = []
        let gapless = run.range.last { $0 == run.range.lowerBound || text.letters[$0].gap != .none }
        for start in [run.range.lowerBound, gapless ?? run.range.lowerBound]
        where tolerates(run.range.upperBound - start, for: least, total) { starts.append(start) }
        if run.range.count >= least { starts.append(run.range.upperBound - least) }
        return starts
    }

    /// Behind which letter of a run a word may end, the longest way first.
    private static func ends(
        of run: FoldedText.Run, from start: Int?, least: Int, _ total: Int, _ text: FoldedText
    ) -> [Int] {
        let start = start ?? run.range.lowerBound
        var ends: [Int] = []
        let gapless = (start + 1..<run.range.upperBound).first { text.letters[$0].gap != .none }
        for end in [run.range.upperBound, gapless ?? run.range.upperBound]
        where tolerates(end - start, for: least, total) {
            ends.append(end)
        }
        if start + least <= run.range.upperBound { ends.append(start + least) }
        return ends
    }

    private func isLetPass(
        _ letters: Range<Int>, _ pattern: Pattern, _ runs: ArraySlice<FoldedText.Run>, _ text: FoldedText
    ) -> Bool {
        let isBounded = text.isBoundary(before: letters.lowerBound) && text.isBoundary(before: letters.upperBound)
        if pattern.isWhole, !isBounded { return false }
        if pattern.isLookalike, text.letters[letters].allSatisfy(\.isLatin) { return false }
        // Digits and signs alone are digits and signs.
        if text.letters[letters].allSatisfy(\.isSubstitute) { return false }
        let inner = letters.dropFirst()
        guard inner.contains(where: { text.letters[$0].gap != .none }) else { return true }
        // What is taken apart is so from its first letter to its last: "b.a.d", but not "grab-a-dog".
        guard isBounded else { return false }
        let isSpelled = inner.allSatisfy { text.isBoundary(before: $0) }
        guard !isSpelled else { return true }
        // Words stand beside words; only a phrase goes over the space between them.
        let allowed = Set(
            zip(runs.indices, 0...).filter { pattern.spaces.contains($0.1) }.map { runs[$0.0].range.lowerBound })
        return inner.allSatisfy { text.letters[$0].gap < .space || allowed.contains($0) }
    }
}
