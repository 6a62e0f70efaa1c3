import Foundation

// Core Foundation's types, which Apple's Foundation brings along and which bridge to Foundation's with `as`.
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFString = NSString
public typealias CFArray = NSArray
public typealias CFURL = NSURL
public typealias CFTimeInterval = Double

/// What makes objects of Core Foundation; nil stands for the usual one.
public final class CFAllocator: Sendable {
    fileprivate init() {}
}
