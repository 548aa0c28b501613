import AtomicFiles
import ConsoleAPI
import FoundationEssentials
import HTTPTransportAPI
import Localization

/// What a profile remembers of its server: a file with the address.
struct ProfileServer: Sendable {
    /// The profile's folder.
    let profile: String

    private var file: AtomicFile { AtomicFile(path: profile + "/server") }

    /// The server that the profile used last; nil if it used none.
    ///
    /// - Throws: What to do about a file that says nothing, or that is missing
    ///   though there is a vault: another server's vault would read as nobody
    ///   being logged in.
    func remembered(otherwise usual: ServerAddress) throws(CommandFailure) -> ServerAddress? {
        let content: Data?
        do throws(FileError) {
            content = try file.contents(limit: 4_096)
        } catch {
            throw CommandFailure(
                code: "server_unknown",
                message: LocalizedText(
                    en: "Which server this profile uses can't be read.",
                    es: "No se puede leer qué servidor usa este perfil.") + error.text, hint: hint)
        }
        guard let content else {
            guard hasVault(usual) || !hasVaults else { throw Self.missing(file.path, hint) }
            return nil
        }
        guard let server = ServerAddress(String(decoding: content, as: UTF8.self)) else {
            throw CommandFailure(
                code: "server_unknown",
                message: LocalizedText(
                    en:
                        "\(file.path) is empty or damaged: it no longer says which server this profile uses. Nothing was changed.",
                    es: "\(file.path) está vacío o dañado: ya no dice qué servidor usa este perfil. No se cambió nada."),
                hint: hint)
        }
        return server
    }

    /// Remembers a server for the next time, also after a power cut.
    func remember(_ server: ServerAddress) throws(FileError) {
        try file.replace(with: Data(server.description.utf8), durability: .power)
    }

    /// Remembers a server that somebody named, if it is the profile's first one,
    /// or if the file doesn't tell and the server's vault is here.
    ///
    /// Whatever waits on the device from now on is found by the next command,
    /// though nobody has logged in.
    func adopt(_ server: ServerAddress, usual: ServerAddress) {
        do throws(CommandFailure) {
            guard try remembered(otherwise: usual) == nil, !hasVault(usual) else { return }
            try? remember(server)
        } catch {
            if hasVault(server) { try? remember(server) }
        }
    }

    private func hasVault(_ server: ServerAddress) -> Bool {
        AtomicFile(path: ClientPlaces.folder(of: server, in: profile) + "/vault/header").exists
    }

    private var hasVaults: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: profile + "/servers")) ?? []
        return names.contains { AtomicFile(path: "\(profile)/servers/\($0)/vault/header").exists }
    }

    private static func missing(_ path: String, _ hint: LocalizedText) -> CommandFailure {
        CommandFailure(
            code: "server_unknown",
            message: LocalizedText(
                en: "\(path) is missing: nothing says which server this profile uses. Nothing was changed.",
                es: "Falta \(path): nada dice qué servidor usa este perfil. No se cambió nada."),
            hint: hint)
    }

    private var hint: LocalizedText {
        LocalizedText(
            en: "Name the server once, and it is remembered again: essential status --server URL",
            es: "Indica el servidor una vez y se volverá a recordar: essential status --server URL")
    }
}
