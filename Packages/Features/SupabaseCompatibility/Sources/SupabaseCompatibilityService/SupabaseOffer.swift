import Presenting

/// What clients of Supabase can do here (`GET /settings` of their interface).
struct SupabaseOffer: Encodable, Sendable {
    /// Whether accounts are made.
    let makesAccounts: Bool
    /// What people can do: who can prove an address has to.
    let offered: @Sendable () -> [NextStep]

    /// What is asked of a server that is there.
    static let health = [
        "name": "Essential", "description": "Essential, in the words of Supabase Auth", "version": "v1",
    ]

    private enum CodingKeys: String, CodingKey {
        case external
        case disableSignup = "disable_signup"
        case mailerAutoconfirm = "mailer_autoconfirm"
        case phoneAutoconfirm = "phone_autoconfirm"
        case smsProvider = "sms_provider"
        case samlEnabled = "saml_enabled"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Providers are reached by the server's own pages alone.
        try container.encode(["email": true, "phone": false, "anonymous_users": false], forKey: .external)
        try container.encode(!makesAccounts, forKey: .disableSignup)
        try container.encode(!offered().contains(.verify), forKey: .mailerAutoconfirm)
        try container.encode(false, forKey: .phoneAutoconfirm)
        try container.encode("", forKey: .smsProvider)
        try container.encode(false, forKey: .samlEnabled)
    }
}
