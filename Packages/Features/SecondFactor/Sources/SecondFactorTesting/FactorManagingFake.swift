public import CoreModels
import FoundationEssentials
import Locking
public import SecondFactorAPI
public import SessionsAPI

/// A person's factors in memory, with one code that is right.
public final class FactorManagingFake: FactorManaging {
    /// The code that is right.
    public static let code = "287082"
    /// The password that is right.
    public static let password = "four green tea pots"
    /// The address of the secret.
    public static let address =
        "otpauth://totp/Essential:ana%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Essential"

    private struct State {
        var isOn: Bool
        var isSettingUp = false
        var isRecent: Bool
        var isProvedHere: Bool
        var left: Int
        var endsAt: Date?
        let hasPassword: Bool
    }

    private let state: Locked<State>

    /// Creates factors.
    ///
    /// - Parameters:
    ///   - isOn: Whether an authenticator is in force.
    ///   - isRecent: Whether the person proved lately who they are.
    ///   - isLost: Whether somebody said that it is lost.
    ///   - isProvedHere: Whether it was proved on this device, however long ago.
    ///   - hasPassword: Whether the account has one.
    public init(
        isOn: Bool = false, isRecent: Bool = true, isLost: Bool = false, isProvedHere: Bool = true,
        hasPassword: Bool = true
    ) {
        let end = isLost ? Date(timeIntervalSince1970: 1_700_604_800) : nil
        state = Locked(
            State(
                isOn: isOn, isRecent: isRecent, isProvedHere: isProvedHere, left: isOn ? 10 : 0, endsAt: end,
                hasPassword: hasPassword))
    }

    /// What is in force.
    public func factors() async throws(FactorError) -> SecondFactors {
        state.withLock {
            SecondFactors(
                authenticatorSince: $0.isOn ? Date(timeIntervalSince1970: 1_700_000_000) : nil,
                recoveryCodesLeft: $0.left, endsAt: $0.endsAt, hasPassword: $0.hasPassword)
        }
    }

    /// Begins, unless one is in force.
    public func beginAuthenticator() async throws(FactorError) -> AuthenticatorSetup {
        try check()
        guard !state.current.isOn else { throw .isOn }
        state.withLock { $0.isSettingUp = true }
        return AuthenticatorSetup(
            secret: Secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), address: Secret(Self.address))
    }

    /// Takes the code that is right.
    public func confirmAuthenticator(with code: Secret) async throws(FactorError) -> [Secret] {
        try check()
        guard state.current.isSettingUp else { throw .isOff }
        guard code.isEqual(to: Secret(Self.code)) else { throw .wrongCode }
        return state.withLock { state in
            (state.isOn, state.isSettingUp, state.left) = (true, false, 10)
            return Self.codes
        }
    }

    /// Turns it off.
    public func removeAuthenticator() async throws(FactorError) {
        try check()
        state.withLock { ($0.isOn, $0.left) = (false, 0) }
    }

    /// Keeps it.
    public func takeBackLoss() async throws(FactorError) {
        guard state.current.isProvedHere else { throw .authenticationNeeded(code: true) }
        state.withLock { $0.endsAt = nil }
    }

    /// Gives the same ten.
    public func renewRecoveryCodes() async throws(FactorError) -> [Secret] {
        try check()
        guard state.current.isOn else { throw .isOff }
        return Self.codes
    }

    /// Takes the password and the code that are right.
    public func authenticate(password: Secret, code: Secret?) async throws(FactorError) {
        guard password.isEqual(to: Secret(Self.password)) else { throw .wrongPassword }
        if state.current.isOn {
            guard let code else { throw .authenticationNeeded(code: true) }
            guard code.isEqual(to: Secret(Self.code)) else { throw .wrongCode }
        }
        state.withLock { ($0.isRecent, $0.isProvedHere) = (true, true) }
    }

    private func check() throws(FactorError) {
        let state = state.current
        guard state.isRecent else { throw .authenticationNeeded(code: state.isOn) }
    }

    private static var codes: [Secret] { (0..<10).map { Secret("AAAAA-BBBB\($0)") } }
}

extension FactorManagingFake: Reauthenticating {
    /// What it was made with.
    public func passwordProof() async -> PasswordProof { state.current.hasPassword ? .possible : .noPassword }

    /// As ``authenticate(password:code:)``.
    public func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError) {
        do throws(FactorError) {
            try await authenticate(password: password, code: code)
        } catch .authenticationNeeded {
            throw .codeNeeded
        } catch {
            if error == .wrongCode { throw .wrongCode(error) }
            throw .wrongPassword(error)
        }
    }
}
