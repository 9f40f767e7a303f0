trey fly
