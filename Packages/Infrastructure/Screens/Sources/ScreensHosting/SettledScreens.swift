import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SQLStoreAPI
import ScreensAPI

/// Screens as strangers get them, made once for as long as nothing is committed and
/// the minute is the same.
struct SettledScreens: Sendable {
    private struct Query: Hashable {
        let path: String
        let parameters: QueryParameters
        let language: Language
        let minute: Int
    }

    private static let capacity = 128
    /// How large one may be, in bytes, so that all take eight megabytes at most.
    private static let largest = 65_536

    private let database: any SQLDatabase
    private let now: @Sendable () -> Date
    private let answers: CommittedCache<Query, StandingResponse>

    init(of database: any SQLDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
        answers = CommittedCache(of: database, capacity: Self.capacity)
    }

    /// The answer to a request, if it is kept.
    func answer(_ request: ServerRequest) -> ServerResponse? {
        guard let query = query(of: request) else { return nil }
        return answers.value(for: query, at: database.changeMark)?.response
    }

    /// Makes the answer to a request, and keeps it if everybody gets it.
    func keeping(
        _ request: ServerRequest, _ answer: () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        let query = query(of: request), mark = database.changeMark, response = try await answer()
        if let query, response.fields[.eTag] != nil, case .bytes(let body) = response.body, body.count <= Self.largest {
            answers.keep(StandingResponse(response), for: query, at: mark)
        }
        return response
    }

    /// Nil for whoever shows a cookie: they may be known.
    private func query(of request: ServerRequest) -> Query? {
        guard request.asksForPage, request.fields["Cookie"] == nil else { return nil }
        return Query(
            path: request.path, parameters: request.query, language: request.language,
            minute: Int(now().timeIntervalSince1970 / 60))
    }
}
