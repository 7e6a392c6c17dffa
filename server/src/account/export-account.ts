import { asc, eq, getTableName, gt, and, type SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { aiPhotoJobs } from '../db/schema-ai-photos.ts'
import { apiKeys } from '../db/schema-api-keys.ts'
import * as approvals from '../db/schema-approvals.ts'
import * as billing from '../db/schema-billing.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { idempotencyKeys } from '../db/schema-idempotency.ts'
import { manualPostingLinks } from '../db/schema-manual-posting.ts'
import * as planning from '../db/schema-planning.ts'
import * as publishing from '../db/schema-publishing.ts'
import { accounts, emailChanges, sessions, userSettings, users } from '../db/schema-accounts.ts'
import { brands, companies, companyBlogs } from '../db/schema-companies.ts'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { oauthStates, platformAnswers, socialAccounts, userCredentials } from '../db/schema-connections.ts'
import { demos } from '../db/schema-demos.ts'
import { fonts } from '../db/schema-fonts.ts'
import { files, mediaCompanyLinks, mediaItems, photoMaps, photoSearches } from '../db/schema-photos.ts'
import { captionTemplates, contentIdeas, customModes, projectVersions, projects, savedStyles, slides } from '../db/schema-projects.ts'
import { codeSecrets, passkeys } from '../db/schema-second-factor.ts'
import { renders } from '../db/schema-renders.ts'
import { runs } from '../db/schema-runs.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { slideshowTemplates } from '../db/schema-slideshow-templates.ts'
import { projectSounds, soundTracks } from '../db/schema-sound.ts'
import { storageUsage, usageCounters } from '../db/schema-usage.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema-webhooks.ts'
import * as notificationTables from '../db/schema-notifications.ts'
import type { ZipEntry } from '../storage/zip-stream.ts'
import { isLargeKey } from '../storage/store/storage-key.ts'
import { ownedRows, type ExportedTable, type OwnedTable } from './owned-rows.ts'
import type { FileStore } from '../storage/store/file-store.ts'

/** A row as an element of an array with an indent of two. */
const inArray = (row: unknown): string => JSON.stringify([row], null, 2).slice(2, -2)
const asArray = (rows: readonly string[]): Uint8Array => Buffer.from(rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`, 'utf8')

/** Rows as JSON arrays, each of which ends after the row that exceeds the length; a single one for few rows. */
async function* jsonParts(pages: AsyncIterable<readonly unknown[]>, characters: number): AsyncGenerator<Uint8Array, void> {
  let rows: string[] = []
  let length = 0
  let isEmpty = true
  for await (const page of pages) {
    // Serialized at once: rows as objects take several times the memory.
    const texts = page.map(inArray)
    for (const text of texts) {
      rows.push(text)
      length += text.length
      if (length <= characters) continue
      const part = asArray(rows)
      ;[rows, length, isEmpty] = [[], 0, false]
      yield part
    }
  }
  if (isEmpty || rows.length > 0) yield asArray(rows)
}

/** Number of file paths in memory at a time. */
const PAGE = 500
/** A file ends after the row that exceeds this length, so at most one more row is in memory. */
const PART_CHARACTERS = 4 * 1024 * 1024

/** Tables and columns of the export: all columns except those listed, which contain secrets of the user or the server. */
export const EXPORTED: readonly ExportedTable[] = [
  { table: userSettings },
  { table: demos },
  { table: userCredentials, without: ['sealed'] },
  { table: socialAccounts, without: ['accessToken', 'refreshToken', 'clientKey'] },
  { table: companies },
  { table: companyBlogs },
  { table: brands },
  { table: files },
  // Derived columns for search and sorting are left out.
  { table: mediaItems, without: ['words', 'nameKey'] },
  { table: mediaCompanyLinks },
  { table: photoMaps },
  { table: fonts },
  { table: photoSearches },
  { table: projects },
  { table: slides, textBytes: slides.room },
  { table: projectVersions, textBytes: projectVersions.room },
  { table: contentIdeas },
  { table: contentPlans },
  { table: planSlots },
  { table: captionTemplates },
  { table: savedStyles },
  { table: soundTracks },
  { table: projectSounds },
  { table: customModes, textBytes: customModes.room },
  { table: slideshowBatches },
  { table: slideshowBatchRows },
  { table: slideshowTemplates, textBytes: slideshowTemplates.room },
  // Each with its snapshot of the slides.
  { table: publishing.scheduledPosts, rowsTogether: 4 },
  { table: publishing.postMedia },
  { table: publishing.postEvents },
  { table: approvals.approvalLinks, without: ['tokenHash', 'sealed', 'passcodeHash'] },
  { table: approvals.approvalLinkPosts },
  { table: approvals.postApprovals },
  { table: approvals.approvalComments },
  { table: publishing.publishAttempts, without: ['resume'] },
  { table: publishing.accountLocks },
  { table: planning.postingTimes },
  { table: planning.recurrences, rowsTogether: 4 },
  { table: planning.calendarLinks, without: ['secretHash', 'sealed'] },
  { table: billing.billingCustomers },
  { table: billing.billingSubscriptions },
  { table: billing.billingEvents },
  { table: billing.billingNotifications },
  { table: notificationTables.notifications },
  { table: notificationTables.mails },
  { table: webhookEndpoints, without: ['secret', 'oldSecret'] },
  { table: webhookDeliveries },
  { table: runs, rowsTogether: 4 },
  // Two tables of earlier versions.
  { table: aiPhotoJobs },
  { table: renders, rowsTogether: 4 },
  { table: sessions, without: ['token'] },
  { table: apiKeys, without: ['hash'] },
  { table: passkeys },
  { table: emailChanges, without: ['keepHash'] },
  { table: usageCounters },
  { table: storageUsage },
]

/** User tables that are left out: password hash, two-factor secrets, authorizations in progress, cached responses, render queue. */
export const NOT_EXPORTED: readonly OwnedTable[] = [
  accounts,
  codeSecrets,
  oauthStates,
  platformAnswers,
  renderQueue,
  idempotencyKeys,
  publishing.mediaLinks,
  manualPostingLinks,
  // Checkout URLs of the payment provider.
  billing.billingCheckouts,
]

const README = `Your data on this server.

data/NAME.json   your rows of each table; after about 4 MB, a table continues in
                 data/NAME-2.json, data/NAME-3.json and so on, each a separate list
files/           your photos, logos and images, as stored

Slides can also show starter photos, whose names begin with "starter/". They come with Ninesixteen.

Not included: your password, of which we only have a hash, your two-factor secret, and the keys of connected accounts.
`

const entry = (name: string, read: () => Promise<Uint8Array>): ZipEntry => ({ name, read })
const text = (value: string): Uint8Array => Buffer.from(value, 'utf8')
const json = (value: unknown): Uint8Array => text(`${JSON.stringify(value, null, 2)}\n`)

/** All data of a user as files of an archive, each loaded in its turn and at most as long as a part or a stored file. */
export async function* exportAccount({ db, store }: { db: Db; store: FileStore }, userId: string): AsyncGenerator<ZipEntry> {
  yield entry('README.txt', async () => text(README))
  yield entry('data/account.json', async () => json(await readUser(db, userId)))
  for (const exported of EXPORTED) {
    const name = `data/${getTableName(exported.table)}`
    let number = 0
    for await (const part of jsonParts(ownedRows(db, { ...exported, userId, maxBytes: PART_CHARACTERS }), PART_CHARACTERS)) {
      number += 1
      yield entry(number === 1 ? `${name}.json` : `${name}-${number}.json`, async () => part)
    }
  }
  for await (const path of storedFiles(db, userId)) {
    // A file that was deleted in between is empty, to keep the archive complete.
    const original = entry(`files/${path.slice(path.indexOf('/') + 1)}`, async () => (await store.read(path)) ?? new Uint8Array())
    yield isLargeKey(path) ? { ...original, stream: async () => (await store.stream(path))?.body ?? [] } : original
  }
}

async function readUser(db: Db, userId: string) {
  const [user] = await db.long.asSystem((tx) => tx.select().from(users).where(eq(users.id, userId)))
  return user ?? null
}

async function* storedFiles(db: Db, userId: string): AsyncGenerator<string> {
  let after: SQL | undefined
  for (;;) {
    const isOwn = and(eq(files.userId, userId), eq(files.state, 'stored'), after)
    const page = await db.long.asUser(userId, (tx) =>
      tx.select({ path: files.path }).from(files).where(isOwn).orderBy(asc(files.path)).limit(PAGE),
    )
    for (const { path } of page) yield path
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = gt(files.path, last.path)
  }
}
