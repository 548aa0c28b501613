import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// Says every refusal below the path of Supabase's interface in its words.
///
/// A middleware, since the router refuses as well: too much, by another method, nothing there.
struct SupabaseAnswers: HTTPMiddleware {
    /// What stands before the paths.
    let path: String

    func concerns(_ request: ServerRequest) -> Bool {
        request.path.utf8.starts(with: path.utf8)
    }

    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        let response = await next(request)
        guard let problem = OwnProblem(response) else { return response }
        return try Self.refusal(problem, response)
    }

    private static func refusal(_ problem: OwnProblem, _ response: ServerResponse) throws -> ServerResponse {
        let (status, code) = SupabaseCode.of(problem, response.status)
        var fields = HTTPFields.noStore
        for name in [HTTPFieldName.retryAfter, .allow, .contentLanguage] { fields[name] = response.fields[name] }
        return try .json(Body(status: status.rawValue, code: code, problem: problem), status: status, fields: fields)
    }

    /// An error of Supabase, in the form of all versions of its interface (`error_code` beside the status).
    private struct Body: Encodable {
        let status: Int
        let code: SupabaseCode
        let problem: OwnProblem

        private struct WeakPassword: Encodable {
            let reasons: [String]
        }

        private enum CodingKeys: String, CodingKey {
            case code, msg, captcha
            case errorCode = "error_code"
            case weakPassword = "weak_password"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(status, forKey: .code)
            try container.encode(code.rawValue, forKey: .errorCode)
            try container.encode(problem.text, forKey: .msg)
            try container.encodeIfPresent(problem.captcha, forKey: .captcha)
            if code == .weakPassword {
                try container.encode(WeakPassword(reasons: problem.weaknesses), forKey: .weakPassword)
            }
        }
    }
}

extension OwnProblem {
    /// Reads a refusal; nil for any other answer.
    init?(_ response: ServerResponse) {
        guard response.fields[.contentType] == MediaType.problem.description, case .bytes(let data) = response.body,
            let problem = try? WireDecoder().decode(OwnProblem.self, from: data)
        else { return nil }
        self = problem
    }

    /// Whether nothing is wrong but that a member is missing.
    func misses(_ pointer: String) -> Bool {
        errors?.count == 1 && errors?.first?.pointer == pointer && errors?.first?.code == "required"
    }

    /// What people read, in the language that was asked for.
    var text: String {
        ([title, detail] + (errors ?? []).map(\.reason)).compactMap { $0 }.joined(separator: " ")
    }

    /// What is wrong with a password, in the words of Supabase.
    var weaknesses: [String] {
        let words = [
            "weak_password": "length", "password_too_long": "length", "common_password": "pwned",
            "personal_password": "characters", "predictable_password": "characters",
        ]
        return Set((errors ?? []).compactMap { words[$0.code] }).sorted()
    }
}
