"""What is wrong with a ruleset that has faults, in words."""
