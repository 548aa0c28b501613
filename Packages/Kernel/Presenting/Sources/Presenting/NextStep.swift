/// Something that a person can do after a failure, or after a success that
/// isn't the end.
///
/// A presentation has words or a place for those steps that it offers, and
/// passes over the others. A feature adds its own:
///
/// ```swift
/// extension NextStep {
///     public static let resetVault = NextStep("reset_vault")
/// }
/// ```
public struct NextStep: Hashable, Sendable {
    /// The step's name, in `snake_case`, which is unique in a program.
    public let name: String

    /// Names a step.
    public init(_ name: String) {
        self.name = name
    }

    /// Log in, or log in again.
    public static let logIn = NextStep("log_in")
    /// Log in with what only a browser has: a passkey, or an account elsewhere.
    public static let logInByBrowser = NextStep("log_in_by_browser")
    /// Do the same at the server's own pages, in a browser on any device.
    public static let useServerPages = NextStep("use_server_pages")
    /// Log out.
    public static let logOut = NextStep("log_out")
    /// Make an account.
    public static let register = NextStep("register")
    /// Set another password with a message to the account's address.
    public static let recover = NextStep("recover")
    /// Choose another password with the present one.
    public static let changePassword = NextStep("change_password")
    /// Prove the address with the code or the link of a message.
    public static let verify = NextStep("verify")
    /// Have the message with the code or the link sent again.
    public static let resend = NextStep("resend")
    /// Do the same again.
    public static let retry = NextStep("retry")
    /// Open what a pass phrase locks.
    public static let unlock = NextStep("unlock")
    /// Look at what waits on this device, to be done later.
    public static let seeQueue = NextStep("see_queue")
    /// Begin with the first page of a list.
    public static let fromStart = NextStep("from_start")
}
