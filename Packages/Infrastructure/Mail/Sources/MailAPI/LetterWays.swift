public import Presenting

/// Where letters lead people: to a page of the server where it has one, else to a
/// command of the program in a terminal.
public struct LetterWays: Sendable {
    private let page: @Sendable (NextStep) -> String?

    /// Creates ways.
    ///
    /// - Parameter page: The address of the page on which a step is taken; nil where there is
    ///   none.
    public init(page: @escaping @Sendable (NextStep) -> String? = { _ in nil }) {
        self.page = page
    }

    /// Where a step is taken.
    ///
    /// - Parameter command: With what it is taken where there is no page.
    public func way(to step: NextStep, or command: String) -> String { page(step) ?? command }
}
