// A source for the precompiled headers of the unit tests.
