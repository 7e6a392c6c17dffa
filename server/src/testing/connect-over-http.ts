import type { Caller } from './caller.ts'

/** Connects a sandbox account through HTTP alone, without access to the product's services. */
export async function connectOverHttp(caller: Caller): Promise<void> {
  const { url, secret } = await caller.api<{ url: string; secret: string | null }>('POST', '/accounts/tumblr/begin', { force: false })
  const form = new URLSearchParams({ account: 'sandy', decision: 'allow' })
  const consent = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const { searchParams } = new URL(consent.headers.get('location') ?? '')
  const brought = { state: searchParams.get('oauth_token'), secret, proof: searchParams.get('oauth_verifier') ?? '' }
  await caller.api('POST', '/accounts/tumblr/finish', brought)
}
