import Foundation
import SVGA

/// Rockets rise and burst into flowers of light that sink and crackle. The last one fills the screen with gold.
enum FireworksEffect {
    private struct Burst {
        var time: Float
        var x: Float
        var y: Float
        var color: String
        var count: Int
        var speed: Float
        /// The colour of the inner flower.
        var inner: String
    }

    private static let colors: [(name: String, paint: Paint)] = [
        ("gold", Paint(0xFFC23D)), ("rose", Paint(0xFF4F8B)), ("sky", Paint(0x45B8FF)), ("mint", Paint(0x4DF2A4)),
        ("violet", Paint(0xB46BFF)),
    ]

    private static let bursts = [
        Burst(time: 0.7, x: 220, y: 260, color: "rose", count: 22, speed: 390, inner: "gold"),
        Burst(time: 1.1, x: 545, y: 215, color: "sky", count: 22, speed: 400, inner: "mint"),
        Burst(time: 1.55, x: 150, y: 450, color: "mint", count: 16, speed: 310, inner: "sky"),
        Burst(time: 1.8, x: 600, y: 450, color: "violet", count: 16, speed: 330, inner: "rose"),
        Burst(time: 2.4, x: 375, y: 310, color: "gold", count: 40, speed: 640, inner: "rose"),
    ]

    static var movie: SVGAMovie {
        var images: [String: SVGAImage] = [:]
        for (index, color) in colors.enumerated() {
            images["streak-" + color.name] = Lights.streak(color.paint, length: 72, width: 14)
            images["glow-" + color.name] = Lights.glow(color.paint, size: 80, core: 0.04)
            images["flower-" + color.name] = Lights.flower(color.paint, petals: 28, seed: index, size: 120)
        }
        images["spark"] = Lights.sparkle(Paint(0xFFF1C2), size: 40)
        var stage = Stage(seconds: 4.6, images: images)
        for (index, burst) in bursts.enumerated() {
            rise(burst, index, &stage)
            flash(burst, &stage)
            bloom(burst, index, &stage)
            crackle(burst, index, &stage)
        }
        return stage.movie
    }

    /// Adds the rocket before its burst, and the sparks that fall from it.
    private static func rise(_ burst: Burst, _ seed: Int, _ stage: inout Stage) {
        let start = burst.time - 0.75
        let from: (x: Float, y: Float) = (burst.x + (Noise.value(seed, 1) - 0.5) * 160, 790)
        func place(_ time: Float) -> (x: Float, y: Float) {
            let share = Ease.out(Ease.share(time, start, burst.time))
            return (from.x + (burst.x - from.x) * share, from.y + (burst.y - from.y) * share)
        }
        for spark in 0..<7 {
            let birth = start + 0.08 + Float(spark) * 0.085
            let origin = place(birth)
            stage.add("spark") { time in
                let age = (time - birth) / 0.5
                guard age > 0, age < 1 else { return nil }
                let drift = (Noise.value(seed * 31 + spark, 2) - 0.5) * 50
                return Pose(
                    x: origin.x + drift * age, y: origin.y + 70 * age * age, scale: 0.7 * (1 - age * 0.6),
                    alpha: 1 - age)
            }
        }
        stage.add("streak-gold") { time in
            guard time >= start, time < burst.time else { return nil }
            let (here, before) = (place(time), place(time - 0.03))
            let speed = hypot(here.x - before.x, here.y - before.y)
            return Pose(
                x: here.x, y: here.y, scale: 1.1, stretch: (0.5 + speed / 28, 0.9),
                angle: atan2(here.y - before.y, here.x - before.x), alpha: Ease.share(time, start, start + 0.1),
                anchor: (0.92, 0.5))
        }
    }

    /// Adds the flash of the burst.
    private static func flash(_ burst: Burst, _ stage: inout Stage) {
        let size = burst.speed / 330
        stage.add("glow-" + burst.color) { time in
            let age = (time - burst.time) / 0.5
            guard age >= 0, age < 1 else { return nil }
            return Pose(
                x: burst.x, y: burst.y, scale: size * (3.2 + 4.4 * Ease.out(age)), alpha: pow(1 - age, 2) * 0.9)
        }
        // Three nested flowers open fast, hang in the air and sink.
        let flowers = [(burst.color, Float(1)), (burst.inner, 0.6), (burst.color, 0.84)]
        for (index, flower) in flowers.enumerated() {
            let life: Float = 1.15 + 0.2 * size - 0.12 * Float(index)
            stage.add("flower-" + flower.0) { time in
                let age = (time - burst.time) / life
                guard age >= 0, age < 1 else { return nil }
                let open = (1 - exp(-5 * age)) / (1 - exp(-5))
                return Pose(
                    x: burst.x, y: burst.y + 60 * age * age, scale: size * flower.1 * (0.2 + 3.4 * open),
                    stretch: (1 + 0.06 * age, 1), angle: Float(index) * 0.11 + burst.x,
                    alpha: min(1, (1 - age) * 1.7) * (0.85 + 0.15 * sin(time * 60 + Float(index))))
            }
        }
    }

    /// Adds the petals. Each one flies out, is slowed by the air and sinks.
    private static func bloom(_ burst: Burst, _ seed: Int, _ stage: inout Stage) {
        for petal in 0..<burst.count {
            let angle = (Float(petal) + (Noise.value(seed, petal) - 0.5) * 0.5) / Float(burst.count) * 2 * .pi
            let speed = burst.speed * (0.9 + 0.26 * Noise.value(petal, seed + 50))
            let life = 1.35 + 0.4 * Noise.value(petal * 3, seed)
            func place(_ age: Float) -> (x: Float, y: Float) {
                // Air drag takes nine tenths of the speed each second.
                let reach = speed * (1 - exp(-2.4 * age)) / 2.4 * 1.45
                return (burst.x + cos(angle) * reach, burst.y + sin(angle) * reach + 74 * age * age)
            }
            stage.add("streak-" + burst.color) { time in
                let age = time - burst.time
                guard age >= 0, age < life else { return nil }
                let (here, before) = (place(age), place(age - 0.04))
                let moved = hypot(here.x - before.x, here.y - before.y)
                let fade = 1 - Ease.share(age, life * 0.55, life)
                let twinkle = age > life * 0.5 ? 0.72 + 0.28 * sin(age * 47 + Float(petal) * 2) : 1
                return Pose(
                    x: here.x, y: here.y, scale: 1.15, stretch: (0.4 + moved / 17, 0.95),
                    angle: atan2(here.y - before.y, here.x - before.x), alpha: fade * twinkle, anchor: (0.9, 0.5))
            }
        }
    }

    /// Adds stars that flare up where the petals end.
    private static func crackle(_ burst: Burst, _ seed: Int, _ stage: inout Stage) {
        for star in 0..<(burst.count / 2) {
            let birth = burst.time + 0.75 + Noise.value(seed * 7, star) * 0.95
            let angle = Noise.value(star, seed * 13) * 2 * .pi
            let reach = burst.speed * (0.2 + 0.5 * Noise.value(star * 5, seed))
            let age = birth - burst.time
            let (x, y) = (burst.x + cos(angle) * reach, burst.y + sin(angle) * reach + 66 * age * age)
            stage.add("spark") { time in
                let age = (time - birth) / 0.3
                guard age >= 0, age < 1 else { return nil }
                return Pose(
                    x: x, y: y + age * 10, scale: 1.5 * sin(age * .pi), angle: age * 0.8, alpha: 1 - age * age)
            }
        }
    }
}
