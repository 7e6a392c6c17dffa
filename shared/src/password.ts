/** Shortest password of the specification; an operator can ask for more. In a file of its own: the sign-in page loads it without any schema. */
export const PASSWORD_MIN = 6
