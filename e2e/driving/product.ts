/** Where this worker's product is. */
export const productOrigin = (): string => `http://localhost:${process.env.E2E_PORT}`

/** The server takes changes only from its own pages: what a request over HTTP says to be one. */
export const fromItsPage = (): { origin: string } => ({ origin: productOrigin() })
