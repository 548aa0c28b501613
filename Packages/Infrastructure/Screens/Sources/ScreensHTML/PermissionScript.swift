package import ScreensAPI

extension ScreenScript {
    /// Asks for permissions: on a press only, after it has said what for, and
    /// looking at the state each time.
    package static let permission = ScreenScript("permission", text)

    private static let text = #"""
        "use strict";
        const names = { camera: "camera", location: "geolocation", notifications: "notifications" };
        const means = {
          camera: () => navigator.mediaDevices?.getUserMedia,
          location: () => navigator.geolocation,
          notifications: () => window.Notification,
        };
        const look = async (kind) => {
          if (!isSecureContext || !means[kind]()) return { state: "restricted" };
          try { return await navigator.permissions.query({ name: names[kind] }); } catch { return { state: "prompt" }; }
        };
        for (const box of document.querySelectorAll("[data-permission]")) {
          const kind = box.dataset.permission, isOverview = "overview" in box.dataset;
          const part = (name) => box.querySelector(`[data-do=${name}]`);
          // The form may be another one by then.
          const field = () => document.getElementById(box.dataset.field);
          const view = box.querySelector(".camera");
          const video = box.querySelector("video");
          let followed, stream;
          const show = (state) => {
            for (const text of box.querySelectorAll("[data-when]")) text.hidden = text.dataset.when !== state;
            part("go").hidden = state !== "prompt";
            if (state !== "granted") stop();
          };
          const stop = () => {
            if (!stream) return;
            for (const track of stream.getTracks()) track.stop();
            stream = video.srcObject = null;
            view.hidden = true;
          };
          const state = async () => {
            const status = await look(kind);
            if (status.addEventListener && !followed) {
              followed = status;
              // It may be taken back at any time.
              status.addEventListener("change", () => show(status.state));
            }
            return status.state;
          };
          const acts = {
            camera: async () => {
              stop();
              const got = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
              if (!view) return got.getTracks().forEach((track) => track.stop());
              stream = video.srcObject = got;
              got.getTracks()[0].addEventListener("ended", async () => { stop(); show(await state()); });
              view.hidden = false;
              await video.play();
              part("take").focus();
            },
            location: () => new Promise((done, fail) => navigator.geolocation.getCurrentPosition(({ coords }) => {
              if (field()) {
                field().value = `${coords.latitude.toFixed(2)}, ${coords.longitude.toFixed(2)}`;
                field().focus();
              }
              done();
            }, fail, { timeout: 20000, maximumAge: 600000 })),
            notifications: () => Notification.requestPermission(),
          };
          const act = async () => {
            let failure;
            try { await acts[kind](); } catch (error) { failure = error; }
            const now = await state();
            // Allowed by the person and still not to be had.
            show(failure && now === "granted" ? "restricted" : now);
          };
          part("ask")?.addEventListener("click", async () => {
            const now = await state();
            if (now === "granted") return act();
            show(now);
            if (now === "prompt") part("go").focus();
          });
          part("go").addEventListener("click", act);
          part("stop")?.addEventListener("click", () => { stop(); part("ask").focus(); });
          part("take")?.addEventListener("click", () => {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
            canvas.getContext("2d").drawImage(video, 0, 0);
            canvas.toBlob((blob) => {
              const chosen = new DataTransfer();
              chosen.items.add(new File([blob], "camera.jpg", { type: "image/jpeg" }));
              field().files = chosen.files;
              field().dispatchEvent(new Event("change", { bubbles: true }));
              stop();
              field().focus();
            }, "image/jpeg", 0.92);
          });
          addEventListener("pagehide", stop);
          box.hidden = false;
          if (isOverview) state().then(show);
        }

        """#
}
