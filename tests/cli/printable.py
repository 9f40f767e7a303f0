"""Copies standard input to standard output if it may go to a terminal; else fails.

No control character but line feed and tab (C0, DEL, C1), nothing that is not UTF-8, nothing
that turns the direction of writing. What is wrong is shown by its number.
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
