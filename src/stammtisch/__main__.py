"""`python -m stammtisch` is the command `stammtisch`."""

from stammtisch.cli.main import main

main(prog_name="stammtisch")
