import RepoKit

private let login = "Packages/Features/Login"
private let curl = "Packages/Infrastructure/CurlKit"

extension Violation {
    static let ofPackages: [Violation] = [
        Violation(
            "R14", "a manifest has settings of its own", in: login + "/Package.swift",
            at: "// --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---"
        ) { $0[package: "Login"].settings = StandardSettings.text.replacing(".v6", with: ".v5") },
        Violation("R14", "a manifest has no settings", in: login + "/Package.swift", at: "") {
            $0[package: "Login"].settings = ""
        },
        Violation(
            "R14", "pointers without memory safety", in: curl + "/Package.swift",
            at: "// --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---"
        ) {
            $0["CurlKit"].code = "let first = bytes.withUnsafeBytes { $0.first }"
            $0[package: "CurlKit"].settings = StandardSettings.text.replacing(
                " + (target.type == .test ? [] : [.strictMemorySafety()])", with: "")
        },
        Violation(
            "names", "a package isn't called like its folder", in: "Packages/Kernel/Localization/Package.swift",
            at: "// swift-tools-version: 6.2"
        ) { $0[package: "Localization"].title = "Texts" },
        Violation(
            "names", "two packages have one name", in: "Packages/Infrastructure/Telemetry/Package.swift",
            at: "// swift-tools-version: 6.2"
        ) {
            $0.packages.append(
                .init(
                    area: "Packages/Features", name: "Telemetry", targets: [.init(name: "TelemetryPresentation")]))
        },
        Violation(
            "names", "a package is in no layer", in: "Packages/Stray/Package.swift", at: "// swift-tools-version: 6.2"
        ) { $0.packages.append(.init(area: "Packages", name: "Stray", targets: [.init(name: "Stray")])) },
        Violation("names", "a target has a foreign name", in: login + "/Package.swift", at: #"name: "SignInClient","#) {
            $0[package: "Login"].targets.append(.init(name: "SignInClient"))
        },
        Violation("names", "a product has no role", in: login + "/Package.swift", at: #"name: "LoginExtras","#) {
            $0[package: "Login"].targets.append(.init(name: "LoginExtras"))
        },
        Violation("names", "tests are called something else", in: login + "/Package.swift", at: #"name: "LoginSpecs","#)
        {
            $0[package: "Login"].targets.append(.init(kind: "testTarget", name: "LoginSpecs"))
        },
        Violation(
            "names", "a C module has a Swift name", in: curl + "/Package.swift",
            at: #".systemLibrary(name: "LibCurl"),"#
        ) {
            $0["CCurl"].name = "LibCurl"
            $0["CurlKit"].dependencies = ["LibCurl"]
        },
        Violation(
            "folders", "a folder is no target's", in: login + "/Package.swift", at: "// swift-tools-version: 6.2"
        ) { $0.files[login + "/Sources/LoginDrafts/Draft.swift"] = "struct Draft {}" },
        Violation("folders", "nobody uses a target", in: login + "/Package.swift", at: #"name: "LoginDrafts","#) {
            $0[package: "Login"].targets.append(.init(name: "LoginDrafts", isOffered: false))
        },
        Violation("owners", "nobody owns the packages", in: "CODEOWNERS", at: "* @essential/team") {
            $0.files["CODEOWNERS"] = "* @essential/team\n"
        },
        Violation("owners", "a package has no README", in: login + "/README.md", at: "") {
            $0.files[login + "/README.md"] = .some(nil)
        },
        Violation("owners", "a README is long", in: login + "/README.md", at: "line") {
            $0.files[login + "/README.md"] = String(repeating: "line\n", count: 61)
        },
    ]

    static let ofSources: [Violation] =
        [
            Violation(
                "requirements", "a test proves what isn't asked for",
                in: login + "/Tests/LoginClientTests/LoginClientTests.swift",
                at: #"@Test(.requirement("LOGIN-80")) func asks() {}"#
            ) {
                $0.files["docs/requirements.md"] = "## Login\n- **LOGIN-08** It asks.\n"
                $0["LoginClientTests"].code = """
                    @Test(.requirement("LOGIN-08")) func knows() {}
                    @Test(.requirement("LOGIN-80")) func asks() {}
                    """
            },
            namesACommand(login + "/Sources/LoginClient/LoginClient.swift", "LoginClient", "essential vault check"),
            namesACommand(login + "/Sources/LoginAPI/LoginAPI.swift", "LoginAPI", "essential vault"),
            Violation("R16", "a file is too long", in: login + "/Sources/LoginClient/LoginClient.swift", at: "//") {
                $0["LoginClient"].code = String(repeating: "//\n", count: 499)
            },
            Violation(
                "unchecked", "a feature escapes the compiler",
                in: login + "/Sources/LoginClient/LoginClient.swift", at: "final class Box: @unchecked Sendable {}"
            ) {
                $0["LoginClient"].code = "/// `@unchecked Sendable`: honestly.\nfinal class Box: @unchecked Sendable {}"
            },
            Violation(
                "unchecked", "an escape without a proof", in: curl + "/Sources/CurlKit/CurlKit.swift",
                at: "nonisolated(unsafe) var count = 0"
            ) { $0["CurlKit"].code = "/// How many.\nnonisolated(unsafe) var count = 0" },
            Violation(
                "settings", "a setting without its line", in: login + "/Sources/LoginService/LoginService.swift",
                at: #"let limit = ConfigurationKey("login.limit", default: 1)"#
            ) {
                $0.files["docs/configuration.md"] = "| `login.delay` | how long |\n"
                $0["LoginService"].code = """
                    let delay = ConfigurationKey("login.delay", default: 1)
                    let limit = ConfigurationKey("login.limit", default: 1)
                    """
            },
            Violation(
                "secrets", "a secret that no row names", in: login + "/Sources/LoginClient/LoginClient.swift",
                at: "let ticket: Secret?"
            ) {
                $0.files["docs/memory.md"] = "| a | b | c | d | no test | `Login.password` |\n"
                $0["LoginClient"].code = "let password: Secret\nlet ticket: Secret?"
            },
            Violation(
                "secrets", "a secret that is a text", in: login + "/Sources/LoginClient/LoginClient.swift",
                at: "var typedPassword: String"
            ) { $0["LoginClient"].code = "var typedPassword: String" },
            Violation(
                "secrets", "a kind of secret in the vault", in: login + "/Sources/LoginClient/LoginClient.swift",
                at: #"static let session = SecretKind("session")"#
            ) { $0["LoginClient"].code = #"static let session = SecretKind("session")"# },
            Violation(
                "secrets", "a row of nothing", in: "docs/memory.md",
                at: "| a | b | c | d | no test | `Login.password` |"
            ) { $0.files["docs/memory.md"] = "| a | b | c | d | no test | `Login.password` |\n" },
            Violation(
                "secrets", "a test that isn't there", in: "docs/memory.md",
                at: "| a | b | c | d | `MemoryTests.nothing` | `Login.password` |"
            ) {
                $0.files["docs/memory.md"] = "| a | b | c | d | `MemoryTests.nothing` | `Login.password` |\n"
                $0["LoginClient"].code = "let password: Secret"
            },
            Violation(
                "paths", "a program names a path of a feature",
                in: "Apps/Server/Sources/ServerWiring/ServerWiring.swift", at: #"let path = "/auth/login?again""#
            ) {
                $0["LoginContract"].code = #"let path = "/auth/login""#
                $0["ServerWiring"].code = #"""
                    let folder = home + "/authorities"
                    let path = "/auth/login?again"
                    """#
            },
            Violation(
                "composer", "a flow needs too much", in: "Apps/Composer/Sources/ComposerFlows/ComposerFlows.swift",
                at: "public struct Dependencies: Sendable {"
            ) {
                let fields = (1...7).map { "        let part\($0): any Part\n" }.joined()
                $0["ComposerFlows"].code =
                    "struct Flow {\n    public struct Dependencies: Sendable {\n\(fields)    }\n}"
            },
            Violation(
                "composer", "the program does too much", in: "Apps/Composer/Sources/Composer/Composer.swift", at: "//"
            ) { $0["Composer"].code = String(repeating: "//\n", count: 61) },
            Violation(
                "wiring", "a function composes too much",
                in: "Apps/Server/Sources/ServerWiring/ServerWiring.swift", at: "func compose() {"
            ) {
                let calls = String(repeating: "    install { $0 }\n", count: 39)
                $0["ServerWiring"].code = "func short() {\n}\nfunc compose() {\n\(calls)}"
            },
        ]
        + [
            "let value = load()!", "let value = try! load()", "let value = any as! Int", "fatalError()",
            "var window: Window!", "let text = \"the \\(names[0]!) of\"", "let value = values[key]!.count",
            "let ratio = a / b; let c = d! / e",
            "let reader = JSONDecoder()",
        ].map { code in
            Violation("traps", code, in: login + "/Sources/LoginClient/LoginClient.swift", at: code) {
                $0["LoginClient"].code = code
            }
        }
        + [
            #"let text = LocalizedText(en: "Log in", es: "Log in")"#,
            #"let text = LocalizedText(en: "Log in", es: " ")"#,
            #"let text = LocalizedText(en: "The code is {code}.", es: "El código es {cifra}.")"#,
            #"let text = Words(en: start + "in.", es: inicio + "in.", next: nil)"#,
        ].map { code in
            Violation("texts", code, in: login + "/Sources/LoginClient/LoginClient.swift", at: code) {
                $0["LoginClient"].code = code
            }
        }

    /// A text names a command that another target declares; what only begins
    /// like one is none.
    private static func namesACommand(_ file: String, _ target: String, _ command: String) -> Violation {
        let text = #"let text = "Look at it with: \#(command)""#
        return Violation("commands", command, in: file, at: text) {
            $0["LoginPresentation"].code = #"let example = CommandExample("essential vault check --json", summary)"#
            $0[target].code = text + "\nlet salt = \"essential vault record\"  // essential vault check"
        }
    }
}
