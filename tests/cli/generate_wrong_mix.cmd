trey generate --mix bag31
