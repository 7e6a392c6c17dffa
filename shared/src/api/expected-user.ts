/**
 * Names the user that a request is meant for, by account id; in a response, the user of its session. A browser sends the
 * cookie of the user who is signed in by now; this header tells whether that is still the user whose work is sent.
 */
export const EXPECTED_USER_HEADER = 'x-ninesixteen-user'
