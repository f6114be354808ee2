"""Every Portuguese sentence: refusals, events, cards, alt texts, help. Pure."""
