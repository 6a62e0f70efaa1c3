#if Laboratory
    import ArgumentParser
    import Foundation
    import OvationCommandLine
    import SVGA
    import SVGARaster

    /// `ovation-lab svga render`: draws a frame of an effect.
    struct SVGARenderCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "render", abstract: "Draw a frame of an effect as a PNG file.",
            discussion:
                "Exits with 0, with 1 where the effect is damaged, with 2 where a file cannot be read or written.")

        @Argument(help: "The file of the effect.") var file: String
        @Option(help: "The frame, counted from 0.") var frame = 0
        @Option(
            help: ArgumentHelp(
                "The width of the picture, in pixels (default: that of the canvas).", valueName: "pixels"))
        var width: Int?
        @Option(name: .shortAndLong, help: ArgumentHelp("The PNG file.", valueName: "file")) var output: String

        func run() throws {
            let bytes: Data
            do {
                bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            } catch {
                StandardError.print("Error: \(file) cannot be read: \(error.localizedDescription)")
                throw ExitCode(2)
            }
            let raster: SVGARaster
            do throws(SVGAError) {
                raster = try SVGARasterizer(SVGAMovie(decoding: [UInt8](bytes)), width: width).raster(at: frame)
            } catch {
                StandardError.print("Error: \(file): \(error.code.rawValue): \(error)")
                throw ExitCode(1)
            }
            try SVGALabCommand.write(raster.png, to: output)
        }
    }
#endif
