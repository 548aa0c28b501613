import KernelTesting
import ServerTesting
import Testing

/// The server does what the model says of which every standing is explored.
struct WaysBackTests {
    @Test(.requirement("MFA-05", "PASSKEY-04", "OPS-06"), arguments: 0..<8 as Range<UInt64>)
    func theServerKeepsToTheModel(seed: UInt64) async throws {
        let folder = try TemporaryFolder(), date = ManualDate()
        let server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "accounts.verification": "required",
                "server.public_url": ComposedServer.address,
                "lockout.captcha_after": "0", "recovery.captcha_after": "0",
            ])
        let person = FactorPerson(server: server, date: date), operators = try OperatorsDesk(of: server, at: date)
        try await server.run {
            var walked = try await WalkedPerson(person, Rules(codes: 10), operators),
                random = SeededGenerator(seed: seed)
            var made = 0
            while made < 32 {
                guard let move = Self.moves.randomElement(using: &random) else { break }
                if try await walked.make(move) { made += 1 }
            }
        }
    }

    /// Without those at providers, which tests of theirs walk through.
    private static let moves = Move.allCases.filter { move in
        ![
            .provider, .providerAndCode, .providerAndRecoveryCode, .providerAndLoss, .link, .unlink, .unlinkLost,
            .loseProvider, .providerGone, .forgetPassword, .loseMailbox,
        ].contains(move)
    }
}
