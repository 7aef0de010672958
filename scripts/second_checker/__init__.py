"""A second checker of proofs, written from docs/proof_format.md alone. It shares no code with the program."""
