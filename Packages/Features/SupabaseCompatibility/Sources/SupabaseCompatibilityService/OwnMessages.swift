import CoreModels
import FoundationEssentials

/// What is sent to the own interface: some members of its messages, as its description publishes them.
struct OwnMessage: Encodable {
    private var texts: [String: String] = [:]
    private var secrets: [String: Secret] = [:]

    init(_ texts: [String: String] = [:], secrets: [String: Secret?] = [:]) {
        self.texts = texts
        self.secrets = secrets.compactMapValues { $0 }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for (name, text) in texts { try container.encode(text, forKey: MemberName(name)) }
        for (name, secret) in secrets { try container.encode(secret, forKey: MemberName(name)) }
    }
}

/// A member of a message.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// What is answered to a login and to a new account.
struct OwnLogin: Decodable {
    let user: User
    let token: TokenGrant?
}

/// What is answered to a refresh token and to another password.
struct OwnTokens: Decodable {
    let token: TokenGrant
}

/// What is answered to who proved an address.
struct OwnProved: Decodable {
    let user: User
}

/// What the own interface says when it refuses (RFC 9457), with the members that matter here.
struct OwnProblem: Decodable {
    struct Field: Decodable {
        let pointer: String
        let code: String
        let reason: String
    }

    let code: String
    let title: String?
    let detail: String?
    let errors: [Field]?
    /// What has to be answered next time.
    let captcha: String?
    /// Why a session is over, where that is told.
    let reason: String?
}
