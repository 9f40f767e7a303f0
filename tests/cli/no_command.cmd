trey
