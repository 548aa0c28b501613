package import ScreensAPI

extension ScreenScript {
    /// A file that is chosen, dropped or pasted is shown before it is sent, and one
    /// sees how much of it is there and can stop it; what the server says comes to
    /// the form, which keeps the file.
    package static let upload = ScreenScript("upload", compact: text)

    private static let text = #"""
        const upload = (form) => {
          // One may choose a file or take a picture: what was done last counts.
          const fields = [...form.querySelectorAll("[type=file]")], zone = fields[0].parentNode;
          const button = form.querySelector("button:not([type])"), chosen = () => fields.find((field) => field.files[0]);
          zone.classList.add("drop");
          const shown = make("img", zone);
          shown.hidden = true;
          shown.alt = "";
          const show = () => {
            if (shown.src) URL.revokeObjectURL(shown.src);
            shown.hidden = !chosen();
            if (chosen()) shown.src = URL.createObjectURL(chosen().files[0]);
          };
          // What the browser can't show can still be sent.
          shown.addEventListener("error", () => { shown.hidden = true; });
          for (const field of fields) field.addEventListener("change", () => {
            for (const other of fields) {
              if (other !== field) other.value = "";
              other.removeAttribute("aria-invalid");
            }
            show();
            zone.querySelector(".problem")?.remove();
          });
          const take = (files) => {
            const file = [...files].find((file) => file.type.startsWith("image/"));
            if (!file) return;
            const list = new DataTransfer();
            list.items.add(file);
            for (const field of fields) field.value = "";
            fields[0].files = list.files;
            show();
            say(file.name);
          };
          addEventListener("dragover", (event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            zone.classList.add("over");
          }, { signal: form.over });
          addEventListener("dragleave", () => zone.classList.remove("over"), { signal: form.over });
          addEventListener("drop", (event) => {
            if (!event.dataTransfer.files.length) return;
            event.preventDefault();
            zone.classList.remove("over");
            take(event.dataTransfer.files);
          }, { signal: form.over });
          addEventListener("paste", (event) => {
            const { files, types } = event.clipboardData;
            if (!files.length || (types.includes("text/plain") && event.target.matches?.("input, textarea"))) return;
            event.preventDefault();
            take(files);
          }, { signal: form.over });

          form.addEventListener("submit", (event) => {
            if (!chosen()) return;
            event.preventDefault();
            const request = new XMLHttpRequest(), body = new FormData(form), asked = onbeforeunload;
            const way = make("p", form), label = make("label", way, words.uploading), bar = make("progress", label);
            const stop = make("button", way, words.cancel);
            stop.type = "button";
            bar.max = 1;
            button.disabled = true;
            form.querySelector("[role=alert]")?.remove();
            // Who leaves now is asked first.
            onbeforeunload = (event) => event.preventDefault();
            // What is allowed, and what the camera sees, goes on in the form that comes.
            const carry = (page) => {
              for (const box of form.querySelectorAll("[data-permission]"))
                page.querySelector(`[data-permission=${box.dataset.permission}]`)?.replaceWith(box);
            };
            const over = (text) => {
              onbeforeunload = asked;
              way.remove();
              button.disabled = false;
              button.focus({ preventScroll: true });
              if (text) tell(form, text);
            };
            stop.addEventListener("click", () => request.abort());
            request.upload.addEventListener("progress", (event) => {
              if (event.lengthComputable) bar.value = event.loaded / event.total;
            });
            request.onabort = () => {
              over();
              say(words.cancelled);
            };
            request.onerror = request.ontimeout = () => over(reason());
            request.onload = () => {
              onbeforeunload = asked;
              const again = request.response?.getElementById(form.id);
              if (request.status < 400 && request.response && !again) {
                const isSignIn = request.response.querySelector("[name=_kept]");
                return isSignIn ? form.submit() : location.assign(request.responseURL);
              }
              if (request.status < 400 && again) {
                // It is done later, which the page says, with a form for the next one.
                form.ended.abort();
                const main = document.adoptNode(request.response.querySelector("main"));
                carry(main);
                document.querySelector("main").replaceWith(main);
                hold(main);
                // A screen that is higher than its window isn't scrolled to by that.
                main.querySelector(".notice")?.scrollIntoView({ block: "center" });
                return uploads(main.querySelector("form:has([type=file])"));
              }
              if (!again) return over(reason(request.response));
              const { files } = chosen();
              form.ended.abort();
              again.querySelector("[autofocus]")?.removeAttribute("autofocus");
              document.title = request.response.title;
              carry(again);
              form.replaceWith(document.adoptNode(again));
              uploads(again, files);
            };
            request.open("POST", form.action);
            request.responseType = "document";
            request.setRequestHeader("Accept", "text/html");
            request.send(body);
            stop.focus();
          });
          show();
        };
        const uploads = (form, files) => {
          form.ended = new AbortController();
          form.over = form.ended.signal;
          if (files) form.querySelector("[type=file]").files = files;
          upload(form);
          form.querySelector("[role=alert]")?.focus();
        };
        for (const form of new Set([...document.querySelectorAll("form [type=file]")].map((field) => field.form))) uploads(form);
        """#
}
