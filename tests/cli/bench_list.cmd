trey bench --list
