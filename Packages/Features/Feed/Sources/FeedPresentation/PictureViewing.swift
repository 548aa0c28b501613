import ConsoleAPI
import FoundationEssentials

/// Shows pictures to the person.
protocol PictureViewing: Sendable {
    /// Keeps a picture where the desktop's program can read it.
    ///
    /// - Returns: The file's path.
    func keep(_ data: Data, name: String) throws(CommandFailure) -> String
    /// Opens a file in the program that the person prefers.
    func open(_ file: String) async throws(CommandFailure)
}
