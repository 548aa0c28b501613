package import ScreensAPI

extension ScreenScript {
    /// Helps where the program is on one's own machine, may be locked, and may have
    /// ended or been started anew.
    ///
    /// All windows go to the screen that opens what belongs to the person, as soon as
    /// that is locked, also those that nobody sees. One of them has the stream, for a
    /// browser has six connections to a server; when it goes, another one has it.
    ///
    /// A form leaves its page when the program of this page is there to take it, and
    /// lets this browser in. Otherwise it stays as it is and says what to do.
    package static let lock = ScreenScript(
        "lock",
        compact: #"""
            {
              const windows = new BroadcastChannel("essential-lock");
              const follow = () => {
                const stream = new EventSource(words.liveAt + "?on=lock");
                stream.addEventListener("ended" + words.proof, (event) => {
                  windows.postMessage(event.data);
                  turn(event.data);
                });
                // It was refused, and doesn't try again by itself.
                stream.onerror = () => stream.readyState === EventSource.CLOSED && setTimeout(follow, 60000);
                return new Promise(() => {});
              };
              windows.onmessage = (event) => turn(event.data);
              navigator.locks.request("essential-lock", follow);
              addEventListener("submit", async (event) => {
                const form = event.target;
                if (event.defaultPrevented) return;
                event.preventDefault();
                let answer;
                try { answer = await ask(words.liveAt); } catch {}
                // Whoever else is there doesn't know what this page knows.
                if (answer?.response?.body?.textContent !== words.proof) return tell(form, reason(answer?.response));
                close();
                form.submit();
              });
              // What comes out of the browser's memory was there before.
              addEventListener("pageshow", (event) => event.persisted && location.reload());
            }
            """#)
}
