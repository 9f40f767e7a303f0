"""Changes one value in the third row of a store's table, as a person with an editor
could.

Usage: change_column.py STORE TABLE COLUMN
"""
import sqlite3
import sys

store, table, column = sys.argv[1:]
base = sqlite3.connect(store)
(row, value), = base.execute(
    f"SELECT rowid, {column} FROM {table} ORDER BY rowid LIMIT 1 OFFSET 2")
if value is None:
    value = 1
elif isinstance(value, bytes):
    value = bytes([value[0] ^ 1]) + value[1:]
elif isinstance(value, str):
    value = value[:-1] + chr(ord(value[-1]) ^ 1)
else:
    value += 10
base.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
base.commit()
