# A plan that is proved by going back from the end of the list says so.
{
    printf 'sequence '
    trey generate --tiles 40 --seed 2 | sed 's/$/\\n/' | tr -d '\n'
    printf '\nplan movetime 60000\n'
} | trey engine | tail -1 | grep -o '"score":.*"proof":"[a-z]*"'
