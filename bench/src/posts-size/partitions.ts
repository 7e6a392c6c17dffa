import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import type { Stage } from '../publish/stage.ts'
import { quantile } from '../rounds.ts'
import type { BenchTable } from '../table.ts'

/** One in so many of the posts, to keep the disk free. */
const PART = 10
const ROUNDS = 60
const KINDS = ['plain', 'parted'] as const
type Kind = (typeof KINDS)[number]

/** The same posts in one table, and in partitions by the month in which they were made. */
export async function partitionsTable(stage: Stage): Promise<BenchTable> {
  const { query } = stage
  await query('create schema scratch')
  const filled: Record<Kind, number> = { plain: 0, parted: 0 }
  for (const kind of KINDS) filled[kind] = await fill(stage, kind)
  const both = async (measure: (stage: Stage, kind: Kind) => Promise<number>) => ({
    plain: await measure(stage, 'plain'),
    parted: await measure(stage, 'parted'),
  })
  const asked = (what: Asked) => both((one, kind) => often(one, kind, what))
  const rows: [string, Record<Kind, number>, string][] = [
    ['filled, with its indexes', filled, 's'],
    ['claim of 48, p99', await asked(CLAIM), 'ms'],
    ['a month of a person, p99', await asked(MONTH), 'ms'],
    ['a post by its id alone, p99', await asked(BY_ID), 'ms'],
    ['the same by id and the moment it was made, p99', await asked(BY_BOTH), 'ms'],
    ['planning of a claim', await both(planning), 'ms'],
    ['vacuum after a tenth of the last month was changed', await both(worn), 's'],
    ['the oldest month is removed', { plain: await removed(stage), parted: await dropped(stage) }, 's'],
    ['and what that left is vacuumed', await both(vacuumed), 's'],
    ['size afterwards', await both(gigabytes), 'GB'],
  ]
  await query('drop schema scratch cascade')
  return {
    title: `One in ${PART} of the posts by month, with keys of (id, created_at), beside the same in one table`,
    columns: ['what', 'partitions', 'control: one table', 'unit'],
    rows: rows.map(([name, { plain, parted }, unit]) => [name, parted, plain, unit]),
    gates: [],
  }
}

const oneIn = (part: number): string => `('x' || left(id::text, 4))::bit(16)::int % ${part} = 0`

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** With the indexes of the product, each of them; a unique one of a partitioned table has to hold the partition's column. */
function fill({ query }: Stage, kind: Kind): Promise<number> {
  return seconds(async () => {
    const isParted = kind === 'parted'
    await query(
      `create table scratch.${kind} (like scheduled_posts including defaults, primary key (${isParted ? 'id, created_at' : 'id'})) ${isParted ? 'partition by range (created_at)' : ''}`,
    )
    if (isParted)
      await query(
        `do $$ declare month timestamptz; begin
           for month in select generate_series(date_trunc('month', min(created_at)), max(created_at), '1 month') from scheduled_posts loop
             execute format('create table scratch.%I partition of scratch.parted for values from (%L) to (%L)', 'm' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
           end loop; end $$`,
      )
    await query(`insert into scratch.${kind} select * from scheduled_posts where ${oneIn(PART)}`)
    const indexes = await query<{ name: string; definition: string; isUnique: boolean }>(
      `select relname as name, pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique" from pg_index join pg_class on oid = indexrelid
       where indrelid = 'scheduled_posts'::regclass and not indisprimary`,
    )
    for (const { name, definition, isUnique } of indexes) {
      const own = definition.replace(/ON public\.scheduled_posts/, `ON scratch.${kind}`).replace(name, `${kind}_${name}`)
      await query(isParted && isUnique ? own.replace(/\)$/, ', created_at)') : own)
    }
    await query(`vacuum analyze scratch.${kind}`)
  })
}

/** A row there is; the moment as text, which has the database's microseconds. */
interface Known {
  id: string
  person: string
  made: string
}

interface Asked {
  statement: string
  values(row: Known, round: number): unknown[]
}

const CLAIM: Asked = {
  statement: `select id from TABLE p where platform = $1 and next_at is not null and next_at <= now() + interval '1 day'
    and (lease_until is null or lease_until <= now()) order by next_at, id limit 48 for update skip locked`,
  values: (_, round) => [PLATFORM_IDS[round % PLATFORM_IDS.length]],
}
const MONTH: Asked = {
  statement: `select id, caption, status from TABLE where user_id = $1 and scheduled_time >= now() - interval '6 months'
    and scheduled_time < now() - interval '5 months' order by scheduled_time, id`,
  values: ({ person }) => [person],
}
const BY_ID: Asked = { statement: 'select id, caption from TABLE where id = $1', values: ({ id }) => [id] }
const BY_BOTH: Asked = {
  statement: 'select id, caption from TABLE where id = $1 and created_at = $2',
  values: ({ id, made }) => [id, made],
}

async function often({ query }: Stage, kind: Kind, { statement, values }: Asked): Promise<number> {
  const rows = await query<Known>(
    `select id, user_id as person, created_at::text as made from scratch.plain tablesample system (0.5) limit $1`,
    [ROUNDS],
  )
  const ms: number[] = []
  for (const [round, row] of rows.entries()) {
    const begun = performance.now()
    await query(statement.replace('TABLE', `scratch.${kind}`), values(row, round))
    ms.push(performance.now() - begun)
  }
  return quantile(ms, 0.99)
}

async function planning({ query }: Stage, kind: Kind): Promise<number> {
  const statement = CLAIM.statement.replace('TABLE', `scratch.${kind}`).replace('$1', `'${PLATFORM_IDS[0]}'`)
  const rows = await query<{ 'QUERY PLAN': { 'Planning Time': number }[] }>(`explain (analyze, format json) ${statement}`)
  return rows[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? Number.NaN
}

/** A change of what was made of late, as posts are changed while they go out. */
async function worn(stage: Stage, kind: Kind): Promise<number> {
  await stage.query(`update scratch.${kind} set fence = fence + 1 where created_at > now() - interval '1 month' and ${oneIn(10 * PART)}`)
  return vacuumed(stage, kind)
}

function vacuumed({ query }: Stage, kind: Kind): Promise<number> {
  return seconds(() => query(`vacuum scratch.${kind}`))
}

const OLDEST = `(select date_trunc('month', min(created_at)) from scratch.plain)`

/** Not in need of a vacuum afterwards: nothing is left of a dropped one. */
function dropped({ query }: Stage): Promise<number> {
  return seconds(() =>
    query(
      `do $$ begin execute (select format('drop table scratch.%I', min(relname)) from pg_class where relispartition and relkind = 'r'
         and relnamespace = 'scratch'::regnamespace); end $$`,
    ),
  )
}

function removed({ query }: Stage): Promise<number> {
  return seconds(() => query(`delete from scratch.plain where created_at < ${OLDEST} + interval '1 month'`))
}

async function gigabytes({ query }: Stage, kind: Kind): Promise<number> {
  const [row] = await query<{ gb: number }>(
    `select sum(pg_total_relation_size(oid)) / 1e9::float8 as gb from pg_class
     where relkind = 'r' and relnamespace = 'scratch'::regnamespace and relispartition = ${kind === 'parted'}`,
  )
  return row?.gb ?? Number.NaN
}
