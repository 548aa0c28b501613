package import ScreensAPI

extension ScreenScript {
    /// Has an authenticator of the browser compute a secret once it has verified the
    /// person, when the button is pressed (WebAuthn level 3, section 10.1.4).
    ///
    /// What it gives when it makes something may differ from what it gives later, so it
    /// is asked once more. Whether somebody may be asked, and what it means that one
    /// refuses, is the program's business: it gets the name of the error.
    ///
    /// What it computes stands in no field, and no window goes along with it: of a page that
    /// couldn't be reached browsers write to their disk what was sent to it. The window goes
    /// where the answer is.
    package static let presence = ScreenScript("presence", text)

    private static let text = #"""
        "use strict";
        {
          const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
          const text = (array) => btoa(String.fromCharCode(...array))
            .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          const credential = (id) => ({ type: "public-key", id: bytes(id) });
          // Nobody looks at what is signed: only who has the authenticator computes what opens.
          const common = () => ({ challenge: crypto.getRandomValues(new Uint8Array(32)), timeout: 120000 });
          const make = async (asked) => {
            const made = await navigator.credentials.create({ publicKey: {
              ...common(), rp: { id: asked.party, name: "Essential" }, attestation: "none",
              user: { id: bytes(asked.user), name: asked.name, displayName: asked.name },
              pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
              excludeCredentials: asked.known.map(credential),
              authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
              extensions: { prf: {} },
            } });
            if (!made.getClientExtensionResults().prf?.enabled) throw { name: "Secretless" };
            return { [made.id]: asked.salt };
          };
          const compute = async (asked) => {
            if (!window.PublicKeyCredential) throw { name: "Absent" };
            const salts = Object.entries(asked.salts ?? await make(asked));
            const given = await navigator.credentials.get({ publicKey: {
              ...common(), rpId: asked.party, userVerification: "required",
              allowCredentials: salts.map(([id]) => credential(id)),
              extensions: { prf: { evalByCredential: Object.fromEntries(
                salts.map(([id, salt]) => [id, { first: bytes(salt) }])) } },
            } });
            const secret = new Uint8Array(given.getClientExtensionResults().prf?.results?.first ?? 0);
            const answer = given.id + " " + text(secret);
            secret.fill(0);
            return answer;
          };
          for (const field of document.querySelectorAll("input[data-presence]")) {
            const form = field.form, button = form.querySelector("button:not([type])");
            let answer;
            const show = (isAsked) => {
              for (const told of field.parentNode.querySelectorAll("[data-when]")) told.hidden = !isAsked;
              button.disabled = isAsked;
            };
            const send = () => {
              const request = new XMLHttpRequest(), body = new URLSearchParams(new FormData(form));
              body.set(field.name, answer);
              answer = undefined;
              button.disabled = true;
              request.open("POST", form.action);
              request.setRequestHeader("Accept", "text/html");
              request.setRequestHeader("X-Answer", "kept");
              request.onload = () => location.assign(request.responseURL);
              request.onerror = () => {
                show(false);
                tell(form, reason());
              };
              request.send(body);
            };
            form.addEventListener("submit", async (event) => {
              event.preventDefault();
              if (answer !== undefined) return send();
              show(true);
              answer = await compute(JSON.parse(field.dataset.options)).catch((error) => error.name);
              button.disabled = false;
              // Whether the program is there to take it is looked at anew.
              form.requestSubmit(button);
            });
            // Who comes back finds it as it was before.
            addEventListener("pageshow", () => {
              answer = undefined;
              show(false);
            });
          }
        }

        """#
}
