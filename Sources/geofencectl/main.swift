// The command line comes with its issue.
