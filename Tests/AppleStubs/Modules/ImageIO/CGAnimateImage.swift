import CoreGraphics

public typealias CGImageSourceAnimationBlock = (Int, CGImage, UnsafeMutablePointer<Bool>) -> Void

public let kCGImageAnimationLoopCount: CFString = ""
public let kCGImageAnimationStartIndex: CFString = ""

public func CGAnimateImageAtURLWithBlock(
    _ url: CFURL, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> Int32 { fatalError() }
public func CGAnimateImageDataWithBlock(
    _ data: CFData, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> Int32 { fatalError() }
