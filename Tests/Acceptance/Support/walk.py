"""Walks through pages with Debian's Chromium as a person does, step by step.

Reads a plan from standard input (see BrowserWalk.swift) and writes a line of JSON for each
problem: what wasn't there, what axe-core calls violations, what scrolls sideways and what the
browser complains of. Screenshots go into the folder that the plan names.
"""
import importlib.resources
import json
import os
import re
import sys

from playwright.sync_api import sync_playwright

WIDTHS = [360, 768, 1280]
PATIENCE = 120_000
AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run()).violations.map(
    found => found.id + ': ' + found.help + ' ' + found.nodes.map(node => node.html).join(' '))"""


class Walk:
    def __init__(self, page, plan):
        self.page, self.plan, self.problems = page, plan, []
        page.on("console", self.hear)

    def hear(self, message):
        known = ["the server responded with a status", "net::ERR_FAILED"]
        if message.type == "error" and not any(text in message.text for text in known):
            self.problems.append(f"console: {message.text}")

    def open(self, path):
        self.page.goto(path)

    def type(self, name, text):
        self.page.locator(f"main [name={name}]").fill(text)

    def choose(self, name, value):
        self.page.locator(f"main select[name={name}]").select_option(value)

    def file(self, name, path):
        self.page.locator(f"main input[name={name}]").set_input_files(path)

    def press(self, text):
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=text, exact=True).click()

    def follow(self, text):
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=text, exact=True).first.click()

    def at(self, pattern):
        address = self.page.url.removeprefix(self.plan["address"])
        if not re.fullmatch(pattern, address):
            self.problems.append(f"it is at {address}, not at {pattern}")

    def sees(self, text):
        shown = self.page.locator("body").inner_text()
        values = self.page.locator("input, textarea").evaluate_all("all => all.map(one => one.value)")
        if text not in shown and not any(text in value for value in values):
            self.problems.append(f"{self.page.url} doesn't show {text!r}, but {shown[:400]!r}")

    def lacks(self, text):
        if text in self.page.locator("body").inner_text():
            self.problems.append(f"{self.page.url} shows {text!r}")

    def pictures(self, count):
        """All pictures that are near are there."""
        self.page.wait_for_load_state("networkidle")
        sizes = self.page.locator("main img").evaluate_all("all => all.map(one => one.naturalWidth)")
        if len(sizes) < int(count) or any(size == 0 for size in sizes[: int(count)]):
            self.problems.append(f"{self.page.url} has pictures that are {sizes} wide")

    def endOtherSessions(self, login):
        """As the person does on another device."""
        request = self.page.context.request
        answer = request.post("/auth/login", data=login, headers={"Content-Type": "application/json"})
        token = answer.json()["token"]["access_token"]
        ended = request.delete("/auth/sessions", headers={"Authorization": f"Bearer {token}"})
        if not ended.ok:
            self.problems.append(f"the sessions weren't ended: {ended.status} {ended.text()}")

    def look(self, name):
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(AXE)
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            if self.page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                self.problems.append(f"{name} scrolls sideways at {width} pixels")
            for scheme in ["light", "dark"]:
                self.page.emulate_media(color_scheme=scheme)
                self.problems += [f"{name}, {scheme}, {width}: {found}" for found in self.page.evaluate(RUN_AXE)]
                path = f"{name}-{self.plan['language']}-{scheme}-{width}.png"
                self.page.screenshot(path=os.path.join(self.plan["screenshots"], path), full_page=True)


def main():
    plan = json.load(sys.stdin)
    os.makedirs(plan["screenshots"], exist_ok=True)
    with sync_playwright() as playwright:
        # Chromium has no sandbox for root, and containers have little shared memory.
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"], timeout=PATIENCE)
        context = browser.new_context(base_url=plan["address"], locale=plan["language"])
        context.set_default_timeout(PATIENCE)
        # All of it works without; with them it is `feel.py` that walks.
        context.route(re.compile(r"/assets/(app|scroll|upload)\..*\.js"), lambda route: route.abort())
        walk = Walk(context.new_page(), plan)
        for number, (verb, *values) in enumerate(plan["steps"]):
            try:
                getattr(walk, verb)(*values)
            except Exception as error:
                walk.problems.append(f"step {number}, {verb} {values}: {error} {walk.page.locator('body').inner_text()[:500]!r}")
                break
        for problem in walk.problems:
            print(json.dumps(problem), flush=True)
        browser.close()


main()
