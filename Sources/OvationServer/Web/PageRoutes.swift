import Foundation
import HTTPTypes
import Hummingbird
import OvationHTTP
import OvationModel

/// Serves the page from memory.
///
/// A file is looked up in memory by its exact path: nothing that a client writes is ever made into the name of a file on disk, so
/// there is no way out of the page's folder. A folder of files is one route: a route for each file would be most of what a start
/// takes. The views of the page have paths of their own, at which all of them are the same HTML: the page reads the path.
struct PageRoutes: HTTPRouteGroup {
    /// What metrics and logs call every file of the page.
    static let route = "/{page}"

    /// Nil where the page is not installed.
    let tree: PageTree?
    /// What a link to a live shows; nil for a live that is not on or not public. Called on any thread.
    let sharedLive: @Sendable (LiveID) -> SharedLive?
    /// Origins of pages that may show a live in a frame. Without any, there is no path for it.
    var embedOrigins: [String] = []

    /// Views whose path has nothing behind it, and folders of views.
    private static let views = ["/feed", "/studio", "/me"]
    /// The views of the console, which is a page of its own. What they show of is in the query.
    private static let consoleViews =
        ["/console"]
        + ["lives", "catalogue", "wallets", "users", "orders", "ledger", "webhooks", "moderation", "log"].map {
            "/console/\($0)"
        }
    private static let folders = ["/live/", "/studio/"]

    func addRoutes(to router: Router<HTTPRequestContext>) {
        guard let tree else {
            return add("/", to: router) { _ in
                throw HTTPFailure(
                    status: .notFound, name: "pageNotInstalled",
                    message: "This server runs without the page: its files were not found at start, as the log says.")
            }
        }
        let files = tree.files
        let taken = Set(router.routes.map(\.path.description))
        var folders: [String: [String: PageFile]] = [:]
        for (name, file) in files {
            let path = RouterPath(name).description
            guard !taken.contains(path) else { continue }
            if let end = name.firstIndex(of: "/") {
                folders[String(name[..<end]), default: [:]][path] = file
            } else {
                add(path, to: router) { file.response(to: $0) }
            }
        }
        for (folder, files) in folders { addFiles(files, in: folder, to: router) }
        if let index = files["index.html"] {
            add("/", to: router) { index.response(to: $0) }
            for view in Self.views { add(view, to: router) { index.response(to: $0) } }
            for folder in Self.folders {
                addFolder(folder, to: router) { page(at: $0.uri.path, tree, else: index).response(to: $0) }
            }
        }
        if let embedded = files["index.html"]?.framed(by: embedOrigins), !embedOrigins.isEmpty {
            addFolder("/embed/", to: router) { embedded.response(to: $0) }
        }
        if let docs = files["docs/index.html"] {
            add("/docs", to: router, isFolder: true) { docs.response(to: $0) }
        }
        if let console = files["console/index.html"] {
            for view in Self.consoleViews {
                add(view, to: router, isFolder: view == "/console") { console.response(to: $0) }
            }
        }
        // One route for all of them: the path is looked up as it was written. Another version's is nothing: its files are gone.
        for method in HTTPRequest.Method.defined {
            router.on("/w/**", method: method) { request, context -> Response in
                context.coreContext.endpointPath.value = Self.route
                guard let file = tree.immutableFile(at: request.uri.path) else { throw HTTPFailure.notFound }
                guard request.method == .get || request.method == .head else {
                    throw HTTPFailure.methodNotAllowed(allowed: [.get, .head])
                }
                return file.response(to: request)
            }
        }
    }

    /// The page at the path of a view: with what a link shows, where it names a live that is public.
    private func page(at path: String, _ tree: PageTree, else index: PageFile) -> PageFile {
        guard path.hasPrefix("/live/"), let name = path.dropFirst("/live/".count).removingPercentEncoding,
            let liveID = LiveID(name), let live = sharedLive(liveID)
        else { return index }
        return tree.page(sharing: live) ?? index
    }

    /// Adds the files of a folder and of those in it, by their paths.
    private func addFiles(_ files: [String: PageFile], in folder: String, to router: Router<HTTPRequestContext>) {
        for method in HTTPRequest.Method.defined {
            router.on(RouterPath("/\(folder)/**"), method: method) { request, context -> Response in
                let file = files[request.uri.path]
                // Where there is no file, the request is one without a route.
                context.coreContext.endpointPath.value = file == nil ? nil : Self.route
                guard let file else { throw HTTPFailure.notFound }
                guard request.method == .get || request.method == .head else {
                    throw HTTPFailure.methodNotAllowed(allowed: [.get, .head])
                }
                return file.response(to: request)
            }
        }
    }

    /// Adds all paths in a folder, which are looked at as they were written.
    private func addFolder(
        _ folder: String, to router: Router<HTTPRequestContext>, answer: @escaping @Sendable (Request) -> Response
    ) {
        for method in HTTPRequest.Method.defined {
            router.on(RouterPath(folder + "**"), method: method) { request, context -> Response in
                context.coreContext.endpointPath.value = Self.route
                // A name has no slash: the page writes that of a live as `%2F`.
                let name = request.uri.path.dropFirst(folder.count)
                guard request.uri.path.hasPrefix(folder), !name.isEmpty, !name.contains("/") else {
                    throw HTTPFailure.notFound
                }
                guard request.method == .get || request.method == .head else {
                    throw HTTPFailure.methodNotAllowed(allowed: [.get, .head])
                }
                return answer(request)
            }
        }
    }

    /// Adds a path for every method, so that the refused ones too count under one route.
    ///
    /// - Parameter isFolder: whether people may take it for a folder, and write a slash behind it: they are sent to the path.
    private func add(
        _ path: String, to router: Router<HTTPRequestContext>, isFolder: Bool = false,
        answer: @escaping @Sendable (Request) throws -> Response
    ) {
        for method in HTTPRequest.Method.defined {
            router.on(RouterPath(path), method: method) { request, context -> Response in
                context.coreContext.endpointPath.value = Self.route
                // The router takes `/a//b/` for `/a/b`; from there, what the page imports would not be found.
                let isWithSlash = isFolder && request.uri.path == path + "/"
                guard request.uri.path == path || isWithSlash else { throw HTTPFailure.notFound }
                guard request.method == .get || request.method == .head else {
                    throw HTTPFailure.methodNotAllowed(allowed: [.get, .head])
                }
                if isWithSlash { return Response(status: .movedPermanently, headers: [.location: path]) }
                return try answer(request)
            }
        }
    }
}
