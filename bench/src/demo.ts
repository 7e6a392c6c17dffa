/** A demo's session: a bearer token for programs, and a browser's cookie, whose requests name their user. */
export interface DemoSession {
  authorization: string
  cookie: string
  person: string
}

/** A new demo, whose library has photos and which may generate. */
export async function enterDemo(origin: string): Promise<DemoSession> {
  const answer = await fetch(`${origin}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`No demo: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { user } = await answer.json()
  return { authorization: `Bearer ${answer.headers.get('set-auth-token')}`, cookie: cookies.join('; '), person: user.id }
}
