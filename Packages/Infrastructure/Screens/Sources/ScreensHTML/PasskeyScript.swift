package import ScreensAPI

extension ScreenScript {
    /// Has an authenticator of the browser answer what ``ScreenField/Kind/authenticator(_:)``
    /// asks (WebAuthn level 3, sections 5.1.3 and 5.1.4): when the button is pressed,
    /// and where the question says so also while somebody fills in an address.
    ///
    /// A question is good for five minutes; before it is too old, the page is asked for
    /// another one.
    package static let passkey = ScreenScript("passkey", text)

    private static let text = #"""
        "use strict";
        const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
        const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer)))
          .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        const page = () => new Promise((done, fail) => {
          const request = new XMLHttpRequest();
          request.open("GET", location.href);
          request.responseType = "document";
          request.timeout = 10000;
          request.setRequestHeader("Accept", "text/html");
          request.onloadend = () => request.response ? done(request.response) : fail();
          request.send();
        });
        const causes = { NotAllowedError: "stopped", InvalidStateError: "known", SecurityError: "elsewhere" };
        for (const field of document.querySelectorAll("input[data-passkey]")) {
          const form = field.form, kind = field.dataset.passkey, isMaking = kind === "making";
          const button = form.querySelector("button:not([type])");
          const email = document.querySelector("input[autocomplete~=username]");
          let since = performance.now(), offered;
          const say = (name) => {
            for (const told of field.parentNode.querySelectorAll("[data-when]")) told.hidden = told.dataset.when !== name;
          };
          const renew = async () => {
            if (performance.now() - since < 200000) return;
            const fresh = (await page()).getElementById(form.id)?.querySelector("input[data-passkey]");
            if (!fresh) return;
            field.dataset.options = fresh.dataset.options;
            since = performance.now();
          };
          const ask = async (more) => {
            const publicKey = JSON.parse(field.dataset.options);
            publicKey.challenge = bytes(publicKey.challenge);
            if (isMaking) {
              publicKey.user.id = bytes(publicKey.user.id);
              for (const known of publicKey.excludeCredentials) known.id = bytes(known.id);
            }
            const { id, response } = await navigator.credentials[isMaking ? "create" : "get"]({ publicKey, ...more });
            const answer = { clientDataJSON: text(response.clientDataJSON) };
            if (isMaking) {
              answer.attestationObject = text(response.attestationObject);
              answer.transports = response.getTransports?.() ?? [];
            } else {
              answer.authenticatorData = text(response.authenticatorData);
              answer.signature = text(response.signature);
              answer.userHandle = text(response.userHandle);
            }
            field.value = JSON.stringify({ id, response: answer });
            form.submit();
          };
          // In the list that a browser shows at the address, for as long as nobody presses the button; not once more
          // by itself where it was refused.
          const offer = async () => {
            if (kind !== "offering" || !email || form.querySelector("[role=alert]") || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return;
            email.autocomplete = "username webauthn";
            const mine = offered = new AbortController();
            await ask({ mediation: "conditional", signal: mine.signal }).catch(() => {});
          };
          const again = async () => {
            if (!offered || document.hidden || performance.now() - since < 200000) return;
            offered.abort();
            await renew().catch(() => {});
            offer();
          };
          if (!window.PublicKeyCredential) {
            say("impossible");
            button.disabled = true;
            continue;
          }
          form.addEventListener("submit", async (event) => {
            event.preventDefault();
            say("asked");
            button.disabled = true;
            offered?.abort();
            try {
              await renew().catch(() => {});
              await ask({});
            } catch (error) {
              say(causes[error.name] ?? "impossible");
              button.disabled = false;
              offer();
            }
          });
          // Who comes back finds it as it was before.
          addEventListener("pageshow", (event) => {
            if (!event.persisted) return;
            field.value = "";
            button.disabled = false;
            say();
          });
          document.addEventListener("visibilitychange", again);
          setInterval(again, 60000);
          offer();
        }

        """#
}

extension ScreenField.Kind {
    /// What an authenticator is asked; nil for other fields.
    package var question: AuthenticatorQuestion? {
        if case .authenticator(let question) = self { question } else { nil }
    }
}

extension ScreenContents {
    /// The scripts that ask authenticators what is on it to be asked.
    package var authenticatorScripts: [ScreenScript] {
        let kinds = forms.flatMap(\.fields).compactMap { $0.kind.question?.kind }
        return (kinds.contains { !$0.givesSecret } ? [.passkey] : [])
            + (kinds.contains(where: \.givesSecret) ? [.presence] : [])
    }
}
