package import ScreensAPI

extension ScreenScript {
    /// Has all windows go to the screen that opens what belongs to the person, as soon
    /// as that is locked, also those that nobody sees.
    ///
    /// One of them has the stream, for a browser has six connections to a server;
    /// when it goes, another one has it.
    package static let lock = ScreenScript(
        "lock",
        compact: #"""
            {
              const windows = new BroadcastChannel("essential-lock");
              const follow = () => {
                const stream = new EventSource(words.liveAt + "?on=lock");
                stream.addEventListener("ended", (event) => {
                  windows.postMessage(event.data);
                  turn(event.data);
                });
                // It was refused, and doesn't try again by itself.
                stream.onerror = () => stream.readyState === EventSource.CLOSED && setTimeout(follow, 60000);
                return new Promise(() => {});
              };
              windows.onmessage = (event) => turn(event.data);
              navigator.locks.request("essential-lock", follow);
              // What comes out of the browser's memory was there before.
              addEventListener("pageshow", (event) => event.persisted && location.reload());
            }
            """#)
}
