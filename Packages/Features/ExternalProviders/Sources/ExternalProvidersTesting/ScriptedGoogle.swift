import CoreModels
import CryptographyAPI
package import FoundationEssentials

/// Google as its documentation has it.
///
/// Its tokens name whom they were made for, and what it tells of its own accord has a
/// slash at the end of its name, which ID tokens haven't, and no end.
package struct ScriptedGoogle: Sendable {
    package let provider: ScriptedProvider

    package init(now: @escaping @Sendable () -> Date) throws {
        let clientID = "123456789-abcedfgh.apps.googleusercontent.com"
        provider = try ScriptedProvider(issuer: "https://accounts.google.com", clientID: clientID, now: now)
        provider.says {
            $0.claims = [
                "sub": .text("7375626A656374"), "azp": .text(clientID), "hd": .text("example.com"),
                "picture": .text("https://lh3.example/a"), "given_name": .text("Ana"),
            ]
        }
    }

    /// The security event token of an event (RFC 8417), with changes.
    package func event(
        _ name: String, of subject: String? = "7375626A656374", _ changes: [String: ScriptedProvider.Value] = [:],
        type: String = "secevent+jwt", at now: Date
    ) throws -> String {
        let person = subject.map {
            [
                "subject": ScriptedProvider.Value.object([
                    "subject_type": .text("iss-sub"), "iss": .text("https://accounts.google.com/"), "sub": .text($0),
                ])
            ]
        }
        var claims: [String: ScriptedProvider.Value] = [
            "iss": .text("https://accounts.google.com/"), "aud": .text(provider.clientID),
            "iat": .number(now.timeIntervalSince1970), "jti": .text(try provider.cryptography.random.text()),
            "events": .object(["https://schemas.openid.net/secevent/\(name)": .object(person ?? [:])]),
        ]
        claims.merge(changes) { $1 }
        return try provider.token(claims, type: type)
    }
}
