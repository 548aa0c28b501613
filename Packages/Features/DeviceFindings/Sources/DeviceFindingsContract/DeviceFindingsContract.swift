/// What telling of a finding looks like on the wire.
package enum DeviceFindingsContract {
    /// The path of telling of one.
    package static let path = "/auth/device-findings"

    /// What is sent.
    package struct Finding: Codable, Sendable {
        /// What was found, by its code, such as `running_as_root`.
        package let kind: String

        package init(kind: String) {
            self.kind = kind
        }
    }
}
