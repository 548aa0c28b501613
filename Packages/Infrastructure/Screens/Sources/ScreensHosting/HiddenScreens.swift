import HTTPServingAPI
import HTTPTypes
import ScreensAPI
import ScreensHostingAPI

/// Answers at the addresses of screens and files that aren't there for whoever asks (``Screen/isThere``) as
/// at those that no screen has, whatever the request is.
///
/// What goes before it does the same wherever something is sent, so that no answer tells the two
/// apart: not that of another method, of a form that comes from elsewhere, or of too many.
struct HiddenScreens: HTTPMiddleware {
    let host: ScreenHost

    func concerns(_ request: ServerRequest) -> Bool { condition(at: request) != nil }

    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        guard let isThere = condition(at: request) else { return await next(request) }
        let isShown = try? await host.visit(by: request) { visit in
            visit.person == nil ? false : await isThere(visit.browser)
        }
        guard isShown == true else { throw HTTPProblem.notFound }
        return await next(request)
    }

    /// Who finds what is at the address of a request, also of one whose method it doesn't take; nil for
    /// everybody.
    private func condition(at request: ServerRequest) -> (@Sendable (Browser) async -> Bool)? {
        let screens = host.dependencies.screens().map { ($0.route, $0.isThere) }
        let hidden = (screens + host.dependencies.files().map { ($0.route, $0.isThere) }).filter { $0.1 != nil }
        let root = host.dependencies.root
        guard !hidden.isEmpty, request.path.hasPrefix(root) else { return nil }
        let parts = request.path.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
        let segments = parts.compactMap { PercentEncoding.decode(Array($0.utf8)[...]) }
        // What can't be read is refused as anywhere else.
        guard segments.count == parts.count else { return nil }
        let place = Place(segments: segments)
        return hidden.first { $0.0.values(of: place) != nil }?.1
    }
}
