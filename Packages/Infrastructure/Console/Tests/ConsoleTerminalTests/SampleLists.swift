import ConsoleAPI

extension ListName {
    static let pictures = ListName("pictures", shownBy: "essential feed")
    static let comments = ListName("comments", shownBy: "essential comments ID")
    static let queue = ListName("queue", shownBy: "essential queue")
}
