import Glibc

/// The signal by which an operator asks a program to read its files anew: SIGHUP.
///
/// The system sends it, too, when the terminal is closed on which a program
/// runs. It is asked to end then, as by SIGTERM, unless it was started to
/// outlive that, as by nohup(1).
public enum ReloadSignal {
    private static let pipe = SignalPipe()
    private static let endsWithTerminal = hasTerminal && !isIgnored

    /// Takes over the signal from now on; until then it ends the program.
    public static func observe() {
        _ = endsWithTerminal
        _ = pipe
        signal(SIGHUP) { ReloadSignal.pipe.note($0) }
    }

    /// Does something about each wish to read files anew, one after another,
    /// until the task is cancelled.
    public static func forEach(_ perform: () async -> Void) async {
        observe()
        let _: Never? = await pipe.first { _ in
            if endsWithTerminal, !hasTerminal { kill(getpid(), SIGTERM) } else { await perform() }
            return nil
        }
    }

    private static var hasTerminal: Bool {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    private static var isIgnored: Bool {
        let before = signal(SIGHUP, SIG_IGN)
        signal(SIGHUP, before)
        return unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
