"""Colours as people see them who lack one kind of cone."""

from __future__ import annotations

from kaiping.draw.theme import channels

Matrix = tuple[tuple[float, float, float], ...]

#: on linear red, green and blue; Machado, Oliveira and Fernandes (2009), at full severity
SIGHTS: dict[str, Matrix] = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(color: str, sight: str) -> str:
    """What a colour looks like to somebody."""
    light = [_linear(channel / 255) for channel in channels(color)]
    rows = ([part * value for part, value in zip(row, light, strict=True)] for row in SIGHTS[sight])
    return "#" + "".join(f"{round(255 * _shown(min(max(sum(row), 0.0), 1.0))):02X}" for row in rows)


def apart(one: str, other: str, sight: str) -> float:
    """How different two colours look, in CIE Lab; about 2 can just be told apart side by side."""
    a, b = _lab(seen(one, sight)), _lab(seen(other, sight))
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _shown(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _lab(color: str) -> tuple[float, float, float]:
    red, green, blue = (_linear(channel / 255) for channel in channels(color))
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
