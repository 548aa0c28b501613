import CTerminal
import ConsoleAPI
import Glibc

/// A terminal opened for a question.
struct OpenTerminal: ~Copyable {
    let descriptor: Int32

    init(path: String) throws(TerminalError) {
        descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noTerminal }
    }

    deinit { close(descriptor) }
}

/// A time in which a terminal doesn't show what is typed.
///
/// Whatever signal ends or stops the process meanwhile, the terminal shows it
/// again.
struct HiddenInput: ~Copyable {
    /// - Parameter byLine: Whether what is typed comes by the line.
    init(of descriptor: Int32, byLine: Bool = true) throws(TerminalError) {
        let code = cterminal_hide_input(descriptor, byLine ? 1 : 0)
        guard code == 0 else { throw .system(code: code) }
    }

    borrowing func end() { cterminal_show_input() }
}
