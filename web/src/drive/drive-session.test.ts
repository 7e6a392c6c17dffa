import type { GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { keep } from '../app/browser-storage.ts'
import type { DriveAnswer } from './drive-calls.ts'
import { DriveError, testDrive, withDriveToken } from './drive-session.ts'
import { forgetDrive, storeConnection, readDrive } from './stored-connection.ts'
import { allowRelativeRequests } from '../api/testing/relative-requests.ts'

const USER = { email: 'sandy@example.com', name: 'Sandy', picture: '' }
const EXPIRED = 'Google Drive connection has expired. Please reconnect in Settings.'

/** The server's responses by action; these tests stub only the network. */
let responses: Record<string, { status?: number; reply: GoogleDriveReply } | 'offline'>
let requests: { action: string; accessToken?: string; refreshToken?: string }[]

beforeEach(() => {
  responses = { test: { reply: { success: true } }, refresh_token: { reply: { success: true, accessToken: 'sealed.new' } } }
  requests = []
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  allowRelativeRequests()
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = JSON.parse(await request.text())
    requests.push(body)
    const response = responses[body.action]
    if (response === undefined || response === 'offline') throw new TypeError('fetch failed')
    return Response.json(response.reply, { status: response.status ?? 200 })
  })
  sessionGate.signedInAs('user-a')
  storeConnection({ accessToken: 'sealed.old', refreshToken: 'sealed.refresh', user: USER })
})

const actions = () => requests.map(({ action }) => action)
const test = () => testDrive(new AbortController().signal)

async function failureOf(work: Promise<unknown>): Promise<DriveError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof DriveError)) throw new Error(`Expected a DriveError, got ${String(thrown)}`)
  return thrown
}

describe('the stored connection', () => {
  it('is visible only to its user', () => {
    expect(readDrive()).toMatchObject({ accessToken: 'sealed.old', user: USER })
    useSessionGate.setState({ userId: 'user-b' })
    expect(readDrive()).toEqual({ accessToken: null, refreshToken: null, user: null })
    useSessionGate.setState({ userId: 'user-a' })
    expect(readDrive()).toMatchObject({ user: USER })
    useSessionGate.setState({ userId: null })
    expect(readDrive().user).toBeNull()
  })

  it('is empty if its content is malformed', () => {
    for (const malformed of [null, [], { owner: 'user-a', accessToken: 7, user: 'x' }, { owner: 'user-a' }]) {
      keep('ninesixteen.google-drive', malformed)
      expect(readDrive()).toMatchObject({ accessToken: null, refreshToken: null, user: null })
    }
  })
})

describe('testing the connection', () => {
  it('passes when Drive accepts the token', async () => {
    await test()
    expect(actions()).toEqual(['test'])
  })

  it('asks the user to connect first without a connection', async () => {
    forgetDrive()
    expect(await failureOf(test())).toMatchObject({ fault: 'alert', message: 'Please connect to Google Drive in Settings first.' })
    expect(requests).toEqual([])
  })

  it('refreshes when it fails, and keeps the refresh token if the reply has none', async () => {
    responses['test'] = { reply: { success: false, needsRefresh: true } }
    await test()
    expect(readDrive()).toMatchObject({ accessToken: 'sealed.new', refreshToken: 'sealed.refresh', user: USER })
    responses['refresh_token'] = { reply: { success: true, accessToken: 'sealed.newer', refreshToken: 'sealed.other' } }
    await test()
    expect(readDrive()).toMatchObject({ accessToken: 'sealed.newer', refreshToken: 'sealed.other' })
  })

  it.each([
    [{ success: false, error: 'invalid_grant' }],
    [{ success: false, error: 'Bad Request', details: 'The refresh_token is not one of this account.' }],
  ])('clears tokens and user for a revoked connection, %j', async (reply) => {
    responses['test'] = { reply: { success: false, needsRefresh: true } }
    responses['refresh_token'] = { reply }
    expect(await failureOf(test())).toMatchObject({ fault: 'alert', message: EXPIRED })
    expect(readDrive()).toEqual({ accessToken: null, refreshToken: null, user: null })
  })

  it('clears nothing while Google is down', async () => {
    for (const action of ['test', 'refresh_token']) responses[action] = { status: 502, reply: { success: false, error: 'down' } }
    expect((await failureOf(test())).message).toBe(EXPIRED)
    expect(readDrive()).toMatchObject({ accessToken: 'sealed.old', refreshToken: 'sealed.refresh', user: USER })
  })

  it('clears the access token without a refresh token', async () => {
    storeConnection({ refreshToken: null })
    responses['test'] = { reply: { success: false, needsRefresh: true } }
    expect((await failureOf(test())).message).toBe(EXPIRED)
    expect(readDrive()).toMatchObject({ accessToken: null, refreshToken: null, user: USER })
    expect(actions()).toEqual(['test'])
  })

  it('keeps the connection while the server is unreachable', async () => {
    responses['test'] = 'offline'
    await expect(test()).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(readDrive().user).toEqual(USER)
  })
})

describe('a request with the token', () => {
  /** Drive's responses in turn, and the tokens of its requests. */
  function calls(...options: DriveAnswer[]) {
    const tokens: string[] = []
    const work = async (accessToken: string) => {
      tokens.push(accessToken)
      return options[tokens.length - 1] ?? { status: 200, reply: { success: true, fileId: 'f' } }
    }
    return { tokens, work }
  }
  const spent: DriveAnswer = { status: 200, reply: { success: false, needsRefresh: true, error: 'spent' } }

  it('is sent once if it succeeds', async () => {
    const { tokens, work } = calls()
    expect(await withDriveToken('upload', work)).toMatchObject({ fileId: 'f' })
    expect(tokens).toEqual(['sealed.old'])
  })

  it.each([
    ['needsRefresh', spent],
    ['401', { status: 401, reply: { success: false } }],
    ['502', { status: 502, reply: { success: false, error: 'down' } }],
  ])('that fails with %s is repeated once after a refresh', async (_what, first) => {
    const { tokens, work } = calls(first)
    await withDriveToken('upload', work)
    expect(tokens).toEqual(['sealed.old', 'sealed.new'])
    expect(actions()).toEqual(['refresh_token'])
  })

  it('sent 20 times with an expired token causes one refresh', async () => {
    const all = Array.from({ length: 20 }, () => calls(spent))
    await Promise.all(all.map(({ work }) => withDriveToken('upload', work)))
    expect(actions()).toEqual(['refresh_token'])
    for (const { tokens } of all) expect(tokens).toEqual(['sealed.old', 'sealed.new'])
  })

  it.each([
    ['expired twice', [spent, spent], 'Your Google Drive session has expired. Please reconnect in Settings.'],
    [
      'expired, then 401',
      [spent, { status: 401, reply: { success: false } }],
      'Your Google Drive session has expired. Please reconnect in Settings.',
    ],
    ['down twice', [spent, { status: 502, reply: { success: false, error: 'Drive is down.' } }], 'Drive is down.'],
    ['down twice without a message', [spent, { status: 502, reply: { success: false } }], 'Upload failed'],
    ['refused', [{ status: 200, reply: { success: false, error: 'Your Google Drive is full.' } }], 'Your Google Drive is full.'],
    ['refused without a message', [{ status: 200, reply: { success: false } }], 'Upload failed'],
  ])('%s ends with its message', async (_what, options, message) => {
    const { tokens, work } = calls(...options)
    expect(await failureOf(withDriveToken('upload', work))).toMatchObject({ fault: 'upload', message })
    expect(tokens).toHaveLength(options.length)
  })

  it('fails without any token', async () => {
    responses['refresh_token'] = { reply: { success: false, error: 'invalid_grant' } }
    const { work } = calls(spent)
    expect((await failureOf(withDriveToken('upload', work))).message).toBe('Failed to refresh access token. Please reconnect in Settings.')
    const none = calls()
    expect((await failureOf(withDriveToken('upload', none.work))).message).toBe(
      'No Google Drive access token found. Please reconnect in Settings.',
    )
    expect(none.tokens).toEqual([])
  })
})
