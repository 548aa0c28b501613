public import LoginAPI
public import ScreensAPI

extension LoggedIn {
    /// What they are told where they go on; nil for nothing.
    public var notice: ScreenNotice? { remark.map { ScreenNotice(.success, $0) } }
}
