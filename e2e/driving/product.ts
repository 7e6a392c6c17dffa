import type { APIRequestContext } from '@playwright/test'

/** Where this worker's product is. */
export const productOrigin = (): string => `http://localhost:${process.env.E2E_PORT}`

/** The server takes changes only from its own pages: what a request over HTTP says to be one. */
export const originHeader = (): { origin: string } => ({ origin: productOrigin() })

/** Headers with the user of this browser's session, for whom the request is meant. */
export async function apiHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  const { id }: { id: string } = await (await request.get(`${productOrigin()}/api/v1/me`)).json()
  return { ...originHeader(), 'x-ninesixteen-user': id }
}
