import AtomicFiles
import DataFolderAPI
import Glibc
import Localization
import PluginKit

/// Sees whether the folder's disk does its work, and who else may read what is secret.
///
/// It blocks.
struct DataFolderExamination: Sendable {
    let folder: String
    let parts: [DataFolderPart]

    /// What a few hours of a small server's pictures and logs take, so that somebody has the time to come, in bytes.
    private static let leastRoom: UInt64 = 200 << 20
    private static let leastFiles: UInt64 = 1_000
    /// O_TMPFILE of open(2), which the module of the C library leaves out.
    private static let nameless = 0o20_000_000 | O_DIRECTORY

    var result: ServiceExamination {
        // A folder that isn't there is made by the start.
        guard AtomicFile(path: folder).exists else { return ServiceExamination() }
        return ServiceExamination(findings: [exposure].compactMap { $0 } + disk + [synchronization].compactMap { $0 })
    }

    // MARK: Who may read it

    /// The server takes that from others when it starts; until then they read it.
    private var exposure: Finding? {
        let paths =
            [folder] + parts.map { folder + "/" + $0.path } + DataFolderInspection.files.map { folder + "/" + $0 }
        // What others may write to as well, nobody uses any more.
        let isExposed = { (mode: mode_t) in mode & 0o077 != 0 && mode & 0o022 == 0 }
        guard let path = paths.first(where: { isExposed(mode(of: $0)) }) else { return nil }
        return Finding(
            "data_exposed",
            LocalizedText(
                en:
                    "Others on this machine may read \(path): accounts, letters and the key with which sessions can be forged are "
                    + "in this folder. A start takes that away, and nobody knows what was read by then. If others work here, "
                    + "have people choose new passwords and replace the key.",
                es:
                    "Otros en esta máquina pueden leer \(path): en esta carpeta están las cuentas, las cartas y la clave con la que "
                    + "se pueden falsificar sesiones. Un arranque lo corrige, y nadie sabe qué se leyó hasta entonces. Si aquí "
                    + "trabajan otros, haz que se elijan contraseñas nuevas y cambia la clave."),
            remedy: "chmod --recursive go-rwx \(folder)")
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode : 0
    }

    // MARK: The disk

    private var disk: [Finding] {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return [] }
        let room = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        var findings: [Finding] = []
        if room < Self.leastRoom { findings.append(hasLittleRoom(room)) }
        // Some file systems make them as they are needed, and count none.
        if status.f_files > 0, status.f_favail < Self.leastFiles {
            findings.append(hasFewFiles(UInt64(status.f_favail)))
        }
        return findings
    }

    private func hasLittleRoom(_ room: UInt64) -> Finding {
        Finding(
            "disk_nearly_full",
            LocalizedText(
                en:
                    "The disk of \(folder) has \(room >> 20) MiB left. When it is full, nobody can register, write or publish; what "
                    + "was confirmed stays. Free some space, such as of the journal.",
                es:
                    "Al disco de \(folder) le quedan \(room >> 20) MiB. Cuando se llene, nadie podrá registrarse, escribir ni "
                    + "publicar; lo confirmado se conserva. Libera espacio, por ejemplo del registro del sistema."),
            remedy: "journalctl --vacuum-size=200M")
    }

    private func hasFewFiles(_ count: UInt64) -> Finding {
        Finding(
            "disk_out_of_inodes",
            LocalizedText(
                en:
                    "The disk of \(folder) takes \(count) more files only, whatever room it has. Then nothing can be published. Find "
                    + "what makes so many, and remove it.",
                es:
                    "El disco de \(folder) solo admite \(count) archivos más, tenga el espacio que tenga. Entonces no se podrá "
                    + "publicar nada. Busca qué crea tantos y elimínalo."),
            remedy:
                "du --inodes --one-file-system --max-depth=3 $(stat --format=%m \(folder)) | sort --numeric-sort | tail"
        )
    }

    /// Writes to a file without a name, of which nothing is left.
    private var synchronization: Finding? {
        // Where the folder may not be written, the rehearsal of a start says so.
        let file = unsafe open(folder, Self.nameless | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let piece = [UInt8](repeating: 0, count: 4_096)
        let isWritten = unsafe piece.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) } == piece.count
        guard !isWritten || fsync(file) != 0 else { return nil }
        let reason = SystemReason(errno).text
        return Finding(
            "disk_does_not_write",
            LocalizedText(
                en:
                    "The disk of \(folder) takes nothing: \(reason.english). The server confirms nothing that isn't on the disk, so "
                    + "nobody can write. See what the kernel says of the disk.",
                es:
                    "El disco de \(folder) no admite nada: \(reason.spanish). El servidor no confirma nada que no esté en el disco, "
                    + "así que nadie puede escribir. Mira qué dice el núcleo del disco."),
            remedy: "dmesg --level=err,warn | tail")
    }
}
