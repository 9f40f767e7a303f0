# Counts as text, JSON and layers; time, memory and storage vary between runs or builds.
steady() { grep -v '^time\|^memory'; }
trey solve --rows 2 --cols 2 --stats | steady
trey solve --rules 2048 --rows 2 --cols 3 --stats | steady
trey solve --rows 2 --cols 2 --start 3 --keep avg --stats | steady
trey solve --stats --json | sed 's/"seconds": [^,]*, "cpu_seconds": [^,]*, "memory_bytes": [^,]*, //'
trey solve --rows 1 --cols 3 --stats --layers
trey solve --rows 1 --cols 2 --stats --layers --json | sed 's/.*"per_layer"/"per_layer"/'
