/** Choices of a user on Google's consent page. */
export interface Consent {
  /** Email of the chosen account, by default the first. */
  account?: string | undefined
  decision?: 'allow' | 'deny'
  /** False unticks Drive access. */
  drive?: boolean
}

/** Submits the consent page and returns the query of the redirect. */
export async function consentAtGoogle(url: string, { account, decision = 'allow', drive = true }: Consent = {}): Promise<URLSearchParams> {
  const page = await (await fetch(url)).text()
  const accounts = [...page.matchAll(/name="account" value="(\d+)"[^>]*>\s*<span>[^<]*<small>([^<]*)</g)]
  const [, id = ''] = accounts.find(([, , email]) => account === undefined || email === account) ?? []
  const form = new URLSearchParams({ account: id, decision })
  if (drive) form.set('scope', 'https://www.googleapis.com/auth/drive.file')
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (!location) throw new Error(`The consent page refused: ${reply.status} ${await reply.text()}`)
  return new URL(location).searchParams
}
