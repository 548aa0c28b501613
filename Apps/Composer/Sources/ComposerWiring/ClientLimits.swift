import ConsoleAPI
import Glibc
import Localization
import Threads

/// What the client needs of the system to do anything.
enum ClientLimits {
    /// Those of the pool of tasks, of the vault, of the transport, of the
    /// terminal, and of the libraries.
    private static let threads = min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8) + 4
    private static let memory = 32 * 1024 * 1024
    /// Six downloads, the vault, the terminal, and what the libraries open.
    private static let descriptors = 24

    /// What there is too little of; nil if there is enough.
    static func obstacle() -> CommandFailure? {
        do throws(ProcessLimits.Shortage) {
            ProcessLimits.prepare()
            try ProcessLimits.check(threads: threads, memory: memory, descriptors: descriptors)
            return nil
        } catch {
            return CommandFailure(
                code: "resources_exhausted", message: message(error),
                hint: LocalizedText(
                    en: "Raise the limit with \(option(error)), or end other programs, and try again.",
                    es: "Sube el límite con \(option(error)) o cierra otros programas, y vuelve a intentarlo."))
        }
    }

    private static func message(_ shortage: ProcessLimits.Shortage) -> LocalizedText {
        switch shortage {
        case .threads(let count):
            LocalizedText(
                en: "The system doesn't let the program start \(count) threads. Nothing was done.",
                es: "El sistema no deja que el programa inicie \(count) hilos. No se hizo nada.")
        case .stack(let bytes):
            LocalizedText(
                en: "The system gives a thread a stack of less than \(bytes / 1024) kB. Nothing was done.",
                es: "El sistema da a cada hilo una pila de menos de \(bytes / 1024) kB. No se hizo nada.")
        case .memory(let bytes):
            LocalizedText(
                en: "The system doesn't give the program \(bytes / 1_048_576) MB of memory. Nothing was done.",
                es: "El sistema no da al programa \(bytes / 1_048_576) MB de memoria. No se hizo nada.")
        case .descriptors(let count):
            LocalizedText(
                en: "The system doesn't let the program open \(count) more files. Nothing was done.",
                es: "El sistema no deja que el programa abra \(count) archivos más. No se hizo nada.")
        }
    }

    private static func option(_ shortage: ProcessLimits.Shortage) -> String {
        switch shortage {
        case .threads: "ulimit -u, -v, -d"
        case .stack: "ulimit -s"
        case .memory: "ulimit -v, -d"
        case .descriptors: "ulimit -n"
        }
    }
}
