import { expect, test } from 'vitest'
import { freePort, runProgram } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

async function doctor(env: Record<string, string>): Promise<[number | null, string]> {
  const command = runProgram('cli/doctor.ts', [], env)
  return [await command.ended, command.output()]
}

test('npm run doctor checks a running and a stopped instance without changing it', { tags: ['long'] }, async () => {
  const SECRET_KEY = 'ab'.repeat(32)
  const env = { DATA_DIR: await temporaryFolder(), PORT: String(await freePort()), SECRET_KEY, DEMO: 'off', TRY: 'off' }
  const product = runProgram('main.ts', [], env)
  await product.waitForOutput('is ready at')
  const isPublishing = async () => {
    const { worker } = (await (await fetch(`http://localhost:${env.PORT}/readyz`)).json()) as { worker: { isAlive: boolean } }
    return worker.isAlive
  }
  await expect.poll(isPublishing).toBe(true)
  const [well, running] = await doctor(env)
  expect([well, running]).toEqual([0, expect.stringContaining('\n0 wrong, ')])
  expect(running).toMatch(/^ok {7}process {19}The product responds on port \d+\.$/m)
  expect(running).toMatch(/^ok {7}worker {20}The publisher's last heartbeat was/m)
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)

  const [code, stopped] = await doctor(env)
  expect([code, stopped]).toEqual([0, expect.stringContaining("The product doesn't respond on port")])
  expect(stopped).toMatch(/^ok {7}tables {20}The tables match this version\.$/m)
  expect(running + stopped).not.toContain(SECRET_KEY)
  const [broken, output] = await doctor({ ...env, SANDBOX: 'off' })
  expect([broken, output]).toEqual([1, expect.stringContaining('Set OPENAI_API_KEY')])
  expect(await doctor({ ...env, PORT: 'many' })).toEqual([1, expect.stringMatching(/^PORT cannot be "many"/)])
})
