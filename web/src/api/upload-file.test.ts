import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionGate } from './session-gate.ts'
import { uploadFile } from './upload-file.ts'

/** Outcomes of the next uploads: lost, or a status. */
let fates: ('lost' | number)[]
let sent: FormData[]

class Upload {
  readonly upload = {}
  status = 0
  responseText = ''
  onload = (): void => undefined
  onerror = (): void => undefined
  onloadend = (): void => undefined
  open(): void {
    this.status = 0
  }
  setRequestHeader(): void {
    this.responseText = ''
  }
  getResponseHeader = (): null => null
  send(form: FormData): void {
    sent.push(form)
    const fate = fates.shift() ?? 201
    queueMicrotask(() => {
      if (fate === 'lost') this.onerror()
      else {
        this.status = fate
        this.responseText = fate === 201 ? JSON.stringify({ filePath: 'a/b.jpg' }) : '<h1>Bad Gateway</h1>'
        this.onload()
      }
      this.onloadend()
    })
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sent = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('XMLHttpRequest', Upload)
  sessionGate.signedInAs('user-a')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const photo = new File([new Uint8Array(3)], 'photo.jpg', { type: 'image/jpeg' })

it('retries a lost photo under the same id, also when a proxy could not reach the server', async () => {
  fates = ['lost', 502, 503]
  const uploading = uploadFile(photo, 'media')
  await vi.runAllTimersAsync()
  expect(await uploading).toEqual({ filePath: 'a/b.jpg' })
  expect(sent).toHaveLength(4)
  const ids = new Set(sent.map((form) => form.get('id')))
  expect([...ids]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
})

it('does not retry a rejected file', async () => {
  fates = [500]
  await expect(uploadFile(photo, 'logo')).rejects.toMatchObject({ code: 'INTERNAL', status: 500 })
  expect(sent).toHaveLength(1)
})
