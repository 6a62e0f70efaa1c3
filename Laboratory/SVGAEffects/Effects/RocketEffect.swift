import Foundation
import SVGA

/// A rocket rises out of smoke, flies past the moon among passing stars, and leaves at the top.
enum RocketEffect {
    static var movie: SVGAMovie {
        var stage = Stage(
            seconds: 4.4,
            images: [
                "rocket": RocketPictures.rocket, "flame": RocketPictures.flame(seed: 3),
                "flame2": RocketPictures.flame(seed: 9), "moon": RocketPictures.moon,
                "puff": Lights.puff(Paint(0xFFFFFF), Paint(0x9FA8D2), seed: 4, size: 104),
                "ember": Lights.puff(Paint(0xFFE3B0), Paint(0xF08A58), seed: 11, size: 80),
                "streak": Lights.streak(Paint(0xBFD9FF), length: 80, width: 8),
                "warm": Lights.glow(Paint(0xFF9A3D), size: 112, core: 0.2),
                "blue": Lights.glow(Paint(0x6FA8FF), size: 96),
                "spark": Lights.sparkle(Paint(0xCFE2FF), size: 48),
            ])
        stars(&stage)
        moon(&stage)
        smoke(&stage)
        rocket(&stage)
        groundSmoke(&stage)
        farewell(&stage)
        return stage.movie
    }

    /// Returns the position and the tilt of the rocket at a time.
    private static func place(_ time: Float) -> (x: Float, y: Float, angle: Float) {
        let rise = Ease.out(Ease.share(time, 0.15, 1.5))
        let leave = Ease.into(Ease.share(time, 2.5, 3.35))
        let shake = (1 - Ease.share(time, 0.3, 1.4)) * 5 + leave * 3
        let sway = sin(time * 2.6) * Ease.fade(time, in: (0.9, 1.6), out: (2.2, 2.7))
        return (
            375 + sway * 26 + sin(time * 61) * shake, 980 - 600 * rise - 900 * leave - 14 * sin(time * 3.1),
            sway * 0.09 + sin(time * 53) * shake * 0.002
        )
    }

    /// Returns how far the stars have moved at a time.
    private static func distance(_ time: Float) -> Float {
        let start = max(0, time - 0.5)
        return 260 * start * start / (1 + start) * 1.6 + 900 * Ease.into(Ease.share(time, 2.3, 3.5))
    }

    private static func stars(_ stage: inout Stage) {
        for star in 0..<34 {
            let depth = 0.35 + 0.9 * Noise.value(star, 3)
            let x = 20 + 710 * Noise.value(star, 1)
            let start = -60 + 850 * Noise.value(star, 2)
            stage.add("streak") { time in
                let light = Ease.fade(time, in: (0.55, 1.1), out: (3.3, 3.9))
                guard light > 0 else { return nil }
                let travelled = start + distance(time) * depth
                let y = travelled.truncatingRemainder(dividingBy: 900) - 80
                let speed = (distance(time) - distance(time - 0.033)) * depth
                return Pose(
                    x: x, y: y, scale: 0.45 + depth * 0.6, stretch: (0.16 + speed / 34, 0.9), angle: .pi / 2,
                    alpha: light * (0.4 + 0.55 * depth), anchor: (0.93, 0.5))
            }
        }
    }

    private static func moon(_ stage: inout Stage) {
        func pose(_ time: Float, _ scale: Float, _ alpha: Float) -> Pose? {
            let light = Ease.fade(time, in: (0.7, 1.3), out: (3.2, 3.7))
            guard light > 0 else { return nil }
            return Pose(
                x: 570 + 8 * time, y: 40 + 46 * time + distance(time) * 0.07, scale: scale, angle: -0.12 + time * 0.03,
                alpha: light * alpha)
        }
        stage.add("blue") { pose($0, 4.6, 0.75) }
        stage.add("moon") { pose($0, 1.15, 1) }
    }

    /// Adds the exhaust smoke.
    private static func smoke(_ stage: inout Stage) {
        for puff in 0..<34 {
            let birth = 0.25 + Float(puff) * 0.085
            let origin = place(birth)
            let side = Noise.value(puff, 5) - 0.5
            stage.add(puff % 3 == 2 ? "ember" : "puff") { time in
                let age = (time - birth) / (0.95 + 0.35 * Noise.value(puff, 6))
                guard age > 0, age < 1 else { return nil }
                return Pose(
                    x: origin.x + side * (30 + 130 * Ease.out(age)), y: origin.y + 190 + 190 * age + age * age * 90,
                    scale: 0.45 + 1.35 * Ease.out(age), angle: side * 3 * age,
                    alpha: min(1, age * 7) * pow(1 - age, 1.3) * 0.85)
            }
        }
    }

    private static func rocket(_ stage: inout Stage) {
        stage.add("warm") { time in
            let (x, y, _) = place(time)
            let flicker = 1 + 0.12 * sin(time * 47) + 0.08 * sin(time * 31)
            return y < -320 ? nil : Pose(x: x, y: y + 240, scale: 4 * flicker, alpha: Ease.share(time, 0.1, 0.5) * 0.8)
        }
        for (index, key) in ["flame", "flame2"].enumerated() {
            stage.add(key) { time in
                let (x, y, angle) = place(time)
                guard y > -500 else { return nil }
                let power = 0.85 + 0.5 * Ease.share(time, 2.4, 3) + 0.14 * sin(time * 58 + Float(index) * 2)
                // The two flame images flicker in turn.
                let share = 0.5 + 0.5 * sin(time * 40 + Float(index) * .pi)
                return Pose(
                    x: x - sin(angle) * 132, y: y + cos(angle) * 132, scale: 1.3, stretch: (0.92 + 0.1 * share, power),
                    angle: angle, alpha: 0.45 + 0.55 * share, anchor: (0.5, 0.06))
            }
        }
        stage.add("rocket") { time in
            let (x, y, angle) = place(time)
            return y < -260 ? nil : Pose(x: x, y: y, scale: 1, angle: angle)
        }
    }

    /// Adds the cloud at the bottom from which the rocket rises.
    private static func groundSmoke(_ stage: inout Stage) {
        for puff in 0..<16 {
            let side = (Float(puff) / 15 - 0.5) * 2
            let birth = 0.02 + 0.5 * Noise.value(puff, 8)
            stage.add("puff") { time in
                let age = (time - birth) / 1.9
                guard age > 0, age < 1 else { return nil }
                let spread = Ease.out(age)
                return Pose(
                    x: 375 + side * (90 + 330 * spread) + 30 * (Noise.value(puff, 9) - 0.5),
                    y: 745 - (1 - abs(side)) * 60 * spread - 34 * spread, scale: 0.9 + 1.9 * spread,
                    angle: side * age, alpha: min(1, age * 9) * pow(1 - age, 1.2) * 0.95)
            }
        }
    }

    /// Adds a ring of light and falling stars where the rocket left.
    private static func farewell(_ stage: inout Stage) {
        stage.add("blue") { time in
            let age = (time - 3.12) / 0.9
            guard age > 0, age < 1 else { return nil }
            return Pose(x: 375, y: 30, scale: 2 + 7 * Ease.out(age), alpha: (1 - age) * (1 - age))
        }
        let light = SVGAColor(red: 0.75, green: 0.87, blue: 1)
        stage.addRing("wave", light, x: 375, y: 30, from: 3.12, seconds: 0.8, radius: 430)
        stage.addRing("second", light, x: 375, y: 30, from: 3.24, seconds: 0.7, radius: 290)
        for spark in 0..<26 {
            let birth = 3.1 + 0.25 * Noise.value(spark, 12)
            let angle = .pi * (0.04 + 0.92 * Noise.value(spark, 13))
            let reach = 150 + 480 * Noise.value(spark, 14)
            stage.add("spark") { time in
                let age = (time - birth) / (0.6 + 0.35 * Noise.value(spark, 15))
                guard age > 0, age < 1 else { return nil }
                let out = Ease.out(age)
                return Pose(
                    x: 375 + cos(angle) * reach * out, y: 30 + sin(angle) * reach * out + 70 * age * age,
                    scale: (0.6 + Noise.value(spark, 16)) * sin(age * .pi), angle: age, alpha: 1 - age * age * 0.6)
            }
        }
    }
}
