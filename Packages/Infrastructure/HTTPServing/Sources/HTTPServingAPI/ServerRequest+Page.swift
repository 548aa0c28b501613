import HTTPTypes

extension ServerRequest {
    /// Whether a person with a browser asks, who wants a page and not an object:
    /// `Accept` names `text/html`, which no program does by chance.
    public var asksForPage: Bool {
        fields.values(of: .accept).contains { value in
            value.split(separator: ",").contains { range in
                let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
                // RFC 9110, section 12.4.2: a weight of 0 is “not acceptable”.
                return parts.first == "text/html"
                    && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
            }
        }
    }
}
