"""The table across machines: a host that alone judges, and guests that sit down, play programs or look on."""
