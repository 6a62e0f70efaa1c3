import Foundation
import SVGA

/// A golden dragon chases its pearl across the screen, breathes fire, and leaves a rain of light.
enum DragonEffect {
    static var movie: SVGAMovie {
        var stage = Stage(
            seconds: 4.9,
            images: [
                "head": DragonPictures.head, "body": DragonPictures.segment, "tail": DragonPictures.tail,
                "leg": DragonPictures.leg, "pearl": DragonPictures.pearl,
                "gold": Lights.glow(Paint(0xFFB02E), size: 112, core: 0.06),
                "white": Lights.glow(Paint(0xBFE4FF), size: 80),
                "fire": Lights.fire(seed: 7), "fire2": Lights.fire(seed: 31),
                "ember": Lights.sparkle(Paint(0xFFB347), size: 40),
            ])
        halo(&stage)
        embers(&stage)
        body(&stage)
        breath(&stage)
        pearl(&stage)
        finale(&stage)
        return stage.movie
    }

    // MARK: Path

    /// The flight path: it enters at the lower left, spirals inwards clockwise, and leaves at the upper right.
    private static let way = DragonWay([
        (-330, 760), (-120, 730), (60, 620), (120, 430), (190, 230), (370, 130), (560, 190), (640, 370), (560, 540),
        (370, 600), (225, 510), (215, 370), (330, 280), (470, 300), (590, 270), (690, 120), (820, -60), (1_000, -260),
        (1_200, -470),
    ])
    private static let gap: Float = 17.5
    private static let segmentCount = 36

    /// Returns the distance that the head has flown.
    private static func progress(_ time: Float) -> Float {
        let cruise = 2_080 * Ease.share(time, 0, 2.3)
        let slow = 130 * Ease.out(Ease.share(time, 2.3, 2.8)) + 36 * Ease.share(time, 2.5, 3.4)
        return 170 + cruise + slow + 1_950 * Ease.into(Ease.share(time, 3.2, 4.5))
    }

    /// Returns position and direction of the body at a distance behind the head.
    private static func place(_ behind: Float, _ time: Float) -> (x: Float, y: Float, angle: Float) {
        func point(_ behind: Float) -> (x: Float, y: Float) {
            let distance = progress(time) - behind
            let (x, y, angle) = way.place(distance)
            // A wave runs through the body and is weaker near the head.
            let swing = sin(behind * 0.021 - time * 7) * 15 * min(1, behind / 160)
            return (x - sin(angle) * swing, y + cos(angle) * swing)
        }
        let (here, next) = (point(behind), point(behind - 6))
        return (here.x, here.y, atan2(next.y - here.y, next.x - here.x))
    }

    private static func isNear(_ x: Float, _ y: Float) -> Bool { (-110...860).contains(x) && (-110...860).contains(y) }

    // MARK: The dragon

    private static func halo(_ stage: inout Stage) {
        for (index, behind) in [Float(0), 170, 340, 510].enumerated() {
            stage.add("gold") { time in
                let (x, y, _) = place(behind, time)
                guard (-300...1_050).contains(x), (-300...1_050).contains(y) else { return nil }
                return Pose(
                    x: x, y: y, scale: 4.2 - Float(index) * 0.4, alpha: 0.5 + 0.06 * sin(time * 9 + Float(index)))
            }
        }
    }

    private static func size(_ index: Int) -> Float {
        let share = Float(index) / Float(segmentCount - 1)
        // The body is slim at the neck, widest at a third, and thin at the end.
        return (0.78 + 0.34 * sin(min(1, share * 2.6) * .pi / 2)) * (1 - 0.74 * pow(share, 1.7))
    }

    private static func body(_ stage: inout Stage) {
        let end = Float(segmentCount) * gap
        stage.add("tail") { time in
            let (x, y, angle) = place(end + 2, time)
            return isNear(x, y)
                ? Pose(x: x, y: y, scale: 0.9, angle: angle + 0.25 * sin(time * 8), anchor: (0.92, 0.5)) : nil
        }
        for index in (0..<segmentCount).reversed() {
            if index == 10 || index == 21 { legs(index, &stage) }
            stage.add("body") { time in
                let (x, y, angle) = place(Float(index) * gap + 26, time)
                return isNear(x, y) ? Pose(x: x, y: y, scale: size(index), angle: angle) : nil
            }
        }
        stage.add("head") { time in
            let (x, y, angle) = place(0, time)
            let breathing = Ease.fade(time, in: (2.5, 2.7), out: (3.3, 3.5))
            return isNear(x, y)
                ? Pose(x: x, y: y, scale: 1.12 + 0.05 * breathing, angle: angle - 0.1 * breathing, anchor: (0.32, 0.62))
                : nil
        }
    }

    private static func legs(_ index: Int, _ stage: inout Stage) {
        for side in [Float(0.5), -0.5] {
            stage.add("leg") { time in
                let (x, y, angle) = place(Float(index) * gap + 30, time)
                let swing = sin(time * 6 + Float(index) + side * 3) * 0.35
                return isNear(x, y)
                    ? Pose(x: x, y: y, scale: 0.95, angle: angle + swing + side * 0.5, anchor: (0.62, 0.1)) : nil
            }
        }
    }

    // MARK: Light

    private static func embers(_ stage: inout Stage) {
        for ember in 0..<44 {
            let birth = 0.35 + 3.5 * Float(ember) / 44
            let (x, y, _) = place(40 + 420 * Noise.value(ember, 1), birth)
            let angle = Noise.value(ember, 2) * 2 * .pi
            stage.add("ember") { time in
                let age = (time - birth) / (0.7 + 0.5 * Noise.value(ember, 3))
                guard age > 0, age < 1 else { return nil }
                return Pose(
                    x: x + cos(angle) * 60 * Ease.out(age), y: y + sin(angle) * 60 * Ease.out(age) - 40 * age,
                    scale: (0.5 + Noise.value(ember, 4)) * sin(age * .pi), angle: age, alpha: 1 - age * age)
            }
        }
    }

    private static func breath(_ stage: inout Stage) {
        for puff in 0..<44 {
            let birth = 2.58 + Float(puff) * 0.018
            let life = 0.5 + 0.28 * Noise.value(puff, 11)
            let spread = (Noise.value(puff, 12) - 0.5) * 0.42
            stage.add(puff % 2 == 0 ? "fire" : "fire2") { time in
                let age = (time - birth) / life
                guard age > 0, age < 1 else { return nil }
                let (x, y, angle) = place(0, birth)
                let (reach, aim) = (96 + 270 * Ease.out(age), angle + 0.13 + spread * Ease.out(age))
                return Pose(
                    x: x + cos(aim) * reach, y: y + sin(aim) * reach - 46 * age * age,
                    scale: 0.35 + 1.5 * Ease.out(age),
                    angle: spread * 9 * age + Float(puff), alpha: min(1, age * 8) * pow(1 - age, 0.9))
            }
        }
    }

    private static func pearlPlace(_ time: Float) -> (x: Float, y: Float) {
        let (x, y, angle) = way.place(progress(time) + 175)
        // The pearl dodges the fire.
        let dodge = 120 * Ease.fade(time, in: (2.3, 2.55), out: (3.35, 3.9)) + 10 * sin(time * 8)
        return (x + sin(angle) * dodge, y - cos(angle) * dodge)
    }

    private static func pearl(_ stage: inout Stage) {
        for (index, lag) in [Float(0.16), 0.12, 0.08, 0.04].enumerated() {
            stage.add("white") { time in
                let (x, y) = pearlPlace(time - lag)
                return isNear(x, y)
                    ? Pose(x: x, y: y, scale: 0.45 + 0.12 * Float(index), alpha: 0.2 + 0.12 * Float(index)) : nil
            }
        }
        stage.add("white") { time in
            let (x, y) = pearlPlace(time)
            return isNear(x, y) ? Pose(x: x, y: y, scale: 2.1 + 0.2 * sin(time * 11), alpha: 0.9) : nil
        }
        stage.add("pearl") { time in
            let (x, y) = pearlPlace(time)
            return isNear(x, y) ? Pose(x: x, y: y, scale: 0.85) : nil
        }
    }

    private static func finale(_ stage: inout Stage) {
        stage.add("gold") { time in
            let age = (time - 3.9) / 0.9
            guard age > 0, age < 1 else { return nil }
            return Pose(x: 700, y: 60, scale: 2 + 8 * Ease.out(age), alpha: pow(1 - age, 1.6))
        }
        let light = SVGAColor(red: 1, green: 0.86, blue: 0.5)
        stage.addRing("wave", light, x: 700, y: 60, from: 3.9, seconds: 0.75, radius: 560)
        stage.addRing("second", light, x: 700, y: 60, from: 4, seconds: 0.65, radius: 380)
        for ember in 0..<36 {
            let birth = 3.9 + 0.2 * Noise.value(ember, 41)
            let angle = .pi * (0.45 + 0.65 * Noise.value(ember, 42))
            let reach = 120 + 620 * Noise.value(ember, 43)
            stage.add("ember") { time in
                let age = (time - birth) / 0.72
                guard age > 0, age < 1 else { return nil }
                return Pose(
                    x: 700 + cos(angle) * reach * Ease.out(age),
                    y: 60 + sin(angle) * reach * Ease.out(age) + 60 * age * age,
                    scale: (0.8 + 1.1 * Noise.value(ember, 44)) * sin(age * .pi), angle: age, alpha: 1 - age * age * 0.5
                )
            }
        }
    }
}

/// A smooth curve through points, parametrized by its length.
struct DragonWay {
    private var points: [(x: Float, y: Float)] = []
    private var distances: [Float] = []

    init(_ stations: [(x: Float, y: Float)]) {
        func station(_ index: Int) -> (x: Float, y: Float) { stations[min(max(0, index), stations.count - 1)] }
        for index in 0..<(stations.count - 1) {
            let (p0, p1, p2, p3) = (station(index - 1), station(index), station(index + 1), station(index + 2))
            for step in 0..<24 {
                let t = Float(step) / 24
                func mix(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
                    let (t2, t3) = (t * t, t * t * t)
                    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3)
                }
                let point = (x: mix(p0.x, p1.x, p2.x, p3.x), y: mix(p0.y, p1.y, p2.y, p3.y))
                if let last = points.last {
                    distances.append((distances.last ?? 0) + hypot(point.x - last.x, point.y - last.y))
                } else {
                    distances.append(0)
                }
                points.append(point)
            }
        }
    }

    /// Returns position and direction at a distance along the curve. Both ends continue as straight lines.
    func place(_ distance: Float) -> (x: Float, y: Float, angle: Float) {
        var low = 0
        var high = points.count - 2
        while low < high {
            let middle = (low + high + 1) / 2
            if distances[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        let (from, to) = (points[low], points[low + 1])
        let length = max(1e-3, distances[low + 1] - distances[low])
        let share = (distance - distances[low]) / length
        return (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, atan2(to.y - from.y, to.x - from.x))
    }
}
