public import Presenting

extension NextStep {
    /// Leave the vault as it is and begin another one.
    public static let resetVault = NextStep("reset_vault")
    /// Forget what is damaged in the vault.
    public static let cleanVault = NextStep("clean_vault")
    /// Look through the vault, and make its list anew.
    public static let checkVault = NextStep("check_vault")
}

extension SecretStoreError: PresentableError {
    /// A stable word for scripts and logs, in `snake_case`.
    public var code: String {
        switch self {
        case .blankName: "vault_blank_name"
        case .nameTooLong: "vault_name_too_long"
        case .emptyValue: "vault_empty_value"
        case .valueTooLarge: "vault_value_too_large"
        case .unencodable: "vault_unencodable"
        case .undecodable: "vault_undecodable"
        case .wrongKey: "vault_wrong_key"
        case .passphraseRequired: "vault_passphrase_required"
        case .passphraseFile: "vault_passphrase_file"
        case .weakPassphrase: "vault_weak_passphrase"
        case .keyMissing: "vault_key_missing"
        case .keyringUnavailable: "vault_keyring_unavailable"
        case .confirmationRequired: "vault_confirmation_required"
        case .confirmationRefused: "vault_confirmation_refused"
        case .passphraseUnset: "vault_passphrase_unset"
        case .authenticatorUnknown: "vault_authenticator_unknown"
        case .authenticatorChanged: "vault_authenticator_changed"
        case .authenticatorSilent: "vault_authenticator_silent"
        case .tooManyAuthenticators: "vault_too_many_authenticators"
        case .damagedHeader: "vault_damaged"
        case .unsupportedFormat: "vault_unsupported_format"
        case .unsafeFile: "vault_unsafe_file"
        case .damagedRecord: "vault_damaged_record"
        case .damagedList: "vault_damaged_list"
        case .verificationFailed: "vault_verification_failed"
        case .noSpace: "vault_no_space"
        case .readOnly: "vault_read_only"
        case .accessDenied: "vault_access_denied"
        case .deviceFailure: "vault_device_failure"
        case .resourcesExhausted: "vault_resources_exhausted"
        case .locksUnsupported: "vault_locks_unsupported"
        case .system: "vault_system_error"
        case .cryptography: "vault_cryptography"
        case .busy: "vault_busy"
        case .cancelled: "vault_cancelled"
        case .retriesExhausted(_, let last): last.code
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .cancelled: .cancelled
        case .retriesExhausted(_, let last): last.nature
        case .unencodable, .damagedHeader, .damagedRecord, .damagedList, .verificationFailed, .deviceFailure,
            .resourcesExhausted, .system, .cryptography:
            .fault
        default: .refused
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .passphraseRequired: [.unlock]
        case .wrongKey, .keyMissing, .damagedHeader: [.resetVault]
        case .damagedRecord(let record) where record.reason == .missing || record.reason == .rolledBack: [.cleanVault]
        case .damagedList: [.checkVault]
        case .retriesExhausted(_, let last): last.nextSteps
        default: []
        }
    }
}
