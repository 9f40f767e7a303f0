trey --help
