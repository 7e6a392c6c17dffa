/**
 * An idempotency key (UUID) of the page for something it wants once: a video, a rewritten text. If the response was lost, the page can retry with
 * it at any process and gets the existing result. The same key with another body is refused.
 */
export const IDEMPOTENCY_HEADER = 'x-ninesixteen-wish'
