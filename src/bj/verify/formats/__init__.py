"""Reports on transcripts, for people and for the services that grade."""
