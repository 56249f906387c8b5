"""library.lock: which address each section has, so that a new edition of a document keeps its addresses.

`memory.read` gives what is remembered, `settle` holds it against the documents as they are now, `stubs` and
`hosts` make of it what the site needs, and `memory.write` keeps it for the next build.
"""
