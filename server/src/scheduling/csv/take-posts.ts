import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { TABLE_LINES_MAX } from '@ninesixteen/shared/api/limits'
import type { TablePost } from '@ninesixteen/shared/api/post-tables'
import { AppError } from '@ninesixteen/shared/errors'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/film'
import { isUniqueViolation } from '../../db/database-error.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { ownWholeProject } from '../../routes/projects/project-rows.ts'
import { contentOf, databaseTime, requireZone, type PostContent } from '../order.ts'
import { placeOrders, type PlacedOrder } from '../place-orders.ts'
import { checkPosts } from '../preflight/preflight.ts'
import type { Scheduling } from '../scheduling.ts'
import { knownThings } from './known-things.ts'
import { planPosts, type TablePlan } from './plan-posts.ts'
import { readTable, type TableFault } from './read-table.ts'

export interface Table {
  text: string
  zone: string
}

/** Slides that are drawn at once; of more the posts come first, and their pictures after them. */
const DRAWN_AT_ONCE_MAX = 40
const FILM = { seconds: SLIDE_SECONDS.normal, crossFade: false }

/** What would become of each line of a table; nothing is made. */
export async function checkTable(
  services: Scheduling,
  userId: string,
  table: Table,
): Promise<{ posts: TablePost[]; faults: TableFault[] }> {
  const { plans, faults, warnings } = await readPlans(services, userId, table)
  const posts = plans.map(({ line, project, account, kind, at, zone, caption }) => ({
    line,
    projectTitle: project.title,
    platform: account.platform,
    username: account.username,
    kind,
    scheduledTime: at?.toISOString() ?? null,
    timeZone: zone,
    caption,
    warnings: warnings.get(keyOf(account)) ?? [],
  }))
  return { posts, faults: faults.toSorted((one, other) => one.line - other.line) }
}

/** Makes the posts of a table, all or none; how many. The same request again makes nothing further. */
export async function takeTable(
  services: Scheduling,
  userId: string,
  { requestId, ...table }: Table & { requestId: string },
): Promise<number> {
  const earlier = await takenBefore(services, userId, requestId)
  if (earlier > 0) return earlier
  const { plans, faults } = await readPlans(services, userId, table)
  if (faults.length > 0) throw new AppError('TABLE_REFUSED', { count: new Set(faults.map(({ line }) => line)).size })
  const orders = await ordersOf(services, userId, { plans, requestId })
  try {
    return (await placeOrders(services, userId, { orders, isDrawnLater: drawingsOf(orders) > DRAWN_AT_ONCE_MAX })).length
  } catch (error) {
    // The other one of two clicks was first.
    const taken = isUniqueViolation(error) ? await takenBefore(services, userId, requestId) : 0
    if (taken === 0) throw error
    return taken
  }
}

async function readPlans(services: Scheduling, userId: string, { text, zone }: Table) {
  requireZone(zone)
  const { rows, faults } = readTable(text)
  const circumstances = await services.db.asUser(userId, async (tx) => ({
    known: await knownThings(tx, userId, rows),
    zone,
    now: await databaseTime(tx),
  }))
  const planned = planPosts(rows, circumstances)
  const checked = await checkAccounts(services, userId, planned.plans)
  return { plans: planned.plans, faults: [...faults, ...planned.faults, ...checked.faults], warnings: checked.warnings }
}

const keyOf = ({ platform, accountId }: { platform: string; accountId: string }) => `${platform} ${accountId}`

/** Each account is asked about once, with its first post: what stops that one stops all that are to go there. */
async function checkAccounts(services: Scheduling, userId: string, plans: readonly TablePlan[]) {
  const first = new Map(plans.toReversed().map((plan) => [keyOf(plan.account), plan]))
  const problems = await checkPosts(
    services,
    userId,
    [...first.values()].map(({ account, options, kind, project, at, zone: timeZone }) => ({
      id: null,
      projectId: project.id,
      platform: account.platform,
      accountId: account.accountId,
      options,
      kind,
      pictures: project.slides,
      snapshot: [],
      film: null,
      time: at,
      timeZone,
      // Which photos they show is looked at when they are drawn.
      isFrozen: true,
    })),
  )
  const stops = problems.filter(({ severity }) => severity === 'stop')
  const faults = plans.flatMap(({ line, account }): TableFault[] =>
    stops.filter((problem) => keyOf(problem) === keyOf(account)).map(({ message }) => ({ line, column: 'account', message })),
  )
  const warnings = new Map<string, string[]>()
  for (const { severity, message, ...account } of problems) {
    if (severity === 'warn') warnings.set(keyOf(account), [...(warnings.get(keyOf(account)) ?? []), message])
  }
  return { faults, warnings }
}

/** Posts of the same slideshow share its slides, and so what is drawn of them. */
async function ordersOf(
  services: Scheduling,
  userId: string,
  { plans, requestId }: { plans: readonly TablePlan[]; requestId: string },
): Promise<PlacedOrder[]> {
  const contents = new Map<string, PostContent>()
  await services.db.asUser(userId, async (tx) => {
    for (const { project, kind } of plans) {
      const key = `${project.id} ${kind}`
      if (contents.has(key)) continue
      const { row, slides } = await ownWholeProject(tx, userId, project.id)
      const whole = slides.map((slide) => slideSchema.parse(slide))
      const made = contentOf({ kind, photos: [], film: kind === 'video' ? FILM : null }, whole)
      contents.set(key, { projectId: row.id, projectVersion: row.version, companyId: row.companyId, ...made })
    }
  })
  return plans.flatMap(({ project, kind, account, options, at, zone, caption, description }, index) => {
    const content = contents.get(`${project.id} ${kind}`)
    const { platform, accountId } = account
    const order = { targets: [{ platform, accountId, options }], time: at, timeZone: zone, caption, description }
    return content ? [{ order: { content, ...order }, requestId: rowRequest(requestId, index) }] : []
  })
}

function drawingsOf(orders: readonly PlacedOrder[]): number {
  const contents = new Set(orders.map(({ order }) => order.content))
  return [...contents].reduce((drawings, { kind, snapshot }) => drawings + (kind === 'slides' ? snapshot.length : 0), 0)
}

/** What a row's post is ordered by: the same for the same click. */
function rowRequest(requestId: string, index: number): string {
  const hex = createHash('sha256').update(`${requestId} ${index}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** How many posts this click has made already. */
async function takenBefore({ db }: Scheduling, userId: string, requestId: string): Promise<number> {
  const requests = Array.from({ length: TABLE_LINES_MAX }, (_, index) => rowRequest(requestId, index))
  return db.asUser(userId, (tx) =>
    tx.$count(
      scheduledPosts,
      and(eq(scheduledPosts.userId, userId), sql`${scheduledPosts.requestId} = any(${sql.param(requests)}::uuid[])`),
    ),
  )
}
