import Testing

/// One way to break one rule, and where it has to be found.
struct Violation: CustomTestStringConvertible, Sendable {
    let rule: String
    let testDescription: String
    let file: String
    /// The whole line, without its indentation.
    let line: String
    let edit: @Sendable (inout LintFixture) -> Void

    init(
        _ rule: String, _ description: String, in file: String, at line: String,
        edit: @escaping @Sendable (inout LintFixture) -> Void
    ) {
        self.rule = rule
        testDescription = "\(rule): \(description)"
        self.file = file
        self.line = line
        self.edit = edit
    }

    /// A target that depends on another one, and imports it.
    static func dependency(
        _ rule: String, _ description: String, of target: String, on other: String, in folder: String, at line: String
    ) -> Violation {
        Violation(rule, description, in: folder + "/Package.swift", at: line) {
            $0[target].dependencies.append(other)
        }
    }
}

private let accounts = "Packages/Features/Accounts"
private let login = "Packages/Features/Login"
private let mail = "Packages/Infrastructure/Mail"
private let curl = "Packages/Infrastructure/CurlKit"

extension Violation {
    static let ofLayers: [Violation] = [
        .dependency(
            "R1", "a kernel package uses infrastructure", of: "Localization", on: "MailAPI",
            in: "Packages/Kernel/Localization", at: #".package(path: "../../../Packages/Infrastructure/Mail"),"#),
        Violation(
            "R1", "a program uses another one", in: "Apps/Server/Package.swift",
            at: #".package(path: "../../Apps/Composer"),"#
        ) {
            $0["ComposerFlows"].isOffered = true
            $0["Server"].dependencies.append("ComposerFlows")
        },
        .dependency(
            "R2", "two features use each other", of: "AccountsService", on: "LoginAPI", in: accounts,
            at: #".package(path: "../../../Packages/Features/Login"),"#),
        .dependency(
            "R3", "a service uses an implementation", of: "LoginService", on: "MailSMTP", in: login,
            at: #".product(name: "MailSMTP", package: "Mail"),"#),
        .dependency(
            "R3", "a screen knows who hosts it", of: "LoginScreens", on: "ScreensHosting", in: login,
            at: #".product(name: "ScreensHosting", package: "Screens"),"#),
        .dependency(
            "R3", "a screen uses other infrastructure", of: "LoginScreens", on: "MailAPI", in: login,
            at: #".product(name: "MailAPI", package: "Mail"),"#),
        .dependency(
            "R4", "a service uses another one", of: "LoginService", on: "AccountsService", in: login,
            at: #".product(name: "AccountsService", package: "Accounts"),"#),
        .dependency(
            "R4", "doubles of a client use a ServiceAPI", of: "LoginTesting", on: "AccountsServiceAPI", in: login,
            at: #".product(name: "AccountsServiceAPI", package: "Accounts"),"#),
        .dependency(
            "R9", "a program uses an implementation", of: "Server", on: "MailSMTP", in: "Apps/Server",
            at: #".product(name: "MailSMTP", package: "Mail"),"#),
        .dependency(
            "R9", "infrastructure uses an implementation", of: "MailSMTP", on: "TelemetryOutput", in: mail,
            at: #".product(name: "TelemetryOutput", package: "Telemetry"),"#),
        .dependency(
            "R10", "a flow uses an implementation", of: "ComposerFlows", on: "LoginClient", in: "Apps/Composer",
            at: #".product(name: "LoginClient", package: "Login"),"#),
    ]

    static let ofSides: [Violation] = [
        .dependency(
            "R5", "an API uses a ServiceAPI", of: "AccountsAPI", on: "AccountsServiceAPI", in: accounts,
            at: #""AccountsServiceAPI","#),
        Violation(
            "R5", "an API imports Foundation", in: login + "/Sources/LoginAPI/LoginAPI.swift", at: "import Foundation"
        ) { $0["LoginAPI"].imports = ["import CoreModels", "import Foundation"] },
        .dependency(
            "R6", "a contract uses an API", of: "LoginContract", on: "MailAPI", in: login,
            at: #".product(name: "MailAPI", package: "Mail"),"#),
        Violation(
            "R6", "a contract imports Foundation", in: login + "/Sources/LoginContract/LoginContract.swift",
            at: "import Foundation"
        ) { $0["LoginContract"].imports = ["import CoreModels", "import Foundation"] },
        .dependency(
            "dialogue", "a dialogue sees infrastructure", of: "LoginDialogue", on: "MailAPI", in: login,
            at: #".product(name: "MailAPI", package: "Mail"),"#),
        .dependency(
            "dialogue", "a dialogue knows the wire", of: "LoginDialogue", on: "LoginContract", in: login,
            at: #""LoginContract","#),
        Violation(
            "dialogue", "a dialogue is in a product", in: login + "/Package.swift", at: #"name: "LoginDialogue","#
        ) {
            $0["LoginDialogue"].isOffered = true
        },
        Violation("R6", "a contract is in a product", in: login + "/Package.swift", at: #"name: "LoginContract","#) {
            $0["LoginContract"].isOffered = true
        },
        .dependency(
            "R7", "a client uses the service", of: "LoginClient", on: "LoginService", in: login, at: #""LoginService","#
        ),
        .dependency(
            "R7", "a service uses the client", of: "LoginService", on: "LoginClient", in: login, at: #""LoginClient","#),
        .dependency(
            "R7", "a presentation knows the wire", of: "LoginPresentation", on: "LoginContract", in: login,
            at: #""LoginContract","#),
        .dependency(
            "R7", "a screen knows the wire", of: "LoginScreens", on: "LoginContract", in: login,
            at: #""LoginContract","#
        ),
        .dependency(
            "R7", "a screen knows the service", of: "LoginScreens", on: "LoginService", in: login,
            at: #""LoginService","#),
        .dependency(
            "R7", "operations know a client", of: "LoginOperations", on: "LoginClient", in: login,
            at: #""LoginClient","#),
        .dependency(
            "R7", "a service needs its operator", of: "LoginService", on: "LoginOperations", in: login,
            at: #""LoginOperations","#),
        .dependency(
            "R7", "essential links operations", of: "ComposerWiring", on: "LoginOperations", in: "Apps/Composer",
            at: #".product(name: "LoginOperations", package: "Login"),"#),
        .dependency(
            "R7", "essential links a service", of: "ComposerWiring", on: "LoginService", in: "Apps/Composer",
            at: #".product(name: "LoginService", package: "Login"),"#),
        .dependency(
            "R7", "essentiald links a client", of: "ServerWiring", on: "LoginClient", in: "Apps/Server",
            at: #".product(name: "LoginClient", package: "Login"),"#),
        .dependency(
            "R7", "essentiald links commands of a client", of: "ServerWiring", on: "LoginPresentation",
            in: "Apps/Server", at: #".product(name: "LoginPresentation", package: "Login"),"#),
    ]

    static let ofImports: [Violation] = [
        Violation("R8", "two targets import a C module", in: curl + "/Package.swift", at: #""CCurl","#) {
            $0[package: "CurlKit"].targets.append(
                .init(name: "CurlKitPool", dependencies: ["CCurl"]))
        },
        Violation("R8", "types of C leave", in: curl + "/Sources/CurlKit/CurlKit.swift", at: "public import CCurl") {
            $0["CurlKit"].imports = ["public import CCurl"]
        },
        .dependency(
            "R11", "a client ships its doubles", of: "LoginClient", on: "LoginTesting", in: login,
            at: #""LoginTesting","#),
        .dependency(
            "R11", "a service ships the doubles of others", of: "LoginService", on: "MailTesting", in: login,
            at: #".product(name: "MailTesting", package: "Mail"),"#),
        Violation(
            "R11", "a client ships a test framework", in: login + "/Sources/LoginClient/LoginClient.swift",
            at: "public import Testing"
        ) { $0["LoginClient"].imports = ["import LoginAPI", "import LoginContract", "public import Testing"] },
        Violation(
            "R12", "a test reaches for details", in: login + "/Tests/LoginClientTests/LoginClientTests.swift",
            at: "@testable import LoginClient"
        ) {
            $0["LoginClientTests"].dependencies = ["LoginClient"]
            $0["LoginClientTests"].imports = ["@testable import LoginClient"]
        },
        Violation(
            "R13", "an import isn't declared", in: login + "/Sources/LoginClient/LoginClient.swift",
            at: "import MailAPI"
        ) { $0["LoginClient"].imports = ["import LoginAPI", "import LoginContract", "import MailAPI"] },
        Violation(
            "R13", "an import is of nothing here", in: login + "/Sources/LoginClient/LoginClient.swift",
            at: "import struct Elsewhere.Thing"
        ) { $0["LoginClient"].imports = ["import LoginAPI", "import LoginContract", "import struct Elsewhere.Thing"] },
        Violation(
            "R13", "a declaration isn't used", in: login + "/Package.swift",
            at: #".product(name: "MailAPI", package: "Mail"),"#
        ) { $0["LoginService"].imports = ["import AccountsServiceAPI", "import LoginContract"] },
        Violation(
            "R13", "a package isn't used", in: login + "/Package.swift",
            at: #".package(path: "../../../Packages/Kernel/Localization"),"#
        ) { $0[package: "Login"].packages = ["Localization"] },
        Violation(
            "R13", "an import is passed on", in: login + "/Sources/LoginAPI/LoginAPI.swift",
            at: "@_exported public import CoreModels"
        ) { $0["LoginAPI"].imports = ["@_exported public import CoreModels"] },
    ]
}
