import CoreModels
import FoundationEssentials
import SessionsService
import SessionsServiceAPI
import Testing

struct VerifiedTokensTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private struct Refused: Error {}

    private func token(lasting seconds: TimeInterval = 300) -> VerifiedToken {
        VerifiedToken(
            subject: UserID(UUID()), sessionID: SessionID(UUID()), scopes: [.feedRead], issuedAt: start,
            expiresAt: start + seconds)
    }

    @Test func aTokenIsVerifiedOnce() throws {
        let tokens = VerifiedTokens(), token = token()
        var count = 0
        for _ in 0..<3 {
            let found = try tokens.token(Data([1]), at: start) {
                count += 1
                return token
            }
            #expect(found.sessionID == token.sessionID)
        }
        #expect(count == 1)
    }

    @Test(arguments: [-1.0, 300]) func isVerifiedAgainOutsideOfItsTime(seconds: TimeInterval) throws {
        let tokens = VerifiedTokens(), token = token()
        _ = try tokens.token(Data([1]), at: start) { token }
        #expect(throws: Refused.self) {
            try tokens.token(Data([1]), at: start + seconds) { throw Refused() }
        }
    }

    @Test func whatIsRefusedIsNotRemembered() throws {
        let tokens = VerifiedTokens(), token = token()
        #expect(throws: Refused.self) { try tokens.token(Data([1]), at: start) { throw Refused() } }
        #expect(try tokens.token(Data([1]), at: start) { token }.sessionID == token.sessionID)
    }

    @Test func tooManyAreForgotten() throws {
        let tokens = VerifiedTokens(capacity: 2), token = token()
        for number in UInt8(1)...3 { _ = try tokens.token(Data([number]), at: start) { token } }
        #expect(throws: Refused.self) { try tokens.token(Data([1]), at: start) { throw Refused() } }
        _ = try tokens.token(Data([3]), at: start) { throw Refused() }
    }
}
