import Glibc

/// The three streams that a program starts with.
enum StandardStreams {
    /// Opens those that are closed, so that no file or connection that is opened
    /// later gets their numbers, and with them what is meant for people.
    ///
    /// Reading from them and writing to them fails as before.
    static func occupy() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
