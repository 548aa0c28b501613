import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI

extension ScreenHost {
    /// Answers with the bytes of a file.
    func route(of file: ScreenFile) -> Route {
        Route(.get, file.route.pattern, bodyLimit: 0) { request in
            try await visit(by: request) { visit in
                if visit.isLocked { throw HTTPProblem.notFound }
                if file.access == .people, visit.person == nil { throw HTTPProblem.notFound }
                do {
                    let place = place(of: request, file.route)
                    return response(with: try await file.load(screenRequest(file.route, place, visit)))
                } catch is ScreenFailure {
                    throw HTTPProblem.notFound
                } catch let absence as AbsentPicture where !request.asksForPage {
                    let words = PictureOfWords(absence.text.text(in: request.language))
                    return response(with: words.contents)
                } catch let error as any PresentableError {
                    return response(about: error, to: visit)
                }
            }
        }
    }

    /// What may be kept goes when its person signs out (`Clear-Site-Data`), and is asked
    /// for again after ten minutes: it may have been hidden or deleted.
    private func response(with contents: FileContents) -> ServerResponse {
        let bytes: Data
        switch contents.source {
        case .bytes(let whole): bytes = whole
        case .pieces(let name, let make):
            return ServerResponse(
                fields: [
                    .contentType: contents.type, .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"\(name)\"",
                ],
                body: .stream { writer in try await make { try await writer.write($0) } })
        }
        var response = ServerResponse(body: .bytes(bytes), allowsRanges: true)
        response.fields = [
            .contentType: contents.type, .vary: "Cookie",
            .cacheControl: contents.isFinal ? "private, max-age=600" : "private, no-cache",
        ]
        if let version = contents.version { response.fields[.eTag] = "\"\(version)\"" }
        return response
    }
}
