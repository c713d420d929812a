# Read lines from standard input until it ends, and print what they ask for.
import sys

for line in sys.stdin:
    print(line.strip())
