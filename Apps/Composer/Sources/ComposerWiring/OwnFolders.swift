import ConsoleAPI
import Glibc
import Localization

/// The folders that the program makes in its home.
///
/// What is written and deleted below them must not be elsewhere, nor in the
/// hands of others: somebody may have made one of them first, or a link in its
/// place.
enum OwnFolders {
    /// Refuses folders that aren't the person's own, and takes others' rights to
    /// them away.
    ///
    /// - Parameter paths: The folders, those above first; what isn't there is
    ///   fine.
    static func check(_ paths: [String]) throws(CommandFailure) {
        for path in paths {
            let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else {
                switch errno {
                case ENOENT: continue
                case ENOTDIR, ELOOP: throw refusal(path, notAFolder)
                // Whoever uses it is told what the system says.
                default: continue
                }
            }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { continue }
            guard status.st_uid == geteuid() else { throw refusal(path, othersFolder) }
            // Where nothing can be written, nobody else can write either.
            if status.st_mode & 0o077 != 0 { fchmod(descriptor, status.st_mode & 0o700) }
        }
    }

    private static let notAFolder = LocalizedText(en: "it isn't a folder", es: "no es una carpeta")
    private static let othersFolder = LocalizedText(en: "it belongs to another user", es: "es de otro usuario")

    private static func refusal(_ path: String, _ reason: LocalizedText) -> CommandFailure {
        CommandFailure(
            code: "unsafe_folder",
            message: LocalizedText(
                en: "\(path) isn't safe to use: \(reason.english). Nothing was read from it or written to it.",
                es: "\(path) no es seguro: \(reason.spanish). No se leyó ni se escribió nada ahí."),
            hint: LocalizedText(
                en: "Look at who put it there, then move it away. To keep everything on another disk, use --home.",
                es: "Averigua quién lo puso ahí y luego quítalo. Para guardarlo todo en otro disco, usa --home."))
    }
}
