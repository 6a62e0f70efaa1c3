#if Server && (os(macOS) || os(Linux))
    public import OvationModel

    // In a test's source, ids are literals: `"rose"` reads better than `GiftID("rose")!`. An invalid one stops the test right there.

    extension Identifier {
        fileprivate init(ofTest text: String) {
            precondition(Self.isValid(text), "\"\(text)\" is no valid \(Self.self). \(Self.rule)")
            self.init(unchecked: text)
        }
    }

    extension UserID: ExpressibleByStringLiteral {
        /// Makes an id from a literal. It traps if the id is invalid.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension LiveID: ExpressibleByStringLiteral {
        /// Makes an id from a literal. It traps if the id is invalid.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension GiftID: ExpressibleByStringLiteral {
        /// Makes an id from a literal. It traps if the id is invalid.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension OrderID: ExpressibleByStringLiteral {
        /// Makes an id from a literal. It traps if the id is invalid.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }
#endif
