/// FenceFiles, still empty.
