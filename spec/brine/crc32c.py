"""CRC-32C (Castagnoli), which the standard library does not have."""

POLYNOMIAL = 0x82F63B78  # reflected


def _entry(number: int) -> int:
    for _ in range(8):
        number = number >> 1 ^ (POLYNOMIAL if number & 1 else 0)
    return number


TABLE = [_entry(number) for number in range(256)]


def crc32c(data: bytes) -> int:
    """The checksum of the bytes."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF
