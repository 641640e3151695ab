"""Which addresses belong to the open internet."""

from __future__ import annotations

import ipaddress

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_outside(address: str) -> bool:
    """Is that an address of the open internet, also where an older address is written inside a newer one?

    >>> [is_outside(one) for one in ("127.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0", "1.1.1.1")]
    [False, False, False, True]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if found in _NAT64:
            inside = ipaddress.IPv4Address(found.packed[-4:])
        if inside and not is_outside(str(inside)):
            return False
    return found.is_global and not found.is_multicast
