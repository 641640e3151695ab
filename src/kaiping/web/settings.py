"""Django's settings. What differs from one server to the next comes from the environment.

KAIPING_DATA           the data folder
KAIPING_SECRET         a secret that several machines share, instead of one in each data folder
KAIPING_DATABASE_URL   PostgreSQL instead of SQLite in the data folder
KAIPING_URL            the address under which people reach the server, such as https://table.example; without it
                       no e-mail is sent
KAIPING_HOSTS          host names it answers to, with commas between them (default: its own)
KAIPING_EMAIL_URL      smtp://user:password@host:587 for notices by e-mail; file:///folder writes them to files
KAIPING_EMAIL_FROM     who sends them
KAIPING_PROXIES        addresses of the proxies in front of it, whose word about callers is believed
KAIPING_PUSH_HOSTS     push services besides those of the known browsers, with commas between them
KAIPING_HOOK_HOSTS     hosts of hooks that may stand nearby and need no encryption, with commas between them
KAIPING_CONNECTIONS    connections that one address may have open to each process
KAIPING_SIGN_UPS       accounts that one address may open in an hour
KAIPING_TABLES_UNKNOWN tables that one address may open in an hour without an account
KAIPING_NAMES_TRIED    times that one address may fail to sign in, with whatever names, in a quarter of an hour
KAIPING_KEEP_DAYS      days for which a table of a browser without an account is kept after its last action
KAIPING_THOUGHT        seconds that a bot may think about an action (default: 2, at most 5)
KAIPING_MINDS          processes in which bots think, beside each process of the server (default: 1)
KAIPING_ANALYSIS       futures that an analysis plays for each decision (default: 96)
KAIPING_ANALYSES       analyses that one address may ask for in an hour (default: 10)
KAIPING_LOG            json: each line of the log as one JSON object, for programs
KAIPING_METRICS        a token that lets whoever has it read /metrics; without it only this machine may
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from kaiping.analysis import FUTURES
from kaiping.web import data, log, mail
from kaiping.web.address import proxies
from kaiping.web.database import database

HERE = Path(__file__).resolve().parent
DATA = data.folder()

DEBUG = False
# Without a prepared folder (as when types are checked) nothing is kept, so any key will do.
SECRET_KEY = data.read_secret(DATA) or get_random_secret_key()

#: the address that links in e-mail begin with; empty on one's own machine
PUBLIC_URL = mail.public_url(os.environ.get("KAIPING_URL", ""))
_public = urlsplit(PUBLIC_URL)
_hosts = [name.strip() for name in os.environ.get("KAIPING_HOSTS", "").split(",") if name.strip()]
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_hosts, *([_public.hostname] if _public.hostname else [])]

#: proxies that may say for whom they ask; nobody else's X-Forwarded-For is believed
PROXIES = proxies(os.environ.get("KAIPING_PROXIES", ""))

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "kaiping.web.site",
    "kaiping.web.games",
    "kaiping.web.finished",
    "kaiping.web.plans",
    "kaiping.web.lessons",
    "kaiping.web.table",
]

MIDDLEWARE = [
    "kaiping.web.headers.SecurityHeaders",
    "kaiping.web.site.health.AboutTheServer",
    "kaiping.web.site.errors.UnicodeOnly",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "kaiping.web.packed.PackedPages",
    "kaiping.web.site.sessions.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "kaiping.web.site.errors.PlainErrors",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "kaiping.web.urls"
ASGI_APPLICATION = "kaiping.web.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["kaiping.web.loader.Loader"])],
            "libraries": {"i18n": "kaiping.web.translated"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database(os.environ.get("KAIPING_DATABASE_URL"), DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- accounts ---------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "kaiping.web.site.backend.Accounts"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "kaiping.web.site.passwords.Substance"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "home"

# Sign-in: after so many failures for a name from one address, wait. Only the pair is locked, so that nobody
# can shut another person out from elsewhere.
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "kaiping.web.address.caller_address"
AXES_LOCKOUT_CALLABLE = "kaiping.web.site.locked.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "kaiping.web.address.caller_address"

# --- cookies and headers --------------------------------------------------------------------------

_secure = _public.scheme == "https"
SESSION_ENGINE = "kaiping.web.site.sessions"
SESSION_COOKIE_NAME = "kaiping_session"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # hot-seat games belong to a browser, so it had better be known for long
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = _secure
CSRF_COOKIE_NAME = "kaiping_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = _secure
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "kaiping.web.site.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"] if _public.scheme else []
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _secure else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _secure else None
X_FRAME_OPTIONS = "DENY"

#: no upload is larger than a game file may be
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2

# --- files, words, time ---------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [HERE / "static", HERE.parent / "report" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "kaiping.web.storage.StaticFiles"},
}
WHITENOISE_MANIFEST_STRICT = False
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [HERE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"  # pages show times in the reader's own zone

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}}

(EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_FILE_PATH) = (
    mail.mail_settings(os.environ.get("KAIPING_EMAIL_URL"))
)
EMAIL_TIMEOUT = 10
#: e-mail leaves only where links can be written that no caller's header has made up
LETTERS = bool(PUBLIC_URL) and not EMAIL_BACKEND.endswith("dummy.EmailBackend")
DEFAULT_FROM_EMAIL = os.environ.get("KAIPING_EMAIL_FROM", f"kaiping@{_public.hostname or 'localhost'}")

#: notices by web push: the key that signs them, and services besides those of the known browsers
PUSH_KEY = DATA / "push-key.pem"
PUSH_HOSTS = tuple(name.strip() for name in os.environ.get("KAIPING_PUSH_HOSTS", "").split(",") if name.strip())

#: hosts of hooks that may stand on a machine nearby, and need no encryption on the way
HOOK_HOSTS = tuple(name.strip() for name in os.environ.get("KAIPING_HOOK_HOSTS", "").split(",") if name.strip())

#: plain or json
LOG = log.form_of(os.environ.get(log.VARIABLE, ""))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "kaiping.web.log.Line"}, "json": {"()": "kaiping.web.log.JsonLine"}},
    "filters": {"seldom": {"()": "kaiping.web.log.Seldom"}},
    "handlers": {"stderr": {"class": "kaiping.web.log.Lines", "formatter": LOG, "filters": ["seldom"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},  # strangers knock all the time
        "axes": {"level": "ERROR"},
        "kaiping.web.pages": {"level": "INFO" if LOG == "json" else "WARNING"},  # requests that took long
    },
}

#: lets whoever has it read /metrics from elsewhere
METRICS_TOKEN = data.token("KAIPING_METRICS")

#: connections that one address may have open to each process
CONNECTIONS = data.whole("KAIPING_CONNECTIONS", 256)

#: accounts that one address may open in an hour
SIGN_UPS = data.whole("KAIPING_SIGN_UPS", 20)
#: tables that one address may open in an hour without an account
TABLES_UNKNOWN = data.whole("KAIPING_TABLES_UNKNOWN", 60)
#: failures to sign in, with whatever names, or to find a free one, from one address in a quarter of an hour
NAMES_TRIED = data.whole("KAIPING_NAMES_TRIED", 50)
#: days for which a table of a browser without an account is kept after its last action
KEEP_DAYS = data.whole("KAIPING_KEEP_DAYS", 365)
#: days in a year on which somebody's slow clocks may stand still
VACATION_DAYS = data.whole("KAIPING_VACATION_DAYS", 30)

#: seconds that a bot may think about an action, and processes in which bots think beside each process of the server
THOUGHT = data.seconds("KAIPING_THOUGHT", 2.0, 5.0)
MINDS = max(1, data.whole("KAIPING_MINDS", 1))
#: futures that an analysis plays for each decision, and analyses that one address may ask for in an hour
ANALYSIS = max(1, data.whole("KAIPING_ANALYSIS", FUTURES))
ANALYSES = data.whole("KAIPING_ANALYSES", 10)

# Limits of the API, for each token or, without one, for each address.
API_RATE = os.environ.get("KAIPING_API_RATE", "600/m")
API_RATE_UNKNOWN = os.environ.get("KAIPING_API_RATE_UNKNOWN", "60/m")
