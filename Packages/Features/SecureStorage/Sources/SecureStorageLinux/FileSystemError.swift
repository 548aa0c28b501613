/// A call of the operating system that failed.
package struct FileSystemError: Error, Hashable {
    /// The name of the call.
    package let operation: String
    /// What it was called on.
    package let path: String
    /// The value of `errno`.
    package let code: Int32

    package init(_ operation: String, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}
