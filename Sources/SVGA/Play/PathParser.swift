import Foundation

/// Parses paths in SVG syntax.
struct PathParser {
    private(set) var steps: [SVGAPath.Step] = []
    private let bytes: [UInt8]
    private var place = 0
    private var current = SVGAPath.Point(0, 0)
    private var start = SVGAPath.Point(0, 0)
    /// The control point that a smooth curve mirrors, and whether it belongs to a cubic curve.
    private var control: (point: SVGAPath.Point, isCubic: Bool)?

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Parses the text up to its end or its first error.
    mutating func parse() {
        skipSeparators()
        while place < bytes.count {
            let letter = bytes[place]
            place += 1
            guard parse(command: letter) else { return }
        }
    }

    /// Parses a command and all of its arguments. Returns false on an error.
    private mutating func parse(command letter: UInt8) -> Bool {
        let isRelative = letter >= UInt8(ascii: "a")
        var command = letter & 0xDF
        if command == UInt8(ascii: "Z") {
            // A path must begin with a move.
            guard !steps.isEmpty else { return false }
            close()
            skipSeparators()
            return true
        }
        guard let count = Self.argumentCount(command) else { return false }
        // No player draws these commands.
        if count == 0 {
            skipSeparators()
            while isAtNumber, number() != nil {}
            return true
        }
        guard command == UInt8(ascii: "M") || !steps.isEmpty else { return false }
        repeat {
            var arguments: [Float] = []
            for index in 0..<count {
                let isFlag = command == UInt8(ascii: "A") && (index == 3 || index == 4)
                guard let argument = isFlag ? flag() : number() else { return false }
                arguments.append(argument)
            }
            draw(command, arguments, isRelative: isRelative)
            // Further coordinates after a move are lines.
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
        } while isAtNumber
        return true
    }

    /// Returns how many numbers a command takes; nil for an unknown command.
    private static func argumentCount(_ command: UInt8) -> Int? {
        switch command {
        case UInt8(ascii: "M"), UInt8(ascii: "L"), UInt8(ascii: "T"): 2
        case UInt8(ascii: "H"), UInt8(ascii: "V"): 1
        case UInt8(ascii: "C"): 6
        case UInt8(ascii: "S"), UInt8(ascii: "Q"): 4
        case UInt8(ascii: "A"): 7
        case UInt8(ascii: "R"), UInt8(ascii: "K"): 0
        default: nil
        }
    }

    private mutating func draw(_ command: UInt8, _ arguments: [Float], isRelative: Bool) {
        let origin = isRelative ? current : SVGAPath.Point(0, 0)
        func point(_ index: Int) -> SVGAPath.Point {
            SVGAPath.Point(arguments[index] + origin.x, arguments[index + 1] + origin.y)
        }
        // After a close, the next outline begins where the last one began.
        if steps.last == .close, command != UInt8(ascii: "M") { steps.append(.move(current)) }
        switch command {
        case UInt8(ascii: "M"):
            steps.append(.move(point(0)))
            (current, start, control) = (point(0), point(0), nil)
        case UInt8(ascii: "L"): line(to: point(0))
        case UInt8(ascii: "H"): line(to: SVGAPath.Point(arguments[0] + origin.x, current.y))
        case UInt8(ascii: "V"): line(to: SVGAPath.Point(current.x, arguments[0] + origin.y))
        case UInt8(ascii: "C"): cubic(point(0), point(2), point(4))
        case UInt8(ascii: "S"): cubic(mirrored(isCubic: true), point(0), point(2))
        case UInt8(ascii: "Q"): quadratic(point(0), point(2))
        case UInt8(ascii: "T"): quadratic(mirrored(isCubic: false), point(0))
        case UInt8(ascii: "A"):
            arc(
                radiusX: arguments[0], radiusY: arguments[1], degrees: arguments[2], isLarge: arguments[3] != 0,
                isClockwise: arguments[4] != 0, to: point(5))
        default: break
        }
    }

    private mutating func line(to end: SVGAPath.Point) {
        steps.append(.line(end))
        (current, control) = (end, nil)
    }

    private mutating func cubic(_ first: SVGAPath.Point, _ second: SVGAPath.Point, _ end: SVGAPath.Point) {
        steps.append(.cubic(first, second, end))
        (current, control) = (end, (second, true))
    }

    private mutating func quadratic(_ middle: SVGAPath.Point, _ end: SVGAPath.Point) {
        func towards(_ point: SVGAPath.Point) -> SVGAPath.Point {
            SVGAPath.Point(point.x + (middle.x - point.x) * 2 / 3, point.y + (middle.y - point.y) * 2 / 3)
        }
        steps.append(.cubic(towards(current), towards(end), end))
        (current, control) = (end, (middle, false))
    }

    private mutating func close() {
        steps.append(.close)
        (current, control) = (start, nil)
    }

    private func mirrored(isCubic: Bool) -> SVGAPath.Point {
        guard let control, control.isCubic == isCubic else { return current }
        return SVGAPath.Point(2 * current.x - control.point.x, 2 * current.y - control.point.y)
    }

    /// Draws an elliptical arc as cubic curves of at most a quarter each, by the method in appendix F.6 of SVG 1.1.
    private mutating func arc(
        radiusX: Float, radiusY: Float, degrees: Float, isLarge: Bool, isClockwise: Bool, to end: SVGAPath.Point
    ) {
        guard end != current else { return }
        var (radiusX, radiusY) = (Double(abs(radiusX)), Double(abs(radiusY)))
        guard radiusX > 0, radiusY > 0 else { return line(to: end) }
        let angle = Double(degrees) * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        // The calculation places the origin midway between the end points and uses the ellipse's axes.
        let halfX = Double(current.x - end.x) / 2
        let halfY = Double(current.y - end.y) / 2
        let x = cosine * halfX + sine * halfY
        let y = cosine * halfY - sine * halfX
        let excess = x * x / (radiusX * radiusX) + y * y / (radiusY * radiusY)
        if excess > 1 {
            radiusX *= excess.squareRoot()
            radiusY *= excess.squareRoot()
        }
        let product = radiusX * radiusX * radiusY * radiusY
        let sum = radiusX * radiusX * y * y + radiusY * radiusY * x * x
        let factor = (max(0, product - sum) / sum).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let centerX = factor * radiusX * y / radiusY
        let centerY = -factor * radiusY * x / radiusX
        let first = atan2((y - centerY) / radiusY, (x - centerX) / radiusX)
        var sweep = atan2((-y - centerY) / radiusY, (-x - centerX) / radiusX) - first
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        guard sweep.isFinite else { return line(to: end) }
        let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-6).rounded(.up)))
        let step = sweep / Double(count)
        let reach = 4 / 3 * tan(step / 4)
        let middle = (x: Double(current.x + end.x) / 2, y: Double(current.y + end.y) / 2)
        func point(_ unitX: Double, _ unitY: Double) -> SVGAPath.Point {
            let (x, y) = (unitX * radiusX + centerX, unitY * radiusY + centerY)
            return SVGAPath.Point(Float(cosine * x - sine * y + middle.x), Float(sine * x + cosine * y + middle.y))
        }
        for index in 0..<count {
            let (from, to) = (first + Double(index) * step, first + Double(index + 1) * step)
            cubic(
                point(cos(from) - reach * sin(from), sin(from) + reach * cos(from)),
                point(cos(to) + reach * sin(to), sin(to) - reach * cos(to)),
                index == count - 1 ? end : point(cos(to), sin(to)))
        }
        control = nil
    }
}

// Numbers and separators.
extension PathParser {
    private mutating func skipSeparators() {
        while place < bytes.count, bytes[place] == 0x2C || bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place])
        {
            place += 1
        }
    }

    private var isAtNumber: Bool {
        guard place < bytes.count else { return false }
        switch bytes[place] {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): return true
        default: return false
        }
    }

    /// Reads a number and skips the separators around it. Returns nil if there is no number or if its value is out of range.
    private mutating func number() -> Float? {
        skipSeparators()
        let start = place
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") { place += 1 }
        var digits = skipDigits()
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            digits += skipDigits()
        }
        guard digits > 0 else { return nil }
        skipExponent()
        guard let number = Float(String(decoding: bytes[start..<place], as: UTF8.self)), abs(number) <= 1e7 else {
            return nil
        }
        skipSeparators()
        return number
    }

    /// Reads a flag, 0 or 1. A flag needs no separator after it.
    private mutating func flag() -> Float? {
        skipSeparators()
        guard place < bytes.count, bytes[place] == 0x30 || bytes[place] == 0x31 else { return nil }
        defer {
            place += 1
            skipSeparators()
        }
        return bytes[place] == 0x31 ? 1 : 0
    }

    private mutating func skipDigits() -> Int {
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
        return place - start
    }

    private mutating func skipExponent() {
        guard place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") else { return }
        let before = place
        place += 1
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") { place += 1 }
        if skipDigits() == 0 { place = before }
    }
}
