import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { asExpectedUser, type UserResponse, sessionFetch } from './expected-user.ts'
import { sessionGate, useSessionGate } from './session-gate.ts'

beforeEach(() => {
  useSessionGate.setState(useSessionGate.getInitialState())
  sessionGate.signedInAs('ada')
})
afterEach(() => sessionGate.dismiss())

/** The network: answers in turn, and records the expected users. */
function respondWith(...responses: UserResponse[]) {
  const named: (string | undefined)[] = []
  const send = async (headers: Record<string, string>): Promise<UserResponse> => {
    named.push(headers[EXPECTED_USER_HEADER])
    const response = responses[named.length - 1]
    if (!response) throw new Error('Nothing more was to be sent')
    return response
  }
  return { named, send }
}

const ok: UserResponse = { status: 200, userId: 'ada' }
const sessionEnded: UserResponse = { status: 401, userId: null }

async function modalOpens(): Promise<void> {
  await vi.waitUntil(() => useSessionGate.getState().open)
}

describe('a request', () => {
  it('names the user of its page', async () => {
    const { named, send } = respondWith(ok)
    expect(await asExpectedUser(send)).toBe(ok)
    expect(named).toEqual(['ada'])
  })

  it('names no user if none is signed in', async () => {
    useSessionGate.setState({ userId: null })
    const { named, send } = respondWith(sessionEnded)
    expect(await asExpectedUser(send)).toBe(sessionEnded)
    expect(named).toEqual([undefined])
  })

  it('is repeated for the same user after the session ended', async () => {
    const { named, send } = respondWith(sessionEnded, ok)
    const call = asExpectedUser(send)
    await modalOpens()
    sessionGate.signedInAs('ada')
    expect(await call).toBe(ok)
    expect(named).toEqual(['ada', 'ada'])
  })

  it('is not sent when another user signs in', async () => {
    const { named, send } = respondWith(sessionEnded, ok)
    const call = asExpectedUser(send)
    await modalOpens()
    sessionGate.signedInAs('bo')
    await expect(call).rejects.toMatchObject({ code: 'WRONG_PERSON', status: 409 })
    expect(named).toEqual(['ada'])
  })

  it('ends with its 401 when the user closes the dialog', async () => {
    const { send } = respondWith(sessionEnded)
    const call = asExpectedUser(send)
    await modalOpens()
    sessionGate.dismiss()
    expect(await call).toBe(sessionEnded)
  })

  it.each([
    ['refused', { status: 409, userId: 'bo' }],
    ['answered', { status: 200, userId: 'bo' }],
  ])('%s from another session is discarded, and the page reloads', async (_what, response) => {
    await expect(asExpectedUser(respondWith(response).send)).rejects.toMatchObject({ code: 'WRONG_PERSON' })
    expect(useSessionGate.getState().left).toBe('taken-over')
  })

  it('has no response when another user signed in meanwhile', async () => {
    const pending = Promise.withResolvers<UserResponse>()
    const call = asExpectedUser(() => pending.promise)
    sessionGate.signedInAs('bo')
    pending.resolve(ok)
    await expect(call).rejects.toMatchObject({ code: 'WRONG_PERSON' })
  })

  it.each(['taken-over', 'signed-out'] as const)('of a page that is %s is not sent', async (left) => {
    sessionGate.leave(left)
    const { named, send } = respondWith(ok)
    await expect(asExpectedUser(send)).rejects.toMatchObject({ code: 'WRONG_PERSON' })
    expect(named).toEqual([])
  })

  it('of a page without a user hands the page over to the session’s user', async () => {
    useSessionGate.setState({ userId: null })
    await expect(asExpectedUser(respondWith({ status: 400, userId: 'bo' }).send)).rejects.toMatchObject({ code: 'WRONG_PERSON' })
    expect(useSessionGate.getState().left).toBe('taken-over')
  })
})

it('a fetch names the user and repeats its body; a request for the session names no user', async () => {
  const sent: { userId: string | null; body: string }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ userId: request.headers.get(EXPECTED_USER_HEADER), body: await request.text() })
    return new Response(null, sent.length === 1 ? { status: 401 } : { headers: { [EXPECTED_USER_HEADER]: 'ada' } })
  })
  const request = () => new Request('http://localhost/api/v1/companies', { method: 'POST', body: 'Acme' })
  const call = sessionFetch(request())
  await modalOpens()
  sessionGate.signedInAs('ada')
  expect((await call).status).toBe(200)
  await sessionFetch(request(), {}, { signedOutOk: true })
  expect(sent).toEqual([
    { userId: 'ada', body: 'Acme' },
    { userId: 'ada', body: 'Acme' },
    { userId: null, body: 'Acme' },
  ])
})
