# From Markdown (see tools/report) to troff with the ms macros and tbl: headings,
# paragraphs, lists, tables, figures, code, and **bold**, *italic*, `code` within lines.
function inline(text,    out, start, size) {
    while (match(text, /`[^`]*`/)) {
        start = RSTART; size = RLENGTH # styles() matches on its own
        out = out styles(substr(text, 1, start - 1)) \
              "\\f[CR]" substr(text, start + 1, size - 2) "\\f[]"
        text = substr(text, start + size)
    }
    return out styles(text)
}
function styles(text,    before, word) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) { # a link: its words alone
        before = substr(text, 1, RSTART - 1)
        word = substr(text, RSTART + 1)
        sub(/\].*/, "", word)
        text = before word substr(text, RSTART + RLENGTH)
    }
    while (match(text, /\*\*[^*]+\*\*/))
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 2, RLENGTH - 4) \
               "\\fP" substr(text, RSTART + RLENGTH)
    while (match(text, /\*[^* ][^*]*\*/))
        text = substr(text, 1, RSTART - 1) "\\fI" substr(text, RSTART + 1, RLENGTH - 2) \
               "\\fP" substr(text, RSTART + RLENGTH)
    return text
}
function say(text) {
    if (text ~ /^[.']/) text = "\\&" text
    print text
}
function flush_table(    row, column, cells, count, layout) {
    count = split(table[1], cells, "|") - 2
    for (column = 1; column <= count; column++)
        layout = layout (column > 1 && table[3] ~ /[0-9]/ && numeric(column) ? "r " : "l ")
    print ".KS\n.TS\ncenter;"
    gsub(/ $/, "", layout)
    head = layout
    gsub(/[lr]/, "&B", head)
    if (wide(count)) sub(/l$/, "lx", layout)
    print head "\n" layout "."
    for (row = 1; row <= rows; row++) {
        if (row == 2) { print "_"; continue }
        split(table[row], cells, "|")
        line = ""
        for (column = 2; column <= count + 1; column++) {
            gsub(/^ +| +$/, "", cells[column])
            cell = inline(cells[column])
            if (length(cells[column]) > (count > 4 ? 16 : 34)) cell = "T{\n.ad l\n" cell "\nT}"
            line = line (column > 2 ? "\t" : "") cell
        }
        print line
    }
    print ".TE\n.KE"
    rows = 0
}
function wide(count,    row, cells) {
    for (row = 3; row <= rows; row++) {
        split(table[row], cells, "|")
        if (length(cells[count + 1]) > 36) return 1
    }
    return 0
}
function numeric(column,    row, cells) {
    for (row = 3; row <= rows; row++) {
        split(table[row], cells, "|")
        gsub(/ /, "", cells[column + 1])
        if (cells[column + 1] !~ /^[-+0-9.,%–]+$/) return 0
    }
    return 1
}
# Superscripts, subscripts and the end of a proof.
function plain(text) {
    gsub(/∎/, "\\(sq", text)
    gsub(/<sup>/, "\\v'-0.4m'\\s-3", text)
    gsub(/<\/sup>/, "\\s+3\\v'0.4m'", text)
    gsub(/<sub>/, "\\v'0.25m'\\s-3", text)
    gsub(/<\/sub>/, "\\s+3\\v'-0.25m'", text)
    return text
}
function end_abstract() {
    if (abstract) print ".AE"
    abstract = 0
}
BEGIN {
    print ".nr PS 10\n.nr VS 12.5\n.nr LL 6.3i\n.nr PO 1i\n.nr HM 0.9i\n.nr FM 0.9i"
    print ".ds LH\n.ds CH\n.ds RH\n.ds LF\n.ds CF \\\\n[PN]\n.ds RF\n.nr P1 1\n.ND"
}
rows > 0 && !/^\|/ { flush_table(); print ".LP" }
/^```/ { code = !code; print code ? ".DS I\n.ft CR\n.ps -1.5" : ".ps\n.ft\n.DE"; next }
code { gsub(/\\/, "\\e"); say($0); next }
{ gsub(/\\/, "\\e"); $0 = plain($0) }
/^\|/ { table[++rows] = $0; next }
/^# / { print ".TL\n" inline(substr($0, 3)); title = blank = 1; next }
title && /^\*[^*]*\*$/ { print ".AU\n" substr($0, 2, length($0) - 2); title = 0; blank = 1; next }
/^## Abstract$/ { print ".AB"; abstract = blank = 1; next }
# A heading keeps three lines of its text with it.
/^## / {
    end_abstract()
    heading = substr($0, 4)
    if (heading != "References") heading = ++section ".  " heading
    print ".br\n.ne 6v\n.SH\n" inline(heading) "\n.LP"; blank = 1
    next
}
/^### / { print ".br\n.ne 5v\n.LP\n\\fB" inline(substr($0, 5)) "\\fP\n.LP"; blank = 1; next }
/^!\[/ {
    caption = $0; sub(/^!\[/, "", caption); sub(/\]\(.*/, "", caption)
    file = $0; sub(/.*figures\//, "", file); sub(/\.svg.*/, "", file)
    print ".KF\n.PSPIC -C " figures "/" file ".eps 6.2i\n.LP\n.ps -1\n\\fBFigure " ++figure \
          ".\\fP " inline(caption) "\n.ps\n.sp 1v\n.KE"; blank = 0
    next
}
/^- \[[0-9]+\]/ { # a reference
    match($0, /\[[0-9]+\]/)
    print ".IP \"" substr($0, RSTART, RLENGTH) "\" 4"; say(inline(substr($0, RSTART + RLENGTH + 1)))
    item = 1; next
}
/^- / { print ".IP \\[bu] 2"; say(inline(substr($0, 3))); item = 1; next }
/^[0-9]\. / { print ".IP " $1 " 3"; say(inline(substr($0, 4))); item = 1; next }
/^$/ { if (!blank) print ".LP"; blank = 1; item = 0; next }
{ blank = 0; sub(/^ +/, ""); say(inline($0)) }
END { if (rows > 0) flush_table(); end_abstract() }
