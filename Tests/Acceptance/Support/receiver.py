"""A receiver of webhooks, as Standard Webhooks 1.0.0 has it, that isn't ours.

usage: receiver.py PORT SECRET FOLDER

FOLDER/manner says how it behaves: `up`, `500`, or `cut` (it has the events, and ends the
connection in the middle of the answer). FOLDER/received gets a line of JSON for each event,
unless it knows the webhook-id, and FOLDER/refused one for each request that isn't genuine.
"""

import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import sys
import time

port, secret, folder = int(sys.argv[1]), base64.b64decode(sys.argv[2].removeprefix("whsec_")), pathlib.Path(sys.argv[3])
known = set((folder / "known").read_text().split()) if (folder / "known").exists() else set()


def is_genuine(headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    code = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(code, one) for one in headers["webhook-signature"].split(" "))


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        manner = (folder / "manner").read_text()
        if not is_genuine(self.headers, body):
            with open(folder / "refused", "a") as file:
                print(self.headers, file=file)
            return self.answer(400)
        if manner == "500":
            return self.answer(500)
        if self.headers["webhook-id"] not in known:
            known.add(self.headers["webhook-id"])
            with open(folder / "received", "a") as file:
                for event in json.loads(body)["data"]["events"]:
                    print(json.dumps(event), file=file)
            with open(folder / "known", "a") as file:
                print(self.headers["webhook-id"], file=file)
        if manner == "cut":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            self.close_connection = True
            return None
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


http.server.ThreadingHTTPServer.allow_reuse_address = True
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
print("listening", flush=True)
server.serve_forever()
