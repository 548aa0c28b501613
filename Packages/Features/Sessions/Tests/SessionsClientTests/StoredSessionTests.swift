import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SessionsAPI
import SessionsTesting
import Testing

struct StoredSessionTests {
    private let received = BootTime.sample

    private func token(_ payload: String) -> Secret {
        Secret("e30.\(Base64URL.encode(Data(payload.utf8))).c2ln")
    }

    @Test(.requirement("TOKEN-04", "TOKEN-05")) func reckonsTheTimeLeftFromTheMomentOfReceipt() {
        let session = StoredSession.sample(grant: .sample(expiresIn: 300), receivedAt: received)
        #expect(session.accessTimeLeft(at: received) == .seconds(300))
        #expect(session.accessTimeLeft(at: received.advanced(by: .seconds(299))) == .seconds(1))
        #expect(session.accessTimeLeft(at: received.advanced(by: .seconds(300))) == .zero)
        #expect(session.accessTimeLeft(at: received.advanced(by: .seconds(1_000_000_000))) == .zero)
    }

    @Test(.requirement("TOKEN-05")) func knowsNothingOnceTheMachineWasStartedAnew() {
        let session = StoredSession.sample(receivedAt: received)
        let later = received.uptime + .seconds(1)
        #expect(session.accessTimeLeft(at: BootTime(boot: "another", uptime: later)) == .zero)
        let unknown = StoredSession(user: .sample(), id: nil, grant: .sample(), receivedAt: nil)
        #expect(unknown.accessTimeLeft(at: received) == .zero)
    }

    @Test func readsTheSessionInATokenOfOurs() {
        let id = SessionID(UUID())
        let claims = AccessTokenClaims(of: token(#"{"exp":1700000300,"sid":"\#(id)","aud":"x"}"#))
        #expect(claims?.sessionID == id)
    }

    @Test(
        .requirement("TOKEN-07"),
        arguments: [
            "", "x", "a.b", "a.b.c.d", "..", "e30.e30", "e30.!!!.c2ln", "e30.bm8.c2ln", "e30.W10.c2ln",
        ]) func anythingElseIsNoToken(text: String)
    {
        #expect(AccessTokenClaims(of: Secret(text)) == nil)
    }

    @Test(.requirement("TOKEN-07")) func claimsOfTheWrongFormCountAsAbsent() {
        let claims = AccessTokenClaims(of: token(#"{"exp":"soon","sid":5}"#))
        #expect(claims != nil)
        #expect(claims?.sessionID == nil)
        #expect(AccessTokenClaims(of: Secret([0xFF, 0x2E, 0x2E])) == nil)
    }

    @Test func takesItsIdentifierFromTheTokenAndKeepsItWhenRenewed() {
        let id = SessionID(UUID())
        let grant = TokenGrant(
            accessToken: token(#"{"sid":"\#(id)"}"#), tokenType: "Bearer", expiresIn: 1, refreshToken: Secret("r"),
            scope: "")
        let session = StoredSession(user: .sample(), grant: grant, receivedAt: received)
        #expect(session.id == id)
        let renewed = session.renewed(with: .sample(), receivedAt: received.advanced(by: .seconds(1)))
        #expect(renewed.id == id)
        #expect(renewed.receivedAt == received.advanced(by: .seconds(1)))
        #expect(!renewed.isSame(as: session))
    }

    @Test func showsNoTokenInPrint() {
        let session = StoredSession.sample(grant: .sample(access: "hunter2", refresh: "hunter3"))
        var text = "\(session) \(String(reflecting: session))"
        dump(session, to: &text)
        #expect(!text.contains("hunter"))
    }
}
