package import ScreensAPI

/// What browsers show beside the name of a screen.
package enum ScreenIcon {
    /// Its path below the root.
    package static let path = "icon.svg"

    /// The sign of the product.
    package static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b57c4"/>\
        <path d="M20 16h26v8H29v8h15v8H29v8h17v8H20z" fill="#fff" transform="translate(-1 -4)"/></svg>

        """
}

extension ScreenScript {
    /// Takes the parameters off the address that the browser shows and remembers:
    /// in a mailed link they are secrets.
    ///
    /// Without scripts they stay in the history, and are good until they are used
    /// or their time is over.
    package static let forget = ScreenScript("forget", "history.replaceState(null, \"\", location.pathname);\n")
}
