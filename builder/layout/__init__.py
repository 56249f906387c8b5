"""What the blocks of a document are to each other: prose, captions, pictures and what fell out of them."""
