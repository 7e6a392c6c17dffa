/**
 * An idempotency key (UUID) of the page for something it wants once: a video, a rewritten text. If the response was lost, the page can retry with
 * it at any process and gets the existing result. The same key with another body is refused.
 */
export const IDEMPOTENCY_HEADER = 'x-ninesixteen-wish'

/** Response header with the contract number of the server. Servers up to 0.2.0 don't send it. */
export const CONTRACT_HEADER = 'x-ninesixteen-contract'

/** Raise it in a release whose pages need endpoints that the previous release lacks. */
export const CONTRACT_NUMBER = 2

/**
 * Names the user that a request is meant for, by account id; in a response, the user of its session. A browser sends the
 * cookie of the user who is signed in by now; this header tells whether that is still the user whose work is sent.
 */
export const EXPECTED_USER_HEADER = 'x-ninesixteen-user'
