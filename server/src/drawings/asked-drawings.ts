import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { drawings, type DrawingFailure } from '../db/schema-drawings.ts'
import { lineOf, type DrawingKind } from './drawing.ts'
import { isInLine, isLost, isSomebodyDrawing, tellDue } from './drawing-signs.ts'

/* What the process that asks for a drawing does with its row. */

/** For how long a drawing is wanted when nobody says so again, in seconds. */
const WANTED_SECONDS = 30

export interface Asking {
  id: string
  userId: string
  kind: DrawingKind
  work: string
  path: string
  /** Most that one person, and all together, may have waiting in this line. */
  ofOne: number
  ofAll: number
}

/** `nobody`: no living process draws for others. */
export type Asked = 'placed' | 'nobody' | 'too many of one' | 'too many'

/**
 * Puts a drawing into its line, if anybody draws. Turns are as in any fair queue: the first one of a person stands beside the foremost of all
 * others, the next ones behind it one by one, however many somebody asks for at once.
 */
export async function placeDrawing(db: Pick<Db, 'asSystem'>, asking: Asking): Promise<Asked> {
  const { id, userId, kind, work, path, ofOne, ofAll } = asking
  const inLine = isInLine(lineOf(kind))
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ living: boolean; mine: number; waiting: number; placed: boolean }>(sql`
      with facts as (
        select ${isSomebodyDrawing} as living,
          (select count(*)::int from ${drawings} where ${inLine} and state = 'waiting') as waiting,
          (select count(*)::int from ${drawings} where ${inLine} and user_id = ${userId} and state <> 'left' and wanted_until > now()) as mine,
          greatest(
            coalesce(
              (select min(turn) from ${drawings} where ${inLine} and state = 'waiting'),
              (select max(turn) from ${drawings} where ${inLine} and state = 'taken'),
              0
            ),
            (select max(turn) + 1 from ${drawings} where ${inLine} and user_id = ${userId} and state in ('waiting', 'taken'))
          ) as turn
      ), placed as (
        insert into ${drawings} (id, user_id, kind, work, path, turn, wanted_until)
        select ${id}, ${userId}, ${kind}, ${work}, ${path}, turn, now() + make_interval(secs => ${WANTED_SECONDS})
        from facts where living and mine < ${ofOne} and waiting < ${ofAll}
        returning 1
      )
      select living, mine, waiting, exists (select from placed) as placed from facts`)
    const [facts] = rows
    if (!facts?.living) return 'nobody'
    if (!facts.placed) return facts.mine >= ofOne ? 'too many of one' : 'too many'
    await tellDue(tx)
    return 'placed'
  })
}

export interface AskedDrawing extends Record<string, unknown> {
  id: string
  state: (typeof drawings.$inferSelect)['state']
  bytes: number | null
  failure: DrawingFailure | null
  /** Nobody draws it, and nobody is there who could. */
  isStuck: boolean
}

/** How these stand; those that are still there are wanted for longer. */
export async function lookAtDrawings(db: Pick<Db, 'asSystem'>, ids: readonly string[]): Promise<AskedDrawing[]> {
  const these = sql`id = any(${sql.param([...ids])}::uuid[])`
  const { rows } = await db.asSystem((tx) =>
    tx.execute<AskedDrawing>(sql`
      with renewed as (
        update ${drawings} set wanted_until = now() + make_interval(secs => ${WANTED_SECONDS})
        where ${these} and wanted_until < now() + make_interval(secs => ${(WANTED_SECONDS * 2) / 3})
      )
      select id, state, bytes::float8 as bytes, failure,
        (state = 'waiting' or ${isLost}) and not ${isSomebodyDrawing} as "isStuck"
      from ${drawings} where ${these}`),
  )
  return rows
}

/** Takes back what nobody draws; false when somebody does after all. */
export async function takeBackDrawing(db: Pick<Db, 'asSystem'>, id: string): Promise<boolean> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute(sql`delete from ${drawings} where id = ${id} and (state = 'waiting' or ${isLost}) returning id`),
  )
  return rows.length > 0
}

/**
 * Says that nobody waits for a drawing any more. One that is in hand is its worker's to clear away; true when it is in the store, and has to be
 * removed from there before it is forgotten.
 */
export async function leaveDrawing(db: Pick<Db, 'asSystem'>, id: string): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ state: string }>(sql`select state from ${drawings} where id = ${id} for update`)
    const state = rows[0]?.state
    if (state === 'drawn') return true
    if (state === 'taken') {
      await tx.execute(sql`update ${drawings} set state = 'left', wanted_until = now() where id = ${id}`)
      await tellDue(tx)
    } else if (state !== undefined && state !== 'left') await tx.execute(sql`delete from ${drawings} where id = ${id}`)
    return false
  })
}

export async function forgetDrawings(db: Pick<Db, 'asSystem'>, ids: readonly string[]): Promise<void> {
  await db.asSystem((tx) => tx.execute(sql`delete from ${drawings} where id = any(${sql.param([...ids])}::uuid[])`))
}
