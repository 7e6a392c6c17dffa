import pg from 'pg'
import { processorMs, productProcesses } from '../processes.ts'
import { startProduct, type RunningProduct } from '../product.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import type { BenchUser, LoadOutcome, LoadPlan } from './plan.ts'
import { failuresOf, sendLoad } from './send-load.ts'
import { createUsers, privateDatabase, refreshVersions } from './users.ts'

/** Each has a key, which may send 120 requests a minute. */
const USERS = 200
const PROJECTS = 6
const RATE = 200
const RENDERS = 1
const PAGE_RATE = 200
const SECONDS = 30
const WARM_UP_SECONDS = 5
/** Longer than the generators take to start, which would disturb the first requests. */
const START_MS = 3000

/** A key for each user, and an account to draft for. */
async function giveKeys({ origin, dataDir }: RunningProduct, users: readonly BenchUser[]): Promise<void> {
  const description = await (await fetch(`${origin}/api/public/v1/openapi.json`)).text()
  const [, platforms = '[]'] = /"platform":\{[^}]*"enum":(\[[^\]]*\])/.exec(description) ?? []
  // The newest platform: it needs no options.
  const platform: string = JSON.parse(platforms).at(-1)
  const database = new pg.Client(privateDatabase(dataDir))
  await database.connect()
  await database.query("set app.system = 'on'")
  for (const user of users) {
    const scopes = ['slideshows:read', 'posts:read', 'posts:draft', 'accounts:read']
    const answer = await fetch(`${origin}/api/v1/api-keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie: user.cookie, 'x-ninesixteen-user': user.id },
      body: JSON.stringify({ name: 'Load', scopes, companyId: null, days: null }),
    })
    if (!answer.ok) throw new Error(`A key: ${answer.status} ${await answer.text()}`)
    user.key = (await answer.json()).secret
    const { rows } = await database.query<{ id: string }>(
      `insert into social_accounts (user_id, platform, account_id, username, access_token, scopes)
       values ($1, $2, $3, 'load', 'sealed.v1.none', '{}') returning id`,
      [user.id, platform, user.id],
    )
    user.target = { account_id: rows[0]?.id ?? '', options: { platform } }
  }
  await database.end()
}

interface Measured {
  page: LoadOutcome
  api: LoadOutcome
  renders: LoadOutcome
  /** Processor milliseconds a second: of the server, and of the database. */
  server: number
  database: number
}

const NOTHING: LoadOutcome = { ms: [], shed: 0, failures: {}, bytes: 0 }

async function measure(
  product: RunningProduct,
  users: BenchUser[],
  { isWithApi, seconds }: { isWithApi: boolean; seconds: number },
): Promise<Measured> {
  const { origin, dataDir } = product
  await refreshVersions(origin, users)
  const startAt = Date.now() + START_MS
  const send = (kind: LoadPlan['kind'], perSecond: number) => sendLoad({ kind, perSecond, seconds, startAt, origin, users })
  const processes = productProcesses(dataDir)
  const used = () => ({
    server: processorMs(processes.server),
    database: productProcesses(dataDir).database.reduce((sum, pid) => sum + processorMs(pid), 0),
  })
  const before = used()
  const [page, api, renders] = await Promise.all([
    send('mix', PAGE_RATE),
    isWithApi ? send('public-api', RATE - RENDERS) : NOTHING,
    isWithApi ? send('renders', RENDERS) : NOTHING,
  ])
  const after = used()
  return { page, api, renders, server: (after.server - before.server) / seconds, database: (after.database - before.database) / seconds }
}

const rowOf = (what: string, ms: readonly number[]) => [what, quantile(ms, 0.5), quantile(ms, 0.99), quantile(ms, 1), 'ms']
const failed = (outcome: LoadOutcome): number => failuresOf(outcome) + outcome.shed

/** Programs with keys at work while people use the page. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct({ env: { TRUST_PROXY: 'true' } })
  try {
    const users = await createUsers(product, { count: USERS, projects: PROJECTS })
    await giveKeys(product, users)
    await measure(product, users, { isWithApi: true, seconds: WARM_UP_SECONDS })
    const alone = await measure(product, users, { isWithApi: false, seconds: SECONDS })
    const both = await measure(product, users, { isWithApi: true, seconds: SECONDS })
    const all = [...both.api.ms, ...both.renders.ms]
    const p99 = quantile(all, 0.99)
    const failures = [both.api, both.renders, both.page].flatMap((outcome) => Object.entries(outcome.failures))
    return {
      title:
        `${RATE} requests a second to the public API with ${USERS} keys for ${SECONDS} s, next to ${PAGE_RATE} of the page: ` +
        '45 % lists, 45 % slideshows, 10 % checks of posts, and each second a draft of ten slides and a rendered slide',
      columns: ['what', 'p50', 'p99', 'longest', 'unit'],
      rows: [
        rowOf('the public API', all),
        rowOf('a rendered slide of it', both.renders.ms),
        rowOf('the page meanwhile', both.page.ms),
        rowOf('baseline: the page without the API', alone.page.ms),
        [
          'the page with it, times without',
          quantile(both.page.ms, 0.5) / quantile(alone.page.ms, 0.5),
          quantile(both.page.ms, 0.99) / quantile(alone.page.ms, 0.99),
          '',
          'times',
        ],
        ['CPU per request of the API: server', (both.server - alone.server) / RATE, '', '', 'ms'],
        ['CPU per request of the API: database', (both.database - alone.database) / RATE, '', '', 'ms'],
        ...failures.map(([what, count]) => [what, count, '', '', 'times']),
      ],
      gates: [
        atMost(`p99 of the API at ${RATE} a second`, { value: p99, limit: 100, unit: 'ms' }),
        atMost('p99 of the page meanwhile', { value: quantile(both.page.ms, 0.99), limit: 100, unit: 'ms' }),
        atMost('failed or rejected requests', {
          value: failed(both.api) + failed(both.renders) + failed(both.page),
          limit: 0,
          unit: 'requests',
        }),
      ],
    }
  } finally {
    await product.stop()
  }
}
