# A plan proved by regression from the end of the list reports it.
{
    printf 'sequence '
    trey generate --tiles 40 --seed 2 | sed 's/$/\\n/' | tr -d '\n'
    printf '\nplan movetime 60000\n'
} | trey engine | tail -1 | grep -o '"score":.*"proof":"[a-z]*"'
