import { and, eq, sql } from 'drizzle-orm'
import { TABLE_LINES_MAX } from '@ninesixteen/shared/api/limits'
import type { CsvPost } from '@ninesixteen/shared/api/posts-csv'
import { AppError } from '@ninesixteen/shared/errors'
import { derivedId } from '../../derived-id.ts'
import { readOrigins } from '../../photos/file-credits.ts'
import { soundOfVideo } from '../../sound/project-sound.ts'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import { isUniqueViolation } from '../../db/database-error.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { ownWholeProject } from '../../projects/project-rows.ts'
import { requestDigest } from '../../idempotency/idempotency-keys.ts'
import { requireSameRequest } from '../create-posts.ts'
import { withAiLabel } from '../ai-label.ts'
import { readPostCredits, withDefaultCredits } from '../post-credits.ts'
import { contentOf, databaseTime, requireZone, type PostContent } from '../post-request.ts'
import { insertPosts, type PostRequestKey, type PostToInsert } from '../insert-posts.ts'
import type { PlannedPost } from '../preflight/planned-post.ts'
import { samePosts } from '../preflight/nearby-posts.ts'
import { checkPosts, SAME_SLIDESHOW, sameSlideshow } from '../preflight/preflight.ts'
import type { PostServices } from '../post-services.ts'
import { readLookups } from './lookups.ts'
import { planPosts, type PlannedRow } from './plan-posts.ts'
import { POST_TABLE } from './post-columns.ts'
import { readTable, type RowError } from './read-table.ts'

export interface CsvFile {
  text: string
  zone: string
}

const VIDEO = { seconds: SLIDE_SECONDS.normal, crossFade: false }

/** Previews what the import does with each line; creates nothing. */
export async function checkCsv(services: PostServices, userId: string, table: CsvFile): Promise<{ posts: CsvPost[]; faults: RowError[] }> {
  const { plans, faults, warnings, now } = await readPlans(services, userId, table)
  const duplicateWarnings = await findDuplicates(services, userId, { plans, now })
  const posts = plans.map((plan) => {
    const { line, project, account, kind, at, zone, caption } = plan
    return {
      line,
      projectTitle: project.title,
      platform: account.platform,
      username: account.username,
      kind,
      scheduledTime: at?.toISOString() ?? null,
      timeZone: zone,
      caption,
      warnings: [...(warnings.get(keyOf(account)) ?? []), ...(duplicateWarnings.get(plan) ?? [])],
    }
  })
  return { posts, faults: faults.toSorted((one, other) => one.line - other.line) }
}

/** For each line, the other lines that make the same post, and the nearest post of the same slideshow. */
async function findDuplicates(
  services: PostServices,
  userId: string,
  { plans, now }: { plans: readonly PlannedRow[]; now: Date },
): Promise<Map<PlannedRow, string[]>> {
  const planned = new Map(plans.map((plan) => [plan, plannedOf(plan)]))
  const posts = [...planned.values()]
  const others = await services.db.asUser(userId, (tx) => samePosts(tx, userId, { posts, now }))
  const alike = Map.groupBy(plans, identityOf)
  return new Map(
    [...planned].map(([plan, post]) => {
      const { account, zone: timeZone } = plan
      const [lines, other] = [alike.get(identityOf(plan)) ?? [], others.get(post)]
      const inTable = lines.length > 1 ? [sameLines(lines, plan)] : []
      return [plan, [...inTable, ...(other ? [sameSlideshow(other, { username: account.username, timeZone })] : [])]]
    }),
  )
}

/** The same slideshow to the same account at the same time is a duplicate whatever its texts; drafts must match completely. */
function identityOf({ project, account, kind, at, caption, description, options }: PlannedRow): string {
  const post = [project.id, keyOf(account)]
  return JSON.stringify(at ? [...post, at] : [...post, kind, caption, description, options])
}

/** Most line numbers in a message. */
const LINES_NAMED = 5

function sameLines(alike: readonly PlannedRow[], { account, at }: PlannedRow): string {
  const more = alike.length - LINES_NAMED
  const named = [...alike.slice(0, LINES_NAMED).map(({ line }) => String(line)), ...(more > 0 ? [`${more} more`] : [])]
  const lines = new Intl.ListFormat('en').format(named)
  return at ? `Lines ${lines} post the same slideshow to @${account.username} at the same time.` : `Lines ${lines} are the same draft.`
}

/** Creates the posts of a table, all or none, and returns how many. The same request again creates no more. */
export async function importCsv(
  services: PostServices,
  userId: string,
  { requestId, ...table }: CsvFile & { requestId: string },
): Promise<number> {
  const request = { id: requestId, digest: requestDigest('table', table) }
  const earlier = await countImported(services, userId, request)
  if (earlier > 0) return earlier
  const { plans, faults } = await readPlans(services, userId, table)
  if (faults.length > 0) throw new AppError('TABLE_REFUSED', { count: new Set(faults.map(({ line }) => line)).size })
  const orders = await ordersOf(services, userId, { plans, request })
  try {
    return (await insertPosts(services, userId, { orders })).length
  } catch (error) {
    // A concurrent request with the same id was first.
    const imported = isUniqueViolation(error) ? await countImported(services, userId, request) : 0
    if (imported === 0) throw error
    return imported
  }
}

async function readPlans(services: PostServices, userId: string, { text, zone }: CsvFile) {
  requireZone(zone)
  const { rows, faults } = readTable(text, POST_TABLE)
  const context = await services.db.asUser(userId, async (tx) => ({
    lookups: await readLookups(tx, userId, rows),
    zone,
    now: await databaseTime(tx),
  }))
  const planned = planPosts(rows, context)
  const checked = await checkAccounts(services, userId, planned.plans)
  const all = [...faults, ...planned.faults, ...checked.faults]
  return { plans: planned.plans, faults: all, warnings: checked.warnings, now: context.now }
}

const keyOf = ({ platform, accountId }: { platform: string; accountId: string }) => `${platform} ${accountId}`

/** Checks each account once, with its first post: a problem of the account applies to all of its posts. */
async function checkAccounts(services: PostServices, userId: string, plans: readonly PlannedRow[]) {
  const first = new Map(plans.toReversed().map((plan) => [keyOf(plan.account), plan]))
  const problems = await checkPosts(services, userId, [...first.values()].map(plannedOf))
  const stops = problems.filter(({ severity }) => severity === 'stop')
  const faults = plans.flatMap(({ line, account }): RowError[] =>
    stops.filter((problem) => keyOf(problem) === keyOf(account)).map(({ message }) => ({ line, column: 'account', message })),
  )
  const warnings = new Map<string, string[]>()
  for (const { severity, code, message, ...account } of problems) {
    // Duplicates are reported per line.
    if (severity === 'warn' && code !== SAME_SLIDESHOW) warnings.set(keyOf(account), [...(warnings.get(keyOf(account)) ?? []), message])
  }
  return { faults, warnings }
}

function plannedOf({ account, options, kind, caption, description, project, at, zone: timeZone }: PlannedRow): PlannedPost {
  return {
    id: null,
    projectId: project.id,
    platform: account.platform,
    accountId: account.accountId,
    options,
    kind,
    caption,
    description,
    pictures: project.slides,
    snapshot: [],
    video: null,
    time: at,
    timeZone,
    // Rendering reports missing photos.
    isRendered: true,
  }
}

/** Posts of the same slideshow share its slides and their rendered files. */
async function ordersOf(
  services: PostServices,
  userId: string,
  { plans, request }: { plans: readonly PlannedRow[]; request: PostRequestKey },
): Promise<PostToInsert[]> {
  const contents = new Map<string, { content: PostContent; hasAiPhotos: boolean; credits: Credit[] }>()
  await services.db.asUser(userId, async (tx) => {
    for (const { project, kind } of plans) {
      const key = `${project.id} ${kind}`
      if (contents.has(key)) continue
      const { row, slides } = await ownWholeProject(tx, userId, project.id)
      const parsedSlides = slides.map((slide) => slideSchema.parse(slide))
      const sound = await soundOfVideo(tx, userId, project.id)
      const media = contentOf({ kind, photos: [], film: kind === 'video' ? VIDEO : null }, parsedSlides, sound)
      const content = { projectId: row.id, projectVersion: row.version, companyId: row.companyId, ...media }
      const { hasAiPhotos } = await readOrigins(tx, userId, media.snapshot)
      contents.set(key, { content, hasAiPhotos, credits: await readPostCredits(tx, userId, { projectId: project.id, kind }) })
    }
  })
  return plans.flatMap(({ project, kind, account, options, at, zone, caption, description }, index) => {
    const found = contents.get(`${project.id} ${kind}`)
    if (!found) return []
    const { platform, accountId } = account
    const target = { platform, accountId, options }
    const targets = [found.hasAiPhotos ? withAiLabel(target) : target]
    const credited = withDefaultCredits(description, { credits: found.credits, caption, platform, kind })
    const order = { content: found.content, targets, time: at, timeZone: zone, caption, description: credited }
    return [{ order, request: { id: rowRequest(request.id, index), digest: request.digest } }]
  })
}

/** The idempotency key of a row, derived from that of the request. */
function rowRequest(requestId: string, index: number): string {
  return derivedId(`${requestId} ${index}`, '8')
}

/** How many posts this request has created already; throws REQUEST_REUSED when they are of another table. */
async function countImported({ db }: PostServices, userId: string, { id, digest }: PostRequestKey): Promise<number> {
  const requests = Array.from({ length: TABLE_LINES_MAX }, (_, index) => rowRequest(id, index))
  const existing = await db.asUser(userId, (tx) =>
    tx
      .select({ requestDigest: scheduledPosts.requestDigest })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.userId, userId), sql`${scheduledPosts.requestId} = any(${sql.param(requests)}::uuid[])`)),
  )
  requireSameRequest(existing, digest)
  return existing.length
}
