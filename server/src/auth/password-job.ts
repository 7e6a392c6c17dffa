/** What a hashing thread is asked. */
export type PasswordJob = { password: string; hash?: undefined } | { password: string; hash: string }

/** The new hash; or whether the password was the one of the given hash. */
export type PasswordReply = string | boolean
