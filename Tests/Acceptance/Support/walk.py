"""Walks through pages with Debian's Chromium as a person does, step by step.

Reads from standard input a line with the plan (see Walker.swift), then orders, a line each: lists of steps; and so on for
the next person (see looks.py). It answers each order with a line: whether all steps could be taken, and what was wrong. That
is what wasn't there, what axe-core calls violations, what scrolls sideways, what has the focus without being seen, and what
the browser complains of.
"""
import json
import os
import re
import signal
import sys
import tempfile

import authenticator
import looks
import passkeys
import pictures
from playwright.sync_api import Error, TimeoutError, sync_playwright

PATIENCE = 60_000
# So often the key Tab may be pressed until something is reached.
STEPS = 250


class Pointer:
    """A person with a mouse or a finger."""

    def __init__(self, page, problems):
        self.page, self.problems = page, problems

    def press(self, target):
        target.click(no_wait_after=True)

    def type(self, target, text):
        target.fill(text)

    def choose_file(self, target, path):
        target.set_input_files(path)


class Keyboard(Pointer):
    """A person who has the keys Tab, Enter and Space, and those for letters, and sees where they are."""

    def reach(self, target):
        target = target.element_handle()
        for _ in range(STEPS):
            self.page.keyboard.press("Tab")
            name, _, is_seen = self.page.evaluate(looks.FOCUS)
            if not is_seen and name != "BODY":
                self.problems.append(f"{self.page.url}: nobody sees that {name} has the focus")
            if target.evaluate("it => it === document.activeElement"):
                return
        raise RuntimeError("the keyboard doesn't come there")

    def press(self, target):
        self.reach(target)
        is_link = target.evaluate("it => it.tagName === 'A'")
        self.page.keyboard.press("Enter" if is_link else "Space")

    def type(self, target, text):
        self.reach(target)
        self.page.keyboard.type(text)

    def choose_file(self, target, path):
        """A browser opens it soon after the key or not at all, so that on a busy machine people press again."""
        self.reach(target)
        for patience in (PATIENCE / 6, PATIENCE / 6, PATIENCE):
            try:
                with self.page.expect_file_chooser(timeout=patience) as chooser:
                    self.page.keyboard.press("Space")
                return chooser.value.set_files(path)
            except TimeoutError:
                continue
        raise RuntimeError("no file can be chosen")


class Walk:
    def __init__(self, browser, plan):
        self.plan, self.problems, self.told, self.is_elsewhere = plan, [], [], False
        self.authenticators, self.has_died = None, False
        self.context = browser.new_context(
            base_url=plan["address"], locale=plan["language"], java_script_enabled=plan["runsScripts"],
            bypass_csp=plan["isUnguarded"], user_agent=plan.get("name"),
            geolocation={"latitude": -12.0464, "longitude": -77.0428})
        self.context.set_default_timeout(PATIENCE)
        if not plan["sendsByScript"]:
            self.context.route(re.compile(r"/assets/(app|scroll|upload)\..*\.js"), lambda it: it.abort())
        self.page = self.context.new_page()
        if plan["isPictured"]:
            self.context.route(re.compile("/(image|pictures)/"), lambda it: it.fulfill(
                body=pictures.PIXEL, content_type="image/gif"))
        self.album = pictures.Album(browser, plan["kept"], plan["screenshots"], plan["isWritten"])
        self.page.on("console", self.hear)
        self.page.on("dialog", self.hear_dialog)
        self.hand = (Keyboard if plan["hasKeyboardOnly"] else Pointer)(self.page, self.problems)

    def hear(self, message):
        complaint = None if self.is_elsewhere else looks.complaint(message)
        if self.has_died and "net::ERR_CONNECTION" in message.text:
            # What was asked of the server that died, pictures for example, is told late.
            return
        if complaint and (self.plan["sendsByScript"] or "net::ERR_FAILED" not in complaint):
            self.problems.append(complaint)

    def hear_dialog(self, dialog):
        self.problems.append(f"{self.page.url} says {dialog.message!r}")
        dialog.dismiss()

    def go(self, steps):
        """Takes steps, until one is impossible.

        Returns whether all were possible.
        """
        self.problems.clear()
        for number, (verb, *values) in enumerate(steps):
            try:
                getattr(self, verb)(*values)
            except Exception as error:
                shown = self.page.locator("body").inner_text()[:500]
                self.problems.append(f"step {number}, {verb} {values}: {error} {self.page.url} {shown!r}")
                return False
        return True

    def end(self):
        """Closes the windows, and forgets all that the browser kept."""
        self.album.close()
        self.context.close()

    # What people do

    def open(self, path):
        self.page.goto(path)

    def type(self, name, text):
        self.hand.type(self.page.locator(f"main [name={name}]"), text)

    def scan(self):
        """Has an authenticator read the QR code, which says the same as the text below it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "code.png")
            self.page.locator("main svg").screenshot(path=path)
            read = authenticator.read(path)
        self.secret = self.page.locator("main pre").inner_text().replace(" ", "")
        if not (read.startswith("otpauth://totp/") and f"secret={self.secret}&" in read):
            self.problems.append(f"the QR code says {read!r}")

    def typeCode(self, name, steps):
        """Types what the authenticator shows, by a clock that is some steps off."""
        self.type(name, authenticator.code(self.secret, int(steps)))

    def choose(self, name, value):
        self.page.locator(f"main select[name={name}]").select_option(value)

    def file(self, name, path):
        self.hand.choose_file(self.page.locator(f"main input[name={name}]").first, path)

    def press(self, text):
        self.leave_by(self.page.get_by_role("button", name=text, exact=True))

    def follow(self, text):
        self.leave_by(self.page.get_by_role("link", name=text, exact=True).first)

    def send(self, form):
        self.leave_by(self.button(form))

    def to(self, path):
        """Follows the first link that leads to an address."""
        links = self.page.locator("a")
        hrefs = links.evaluate_all("all => all.map(it => it.getAttribute('href'))")
        found = [index for index, href in enumerate(hrefs) if re.fullmatch(path, href)]
        if not found:
            raise RuntimeError(f"there are ways to {hrefs} only")
        self.leave_by(links.nth(found[0]))

    def back(self):
        self.page.go_back()

    def reload(self):
        """A page that is the answer to a form is asked for by sending the form again."""
        self.page.reload()

    def button(self, form):
        return self.page.locator(f"form[id='form-{form}'] button:not([type=button]), form[id^='form-{form}-'] button").first

    def leave_by(self, target):
        """Presses it, and waits until another page is there, or until what scripts send from this one is answered."""
        if not (self.plan["runsScripts"] and self.plan["sendsByScript"]):
            with self.page.expect_navigation():
                self.hand.press(target)
            return
        here = self.page.evaluate("() => performance.timeOrigin")
        self.hand.press(target)
        self.page.wait_for_function(
            """here => document.readyState === 'complete' && (performance.timeOrigin !== here
                || !!document.querySelector('[data-joins]') && !document.querySelector('.pending, .leaving'))""", arg=here)

    def openLinkTo(self, path):
        """Opens an address to which a link leads, as in another window."""
        hrefs = self.page.locator("a").evaluate_all("all => all.map(it => it.getAttribute('href'))")
        self.page.goto([href for href in hrefs if re.fullmatch(path, href)][0])

    def provider(self, name, password, answer):
        """Logs in at somebody else's, where that is asked, and answers there what may be told here; until one is back."""
        self.is_elsewhere = True
        while not self.page.url.startswith(self.plan["address"]):
            for field, value in [("login", name), ("password", password)]:
                if self.page.locator(f"[name={field}]").count():
                    self.page.locator(f"[name={field}]").fill(value)
            answers = self.page.locator(f"button[value={answer}]")
            with self.page.expect_navigation():
                (answers if answers.count() else self.page.locator("form button.primary").last).click()
        self.is_elsewhere = False

    def glewlwyd(self, name, password):
        """The same at glewlwyd, all of which is one page with scripts, and asks whom it knows for less."""
        self.is_elsewhere = True
        page, home = self.page, re.compile(re.escape(self.plan["address"]))
        login, go_on = page.locator("#loginbut"), page.locator("text='Continue'")
        while not home.match(page.url):
            login.or_(go_on).first.wait_for()
            if login.count():
                page.fill("#username", name)
                page.fill("#password", password)
                login.click()
                login.wait_for(state="detached")
                continue
            with page.expect_response(lambda it: it.request.method == "PUT"):
                page.click("text='Grant access'")
            go_on.click()
            page.wait_for_url(home)
        self.is_elsewhere = False

    def leaveGlewlwyd(self, issuer):
        """Logs out there, which tells all that know of it."""
        session = [it["value"] for it in self.context.cookies(issuer) if "OIDC" in it["name"]][0]
        answer = self.context.request.delete(f"{issuer}/session/{session}")
        if not answer.ok:
            self.problems.append(f"glewlwyd answers {answer.status} {answer.text()}")

    def plugIn(self, name, verifies):
        """Plugs in an authenticator, which makes sure that it is the person, or doesn't."""
        if not self.authenticators:
            self.authenticators = passkeys.Authenticators(self.page)
        self.authenticators.plug_in(name, verifies == "yes")

    def comeIn(self, name):
        """Plugs one in and presses, or is led on before: the browser offers at once what it has for the page."""
        button = self.page.get_by_role("button", name="Log in with a passkey", exact=True).element_handle()
        with self.page.expect_navigation():
            self.plugIn(name, "yes")
            try:
                button.click(no_wait_after=True, timeout=2_000)
            except Error:
                pass  # The page is gone.

    def pullOut(self, name):
        self.authenticators.pull_out(name)

    def rewind(self, name, count):
        """One that was pulled out counts on from there."""
        self.authenticators.rewind(name, int(count))

    # What happens meanwhile

    def sendInVain(self, form, pid):
        """The server is killed once it is asked, before it can answer."""
        self.has_died = True
        os.kill(int(pid), signal.SIGSTOP)
        with self.page.expect_event("requestfailed", lambda it: it.is_navigation_request()):
            with self.page.expect_request(lambda it: it.is_navigation_request()):
                self.hand.press(self.button(form))
            os.kill(int(pid), signal.SIGKILL)
        # The browser has a page of its own for that.
        while not self.page.url.startswith("chrome-error:"):
            self.page.wait_for_event("framenavigated")

    def letInInVain(self):
        """A program is let in that has ended: nobody is where the browser goes."""
        self.has_died = True
        with self.page.expect_event("requestfailed", lambda it: it.url.startswith("http://127.0.0.1:")):
            self.hand.press(self.button("let-in"))
        while not self.page.url.startswith("chrome-error:"):
            self.page.wait_for_event("framenavigated")

    def meets(self, origin, html):
        """Somebody else has a page at an origin, which does what it likes."""
        self.context.route(origin + "/**", lambda route: route.fulfill(body=html, content_type="text/html"))
        self.page.goto(origin + "/")
        # Where a form or a script leads to.
        self.page.wait_for_load_state("networkidle")

    def endOtherSessions(self, login):
        """As the person does on another device."""
        request = self.page.context.request
        answer = request.post("/auth/login", data=login, headers={"Content-Type": "application/json"})
        token = answer.json()["token"]["access_token"]
        ended = request.delete("/auth/sessions", headers={"Authorization": f"Bearer {token}"})
        if not ended.ok:
            self.problems.append(f"the sessions weren't ended: {ended.status} {ended.text()}")

    # What people see

    def at(self, pattern):
        address = self.page.url.removeprefix(self.plan["address"])
        # What was sent is answered at the place of its form.
        address = re.sub(r"\?_answer=[^&#]*(?=#|$)", "", address)
        if not re.fullmatch(pattern, address):
            self.problems.append(f"it is at {address}, not at {pattern}")

    def sees(self, text):
        shown = self.page.locator("body").inner_text()
        values = self.page.locator("input, textarea").evaluate_all("all => all.map(one => one.value)")
        if text not in shown and not any(text in value for value in values):
            self.problems.append(f"{self.page.url} doesn't show {text!r}, but {shown[:400]!r}")

    def holds(self, name, text):
        value = self.page.locator(f"main [name={name}]").input_value()
        if value != text:
            self.problems.append(f"{self.page.url} has {value!r} in {name}, not {text!r}")

    def lacks(self, text):
        if text in self.page.locator("body").inner_text():
            self.problems.append(f"{self.page.url} shows {text!r}")

    def pictures(self, count):
        """So many pictures are there, or come; a person whose server was busy loads the page anew."""
        there = ("count => { const all = [...document.querySelectorAll('main img')].slice(0, count);"
                 "return all.length == count && all.every(one => one.naturalWidth) }")
        try:
            try:
                self.page.wait_for_function(there, arg=int(count), timeout=PATIENCE / 3)
            except TimeoutError:
                self.page.reload()
                self.page.wait_for_function(there, arg=int(count), timeout=PATIENCE)
        except TimeoutError:
            sizes = self.page.locator("main img").evaluate_all("all => all.map(one => one.naturalWidth)")
            self.problems.append(f"{self.page.url} has pictures that are {sizes} wide")

    def tell(self, what):
        """What the browser keeps, or where it is, or who it shows itself as at an address."""
        if what == "storage":
            kept = self.page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
            self.told = [json.dumps(self.context.storage_state(indexed_db=True)), kept, self.page.url]
        elif what == "page":
            self.told = [self.page.locator("body").inner_text()]
        elif what == "frames":
            self.told = [frame.locator("body").inner_text() if frame.url.startswith("http") else ""
                         for frame in self.page.frames[1:]]
        else:
            self.told = [f"{it['name']}={it['value']}" for it in self.context.cookies(what)]

    def harmless(self):
        """Nothing that somebody wrote has become part of the page."""
        found = self.page.evaluate("""() => [window.hit, ...[...document.querySelectorAll(
            'script:not([src^="/assets/"]), iframe, object, embed, svg, base, [onerror], [onload], [onfocus], [style], ' +
            'img[src="x"], a[href^="javascript:" i], form[action^="http"], meta[http-equiv]')].map(it => it.outerHTML)]
            .filter(it => it)""")
        self.problems += [f"{self.page.url} has {it}" for it in found]

    def look(self, name):
        """The page is fit for people, which axe can't tell where no script runs."""
        if self.plan["runsScripts"]:
            path, language = os.path.join(self.plan["screenshots"], name), self.plan["language"]
            self.problems += [f"{name}: {found}" for found in looks.look(self.page, path, language)]

    def compare(self, name):
        """The page looks as it did."""
        self.problems += self.album.compare(self.page, name)

    def explore(self, start):
        """Looks at each kind of screen to which links lead; mailed ones and those of the same kind count once."""
        kinds, rest = {}, [start]
        while rest:
            path = rest.pop(0)
            kind = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", path)
            if kind in kinds:
                continue
            kinds[kind] = path
            answer = self.page.goto(path)
            if answer.status != 200:
                self.problems.append(f"{path} is answered with {answer.status}")
            if self.page.locator("html").get_attribute("lang") != self.plan["language"]:
                self.problems.append(f"{path} speaks another language")
            self.look("explored" + re.sub(r"\W+", "-", kind))
            hrefs = self.page.locator("a").evaluate_all("all => all.map(it => it.getAttribute('href'))")
            rest += [href.split("#")[0] for href in hrefs if href.startswith("/") and not href.startswith("/image/")
                     and not href.startswith("/pictures/")]
        self.told = sorted(kinds)

    # What a person decides for a browser.

    def tick(self, name, value):
        """Chooses one of several that are all shown; nothing takes a mark away."""
        box = self.page.locator(f"main input[name={name}]" + (f"[value={value}]" if value else ""))
        box.set_checked(bool(value))

    def marked(self, attribute, value):
        """What the document says of itself from its first byte on."""
        found = self.page.locator("html").get_attribute(attribute) or ""
        if found != value:
            self.problems.append(f"{self.page.url} says {attribute}={found!r}, not {value!r}")

    def unfold(self, text):
        self.hand.press(self.page.locator("summary", has_text=text).first)

    def leave(self):
        """The window loses the focus."""
        self.page.evaluate("() => window.dispatchEvent(new Event('blur'))")

    def paperLacks(self, text):
        self.page.emulate_media(media="print")
        self.lacks(text)
        self.page.emulate_media(media="screen")

    def permit(self, name, setting):
        """As the person does in the settings of the browser; restricted is what the browser doesn't know."""
        if setting == "restricted":
            self.page.evaluate("name => Object.defineProperty(navigator, name, {value: undefined})", name)
            return
        session = self.page.context.new_cdp_session(self.page)
        context = session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        session = self.page.context.browser.new_browser_cdp_session()
        session.send("Browser.setPermission", {
            "origin": self.plan["address"], "browserContextId": context, "permission": {"name": name},
            "setting": setting})

    def hit(self, text):
        """Presses something that stays on the page."""
        self.page.get_by_role("button", name=text, exact=True).click()

    def shows(self, text):
        """It is there sooner or later."""
        self.page.locator(f"main :text({json.dumps(text, ensure_ascii=False)}):visible").first.wait_for()

    def gets(self, name, pattern):
        """A field gets what matches a pattern, sooner or later; of a file its name and type."""
        self.page.wait_for_function(
            """([name, pattern]) => { const field = document.querySelector(`main [name=${name}]`);
                const held = field.files?.length ? field.files[0].name + ' ' + field.files[0].type : field.value;
                return new RegExp(`^(${pattern})$`).test(held); }""", arg=[name, pattern])

    def hide(self):
        """Another window is before this one; what is told outside of pages is noted."""
        self.page.evaluate("""() => {
            window.told = [];
            window.Notification = class { static permission = "granted"; constructor(_, more) { told.push(more.body); } };
            Object.defineProperty(document, "hidden", {value: true, configurable: true});
            document.dispatchEvent(new Event("visibilitychange")); }""")

    def hears(self, text):
        """It is told outside of the page, sooner or later."""
        self.page.wait_for_function("text => told.some(one => one.includes(text))", arg=text)

    def isTold(self, text):
        """It is told over what the page shows, sooner or later."""
        self.page.locator(".notes p", has_text=text).wait_for()

    def beginDeletion(self):
        self.page.evaluate("() => { setInterval = () => 0 }")
        self.page.locator("a[data-undo]").first.click()


def main():
    with sync_playwright() as playwright:
        browser = looks.reach(playwright, PATIENCE)
        for plan, orders in looks.people():
            os.makedirs(plan["screenshots"], exist_ok=True)
            walk = Walk(browser, {**plan, **plan["use"]})
            for steps in orders:
                arrived = walk.go(steps)
                print(json.dumps({"arrived": arrived, "problems": walk.problems, "told": walk.told}), flush=True)
            walk.end()
        browser.close()


main()
