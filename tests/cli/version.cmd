trey --version
