/** The header in which each answer of a call says which contract the server knows. Servers up to 0.2.0 do not say it. */
export const CONTRACT_HEADER = 'x-ninesixteen-contract'

/** Rises with a release whose pages ask for what a server of the release before cannot answer. */
export const CONTRACT_NUMBER = 1
