"""Invitations: one line that says where a table is, what opens it, and which certificate proves that it is the one."""

from __future__ import annotations

import re
import socket
import ssl
from base64 import urlsafe_b64encode
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from games.base.data_folder import data_folder
from games.base.rule_values import shorten
from games.base.spec_error import SpecError
from games.dataclass import dataclass
from referee.storage.database import PRIVATE
from referee.storage.record_file import SECRET, make_folder, write_bytes
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CERTIFICATE = "certificate.pem"  # in the folder of data
PORT = 28700  # of a host, unless another is given
SHOWN = 22  # characters of a fingerprint: 132 bits
VALID = timedelta(days=3650)  # of a certificate that a host makes
TOKEN = re.compile(r"[\w-]{1,64}", re.ASCII)
BARE = r"[^\[\]]*:[^\[\]]*:[^\[\]]*"  # an IPv6 address without brackets, so without a port
LISTEN = re.compile(rf"(?:\[(?P<six>.+)\]|(?P<name>[^:]+))(?::(?P<port>[0-9]{{1,5}}))?|(?P<bare>{BARE})")
PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True)
class Invitation:
    """Where to connect, and the token to show there.

    fingerprint  of the certificate, as `fingerprint_of` writes it; "" where the line is not encrypted.
    """

    host: str
    port: int
    token: str
    fingerprint: str = ""

    @classmethod
    def read(cls, text: str) -> Invitation:
        """Return the invitation of a text. Raises SpecError if it is none."""
        try:
            found = urlsplit(text.strip())
            host, port, token = found.hostname or "", found.port or PORT, found.path.removeprefix("/")
        except ValueError:
            host = ""
        secure = host and found.scheme == "wss"
        if not host or found.scheme not in ("ws", "wss") or not TOKEN.fullmatch(token):
            raise SpecError(
                f"{shorten(text)!r} is no invitation: it looks like ws://HOST:PORT/TOKEN or wss://HOST:PORT/TOKEN#PRINT"
            )
        if secure and len(found.fragment) != SHOWN:
            raise SpecError(f"{shorten(text)!r} is cut off: {SHOWN} characters follow the #")
        return cls(host, port, token, found.fragment if secure else "")

    @property
    def url(self) -> str:
        """The address to connect to, without the token."""
        return f"{'wss' if self.fingerprint else 'ws'}://{bracketed(self.host)}:{self.port}/"

    def __str__(self) -> str:
        return f"{self.url}{self.token}{'#' if self.fingerprint else ''}{self.fingerprint}"

    def context(self) -> ssl.SSLContext | None:
        """Return the context to connect with, None for ws. It trusts nobody: `is_proven` has to."""
        if not self.fingerprint:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context

    def is_proven(self, certificate: bytes | None) -> bool:
        """Return whether the host's certificate, in DER, is the one of the invitation. Ask before the token is sent."""
        return not self.fingerprint or (certificate is not None and fingerprint_of(certificate) == self.fingerprint)


def bracketed(host: str) -> str:
    """Return a host as it stands before a port; an IPv6 address gets brackets."""
    return f"[{host}]" if ":" in host else host


def fingerprint_of(certificate: bytes) -> str:
    """Return the first characters of base64url(SHA-256) of a certificate in DER."""
    return urlsafe_b64encode(sha256(certificate).digest()).decode()[:SHOWN]


def fingerprint_in(path: Path) -> str:
    """Return the fingerprint of the first certificate in a PEM file. Raises SpecError if there is none."""
    try:
        found = PEM.search(path.read_text(errors="replace"))
    except OSError as error:
        raise SpecError(f"{path}: {describe_reason(error)}") from None
    if found is None:
        raise SpecError(f"{path} holds no certificate: it must be PEM, with the key")
    return fingerprint_of(ssl.PEM_cert_to_DER_cert(found[0]))


def server_context(path: Path) -> ssl.SSLContext:
    """Return the context of a host with the certificate and key in a PEM file. Raises SpecError if they are unfit."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(path)
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} is no certificate with its key in PEM: {error}") from None
    return context


def certificate_for(address: str, given: Path | None) -> Path | None:
    """Return the PEM file of a host that listens at an address: the one that is given, or one that is made once.

    None if only this machine can reach the address: nothing needs to be encrypted. Raises SpecError.
    """
    if given or is_loopback(address):
        return given
    path = data_folder() / CERTIFICATE
    if not path.exists():
        make_certificate(path, reachable(address))
    return path


def encryption(path: Path | None) -> tuple[ssl.SSLContext | None, str]:
    """Return the context of a host with this PEM file, and the fingerprint for invitations. Raises SpecError."""
    return (server_context(path), fingerprint_in(path)) if path else (None, "")


def make_certificate(path: Path, host: str) -> None:
    """Write a new certificate for a host, and its key, into a PEM file that only this person can read.

    Raises SpecError.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "referee")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    make_folder(path.parent, PRIVATE)
    write_bytes(path, secret + made.public_bytes(encoding), SECRET)


# Where a host listens.


def require_websockets(command: str, package: str = "websockets") -> None:
    """Raise SpecError, for a command that needs it, if the package for lines, or another, is not installed."""
    if find_spec(package) is None:
        raise SpecError(f"referee {command} needs {package}: pip install 'referee[network]'")


def read_listen(text: str) -> tuple[str, int]:
    """Return the address and the port of ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT. Raises ValueError."""
    found = LISTEN.fullmatch(text.strip())
    port = int(found["port"] or PORT) if found else 1 << 16
    if found is None or port >= 1 << 16:
        raise ValueError(f"{text!r} is no address")
    return found["six"] or found["name"] or found["bare"], port


@contextmanager
def listening_at(address: str, port: int) -> Iterator[None]:
    """Raise SpecError if the block fails because nobody can listen at an address."""
    try:
        yield
    except OSError as error:
        raise SpecError(f"nobody can listen at {address} port {port}: {describe_reason(error)}") from None


def is_loopback(address: str) -> bool:
    """Return whether only this machine can reach an address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def reachable(address: str) -> str:
    """Return the address by which others reach a host that listens at `address`, which may mean all of this machine."""
    try:
        everywhere = ip_address(address).is_unspecified
    except ValueError:
        everywhere = False
    if not everywhere:
        return address
    six = ":" in address
    with socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("2001:db8::1" if six else "192.0.2.1", 9))  # sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
