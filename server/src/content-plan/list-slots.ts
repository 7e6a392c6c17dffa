import { sql } from 'drizzle-orm'
import type { PlanSlot } from '@ninesixteen/shared/api/content-plan'
import { AppError } from '@ninesixteen/shared/errors'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import type { Db } from '../db/db.ts'
import { decodeCursor, encodeCursor } from '../db/keyset-cursor.ts'
import type { PlanAccount } from '@ninesixteen/shared/api/content-plan'
import type { PlannedPost } from '../db/schema-content-plan.ts'
import type { SlotRow } from './plan-rows.ts'

interface SlotView extends Pick<SlotRow, 'id' | 'state' | 'at' | 'hook' | 'look' | 'projectId' | 'readyAt'> {
  companyId: string
  accounts: PlanAccount[]
  posts: PlannedPost[]
  version: number | null
  slides: Slide[]
  /** Names by platform and account. */
  names: Record<string, string>
}

const SLOT_COLUMNS = sql`slots.id, slots.state, slots.at, slots.hook, slots.look, slots.project_id as "projectId", slots.ready_at as "readyAt", slots.posts,
  plans.company_id as "companyId", plans.accounts, projects.version,
  coalesce((select jsonb_agg(data order by number) from slides where slides.project_id = projects.id), '[]') as slides,
  coalesce((select jsonb_object_agg(platform || ' ' || account_id, username) from social_accounts where user_id = slots.user_id), '{}') as names`
const SLOT_JOINS = sql`join content_plans as plans on plans.id = slots.plan_id left join projects on projects.id = slots.project_id`

const HOUR_MS = 3_600_000

function present({
  id,
  companyId,
  state,
  at: firstAt,
  hook,
  look,
  projectId,
  version,
  slides,
  posts,
  readyAt,
  accounts,
  names,
}: SlotView): PlanSlot {
  return {
    id,
    companyId,
    state,
    hook,
    look,
    projectId,
    version,
    at: firstAt.toISOString(),
    slides: slides.map((slide) => slideSchema.parse(slide)),
    posts: posts.map(({ platform, accountId, at, timeZone, caption, description, isScheduled = false }) => {
      const planAccount = accounts.find((account) => account.platform === platform && account.accountId === accountId)
      const hours = planAccount?.silenceHours ?? null
      return {
        platform,
        accountId,
        at,
        timeZone,
        caption,
        description,
        username: names[`${platform} ${accountId}`] ?? null,
        format: planAccount?.format ?? null,
        silentAt: hours === null || readyAt === null ? null : new Date(readyAt.getTime() + hours * HOUR_MS).toISOString(),
        isApproved: isScheduled,
      }
    }),
  }
}

interface SlotPage {
  companyId: string
  after?: string | undefined
  limit: number
}

/** A page of the board, read in one round trip to the database. */
export async function listSlots({ db }: { db: Db }, userId: string, { companyId, after, limit }: SlotPage) {
  const cursor = after === undefined ? null : decodeCursor(after)
  const isOnBoard = sql`slots.user_id = ${userId} and plans.company_id = ${companyId}::uuid and slots.at >= now()
    and slots.state not in ('approved', 'skipped', 'missed')`
  const rows = await db.readAsUser<SlotView & { cursor: string; total: number }>(
    userId,
    sql`select ${SLOT_COLUMNS}, slots.cursor, slots.total from (
        select slots.*, ${encodeCursor(sql`slots.at`, sql`slots.id`)} as cursor,
          (select count(*)::int from plan_slots as slots join content_plans as plans on plans.id = slots.plan_id where ${isOnBoard}) as total
        from plan_slots as slots join content_plans as plans on plans.id = slots.plan_id
        where ${isOnBoard} ${cursor ? sql`and (slots.at, slots.id) > (${cursor.at}, ${cursor.id})` : sql``}
        order by slots.at, slots.id limit ${limit + 1}
      ) as slots ${SLOT_JOINS} order by slots.at, slots.id`,
  )
  const page = rows.slice(0, limit)
  return {
    slots: page.map(present),
    next: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
    total: rows[0]?.total ?? 0,
  }
}

export async function readSlot({ db }: { db: Db }, userId: string, id: string): Promise<PlanSlot> {
  const [row] = await db.readAsUser<SlotView>(
    userId,
    sql`select ${SLOT_COLUMNS} from plan_slots as slots ${SLOT_JOINS} where slots.user_id = ${userId} and slots.id = ${id}::uuid`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  return present(row)
}
