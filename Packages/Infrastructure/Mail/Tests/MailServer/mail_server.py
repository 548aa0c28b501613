"""A mail server for tests: does what the recipient's name asks for.

    full@      452 to RCPT               nobody@   550 to RCPT
    later@     451 to the letter         spam@     554 to the letter
    busy@      451 to the first letter, then takes it
    dies@      closes the connection after the first letter, untaken
    forgets@   takes the first letter and closes the connection without a word
    hangs@     never answers to the letter

Each letter that it takes becomes a line of JSON in the journal, on disk before
the server answers.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

USER, PASSWORD = b"essential", "correct horse ñ".encode()


class Behaviour:
    def __init__(self, journal):
        self.journal = journal
        self.seen = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        answers = {"full": "452 4.2.2 Mailbox full", "nobody": "550 5.1.1 No such user"}
        if name in answers:
            return answers[name]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        is_first = name not in self.seen
        self.seen.add(name)
        if name == "later":
            return "451 4.7.1 Come back later"
        if name == "spam":
            return "554 5.7.1 Unwanted"
        if name == "busy" and is_first:
            return "451 4.3.0 Busy"
        if name == "hangs":
            await asyncio.Event().wait()
        if name == "dies" and is_first:
            server.transport.abort()
            return "421 Gone"
        self.take(server, session, envelope)
        if name == "forgets" and is_first:
            server.transport.abort()
        return "250 OK"

    def take(self, server, session, envelope):
        letter = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        parts = {
            part.get_content_type(): part.get_content().replace("\r\n", "\n")
            for part in letter.walk() if not part.is_multipart()
        }
        entry = {
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "id": letter["Message-ID"] or "",
            "header_to": letter["To"] or "", "subject": letter["Subject"] or "", "header_from": letter["From"] or "",
            "text": parts.get("text/plain", ""), "html": parts.get("text/html", ""),
            "tls": server.transport.get_extra_info("ssl_object") is not None, "user": (session.auth_data or b"").decode(),
            "defects": [str(defect) for part in letter.walk() for defect in part.defects],
            "longest_line": max(len(line) for line in envelope.original_content.split(b"\r\n")),
            "is_ascii": envelope.original_content.isascii(), "fields": letter.keys(),
        }
        with open(self.journal, "a") as journal:
            journal.write(json.dumps(entry) + "\n")


def authenticate(server, session, envelope, mechanism, data):
    accepted = isinstance(data, LoginPassword) and (data.login, data.password) == (USER, PASSWORD)
    return AuthResult(success=accepted, handled=accepted, auth_data=USER if accepted else None)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--security", choices=["starttls", "tls", "none", "stripped", "silent"])
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--journal")
    parser.add_argument("--login", action="store_true")
    arguments = parser.parse_args()
    context = None
    if arguments.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(arguments.certificate, arguments.key)
    behaviour = Behaviour(arguments.journal)
    with_starttls = arguments.security == "starttls"

    def session():
        return SMTP(
            behaviour, hostname="mail.test", tls_context=context if with_starttls else None,
            require_starttls=with_starttls, authenticator=authenticate, auth_required=arguments.login,
            auth_require_tls=with_starttls)

    if arguments.security == "silent":
        session = asyncio.Protocol
    server = await asyncio.get_running_loop().create_server(
        session, "127.0.0.1", 0, ssl=context if arguments.security == "tls" else None)
    print(f"PORT {server.sockets[0].getsockname()[1]}.", flush=True)
    await server.serve_forever()


asyncio.run(main())
