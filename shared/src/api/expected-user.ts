/**
 * Names the person whom a call is meant for, by the id of their account; in an answer, whose session it was made in. A browser sends
 * its cookie whoever is signed in by now: only this tells whether it is still the person whose work is sent.
 */
export const EXPECTED_USER_HEADER = 'x-ninesixteen-user'
