/** A job for a hashing thread. */
export type PasswordJob = { password: string; hash?: undefined } | { password: string; hash: string }

/** The new hash, or whether the password matches the given hash. */
export type PasswordReply = string | boolean
