@_exported import CoreGraphics

public class CVBuffer {
    fileprivate init() {}
}
public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer

public let kCVPixelBufferPixelFormatTypeKey: CFString = ""
public let kCVPixelFormatType_32BGRA: UInt32 = 0x4247_5241
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { fatalError() }
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { fatalError() }
