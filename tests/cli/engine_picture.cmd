# A file that cannot be read is named.
echo 'picture nowhere/a.png' | trey engine
