import Foundation
import SVGA

/// A castle rises from clouds, its windows light up, a gleam sweeps over its walls, and its flags wave.
enum CastleEffect {
    static var movie: SVGAMovie {
        let castle = CastlePictures.castle
        var stage = Stage(
            seconds: 4.6,
            images: [
                "castle": castle, "rays": Lights.rays(Paint(0xFFE7A3), count: 9, size: 224),
                "halo": Lights.glow(Paint(0xFF9AD5), size: 112, core: 0.05),
                "window": Lights.glow(Paint(0xFFC94D), size: 48, core: 0.25),
                "puff": Lights.puff(Paint(0xFFFFFF), Paint(0xC7B4F2), seed: 6, size: 120),
                "mist": Lights.puff(Paint(0xFFE3F3), Paint(0xD79BE8), seed: 15, size: 104),
                "spark": Lights.sparkle(Paint(0xFFE9A8), size: 48), "gleam": CastlePictures.gleam,
                "heart": CastlePictures.heart,
            ])
        backdrop(&stage)
        clouds(&stage, from: 0, to: 9, isBehind: true)
        flags(&stage)
        stage.add("castle", pose)
        // The matte limits the gleam to the castle.
        stage.add("castle.matte", pose)
        for (index, start) in [Float(1.75), 3.05].enumerated() {
            stage.add("gleam", matte: "castle.matte") { time in
                let share = Ease.share(time, start, start + 0.75)
                guard share > 0, share < 1 else { return nil }
                return Pose(x: 60 + 640 * share, y: 380, scale: 4.6, angle: 0.35, alpha: index == 0 ? 0.95 : 0.75)
            }
        }
        windows(&stage)
        clouds(&stage, from: 9, to: 24, isBehind: false)
        sparkles(&stage)
        hearts(&stage)
        return stage.movie
    }

    private static let scale: Float = 1.42

    private static func leave(_ time: Float) -> Float { Ease.inOut(Ease.share(time, 4, 4.55)) }

    /// Returns the pose of the castle at a time.
    private static func pose(_ time: Float) -> Pose? {
        let rise = Ease.outBack(Ease.share(time, 0.15, 1.25))
        let float = sin(time * 2) * 6
        let size = scale * (0.72 + 0.28 * rise)
        return Pose(
            x: 375, y: 400 + (1 - rise) * 460 + float, scale: size,
            stretch: (1, 1 + 0.03 * sin(Ease.share(time, 0.9, 1.5) * .pi)),
            alpha: (1 - leave(time)) * Ease.share(time, 0.1, 0.3))
    }

    /// Converts a point of the castle's image to the canvas.
    private static func point(_ x: Float, _ y: Float, _ time: Float) -> (x: Float, y: Float, scale: Float) {
        guard let pose = pose(time) else { return (0, 0, 0) }
        let (dx, dy) = (x - CastlePictures.width / 2, y - CastlePictures.height / 2)
        return (pose.x + dx * pose.scale * pose.stretch.x, pose.y + dy * pose.scale * pose.stretch.y, pose.scale)
    }

    private static func backdrop(_ stage: inout Stage) {
        stage.add("halo") { time in
            let light = Ease.fade(time, in: (0.2, 1.1), out: (3.9, 4.5))
            return Pose(x: 375, y: 380, scale: 6.6 + 0.3 * sin(time * 2.2), alpha: light * 0.85)
        }
        for (direction, size): (Float, Float) in [(1, 3.5), (-0.7, 2.8)] {
            stage.add("rays") { time in
                let light = Ease.fade(time, in: (0.5, 1.4), out: (3.8, 4.4))
                return Pose(x: 375, y: 360, scale: size, angle: time * 0.22 * direction, alpha: light * 0.8)
            }
        }
    }

    private static func clouds(_ stage: inout Stage, from first: Int, to last: Int, isBehind: Bool) {
        for cloud in first..<last {
            let count = Float(last - first - 1)
            let side = (Float(cloud - first) / count - 0.5) * 2
            let size = (isBehind ? 1.5 : 1.25) + 0.8 * Noise.value(cloud, 2)
            stage.add(cloud % 3 == 1 ? "mist" : "puff") { time in
                let come = Ease.outBack(Ease.share(time, 0.02 + 0.2 * Noise.value(cloud, 4), 0.9))
                let light = Ease.share(time, 0, 0.35) * (1 - Ease.inOut(Ease.share(time, 4.05, 4.6)))
                let drift = sin(time * 0.9 + Float(cloud)) * 14 + leave(time) * side * 160
                return Pose(
                    x: 375 + side * 275 * (0.6 + 0.4 * come) + drift,
                    y: (isBehind ? 575 : 632) + 40 * (Noise.value(cloud, 5) - 0.5) + (1 - come) * 200
                        + 22 * abs(side) * abs(side) + 5 * sin(time * 1.7 + Float(cloud) * 2),
                    scale: size, angle: 0.06 * sin(time + Float(cloud)), alpha: light * (isBehind ? 0.8 : 0.95))
            }
        }
    }

    private static func flags(_ stage: inout Stage) {
        let colors = [SVGAColor(red: 1, green: 0.82, blue: 0.25), SVGAColor(red: 1, green: 0.42, blue: 0.62)]
        stage.addShapes("flags") { time in
            let shapes = CastlePictures.masts.enumerated().map { index, mast in
                let (x, y, scale) = point(mast.x, mast.y, time)
                let (length, height) = (34 * scale * mast.size, 19 * scale * mast.size)
                func wave(_ share: Float) -> Float {
                    sin(time * 9 + Float(index) * 1.7 - share * 4.2) * 4 * scale * share * mast.size
                }
                func text(_ value: Float) -> String { "\((value * 4).rounded() / 4)" }
                func corner(_ share: Float, _ down: Float) -> String {
                    "\(text(x + length * share)) \(text(y + height * down + wave(share)))"
                }
                let path =
                    "M\(corner(0, 0)) C\(corner(0.3, 0)) \(corner(0.6, 0.1)) \(corner(1, 0.12)) "
                    + "L\(corner(0.76, 0.5)) L\(corner(1, 0.92)) C\(corner(0.6, 0.9)) \(corner(0.3, 1)) \(corner(0, 1)) Z"
                return SVGAShape(
                    .path(path),
                    style: SVGAShapeStyle(
                        fill: colors[index % 2], stroke: SVGAColor(red: 0.5, green: 0.15, blue: 0.3, alpha: 0.5),
                        strokeWidth: 1.5, lineJoin: .round))
            }
            return ((1 - leave(time)) * Ease.share(time, 0.35, 0.6), shapes)
        }
    }

    private static func windows(_ stage: inout Stage) {
        for (index, window) in CastlePictures.windows.enumerated() {
            let birth = 1.15 + 0.09 * Float(index)
            stage.add("window") { time in
                let light = Ease.share(time, birth, birth + 0.25)
                guard light > 0 else { return nil }
                let (x, y, scale) = point(window.x, window.y, time)
                let flare = 1 + 0.9 * (1 - Ease.out(Ease.share(time, birth, birth + 0.5)))
                let flicker = 0.8 + 0.2 * sin(time * 7 + Float(index) * 2.3)
                return Pose(
                    x: x, y: y, scale: scale * window.size * flare, alpha: light * flicker * (1 - leave(time)) * 0.9)
            }
        }
    }

    private static func sparkles(_ stage: inout Stage) {
        for spark in 0..<34 {
            let birth = 0.7 + 3 * Noise.value(spark, 21)
            let (x, y) = (70 + 610 * Noise.value(spark, 22), 60 + 470 * Noise.value(spark, 23))
            stage.add("spark") { time in
                let age = (time - birth) / 0.75
                guard age > 0, age < 1 else { return nil }
                return Pose(
                    x: x, y: y - 16 * age, scale: (0.5 + 1.1 * Noise.value(spark, 24)) * sin(age * .pi),
                    angle: age * 0.7, alpha: min(1, sin(age * .pi) * 1.3))
            }
        }
    }

    private static func hearts(_ stage: inout Stage) {
        for heart in 0..<12 {
            let birth = 1.3 + 2 * Noise.value(heart, 31)
            let x = 120 + 510 * Noise.value(heart, 32)
            stage.add("heart") { time in
                let age = (time - birth) / 1.25
                guard age > 0, age < 1 else { return nil }
                return Pose(
                    x: x + 22 * sin(age * 5 + Float(heart)), y: 520 - 400 * age,
                    scale: (0.35 + 0.5 * Noise.value(heart, 33)) * Ease.outBack(min(1, age * 3.5)),
                    angle: 0.25 * sin(age * 6 + Float(heart)), alpha: 1 - Ease.share(age, 0.6, 1))
            }
        }
    }
}
