import Glibc
import PicturesGD

/// A program that is a worker when asked, as the server is, and otherwise tries
/// what a worker may not do: it prints the names of what succeeded.
@main
struct PictureWorkerProgram {
    static func main() {
        PicturesPlugin.runWorkerIfAsked(CommandLine.arguments)
        guard Confinement.enter(memory: 64 * 1_024 * 1_024, processorSeconds: 5) else { exit(1) }
        if unsafe open("/etc/passwd", O_RDONLY) >= 0 { print("opening a file") }
        if unsafe open("/tmp/picture-worker-\(getpid())", O_WRONLY | O_CREAT, 0o600) >= 0 { print("creating a file") }
        if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 { print("a socket") }
        if unsafe malloc(128 * 1_024 * 1_024) != nil { print("much memory") }
        if Glibc.kill(getppid(), 0) == 0 { print("a signal") }
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        if unsafe posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 { print("a program") }
        print("confined")
    }
}
