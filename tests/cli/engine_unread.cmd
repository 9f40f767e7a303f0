# Answers to invalid lines have the line's tag if it can be read.
{
    printf ' #a hello\0\n#b\0 hello\n#c d\0\0\nhello\0\n#e-1\n#%032d\n#%033d\n#f! x\0\n#.g\r\n' 1 2
    printf '#h '
    head -c 1048574 /dev/zero | tr '\0' x
    printf '\n#i\t'
    head -c 3000000 /dev/zero
    printf '\n#j isready\n#k nothing\n'
} | trey engine | sort
