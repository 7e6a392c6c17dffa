import { expect, onTestFinished, test } from 'vitest'
import { createListen } from '../db/listen.ts'
import { instanceSettings } from '../db/schema-operator.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { createInstanceSettings, type InstanceSettings, type CurrentSettings } from './instance-settings.ts'

/** Settings of another process on the same database. */
async function beside({ services, connection }: TestApp): Promise<InstanceSettings> {
  const changes = createListen(connection, services.log)
  const settings = createInstanceSettings({ ...services, changes })
  onTestFinished(async () => {
    settings.stop()
    await changes.close()
  })
  await settings.follow()
  return settings
}

const change = ({ services }: TestApp, name: keyof CurrentSettings, value: CurrentSettings[keyof CurrentSettings] | null) =>
  services.db.asSystem((tx) => services.settings.change(tx, name, value))

test('every process is notified of a change and of its reset', async () => {
  const app = await startTestApp({ signUp: 'invited' })
  const other = await beside(app)
  expect(other.now()).toEqual({ signUp: 'invited', dailyTokens: 500_000, storageQuota: 5120 * 1024 * 1024, localModel: null })
  await change(app, 'signUp', 'closed')
  await change(app, 'dailyTokens', 7)
  await expect.poll(() => other.now()).toMatchObject({ signUp: 'closed', dailyTokens: 7 })
  expect(other.defaults).toMatchObject({ signUp: 'invited', dailyTokens: 500_000 })
  await change(app, 'signUp', null)
  await expect.poll(() => other.now()).toMatchObject({ signUp: 'invited', dailyTokens: 7 })
})

test('a new process reads the stored changes', async () => {
  const app = await startTestApp()
  await change(app, 'storageQuota', 1024 * 1024)
  expect((await beside(app)).now()).toMatchObject({ storageQuota: 1024 * 1024 })
})

test('invalid stored values are ignored', async () => {
  const app = await startTestApp()
  await app.services.db.asSystem((tx) =>
    tx.insert(instanceSettings).values([
      { name: 'signUp', value: 'sometimes' },
      { name: 'unheardOf', value: 1 },
    ]),
  )
  expect((await beside(app)).now()).toMatchObject({ signUp: 'open' })
  await expect(change(app, 'dailyTokens', 0)).rejects.toThrow('Too small')
})

test('a changed quota and budget apply to the next request', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const project = await user.buildProject()
  await change(app, 'storageQuota', 1)
  await change(app, 'dailyTokens', 1)
  await app.services.settings.read()
  const slides = [{ ...project.slides[0], id: 'a' }]
  const refused = await user.call<{ error: { code: string } }>('POST', '/api/v1/projects', {
    title: 'x',
    topic: '',
    contentType: 'custom',
    contentStyle: 'personal',
    companyId: null,
    slides,
  })
  expect([refused.status, refused.body.error.code]).toEqual([507, 'STORAGE_QUOTA'])
  const ideas = await user.call<{ error: { code: string } }>('POST', '/api/ideas', { topic: 'calm mornings' })
  expect([ideas.status, ideas.body.error.code]).toEqual([429, 'AI_BUDGET'])
})
