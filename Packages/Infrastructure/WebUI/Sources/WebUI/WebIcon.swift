import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes

/// The sign of the product, which browsers show beside the name of a page.
public enum WebIcon {
    /// Its path below that of the server, where pages look for it.
    public static let path = "/icon.svg"

    /// The answer to who asks for it.
    public static let response = ServerResponse.bytes(
        Data(svg.utf8), type: .svg, fields: [.cacheControl: "public, max-age=86400"])

    private static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b57c4"/>\
        <path d="M20 16h26v8H29v8h15v8H29v8h17v8H20z" fill="#fff" transform="translate(-1 -4)"/></svg>

        """
}
