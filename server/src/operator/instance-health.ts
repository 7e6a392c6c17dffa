import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { PHOTO_PROVIDERS, PROVIDERS, type InstanceState, type Provider } from '@ninesixteen/shared/api/operator'
import { STOCK_SERVICE_IDS, STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { unassignedPayers } from '../billing/unassigned-payments.ts'
import type { Config } from '../config/config.ts'
import type { Tx, Db } from '../db/db.ts'
import { isoTime } from '../db/columns.ts'
import { providerCalls } from '../db/schema-operator.ts'
import { readHeartbeat } from '../posts/worker-heartbeat.ts'
import type { ProviderSettings } from './provider-calls.ts'
import { readAsOperator, readStaleAsOperator } from './operator-reads.ts'

/** Days over which failures are counted. */
export const DAYS_BACK = 7

type Parts = { config: Config; db: Db }

/** Health of the instance: publishers, mail, storage and providers. */
export async function readInstanceHealth({ config, db }: Parts): Promise<InstanceState> {
  const [worker, disk, { mail, sizes }, { calls, payers }] = await Promise.all([
    readHeartbeat({ db }),
    statfs(config.dataDir),
    readStaleAsOperator(db, async (tx) => ({ mail: await readMails(tx), sizes: await readSizes(tx) })),
    readAsOperator(db, async (tx) => ({
      calls: await tx.select().from(providerCalls),
      payers: await unassignedPayers(tx),
    })),
  ])
  const stateOf = (provider: Provider) => {
    const call = calls.find((row) => row.provider === provider)
    return {
      provider,
      kind: kindOf(config, provider),
      succeededAt: call?.succeededAt?.toISOString() ?? null,
      failedAt: call?.failedAt?.toISOString() ?? null,
      failure: call?.failure ?? null,
    }
  }
  return {
    worker,
    mail: { by: config.mail.smtpUrl === null ? 'files' : 'server', ...mail },
    disk: {
      free: disk.bavail * disk.bsize,
      size: disk.blocks * disk.bsize,
      files: { count: sizes.files, bytes: sizes.bytes },
      database: sizes.database,
    },
    payments: payers.map((payer) => ({ ...payer, createdAt: payer.createdAt.toISOString() })),
    providers: PROVIDERS.map(stateOf),
    photoProviders: PHOTO_PROVIDERS.map(stateOf),
  }
}

function kindOf(
  { ai, images, stock, platforms, google, billing }: ProviderSettings,
  provider: Provider,
): InstanceState['providers'][number]['kind'] {
  if (provider === 'images') return images ? byUse(images) : 'off'
  const service = STOCK_SERVICE_IDS.find((id) => id === provider)
  if (service) return STOCK_SERVICES[service].needsKey && stock[service].key === null ? 'off' : byUse(stock[service])
  const platform = PLATFORM_IDS.find((id) => id === provider)
  if (platform) return platforms[platform].client ? byUse(platforms[platform]) : 'off'
  if (provider === 'ai') return ai.sandbox ? 'sandbox' : 'real'
  if (provider === 'google-drive') return google ? byUse(google) : 'off'
  return billing ? byUse(billing) : 'off'
}

const byUse = ({ sandbox }: { sandbox: boolean }): 'sandbox' | 'real' => (sandbox ? 'sandbox' : 'real')

type MailRow = Omit<InstanceState['mail'], 'by'>

/** Mails that were never attempted, such as one to a demo's made-up address, don't count as failures. */
async function readMails(tx: Tx): Promise<MailRow> {
  const recent = (state: string) =>
    sql`count(*) filter (where state = ${state} and attempts > 0 and created_at > now() - make_interval(days => ${DAYS_BACK}))::int`
  const { rows } = await tx.execute<Record<string, unknown> & MailRow>(sql`
    select ${isoTime(sql`max(sent_at)`)} as "lastSentAt",
      count(*) filter (where state in ('waiting', 'sending'))::int as waiting,
      ${recent('refused')} as refused, ${recent('dropped')} as dropped, ${recent('unsure')} as unsure,
      (select reason from mails where state in ('waiting', 'refused', 'dropped', 'unsure') and attempts > 0 and reason is not null
        order by created_at desc limit 1) as "lastReason"
    from mails`)
  if (!rows[0]) throw new Error('Mail count query returned nothing')
  return rows[0]
}

async function readSizes(tx: Tx): Promise<{ files: number; bytes: number; database: number }> {
  const { rows } = await tx.execute<{ files: number; bytes: number; database: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes, pg_database_size(current_database())::float8 as database
    from files where state <> 'deleting'`)
  if (!rows[0]) throw new Error('File count query returned nothing')
  return rows[0]
}
