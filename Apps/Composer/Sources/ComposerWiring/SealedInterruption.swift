import Glibc
import Localization
import Locking
import OfflineQueueAPI
import PluginKit

/// Says at Ctrl-C that what is just being sent is kept: who wanted to take it
/// back is told how.
///
/// The signal ends the program all the same; what is sealed needs no help.
final class SealedInterruption: Sendable {
    private let tell: @Sendable (LocalizedText) -> Void
    private let watching = Locked<Task<Void, Never>?>(nil)

    init(tell: @escaping @Sendable (LocalizedText) -> Void) {
        self.tell = tell
    }

    /// Listens to signals while something is sealed and being sent.
    @Sendable func watch(_ kind: QueuedRequestKind?) {
        let next = kind.map { _ in
            Task { [tell] in
                guard let signal = await TerminationSignal.first() else { return }
                tell(Self.kept)
                kill(getpid(), signal)
            }
        }
        watching.withLock { task in
            task?.cancel()
            task = next
        }
    }

    private static let kept = LocalizedText(
        en:
            "Interrupted. It may have arrived. What you wrote is kept on this device, sealed, and is sent once with the "
            + "next command; to see it: essential queue. To take it back: essential queue drop NUMBER",
        es: "Interrumpido. Puede que haya llegado. Lo que escribiste queda en este dispositivo, bajo sello, y se envía "
            + "una vez con la próxima orden; para verlo: essential queue. Para retirarlo: essential queue drop NÚMERO")
}
