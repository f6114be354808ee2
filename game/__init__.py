"""The rules of Buraco Fechado STBL: pure functions over frozen values, standard library only.

``engine`` is the face that other rooms call; ``docs/rules.md`` is the authority cited here.
"""
