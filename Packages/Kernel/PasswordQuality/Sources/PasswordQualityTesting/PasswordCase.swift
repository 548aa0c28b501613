public import PasswordQuality

/// A password and what has to be said of it, for everybody who asks.
public struct PasswordCase: Hashable, Sendable, CustomStringConvertible {
    /// The password.
    public let password: String
    /// What is wrong with it; nil for a fine one.
    public let problem: PasswordProblem?
    /// The name of the person.
    public let name: String
    /// The address of the person.
    public let email: String

    /// The password, with escapes for what isn't seen.
    public var description: String { password.debugDescription }

    init(
        _ password: String, _ problem: PasswordProblem?, name: String = "Ada Lovelace",
        email: String = "countess.king@example.com"
    ) {
        self.password = password
        self.problem = problem
        self.name = name
        self.email = email
    }

    /// The table of all cases.
    public static let all: [PasswordCase] = tooShort + tooLong + common + personal + predictable + fine

    private static let tooShort = [
        "", "a", "1234567", "Tr0ub4d", "ñandúes", "e\u{301}e\u{301}e\u{301}e\u{301}", "🦀🦀🦀🦀🦀🦀🦀", "correct",
    ].map { PasswordCase($0, .tooShort) }

    private static let tooLong = [
        String(repeating: "four green tea pots ", count: 52), String(repeating: "ñ", count: 513),
        String(repeating: "🦀", count: 257),
    ].map { PasswordCase($0, .tooLong) }

    private static let common = [
        "12345678", "password", "PASSWORD", "Password", "qwertyuiop", "iloveyou", "football", "baseball", "sunshine",
        "princess", "trustno1", "contraseña", "contrasen\u{303}a", "contrasena", "tequiero", "mariposa", "barcelona",
        "realmadrid", "11111111", "1q2w3e4r", "superman", "starwars", "computer", "Welcome1",
    ].map { PasswordCase($0, .common) }

    private static let personal = [
        PasswordCase("xk ada lovelace 93", .personal(.name)), PasswordCase("lovelace-tortuga-mesa", .personal(.name)),
        PasswordCase("ADALOVELACE kettle", .personal(.name)), PasswordCase("my countess cooks soup", .personal(.email)),
        PasswordCase("countess.king 7 lamps", .personal(.email)),
        PasswordCase("countess.king@example.com", .personal(.email)),
        PasswordCase("essential kettle soup", .personal(.service)),
        PasswordCase("Essential2026!lamp", .personal(.service)),
        PasswordCase("jose\u{301} toca el piano", .personal(.name), name: "José", email: "j@example.com"),
        PasswordCase("banana split dish", .personal(.name), name: "Banana Joe", email: "joe@example.com"),
        PasswordCase("banana split dish", nil, name: "Ana", email: "ana@example.com"),
    ]

    private static let predictable: [PasswordCase] =
        [
            "aaaaaaaaaaaaaaaaaaaa", "éééééééééé", "xyxyxyxyxyxy", "lamplamplamp", String(repeating: "é", count: 512),
            String(repeating: "🦀", count: 256),
        ].map { PasswordCase($0, .predictable(.repetition)) }
        + ["hijklmnop", "ZYXWVUTSR", "98765432109"].map { PasswordCase($0, .predictable(.sequence)) }
        + ["lkjhgfdsa", "poiuytre", "';lkjhgfd"].map { PasswordCase($0, .predictable(.keyboard)) }
        + ["19850312", "12/03/1985", "1985-03-12", "12.3.85 "].map { PasswordCase($0, .predictable(.date)) }
        + [
            "P@ssw0rd1", "dr4g0n99", "Monkey2024", "drowssap1", "letmein!!", "sunshine7", "teamomucho",
        ].map { PasswordCase($0, .predictable(.word)) }
        + ["60581738"].map { PasswordCase($0, .predictable(.random)) }

    private static let fine = [
        "four green tea pots", "correct horse battery", "correct horse battery staple", "ocho letras ñ", "kettle lamp",
        "xq7vKp2m", "mjwkzqtv", "Tr0ub4dor&3", "una casa con ventanas azules", "пароль-кузнец-мост",
        "秘密の言葉はここにある", "🦀🌵🎻🧭🪁🧊🥝🛶", "lluvia en el tejado", "D4vid&Goliat mesa", "twenty lower case word",
        "  leading and trailing  ", "tab\tand\nline", "ada likes long walks", "queen of the road trips",
        String(repeating: "four green tea pots ", count: 51),
    ].map { PasswordCase($0, nil) }
}
