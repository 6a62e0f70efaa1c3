import HTTPTypes
package import Hummingbird

/// Some routes that belong together. A new part of the HTTP side is one more of these.
package protocol HTTPRouteGroup: Sendable {
    /// Adds the routes.
    ///
    /// The methods that a path does not answer need not be added: the router refuses them with 405 and says which it
    /// does.
    func addRoutes(to router: Router<HTTPRequestContext>)
}

extension Router {
    /// Refuses, for every path that is there, the methods that it does not answer. Called when all routes have been
    /// added.
    package func refuseOtherMethods() {
        var methods: [String: Set<HTTPRequest.Method>] = [:]
        for route in routes { methods[route.path.description, default: []].insert(route.method) }
        for (path, own) in methods {
            // HEAD is answered wherever GET is.
            let allowed = own.contains(.get) ? own.union([.head]) : own
            let failure = HTTPFailure.methodNotAllowed(allowed: allowed)
            for method in HTTPRequest.Method.defined where !allowed.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in throw failure }
            }
        }
    }
}
