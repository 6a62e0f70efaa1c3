import Foundation

/// What the compiler makes of a Bool that Objective-C is given. Linux has it in Foundation.
public typealias ObjCBool = Foundation.ObjCBool

public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool { fatalError() }
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool { fatalError() }
