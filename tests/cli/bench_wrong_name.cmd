trey bench nothing
