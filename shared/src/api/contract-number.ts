/** Response header with the contract number of the server. Servers up to 0.2.0 don't send it. */
export const CONTRACT_HEADER = 'x-ninesixteen-contract'

/** Raise it in a release whose pages need endpoints that the previous release lacks. */
export const CONTRACT_NUMBER = 1
