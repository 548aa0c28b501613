/// Scripts in Lua for requests that differ from each other.
enum BenchScript {
    /// Each request for another page.
    static func pages(of pictures: Int) -> String {
        """
        local next = \(pictures)
        function request()
          next = next > 40 and next - 1 or \(pictures)
          return wrk.format("GET", string.format("/feed?limit=20&after_id=%08x-0000-4000-8000-%012x", next, next))
        end
        """
    }

    /// Each request from another browser.
    static func visits(of cookies: [String]) -> String {
        """
        local cookies = { \(cookies.map { "\"\($0.dropFirst("Cookie: ".count))\"" }.joined(separator: ", ")) }
        local count = 0
        function request()
          count = count % #cookies + 1
          return wrk.format("GET", wrk.path,
            { Host = wrk.headers["Host"], Accept = "text/html", Cookie = cookies[count] })
        end
        """
    }

    /// Sessions that are renewed, each by one request at a time.
    static func refreshing(_ tokens: [String]) -> String {
        renewal(tokens) + "\nrequest = refresh\n"
    }

    /// Somebody's account, with a proof of their device for each request.
    static func proving(token: String, _ proofs: [String]) -> String {
        """
        local proofs = { \(proofs.map { "\"\($0)\"" }.joined(separator: ", ")) }
        local count = 0
        function request()
          count = count + 1
          return wrk.format("GET", "/auth/me",
            { Host = wrk.headers["Host"], Authorization = "DPoP \(token)", DPoP = proofs[count] })
        end
        """
    }

    /// Twelve requests for the feed, five for the account, two for the health
    /// and one renewal.
    static func mixed(token: String, _ tokens: [String]) -> String {
        renewal(tokens) + """

            local count = 0
            local feed, me, health
            function init()
              feed = wrk.format("GET", "/feed?limit=20")
              me = wrk.format("GET", "/auth/me", { Host = wrk.headers["Host"], Authorization = "Bearer \(token)" })
              health = wrk.format("GET", "/healthz")
            end
            function request()
              count = (count + 1) % 20
              if count == 0 then return refresh() end
              if count < 13 then return feed end
              return count < 18 and me or health
            end
            """
    }

    /// A token that waits for its answer is in nobody's hands, so that none is
    /// used twice.
    private static func renewal(_ tokens: [String]) -> String {
        """
        local tokens = { \(tokens.map { "\"\($0)\"" }.joined(separator: ", ")) }
        local first, last = 1, #tokens
        function refresh()
          if first > last then return wrk.format("GET", "/healthz") end
          local token = tokens[first]
          tokens[first] = nil
          first = first + 1
          return wrk.format("POST", "/auth/refresh",
            { Host = wrk.headers["Host"], ["Content-Type"] = "application/json" },
            '{"refresh_token":"' .. token .. '"}')
        end
        function response(status, headers, body)
          local token = body:match('"refresh_token":"([^"]+)"')
          if token then
            last = last + 1
            tokens[last] = token
          end
        end
        """
    }
}
