import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { codeOf } from '../testing/authenticator.ts'
import { Caller } from '../testing/caller.ts'
import { freePort, runProgram, type Program } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** The product with its own data folder, without the demo account to save time. */
async function settings(): Promise<Record<string, string>> {
  const port = await freePort()
  return { DATA_DIR: await temporaryFolder(), PORT: String(port), SANDBOX: 'off' }
}

async function startProduct(env: Record<string, string>): Promise<Program & { url: string }> {
  const program = runProgram('main.ts', [], env)
  await program.waitForOutput('is ready at')
  return { ...program, url: `http://localhost:${env['PORT']}` }
}

async function signUp(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'a good password', name: 'Ann' }),
  })
  expect(response.status).toBe(200)
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

const me = async (url: string, cookie: string): Promise<unknown> => (await fetch(`${url}/api/v1/me`, { headers: { cookie } })).json()

describe('npm start', () => {
  test('reports the running instance when started twice, and harms nothing', { tags: ['long'] }, async () => {
    const env = await settings()
    const product = await startProduct(env)
    expect(product.output()).toContain(`Ninesixteen is ready at ${product.url}\n`)
    const second = runProgram('main.ts', [], { ...env, PORT: String(await freePort()) })
    expect(await second.ended).toBe(2)
    expect(second.output()).toBe(
      `Ninesixteen already runs with the data in ${env['DATA_DIR']}, at ${product.url}. Stop it first, or choose another DATA_DIR.\n`,
    )
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    product.child.kill('SIGINT')
    expect(await product.ended).toBe(0)
  })

  test('reports a port in use in one sentence and leaves nothing running', { tags: ['long'] }, async () => {
    const env = await settings()
    const other = createServer().listen(Number(env['PORT']))
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const product = runProgram('main.ts', [], env)
    expect(await product.ended).toBe(2)
    expect(product.output()).toBe(`Port ${env['PORT']} is in use by another program. Stop it, or choose another PORT.\n`)
    const again = await startProduct({ ...env, PORT: String(await freePort()) })
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test('reports an invalid setting in one sentence', async () => {
    const product = runProgram('main.ts', [], { ...(await settings()), PORT: 'many' })
    expect(await product.ended).toBe(2)
    expect(product.output()).toMatch(/^PORT cannot be "many": [^\n]+\n$/)
  })
})

/** Turns billing on, so that not every user has the plan. No test sends requests to Stripe. */
const SELLING = {
  OPERATORS: 'operator@example.org',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_PRICE: 'price_none',
}

describe('npm run plan', () => {
  test('grants and revokes the plan while the product runs and while it is stopped', { tags: ['long'] }, async () => {
    const env = { ...(await settings()), ...SELLING }
    const product = await startProduct(env)
    const cookie = await signUp(product.url, 'ann@example.com')
    expect(await me(product.url, cookie)).toMatchObject({ proPlan: false })
    const plan = async (...args: string[]): Promise<[number | null, string]> => {
      const command = runProgram('cli/plan.ts', args, env)
      return [await command.ended, command.output()]
    }
    expect(await plan('grant', 'Ann@Example.com')).toEqual([0, 'Ann@Example.com has the Pro plan now.\n'])
    expect(await me(product.url, cookie)).toMatchObject({ proPlan: true })
    expect(await plan('grant', 'nobody@example.com')).toEqual([1, 'There is no account with the email nobody@example.com.\n'])
    await signUp(product.url, 'bob@example.com')
    expect(await plan('grant', 'bob@example.com', 'ann@example.com')).toEqual([
      0,
      'bob@example.com has the Pro plan now.\nann@example.com has the Pro plan now.\n',
    ])
    expect((await plan('upgrade', 'ann@example.com'))[1]).toMatch(/^Usage: npm run plan -- grant EMAIL/)

    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    expect(await plan('revoke', 'ann@example.com')).toEqual([0, 'ann@example.com no longer has the Pro plan.\n'])
    const restarted = await startProduct(env)
    expect(await me(restarted.url, cookie)).toMatchObject({ proPlan: false })
  })
})

describe('a command without DATA_DIR', () => {
  const grant = async (env: Record<string, string>): Promise<[number | null, string]> => {
    const command = runProgram('cli/plan.ts', ['grant', 'ann@example.com'], { ...SELLING, SANDBOX: 'off', ...env })
    return [await command.ended, command.output()]
  }
  const start = async (cwd: string) => startProduct({ ...(await settings()), ...SELLING, cwd })

  test('finds the running instance, creates nothing, and reports none or several', { tags: ['long'] }, async () => {
    const cwd = await temporaryFolder()
    const elsewhere = await temporaryFolder()
    expect(await grant({ cwd })).toEqual([
      1,
      `No instance in ${cwd}/data. Start the product first, or set DATA_DIR to the folder it was started with.\n`,
    ])
    const product = await start(cwd)
    await signUp(product.url, 'ann@example.com')
    expect(await grant({ cwd })).toEqual([0, 'ann@example.com has the Pro plan now.\n'])
    const [code, output] = await grant({ cwd, DATA_DIR: elsewhere })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^No instance in .* Set DATA_DIR .* Ninesixteen is running with the data in .*\.\n$/),
    ])
    await start(cwd)
    expect(await grant({ cwd })).toEqual([1, expect.stringMatching(/^Several instances are running\. Set DATA_DIR to one of .*, .*\.\n$/)])
    expect([await readdir(elsewhere), existsSync(join(cwd, 'data'))]).toEqual([[], false])
  })

  test('requires the secret for an external database and creates none', async () => {
    const cwd = await temporaryFolder()
    const [code, output] = await grant({ cwd, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect([code, output]).toEqual([1, `No secret.key in ${cwd}/data. Set DATA_DIR or SECRET_KEY as for the product.\n`])
    expect(await readdir(cwd)).toEqual([])
  })
})

describe('npm run account', () => {
  test('lists, creates and revokes API keys', { tags: ['long'] }, async () => {
    const env = await settings()
    const product = await startProduct(env)
    const email = 'ann@example.com'
    await signUp(product.url, email)
    const account = async (...args: string[]): Promise<[number | null, string]> => {
      const command = runProgram('cli/account.ts', args, env)
      return [await command.ended, command.output()]
    }
    const authorize = async (secret: string) =>
      (await fetch(`${product.url}${PUBLIC_API_PREFIX}/posts`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await account('keys', email)).toEqual([0, 'ann@example.com has no API keys.\n'])
    expect(await account('key-create', email, 'Cron', 'posts:all')).toEqual([1, 'Not valid: scopes.0.\n'])
    const [code, output] = await account('key-create', email, 'Cron', 'posts:read,posts:draft', '30')
    expect([code, output]).toEqual([0, expect.stringMatching(/^n16_[\w-]{43}\nCopy it now: it is not stored\.\n$/)])
    const [secret = ''] = output.split('\n')
    expect(await authorize(secret)).toBe(200)
    const [, listed] = await account('keys', email)
    expect(listed).toContain(`…${secret.slice(-4)}  Cron  posts:read,posts:draft  expires `)
    const [id = ''] = listed.split(' ')
    expect(await account('key-revoke', email, id)).toEqual([0, 'The API key "Cron" is revoked.\n'])
    expect(await authorize(secret)).toBe(401)
  })

  test('turns codes off for a locked-out user and notifies them', { tags: ['long'] }, async () => {
    const env = await settings()
    const product = await startProduct(env)
    const [email, password] = ['ann@example.com', 'a good password']
    await signUp(product.url, email)
    const account = async (...args: string[]): Promise<[number | null, string]> => {
      const command = runProgram('cli/account.ts', args, env)
      return [await command.ended, command.output()]
    }
    expect(await account('codes-off', 'ann@example.com')).toEqual([0, 'Two-factor codes are already off for ann@example.com.\n'])
    expect(await account('codes-off', 'nobody@example.com')).toEqual([1, 'There is no account with the email nobody@example.com.\n'])
    expect(await account('codes-on', 'ann@example.com')).toEqual([1, expect.stringMatching(/^Usage: npm run account -- codes-off EMAIL\n/)])

    const signIn = async () => {
      const ann = new Caller(product.url)
      return { ann, answer: await ann.call<{ twoFactorRedirect?: boolean }>('POST', '/api/auth/sign-in/email', { email, password }) }
    }
    const { ann } = await signIn()
    const { body } = await ann.call<{ totpURI: string }>('POST', '/api/auth/two-factor/enable', { password })
    expect((await ann.call('POST', '/api/auth/two-factor/confirm', { code: codeOf(body.totpURI) })).status).toBe(200)
    expect((await signIn()).answer.body).toMatchObject({ twoFactorRedirect: true })
    const output =
      'Two-factor codes are off for ann@example.com, and all sessions have ended. The password alone signs in.\nThe user was notified by mail.\n'
    expect(await account('codes-off', 'ann@example.com')).toEqual([0, output])
    expect((await ann.call('GET', '/api/v1/me')).status).toBe(401)
    const again = await signIn()
    expect([again.answer.status, (await again.ann.call('GET', '/api/v1/me')).status]).toEqual([200, 200])
    const outbox = join(env['DATA_DIR'] ?? '', 'outbox')
    const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
    const notifications = mails.filter((mail) => mail.includes('Subject: Codes were turned off for your account at '))
    expect(notifications).toHaveLength(1)
    expect(notifications[0]).toMatch(/^To: ann@example\.com\r?$/m)
    expect(notifications[0]?.replaceAll('=\r\n', '')).toContain(
      'The operator of this server turned them off. You now sign in with your password and no code.',
    )
  })
})
