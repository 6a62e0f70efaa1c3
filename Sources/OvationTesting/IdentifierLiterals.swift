#if Server && (os(macOS) || os(Linux))
    public import OvationModel

    // In a test's own source a text is what it is: `"rose"` reads better than `GiftID("rose")!`, and a wrong one stops the test there.

    extension Identifier {
        fileprivate init(ofTest text: String) {
            precondition(Self.isValid(text), "\"\(text)\" is no valid \(Self.self). \(Self.rule)")
            self.init(unchecked: text)
        }
    }

    extension UserID: ExpressibleByStringLiteral {
        /// Makes the id that a test writes down. Stops the test where it is none.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension LiveID: ExpressibleByStringLiteral {
        /// Makes the id that a test writes down. Stops the test where it is none.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension GiftID: ExpressibleByStringLiteral {
        /// Makes the id that a test writes down. Stops the test where it is none.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }

    extension OrderID: ExpressibleByStringLiteral {
        /// Makes the id that a test writes down. Stops the test where it is none.
        public init(stringLiteral text: String) { self.init(ofTest: text) }
    }
#endif
