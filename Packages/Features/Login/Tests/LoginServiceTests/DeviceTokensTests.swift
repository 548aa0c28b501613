import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import ServerKeysAPI
import ServerKeysTesting
import Testing

/// By what a device is known.
struct DeviceTokensTests {
    private func replacePassword(_ server: LoginServer, of user: User) async throws {
        let passwords = server.accounts.passwords, other = try await passwords.prepare(Secret("battery staple horse"))
        _ = try await server.accounts.database.write { db in
            try passwords.replacePassword(of: user.id, at: user.email, with: other, keeping: nil, in: db)
        }
    }

    private func fail(_ server: LoginServer, deviceToken: Secret? = nil) async throws {
        for _ in 0..<5 {
            #expect(try await server.logIn(password: "wrong", deviceToken: deviceToken).status == .unauthorized)
        }
    }

    /// As versions made them that bound a token to the address alone.
    private func earlierToken(for user: User) async throws -> Secret {
        let id = Data(repeating: 7, count: 16),
            key = try await InMemoryServerKeys().key(for: .init("login.device-token.1"))
        return Secret(
            Base64URL.encode(
                id
                    + (try Cryptography.real().authentication.authenticationCode(
                        for: id + Data(user.email.canonical.utf8), using: key))))
    }

    /// Who logged in by a password of before mustn't go on guessing apart from strangers.
    @Test(.requirement("D6", "LOGIN-22", "RECOV-06"), arguments: [false, true])
    func aReplacedPasswordEndsTheTokensOfBefore(isOfAnEarlierVersion: Bool) async throws {
        let server = try await LoginServer(), user = try await server.register()
        let token =
            isOfAnEarlierVersion
            ? try await earlierToken(for: user) : Secret(try await server.logIn().granted.deviceToken)
        try await replacePassword(server, of: user)
        let fresh = Secret(
            try await server.logIn(password: "battery staple horse", deviceToken: token).granted.deviceToken)
        #expect(!fresh.isEqual(to: token))
        try await fail(server, deviceToken: token)
        #expect(try await server.logIn(password: "wrong", deviceToken: token).status == .tooManyRequests)
        #expect(try await server.logIn(password: "wrong").status == .tooManyRequests, "strangers, both")
        #expect(try await server.logIn(password: "battery staple horse", deviceToken: fresh).status == .ok)
    }

    /// Nobody is locked out by an upgrade of the server.
    @Test(.requirement("D6", "LOGIN-22")) func aTokenOfAnEarlierVersionIsKnownUntilThePasswordIsReplaced() async throws
    {
        let server = try await LoginServer(), user = try await server.register()
        let token = try await earlierToken(for: user)
        try await fail(server)
        #expect(try await server.logIn().status == .tooManyRequests)
        #expect(try await server.logIn(deviceToken: token).status == .ok)
        try await server.register("mallory@example.com")
        #expect(
            !Secret(try await server.logIn("mallory@example.com", deviceToken: token).granted.deviceToken)
                .isEqual(to: token), "it is for one address")
    }

    @Test func aKnownDeviceKeepsItsToken() async throws {
        let server = try await LoginServer()
        try await server.register()
        let token = Secret(try await server.logIn().granted.deviceToken)
        #expect(Secret(try await server.logIn(deviceToken: token).granted.deviceToken).isEqual(to: token))
    }
}
