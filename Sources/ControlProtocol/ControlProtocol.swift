/// ControlProtocol, still empty.
