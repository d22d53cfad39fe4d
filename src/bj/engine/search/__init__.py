"""The search: every card that can come and every action, and what they bring."""
