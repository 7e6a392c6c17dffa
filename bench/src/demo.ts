/** Cookies of a new demo, whose library has photos and which may generate. */
export async function enterDemo(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`No demo: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}
