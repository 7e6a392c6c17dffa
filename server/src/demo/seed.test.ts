import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slidesSchema } from '@ninesixteen/shared/slide/model'
import { createAuth } from '../auth/auth.ts'
import { loadConfig } from '../config.ts'
import { companies, contentIdeas, files, mediaCompanyLinks, mediaItems, projects, slides, users } from '../db/schema.ts'
import { openStore } from '../storage/open-store.ts'
import { keysOf } from '../storage/renditions.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { DEMO_IDEAS } from './content.ts'
import { DEMO_ACCOUNT } from './demo-account.ts'
import { PHOTO_NAMES } from './pictures/names.ts'
import { type DemoServices, demoAccount, seedDemo } from './seed.ts'

let database: TestDatabase
let services: DemoServices
let warnings: string[]

async function demoServices(): Promise<DemoServices> {
  const dataDir = await temporaryFolder()
  const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: '00'.repeat(32), SANDBOX: 'on' })
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
  const { db } = database
  return { config, db, log, store: await openStore(null, dataDir), auth: createAuth({ config, db, log }) }
}

const countRows = () =>
  database.db.asSystem(async (tx) => ({
    users: await tx.$count(users),
    companies: await tx.$count(companies),
    files: await tx.$count(files),
    photos: await tx.$count(mediaItems),
    links: await tx.$count(mediaCompanyLinks),
    projects: await tx.$count(projects),
    slides: await tx.$count(slides),
    ideas: await tx.$count(contentIdeas),
  }))

const WHOLE = {
  users: 1,
  companies: 1,
  files: PHOTO_NAMES.length + 2,
  photos: PHOTO_NAMES.length,
  links: 12,
  projects: 1,
  slides: 6,
  ideas: DEMO_IDEAS.length,
}

const signIn = ({ auth }: DemoServices) => auth.api.signInEmail({ body: { ...DEMO_ACCOUNT } })

async function storedKeys({ store }: DemoServices): Promise<string[]> {
  const keys: string[] = []
  for await (const object of store.list()) keys.push(object.key)
  return keys
}

beforeEach(async () => {
  warnings = []
  database = await testDatabase()
  services = await demoServices()
})

afterEach(async () => {
  await database.drop()
})

const withKeys = (of: DemoServices): DemoServices => ({
  ...of,
  config: { ...of.config, ai: { ...of.config.ai, sandbox: false } },
})

describe('the demo account', { timeout: 60_000 }, () => {
  it('is complete once it is offered, and from then on belongs to the people who use it', async () => {
    const seeding = seedDemo(services)
    expect(await demoAccount(services.db)).toEqual(DEMO_ACCOUNT)
    await seeding
    expect(await countRows()).toEqual(WHOLE)
    const { user } = await signIn(services)
    const stored = await services.db.asUser(user.id, (tx) => tx.select().from(slides).orderBy(slides.number))
    const project = slidesSchema.parse(stored.map((row) => row.data))
    expect(new Set(project.map((slide) => slide.backgroundImage)).size).toBe(WHOLE.slides)
    expect(project.filter((slide) => slide.imageBoxes.length > 0)).toHaveLength(1)
    expect(project.at(-1)?.logoImage).toMatch(/\.png$/)

    await services.db.asUser(user.id, (tx) => tx.delete(projects))
    await seedDemo(services)
    expect(await countRows()).toEqual({ ...WHOLE, projects: 0, slides: 0 })
    expect(warnings).toEqual([])
  })

  it('is shut when real keys are set, opens again with the sandbox, and is not offered with a password that people changed', async () => {
    await seedDemo(services)
    await seedDemo(withKeys(services))
    expect(await demoAccount(services.db)).toBeNull()
    await expect(signIn(services)).rejects.toThrow('Invalid email or password')
    expect(await countRows()).toEqual(WHOLE)

    await seedDemo(services)
    const session = await services.auth.api.signInEmail({ body: { ...DEMO_ACCOUNT }, returnHeaders: true })
    const headers = new Headers({ authorization: `Bearer ${session.headers.get('set-auth-token') ?? ''}` })
    await services.auth.api.changePassword({
      headers,
      body: { currentPassword: DEMO_ACCOUNT.password, newPassword: 'a-password-of-theirs' },
    })
    await seedDemo(services)
    expect(await demoAccount(services.db)).toBeNull()
  })

  it('is made anew when a start was cut short, by one of two starts at once', async () => {
    let room = 9
    const put: DemoServices['store']['put'] = (...object) => {
      room -= 1
      return room < 0 ? Promise.reject(new Error('No more room')) : services.store.put(...object)
    }
    await seedDemo({ ...services, store: { ...services.store, put } })
    expect(await demoAccount(services.db)).toBeNull()
    expect(warnings.splice(0).join()).toContain('No more room')
    expect(await countRows()).toMatchObject({ users: 1, companies: 0, projects: 0 })

    await Promise.all([seedDemo(services), seedDemo({ ...services })])
    expect(await countRows()).toEqual(WHOLE)
    const paths = await services.db.asSystem((tx) => tx.select({ path: files.path }).from(files))
    const known = new Set(paths.flatMap((row) => keysOf(row.path)))
    expect((await storedKeys(services)).filter((key) => !known.has(key))).toEqual([])
  })

  it('does not exist where real keys were set from the start', async () => {
    await seedDemo(withKeys(services))
    expect(await countRows()).toMatchObject({ users: 0, files: 0 })
  })
})
