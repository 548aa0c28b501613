import AccountsServiceAPI
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SecondFactorServiceAPI
import ServerKeysAPI

/// `essentiald import keycloak`, `supabase` and `pocketbase`: people come from another account system with their
/// passwords and second factors.
struct ImportCommands: Sendable {
    let access: any ServerDataAccess

    var all: [Command] { [keycloak, supabase, pocketbase] }

    private static let file = Parameter<String>.argument(
        "file", .file,
        summary: LocalizedText(en: "What the other system exported", es: "Lo que exportó el otro sistema"))
    private static let apply = Parameter.flag(
        "apply",
        summary: LocalizedText(
            en: "Take the people; without it the command only says what would be",
            es: "Toma a las personas; sin ella la orden solo dice lo que pasaría"))
    private static let withoutFactors = Parameter.flag(
        "without-factors",
        summary: LocalizedText(
            en: "Also take people whose second factor there isn't here, without it",
            es: "Toma también a las personas cuyo segundo factor no existe aquí, sin él"))

    private var keycloak: Command {
        command(
            .keycloak,
            LocalizedText(
                en:
                    "The file is realm.json, or each of realm-users-0.json and so on, as kc.sh export writes it with users.",
                es:
                    "El archivo es realm.json, o cada uno de realm-users-0.json y siguientes, como lo escribe kc.sh export "
                    + "con usuarios."), example: "realm.json")
    }

    private var supabase: Command {
        command(
            .supabase,
            LocalizedText(
                en:
                    "The file is what pg_dump --data-only -t auth.users -t auth.identities -t auth.mfa_factors writes, as "
                    + "text.",
                es:
                    "El archivo es lo que escribe pg_dump --data-only -t auth.users -t auth.identities -t auth.mfa_factors, "
                    + "en texto."), example: "auth.sql")
    }

    private var pocketbase: Command {
        command(
            .pocketbase,
            LocalizedText(
                en: "The file is what sqlite3 -readonly -json pb_data/data.db 'SELECT * FROM users' prints.",
                es: "El archivo es lo que imprime sqlite3 -readonly -json pb_data/data.db 'SELECT * FROM users'."),
            example: "users.json")
    }

    private func command(_ system: SourceSystem, _ about: LocalizedText, example: String) -> Command {
        let title = system.title
        let manner = LocalizedText(
            en:
                "Exit status 1 says that people were refused, whom the report names. Nobody has to choose another password: each old one is checked at the next login, and its hash replaced by "
                + "one of this server. Accounts that are here aren't touched, nobody is written to, and what was taken "
                + "before isn't taken again: whoever is interrupted repeats the command. A server may run meanwhile.",
            es:
                "El estado de salida 1 dice que se rechazó a alguien, y el informe dice a quién. Nadie tiene que elegir otra contraseña: cada una se comprueba en el próximo inicio de sesión y su resumen se "
                + "sustituye por uno de este servidor. Las cuentas que ya están no se tocan, no se escribe a nadie y lo que "
                + "se tomó antes no se toma otra vez: si se interrumpe, repite la orden. El servidor puede seguir en marcha."
        )
        return Command(
            "import \(system.rawValue)",
            summary: LocalizedText(
                en: "Take people from \(title) with their passwords",
                es: "Toma a las personas de \(title) con sus contraseñas"),
            discussion: LocalizedText(
                en: "\(about.english) \(manner.english)", es: "\(about.spanish) \(manner.spanish)"),
            examples: [
                CommandExample(
                    "essentiald import \(system.rawValue) \(example)",
                    LocalizedText(en: "what would be", es: "lo que pasaría")),
                CommandExample(
                    "essentiald import \(system.rawValue) \(example) --apply",
                    LocalizedText(en: "take them", es: "tomarlas")),
            ],
            parameters: [Self.file, Self.apply, Self.withoutFactors]
        ) { invocation, _ throws(CommandFailure) in
            let content = try SourceFile.read(invocation[Self.file]), applies = invocation[Self.apply]
            return try await run(
                system, content, applies: applies, mayLeaveFactors: invocation[Self.withoutFactors])
        }
    }

    private func run(
        _ system: SourceSystem, _ content: Data, applies: Bool, mayLeaveFactors: Bool
    ) async throws(CommandFailure) -> CommandOutput {
        let declared = try access.declarations()
        let keepers = declared.values(of: AddressKeepers.self)
        guard let adoption = declared.values(of: AccountAdoptions.self).first else { throw Self.noAccounts }
        let factors = declared.values(of: AuthenticatorAdoptions.self).first
        let migrations =
            OriginTable.migrations + adoption.migrations + (factors?.migrations ?? [])
            + keepers.flatMap(\.migrations)
        return try await access.withData(migrations) { data in
            let accounts = try await adoption.open(data.keys, data.cryptography, keepers, data.now)
            let importer = Importer(
                system: system, data: data, accounts: accounts,
                authenticators: try await factors?.open(data.keys, data.cryptography))
            let maker = CandidateMaker(
                system: system,
                marks: OriginMarks(
                    key: try await data.keys.key(for: .importMarks), authentication: data.cryptography.authentication),
                accounts: accounts, takesFactors: factors != nil, mayLeaveFactors: mayLeaveFactors,
                presentKinds: try await data.database.read { db in try accounts.derivations(in: db) })
            let candidates: [Candidate]
            do {
                candidates = try maker.candidates(try system.accounts(in: content, at: data.now()))
            } catch CryptographyError.missingLibrary(let package) {
                throw Self.missingLibrary(package)
            }
            let plan = ImportReport(try await importer.judge(candidates), from: system, applied: false)
            guard applies else { return CommandOutput(json: plan, text: plan.text, exit: plan.exit) }
            let people = try await importer.take(candidates, plan: plan)
            let report = ImportReport(people, from: system, applied: true)
            return CommandOutput(json: report, text: report.text, exit: report.exit)
        }
    }

    private static let noAccounts = CommandFailure(
        code: "no_accounts",
        message: LocalizedText(
            en: "This server keeps no accounts: the plugin accounts is switched off. Nothing was changed.",
            es: "Este servidor no guarda cuentas: el complemento accounts está desactivado. No se cambió nada."))

    private static func missingLibrary(_ package: String) -> CommandFailure {
        CommandFailure(
            code: "password_library",
            message: LocalizedText(
                en:
                    "Passwords in the file can't be checked without the library of Debian's package \(package). Nothing was "
                    + "changed. Install it (apt-get install \(package)) and repeat the command.",
                es:
                    "Las contraseñas del archivo no se pueden comprobar sin la biblioteca del paquete \(package) de Debian. "
                    + "No se cambió nada. Instálala (apt-get install \(package)) y repite la orden."))
    }
}
