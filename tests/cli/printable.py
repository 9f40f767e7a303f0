"""Copies standard input to standard output if it is safe for a terminal; otherwise fails.

Not allowed are control characters except line feed and tab (C0, DEL, C1), invalid UTF-8,
and characters that change the writing direction. It prints their codes.
"""
import sys

bad = {0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)}
text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
wrong = False
for character in text:
    code = ord(character)
    if (code < 0x20 and character not in "\n\t" or 0x7F <= code <= 0x9F or code in bad
            or 0xDC80 <= code <= 0xDCFF):
        sys.stdout.write(f"<WRONG {code:x}>")
        wrong = True
    else:
        sys.stdout.write(character)
sys.exit(wrong)
