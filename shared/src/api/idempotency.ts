/**
 * A key (UUID) that the page makes for something it wants once: a film, a text written anew. The call may be sent again under it, to whichever
 * process answers, when its answer was lost; what is there already is taken up. The same key with another body is refused.
 */
export const IDEMPOTENCY_HEADER = 'x-ninesixteen-wish'
