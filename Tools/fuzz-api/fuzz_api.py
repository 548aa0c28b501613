"""Compares what the server answers with its own description, by schemathesis.

usage: fuzz_api.py ESSENTIALD [--seed NUMBER] [--examples NUMBER]

A server with the default configuration, and one that doesn't limit requests,
are asked by a stranger and by a member whatever /openapi.json allows and what
it doesn't. It fails at an answer that the description doesn't have, at a 5xx,
and at an error in the server's log.
"""

import argparse
import email
import email.policy
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request

import yaml

HERE = pathlib.Path(__file__).parent
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "allow_header_conformance",
    "ignored_auth",
]

# Fewer than an address may begin in five minutes.
SESSIONS = 12


class Server:
    """An `essentiald` in a folder of its own, with one account."""

    def __init__(self, program, folder, *arguments):
        self.data = folder / "data"
        self.log = []
        self.has_mailed = threading.Event()
        self.is_filled = threading.Event()
        self.process = subprocess.Popen(
            [program, "serve", "--data", self.data, "--listen", "127.0.0.1:0", "--demo", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"HOME": str(folder), "PATH": os.environ["PATH"]},
            text=True)
        self.reader = threading.Thread(target=self.read_log)
        self.reader.start()
        line = self.process.stdout.readline()
        match = re.search(r"http://\S+", line)
        if not match:
            self.stop()
            sys.exit(f"essentiald didn't start: {line}{''.join(self.log)}")
        self.address = match.group()
        if not self.is_filled.wait(timeout=120):
            self.stop()
            sys.exit(f"the demo is not there: {''.join(self.log)}")

    def read_log(self):
        for line in self.process.stderr:
            self.log.append(line)
            if "letter handed over" in line:
                self.has_mailed.set()
            if "the demo is complete" in line:
                self.is_filled.set()

    def ask(self, path, body, token=None):
        fields = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.address + path, data=json.dumps(body).encode(), headers=fields)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def make_member(self):
        """Registers Ana, confirms her address with the mailed code, and logs in often."""
        person = {"name": "Ana", "email": "ana@example.com", "password": "four green tea pots"}
        token = self.ask("/auth/register", person)["token"]["access_token"]
        if not self.has_mailed.wait(timeout=30):
            sys.exit("no letter came")
        [letter] = (self.data / "outbox").glob("*.eml")
        letter = email.message_from_bytes(letter.read_bytes(), policy=email.policy.default)
        code = re.search(r"\b\d{8}\b", letter.get_body(("plain",)).get_content()).group()
        self.ask("/auth/verification", {"code": code}, token)
        return [token] + [self.ask("/auth/login", person)["token"]["access_token"] for _ in range(SESSIONS - 1)]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.reader.join()
        return code


def run(server, tokens, seed, examples):
    # An event stream has no end; that a stranger gets none is tried.
    without = ["--exclude-path", "/auth/events"] if tokens else []
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", server.address + "/openapi.json", "--checks", ",".join(CHECKS),
        "--phases", "examples,coverage,fuzzing", "--max-examples", str(examples), "--seed", str(seed),
        "--continue-on-failure", "--request-timeout", "30", "--generation-database", "none", "--no-color", "--warnings",
        "off", *without,
    ]
    environment = dict(os.environ, FUZZ_TOKENS=" ".join(tokens), SCHEMATHESIS_HOOKS="hooks")
    return subprocess.run(command, env=environment, cwd=HERE).returncode


def compare(essentiald):
    """Says whether `essentiald openapi` tells others the same in YAML as in JSON."""
    def described(*arguments):
        return subprocess.run(
            [essentiald, "openapi", *arguments], env={"HOME": "/nonexistent"}, check=True, capture_output=True,
            text=True).stdout
    same = yaml.safe_load(described()) == json.loads(described("--json"))
    return [] if same else ["essentiald openapi: the YAML is another document than the JSON"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("essentiald", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=25)
    options = parser.parse_args()
    failed = compare(options.essentiald.resolve())
    for arguments in [], ["--limits.enabled=false", "--lockout.captcha-after=0", "--lockout.failures=100"]:
        for who in "stranger", "member":
            name = f"{who}, {' '.join(arguments) or 'default configuration'}, seed {options.seed}"
            print(f"== {name}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                server = Server(options.essentiald.resolve(), pathlib.Path(folder), *arguments)
                tokens = server.make_member()
                if run(server, tokens if who == "member" else [], options.seed, options.examples):
                    failed.append(name)
                if server.stop():
                    failed.append(f"{name}: the server ended badly")
                errors = [line for line in server.log if re.search(r"\b(ERROR|CRITICAL)\b", line)]
                if errors:
                    failed.append("\n".join([f"{name}: the server's log has errors", *errors[:10]]))
    if failed:
        sys.exit("Not as described:\n" + "\n".join(failed))


main()
