import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import {
  accounts,
  companies,
  contentIdeas,
  files,
  mediaCompanyLinks,
  mediaItems,
  projects,
  sessions,
  slides,
  userSettings,
  users,
} from '../db/schema.ts'
import type { Services } from '../services.ts'
import { removeFiles, storePicture } from '../storage/pictures.ts'
import { buildDemo, logoFile, photoFile, productFile } from './build.ts'
import { DEMO_COMPANY, DEMO_IDEAS, DEMO_TITLE, DEMO_TOPIC, demoSlides } from './content.ts'
import { DEMO_ACCOUNT } from './demo-account.ts'
import { COMPANY_PHOTOS, PHOTO_NAMES, type PhotoName } from './pictures/names.ts'

export type DemoServices = Pick<Services, 'config' | 'db' | 'store' | 'auth' | 'log'>

/** One process seeds, another one that starts at the same time waits for it. Any number that nothing else in the database locks. */
const SEED_LOCK = 916_0001
const CREDENTIAL = 'credential'
/** Pictures stored side by side: as many as the server encodes at once. */
const LANES = 2

const offers = new WeakMap<DemoServices['db'], Promise<boolean>>()

/**
 * Makes the demo account while the sandbox is in use, and shuts it where real keys are set. It never throws: a product without a demo
 * is still the product. The password comes last, so an account that can be signed into is complete, belongs to the people who use it,
 * and is left alone from then on; one without is what a crash left behind, and is made anew.
 */
export async function seedDemo(services: DemoServices): Promise<void> {
  const work = services.config.ai.sandbox ? services.db.alone(SEED_LOCK, () => seed(services)) : close(services)
  const offer = work.catch((error: unknown) => {
    services.log.error({ err: error }, 'The demo account could not be prepared')
    return false
  })
  offers.set(services.db, offer)
  await offer
}

/** The account to offer to a visitor; null where there is none. Waits for a seed under way in this process. */
export async function demoAccount(db: DemoServices['db']): Promise<typeof DEMO_ACCOUNT | null> {
  return (await offers.get(db)) ? DEMO_ACCOUNT : null
}

/** True when the published password opens the account. */
async function seed(services: DemoServices): Promise<boolean> {
  const { db, auth, log } = services
  const found = await db.asSystem(findAccount)
  const { password } = await auth.$context
  if (found?.password) return password.verify({ hash: found.password, password: DEMO_ACCOUNT.password })
  const hash = await password.hash(DEMO_ACCOUNT.password)
  if (found?.accountId) {
    // Shut while real keys were set; its content is its users'.
    await db.asSystem((tx) => tx.update(accounts).set({ password: hash }).where(eq(accounts.userId, found.userId)))
    return true
  }
  const started = performance.now()
  if (found) await removeHalf(services, found.userId)
  await buildDemo({ log: (text) => log.info(text) })
  const userId = randomUUID()
  await db.asSystem(async (tx) => {
    await tx.insert(users).values({ id: userId, name: 'Demo', email: DEMO_ACCOUNT.email, emailVerified: true })
    await tx
      .insert(userSettings)
      .values({ userId, proPlan: true })
      .onConflictDoUpdate({ target: userSettings.userId, set: { proPlan: true } })
  })
  await fill(services, userId)
  await db.asSystem((tx) =>
    tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: CREDENTIAL, password: hash }),
  )
  log.debug({ ms: Math.round(performance.now() - started) }, 'The demo account is ready')
  return true
}

/** The demo's user, with its sign-in where it has one. */
async function findAccount(tx: Tx): Promise<{ userId: string; accountId: string | null; password: string | null } | null> {
  const signIn = and(eq(accounts.userId, users.id), eq(accounts.providerId, CREDENTIAL))
  const [found] = await tx
    .select({ userId: users.id, accountId: accounts.id, password: accounts.password })
    .from(users)
    .leftJoin(accounts, signIn)
    .where(eq(users.email, DEMO_ACCOUNT.email))
  return found ?? null
}

/** Everything the account holds: pictures first, then all rows at once. */
async function fill({ config, db, store }: DemoServices, userId: string): Promise<void> {
  const keep = async (file: string, purpose: 'logo' | 'product-photo') => {
    const stored = await storePicture({ config, db, store }, userId, { source: await readFile(file), filename: `${purpose}.png`, purpose })
    return stored.filePath
  }
  const logoPath = await keep(logoFile, 'logo')
  const productPhotoPath = await keep(productFile, 'product-photo')
  const photos = await keepPhotos({ config, db, store }, userId)
  const pathOf = (name: PhotoName): string => photos.get(name)?.path ?? ''
  const companyId = randomUUID()
  const projectId = randomUUID()
  const composed = demoSlides({ logoPath, productPhotoPath }, pathOf)
  await db.asUser(userId, async (tx) => {
    await tx.insert(companies).values({ id: companyId, userId, ...DEMO_COMPANY, logoPath, productPhotoPath })
    await tx
      .insert(mediaCompanyLinks)
      .values(COMPANY_PHOTOS.map((name) => ({ userId, companyId, mediaItemId: photos.get(name)?.id ?? '' })))
    await tx.insert(projects).values({
      id: projectId,
      userId,
      title: DEMO_TITLE,
      topic: DEMO_TOPIC,
      contentType: 'numbered-list',
      slideCount: composed.length,
      companyId,
    })
    await tx.insert(slides).values(composed.map((data, index) => ({ projectId, userId, number: index + 1, data })))
    await tx.insert(contentIdeas).values(DEMO_IDEAS.map((idea) => ({ userId, companyId, ...idea })))
  })
}

async function keepPhotos(
  storage: Pick<DemoServices, 'config' | 'db' | 'store'>,
  userId: string,
): Promise<Map<PhotoName, { id: string; path: string }>> {
  const kept = new Map<PhotoName, { id: string; path: string }>()
  // The library shows the newest first, so the list is stored from its end.
  const waiting = PHOTO_NAMES.toReversed()
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const id = randomUUID()
      const source = await readFile(photoFile(name))
      const { filePath } = await storePicture(storage, userId, { source, filename: `${name}.jpg`, purpose: 'media', mediaId: id })
      kept.set(name, { id, path: filePath })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return kept
}

/** Takes away what a seed that was cut short had made. Nobody can have signed in to it. */
async function removeHalf({ db, store }: DemoServices, userId: string): Promise<void> {
  const paths = await db.asUser(userId, async (tx) => {
    await tx.delete(mediaItems).where(eq(mediaItems.userId, userId))
    return tx.select({ path: files.path }).from(files).where(eq(files.userId, userId))
  })
  await removeFiles(
    { db, store },
    userId,
    paths.map((row) => row.path),
  )
  await db.asSystem((tx) => tx.delete(users).where(eq(users.id, userId)))
}

/** With real keys the published password must open nothing, or strangers would spend them. */
async function close({ db, log }: DemoServices): Promise<boolean> {
  await db.asSystem(async (tx) => {
    const found = await findAccount(tx)
    if (!found?.password) return
    await tx.update(accounts).set({ password: null }).where(eq(accounts.userId, found.userId))
    await tx.delete(sessions).where(eq(sessions.userId, found.userId))
    log.info('The demo account is shut: the sandbox is not in use')
  })
  return false
}
