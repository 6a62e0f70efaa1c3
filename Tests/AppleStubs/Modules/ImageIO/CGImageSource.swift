@_exported import CoreGraphics

public class CGImageSource {
    fileprivate init() {}
}

public let kCGImageSourceShouldCache: CFString = ""
public let kCGImageSourceShouldCacheImmediately: CFString = ""
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = ""
public let kCGImageSourceCreateThumbnailWithTransform: CFString = ""
public let kCGImageSourceThumbnailMaxPixelSize: CFString = ""
public let kCGImagePropertyPixelWidth: CFString = ""
public let kCGImagePropertyPixelHeight: CFString = ""
public let kCGImagePropertyGIFDictionary: CFString = ""
public let kCGImagePropertyGIFDelayTime: CFString = ""
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = ""
public let kCGImagePropertyGIFLoopCount: CFString = ""
public let kCGImagePropertyPNGDictionary: CFString = ""
public let kCGImagePropertyAPNGDelayTime: CFString = ""
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = ""
public let kCGImagePropertyAPNGLoopCount: CFString = ""
public let kCGImagePropertyWebPDictionary: CFString = ""
public let kCGImagePropertyWebPDelayTime: CFString = ""
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = ""
public let kCGImagePropertyWebPLoopCount: CFString = ""

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { nil }
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? { nil }
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { fatalError() }
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { fatalError() }
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    nil
}
public func CGImageSourceCreateThumbnailAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?)
    -> CGImage?
{ nil }
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? { nil }
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?)
    -> CFDictionary?
{ nil }
