import CoreModels
import ExternalProvidersContract
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// Answers Facebook, which tells what its people want otherwise than others do, and
/// those who ask what came of it.
struct FacebookRoutes: Sendable {
    let notices: ProviderNoticeRoutes
    let names: ProviderNames
    /// The address of this server.
    let address: @Sendable () -> String

    var all: [Route] {
        [
            Route(
                .post, ExternalProvidersContract.deauthorizationPath, bodyLimit: 16 * 1_024,
                limit: ProviderNoticeRoutes.limit, repetition: .ownRules, description: .deauthorizeByFacebook
            ) { request in
                try await notices.answer(request, .ok, for: .facebook) { connection in
                    let signed = try connection.signedRequest(try await field(of: request))
                    return try await notices.revocations.take(
                        [notice(.withdrawn, "deauthorization", signed)], from: connection.provider)
                }
            },
            Route(
                .post, ExternalProvidersContract.deletionPath, bodyLimit: 16 * 1_024,
                limit: ProviderNoticeRoutes.limit, repetition: .ownRules, description: .deleteByFacebook
            ) { request in
                var receipt: ExternalProvidersContract.DeletionReceipt?
                _ = try await notices.answer(request, .ok, for: .facebook) { connection in
                    let signed = try connection.signedRequest(try await field(of: request))
                    let code = try code(of: signed, at: connection.provider)
                    receipt = .init(url: base + ExternalProvidersContract.deletionPage(of: code), code: code)
                    return try await notices.revocations.take(
                        [notice(.gone, "deletion", signed)], from: connection.provider, keeping: code)
                }
                return try .json(receipt, fields: [.cacheControl: "no-store"])
            },
            Route(
                .get, ExternalProvidersContract.deletionStatusPath, bodyLimit: 0,
                limit: RouteLimit("provider-deletions"), description: .showDeletion
            ) { request in try await status(request) },
        ]
    }

    private func field(of request: ServerRequest) async throws -> String {
        try await ProviderNoticeRoutes.field("signed_request", of: request)
    }

    private func notice(
        _ meaning: ProviderNotice.Meaning, _ word: String, _ signed: FacebookProofs.SignedRequest
    ) -> ProviderNotice {
        ProviderNotice(
            meaning: meaning, word: word, subject: signed.subject, session: nil, id: "\(word) \(signed.signature)",
            end: signed.end)
    }

    /// The same for the same request, which may come twice; only who has that can tell
    /// it.
    private func code(of signed: FacebookProofs.SignedRequest, at provider: Provider) throws -> String {
        try names.digest("deletion", signed.signature, at: provider).prefix(16).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
    }

    private var base: String {
        let base = address()
        return base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    private func status(_ request: ServerRequest) async throws -> ServerResponse {
        guard let code = request.pathParameters["code"], code.utf8.count <= 64 else {
            throw HTTPProblem.unknownDeletion
        }
        let found: DeletionRow?
        do {
            found = try await notices.revocations.deletion(code)
        } catch {
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
        guard let row = found else { throw HTTPProblem.unknownDeletion }
        let title = notices.connections[row.provider]?.provider.title ?? row.provider
        return try .json(
            ExternalProvidersContract.Deletion(title: title, deletedAt: row.deletedAt),
            fields: [.cacheControl: "no-store"])
    }
}
