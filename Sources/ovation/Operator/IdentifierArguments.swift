public import ArgumentParser
import OvationModel

// Ids as arguments: one that breaks the rules of its type is refused before anything is asked of a server.

extension GiftID: ExpressibleByArgument {}
extension GiftCategoryID: ExpressibleByArgument {}
extension LiveID: ExpressibleByArgument {}
extension UserID: ExpressibleByArgument {}
