"""Card issuers for tests, by the rules that the real ones have published.

Each keeps its cards and payments in memory, checks keys, pages, limits and idempotency keys, and
has faults that a test switches on. It only listens on this machine.
"""
