import type { GoogleDriveBody } from '@ninesixteen/shared/api/google-drive'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionGate } from '../api/session-gate.ts'
import { driveCall } from './drive-calls.ts'
import { allowRelativeRequests } from '../api/testing/relative-requests.ts'

/** Number of requests to lose first. */
let lost: number
let requests: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  vi.stubGlobal('navigator', { onLine: true })
  allowRelativeRequests()
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(JSON.parse(await request.text()))
    lost -= 1
    if (lost >= 0) throw new TypeError('Failed to fetch')
    return Response.json({ success: true })
  })
  sessionGate.signedInAs('user-a')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = { name: 'a.png', content: 'AAAA', mimeType: 'image/png' }

it.each<[GoogleDriveBody, boolean]>([
  [{ action: 'test', accessToken: 'a' }, true],
  [{ action: 'generate_ids', accessToken: 'a', count: 3 }, true],
  [{ action: 'create_folder', accessToken: 'a', folderName: 'x', folderId: 'id' }, true],
  [{ action: 'refresh_token', refreshToken: 'r' }, true],
  [{ action: 'create_folder', accessToken: 'a', folderName: 'x' }, false],
  [{ action: 'upload', accessToken: 'a', folderId: 'id', file }, false],
  [{ action: 'authenticate', authCode: 'c', state: 's' }, false],
])('retries a lost %j: %s', async (body, isRecurring) => {
  lost = 2
  const result = driveCall(body).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  if (isRecurring) expect(await result).toMatchObject({ status: 200, reply: { success: true } })
  else expect(await result).toMatchObject({ code: 'OFFLINE' })
  expect(requests).toEqual(Array.from({ length: isRecurring ? 3 : 1 }, () => body))
})
