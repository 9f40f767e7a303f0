# Output generated from the table of options: help in 80 columns and fewer, with headings,
# parts and defaults; the names of all options; the rows for completions.
trey review --help
COLUMNS=60 trey generate --help
COLUMNS=1 trey bench --help | awk 'length > 49'
COLUMNS=400 trey train --help | awk 'length > 99'
trey judge --usage
trey selfplay --list-options | grep -E 'games|watch|format|rules'
