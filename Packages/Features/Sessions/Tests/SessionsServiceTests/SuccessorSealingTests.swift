import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import SessionsService
import Testing

struct SuccessorSealingTests {
    private let sealing: SuccessorSealing
    private let session = SessionID(UUID())
    private let token = Secret("the token that was presented")
    private let successor = Secret("the token that follows")
    private let sealed: Data

    init() throws {
        sealing = SuccessorSealing(try .real())
        sealed = try sealing.seal(successor, for: token, of: session)
    }

    @Test func theTokenItselfOpensItsSuccessor() throws {
        #expect(try sealing.open(sealed, with: token, of: session).isEqual(to: successor))
    }

    @Test func nothingElseDoes() {
        for other in [Secret("the token that was presentee"), Secret("x"), successor] {
            #expect(throws: CryptographyError.authenticationFailed) {
                try sealing.open(sealed, with: other, of: session)
            }
        }
        #expect(throws: CryptographyError.authenticationFailed) {
            try sealing.open(sealed, with: token, of: SessionID(UUID()))
        }
    }
}
