import type { APIRequestContext } from '@playwright/test'

/** Where this worker's product is. */
export const productOrigin = (): string => `http://localhost:${process.env.E2E_PORT}`

/** The server takes changes only from its own pages: what a request over HTTP says to be one. */
export const fromItsPage = (): { origin: string } => ({ origin: productOrigin() })

/** And whose account it is meant for: that of whoever is signed in in this browser. */
export async function fromPageOf(request: APIRequestContext): Promise<Record<string, string>> {
  const { id }: { id: string } = await (await request.get(`${productOrigin()}/api/v1/me`)).json()
  return { ...fromItsPage(), 'x-ninesixteen-user': id }
}
