"""What a language model may do in an answer, role by role; nothing here knows who makes the model.

`port.py` is what a model is asked; `providers/` answers it. Every role has a local way beside it, which is
taken where the model fails, and the answer then says which role failed and why.
"""
