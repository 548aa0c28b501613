import ConsoleAPI

extension ListName {
    static let pictures = ListName("pictures", shownBy: "essential feed")
    static let sessions = ListName("sessions", shownBy: "essential sessions")
}
