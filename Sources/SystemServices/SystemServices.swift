/// SystemServices, still empty.
