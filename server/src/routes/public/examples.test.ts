import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApiKey } from '../../testing/api-caller.ts'
import { photo } from '../../testing/app.ts'
import { startGeneratingApp } from '../../testing/generation.ts'
import { freePort, runCommand } from '../../testing/program.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { connectAccount, sharedRenderer } from '../../testing/scheduler.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createWebhookSecret, signWebhook } from '../../webhooks/sign.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples')

/** How each kind of example is started. */
const PROGRAMS = { sh: 'bash', ts: process.execPath, py: 'python3' } as const
type Kind = keyof typeof PROGRAMS
const KINDS = Object.keys(PROGRAMS) as Kind[]

let sandbox: TestSandbox
beforeAll(async () => {
  const missing = ['bash', 'curl', 'jq', 'openssl', 'python3'].filter((name) => spawnSync(name, ['--version']).error)
  if (missing.length > 0) throw new Error(`The examples need ${missing.join(', ')}: apt-get install ${missing.join(' ')}`)
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

describe.each(KINDS)('the example slideshow.%s', (kind) => {
  test('uploads, generates, edits, renders and drafts', async () => {
    const app = await startGeneratingApp(sandbox, { renderer: sharedRenderer() })
    const user = await app.buildUser()
    await user.buildCompany('Dawn Roast')
    await connectAccount(app, user, { platform: 'threads' })
    const key = await buildApiKey(user)
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'photo.jpg'), await photo())

    const env = { cwd, NINESIXTEEN_URL: app.url, NINESIXTEEN_API_KEY: key.secret }
    const example = runCommand(PROGRAMS[kind], [join(EXAMPLES, `slideshow.${kind}`), 'photo.jpg'], env)
    expect([await example.ended, ...example.output().split('\n')]).toEqual([
      0,
      'Company: Dawn Roast',
      'Slides: 6',
      'Version: 3',
      expect.stringMatching(/^Draft: http.*post=/),
      '',
    ])

    expect(await sharp(await readFile(join(cwd, 'slide.jpg'))).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1350 })
    const { body } = await key.call<{ posts: { slideshow_id: string }[] }>('GET', '/posts')
    expect(body.posts).toEqual([expect.objectContaining({ scheduled_at: null, caption: 'Start slowly', platform: 'threads' })])
    const { body: photos } = await key.call<{ photos: { path: string }[] }>('GET', '/photos')
    const { body: slideshow } = await key.call('GET', `/slideshows/${body.posts[0]?.slideshow_id}`)
    expect(slideshow['slides']).toMatchObject({
      0: { backgroundImage: photos.photos[0]?.path, textBoxes: { 0: { text: 'Start slowly' } } },
    })
  })
})

interface Webhook {
  id: string
  timestamp: number
  body: string
}

const webhook = (): Webhook => ({
  id: randomUUID(),
  timestamp: Math.floor(Date.now() / 1000),
  body: JSON.stringify({ type: 'post.failed', timestamp: new Date().toISOString(), data: { caption: 'Größe 📷' } }),
})

describe.each(['ts', 'py'] as const)('the example webhook.%s', (kind) => {
  test('accepts what we signed, also during a rotation, and refuses all else', async () => {
    const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
    const port = await freePort()
    const env = { WEBHOOK_SECRET: secret, PORT: String(port) }
    const receiver = runCommand(PROGRAMS[kind], [join(EXAMPLES, `webhook.${kind}`)], env)
    await receiver.waitForOutput('Waiting for webhooks')

    const sent = webhook()
    const deliver = (secrets: string[], { id, timestamp, body }: Webhook, delivered = body) => {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
      }
      return fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: delivered }).then(({ status }) => status)
    }
    expect(await deliver([secret], sent)).toBe(204)
    expect(await deliver([other, secret], sent)).toBe(204)
    expect(await deliver([other], sent)).toBe(401)
    expect(await deliver([secret], sent, `${sent.body} `)).toBe(401)
    expect(await deliver([secret], { ...sent, timestamp: sent.timestamp - 400 })).toBe(401)
    expect(await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: sent.body }).then(({ status }) => status)).toBe(401)
    await expect.poll(() => receiver.output().split(`post.failed ${sent.id}\n`).length).toBe(3)
  })
})

test('the example webhook.sh verifies a signature', async () => {
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
  const { id, timestamp, body } = webhook()
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'body'), body)
  const verify = (secrets: string[]) => {
    const signature = signWebhook(secrets, { id, timestamp, body })
    const env = { cwd, WEBHOOK_SECRET: secret, ID: id, TIMESTAMP: String(timestamp), SIGNATURE: signature }
    return runCommand('bash', ['-c', 'bash "$0" < body', join(EXAMPLES, 'webhook.sh')], env).ended
  }
  expect([await verify([secret]), await verify([other, secret]), await verify([other])]).toEqual([0, 0, 1])
})
