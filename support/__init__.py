"""What tests and benchmarks share: real servers, and people who use them."""
