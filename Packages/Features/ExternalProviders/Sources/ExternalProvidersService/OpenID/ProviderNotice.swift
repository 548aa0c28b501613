import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// What a provider tells of its own accord of a person, or of a session there.
package struct ProviderNotice: Hashable, Sendable {
    /// What it means for who came in by the provider's word.
    package enum Meaning: Hashable, Sendable {
        /// That word counts no more; the person may give it anew.
        case signedOut
        /// The person wants the provider to give no more such words.
        case withdrawn
        /// Nobody will ever come by it again.
        case gone
        /// Nothing.
        case nothing
    }

    /// How providers write them.
    package enum Form: Hashable, Sendable {
        /// OpenID Connect Back-Channel Logout 1.0.
        case logout
        /// RFC 8417, with the events of OpenID's RISC and CAEP.
        case events
        /// Apple's own.
        case apple
    }

    package let meaning: Meaning
    /// The provider's word for it.
    package let word: String
    /// The person there; nil for one who is known by the session.
    package let subject: String?
    /// The session there; nil for all of the person.
    package let session: String?
    /// By what it is known when it comes again; nil for nothing.
    package let id: String?
    /// Until when it may come again.
    package let end: Date

    /// Whether text can name a session there.
    static func isSession(_ text: String) -> Bool { (1...255).contains(text.utf8.count) }
}

/// Reads what providers tell of their own accord.
package struct ProviderNoticeReader: Sendable {
    private let tokens: any JSONWebTokenCoding
    private let issuer: String
    private let clientID: String
    private let appID: String?

    /// For how long a token counts that says nothing of it.
    private static let lifetime = 30.0 * 86_400
    /// For how long one counts that doesn't say so, as in drafts of the standard, which
    /// wants two minutes; clocks may differ by one.
    private static let draftedLogout = 180.0
    /// For how long one may say that it counts.
    private static let longestLogout = 86_400.0

    package init(tokens: any JSONWebTokenCoding, issuer: String, clientID: String, appID: String?) {
        self.tokens = tokens
        self.issuer = issuer
        self.clientID = clientID
        self.appID = appID
    }

    /// - Throws: `JSONWebTokenError`, or ``ProviderFailure`` for what only a client of
    ///   a provider looks at.
    package func read(
        _ token: String, as form: ProviderNotice.Form, keys: ProviderKeys, now: Date
    ) throws -> [ProviderNotice] {
        switch form {
        case .logout: [try logout(token, keys, now)]
        case .events: try events(token, keys, now)
        case .apple: [try apple(token, keys, now)]
        }
    }

    // MARK: Logging out there

    private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

    /// Section 2.6, by its numbers.
    private func logout(_ token: String, _ keys: ProviderKeys, _ now: Date) throws -> ProviderNotice {
        // 2, 3, 4
        let claims = try tokens.verify(
            token, as: Claims.self, expecting: .logoutToken(from: issuer, for: clientID), keys: keys.byName, now: now)
        // 5
        guard claims.sub != nil || claims.sid != nil else { throw ProviderFailure.untrusted(reason: "no sub, no sid") }
        // 6
        guard claims.events[Self.logoutEvent] != nil else {
            throw ProviderFailure.untrusted(reason: "another event")
        }
        // 7: or an ID token would be one.
        guard !claims.hasNonce else { throw ProviderFailure.untrusted(reason: "a nonce") }
        // 8 is the caller's, who has to remember it until then.
        let end = claims.exp ?? claims.iat.addingTimeInterval(Self.draftedLogout)
        guard end < now.addingTimeInterval(Self.longestLogout) else {
            throw ProviderFailure.untrusted(reason: "counts for too long")
        }
        guard claims.exp != nil || now < end else { throw ProviderFailure.untrusted(reason: "too old") }
        return ProviderNotice(
            meaning: .signedOut, word: "logout", subject: claims.sub, session: claims.sid, id: claims.jti, end: end)
    }

    // MARK: Events

    private func events(_ token: String, _ keys: ProviderKeys, _ now: Date) throws -> [ProviderNotice] {
        let claims = try eventClaims(token, as: Claims.self, keys, now)
        return claims.events.sorted { $0.key < $1.key }.map { name, event in
            let named = event.subject ?? claims.sub_id
            let subject = named.flatMap { isIssuer($0.iss) ? $0.sub : nil } ?? (named == nil ? claims.sub : nil)
            return ProviderNotice(
                meaning: subject == nil ? .nothing : Self.meaning(of: name), word: Self.word(name), subject: subject,
                session: nil, id: claims.jti, end: claims.iat.addingTimeInterval(Self.lifetime))
        }
    }

    private func eventClaims<Value: EventClaims>(
        _ token: String, as claims: Value.Type, _ keys: ProviderKeys, _ now: Date
    ) throws -> Value {
        var expectations = JSONWebTokenExpectations.eventToken(requiredClaims: ["jti", "events"])
        expectations.audience = clientID
        let claims: Value
        do throws(JSONWebTokenError) {
            claims = try tokens.verify(token, as: Value.self, expecting: expectations, keys: keys.byName, now: now)
        } catch .wrongAudience {
            guard let appID else { throw JSONWebTokenError.wrongAudience }
            expectations.audience = appID
            claims = try tokens.verify(token, as: Value.self, expecting: expectations, keys: keys.byName, now: now)
        }
        guard isIssuer(claims.iss) else { throw ProviderFailure.untrusted(reason: "wrong iss") }
        guard claims.iat.addingTimeInterval(Self.lifetime) > now else {
            throw ProviderFailure.untrusted(reason: "too old")
        }
        return claims
    }

    // MARK: Apple

    /// Apple's event is JSON in a text, and one alone.
    private func apple(_ token: String, _ keys: ProviderKeys, _ now: Date) throws -> ProviderNotice {
        let claims = try eventClaims(token, as: AppleClaims.self, keys, now), event = claims.event
        let meaning: ProviderNotice.Meaning =
            switch event.type {
            case "consent-revoked": .withdrawn
            case "account-delete", "account-deleted": .gone
            // Where mail for the person arrives is between them and Apple.
            default: .nothing
            }
        return ProviderNotice(
            meaning: meaning, word: Self.word(event.type), subject: event.sub, session: nil, id: claims.jti,
            end: claims.iat.addingTimeInterval(Self.lifetime))
    }

    /// Google has a slash at its end there, and none in ID tokens.
    private func isIssuer(_ text: String?) -> Bool { text == issuer || text == issuer + "/" }

    /// OpenID RISC Profile 1.0, section 2, and what Google has besides.
    private static func meaning(of event: String) -> ProviderNotice.Meaning {
        switch event {
        case "https://schemas.openid.net/secevent/risc/event-type/account-purged": .gone
        case "https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked": .withdrawn
        case "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked",
            "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
            "https://schemas.openid.net/secevent/risc/event-type/account-credential-change-required",
            "https://schemas.openid.net/secevent/risc/event-type/credential-compromise",
            "https://schemas.openid.net/secevent/caep/event-type/session-revoked":
            .signedOut
        default: .nothing
        }
    }

    /// The end of an event's address: for logs, and never much.
    private static func word(_ event: String) -> String {
        let word = event.split(separator: "/").last.map(String.init) ?? ""
        let isPlain = word.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
        return isPlain && (1...60).contains(word.utf8.count) ? word : "unknown"
    }
}

/// What all tokens of events say.
private protocol EventClaims: Decodable {
    var iss: String? { get }
    var iat: Date { get }
}

/// The claims of Apple's.
private struct AppleClaims: EventClaims {
    let iss: String?
    let iat: Date
    let jti: String?
    let event: Event

    struct Event: Decodable {
        let type: String
        let sub: String
    }

    private enum CodingKeys: CodingKey { case iss, iat, jti, events }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        iss = try members.decodeIfPresent(String.self, forKey: .iss)
        iat = try members.decode(Date.self, forKey: .iat)
        jti = try members.decodeIfPresent(String.self, forKey: .jti)
        let text = try members.decode(String.self, forKey: .events)
        event = try WireDecoder().decode(Event.self, from: Data(text.utf8))
        guard PersonClaims.isSubject(event.sub) else {
            throw DecodingError.dataCorruptedError(forKey: .events, in: members, debugDescription: "no subject")
        }
    }
}

/// The claims of the standards' forms.
private struct Claims: EventClaims {
    let iss: String?
    let iat: Date
    let exp: Date?
    let jti: String?
    let sub: String?
    let sid: String?
    let sub_id: Subject?
    let hasNonce: Bool
    let events: [String: Event]

    struct Event: Decodable {
        let subject: Subject?
    }

    /// RFC 9493, section 3.2.3, and what came before it.
    struct Subject: Decodable {
        let iss: String?
        let sub: String?

        private enum CodingKeys: CodingKey { case iss, sub }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            iss = try? members.decodeIfPresent(String.self, forKey: .iss)
            let name = try? members.decodeIfPresent(String.self, forKey: .sub)
            sub = name.flatMap { PersonClaims.isSubject($0) ? $0 : nil }
        }
    }

    private enum CodingKeys: CodingKey { case iss, iat, exp, jti, sub, sid, sub_id, nonce, events }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, _ isRight: (String) -> Bool) throws -> String? {
            guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard isRight(text) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: members, debugDescription: "too long")
            }
            return text
        }
        iss = try members.decodeIfPresent(String.self, forKey: .iss)
        iat = try members.decode(Date.self, forKey: .iat)
        exp = try members.decodeIfPresent(Date.self, forKey: .exp)
        jti = try text(.jti) { (1...255).contains($0.utf8.count) }
        sub = try text(.sub, PersonClaims.isSubject)
        sid = try text(.sid, ProviderNotice.isSession)
        sub_id = try members.decodeIfPresent(Subject.self, forKey: .sub_id)
        hasNonce = members.contains(.nonce)
        events = try members.decode([String: Event].self, forKey: .events)
        guard events.count <= 16 else {
            throw DecodingError.dataCorruptedError(forKey: .events, in: members, debugDescription: "too many")
        }
    }
}
